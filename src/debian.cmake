# What Debian wants otherwise, in the folder from which the .deb is made.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
file(WRITE ${share}/doc/mha/changelog
     "mha (${CPACK_PACKAGE_VERSION}) stable; urgency=low\n\n  * Release ${CPACK_PACKAGE_VERSION}.\n\n"
     " -- ${CPACK_PACKAGE_CONTACT}  Thu, 01 Jan 2026 00:00:00 +0000\n")
file(GLOB_RECURSE files ${share}/man/*.1)
execute_process(COMMAND gzip -9n ${files} ${share}/doc/mha/changelog COMMAND_ERROR_IS_FATAL ANY)
