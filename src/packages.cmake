# `cmake --build build --target packages`: a .deb and a .tar.gz for Linux, a .zip for Windows, of the program without
# the library.
set(CPACK_PACKAGE_CONTACT "The maintainers of mha <maintainers@mha.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "calculate a small transformer step by step, to hold against paper")
set(CPACK_PACKAGE_DESCRIPTION "mha calculates the forward pass of a small transformer and shows every
matrix on the way, so that a person can hold them against a calculation
done with pen and paper. It marks such calculations too, and makes
exercises.")
set(CPACK_PACKAGE_VENDOR "mha")
set(CPACK_STRIP_FILES TRUE)
set(CPACK_VERBATIM_VARIABLES TRUE)
set(CPACK_PACKAGE_CHECKSUM SHA256)

# What the licences of the headers in it ask for: their notices.
set(notices "mha ${PROJECT_VERSION}. The program contains parts of the following libraries.\n")
foreach(pair IN ITEMS fmt:libfmt-dev nlohmann_json:nlohmann-json3-dev CLI11:libcli11-dev)
  string(REGEX MATCH "^(.*):(.*)$" pair ${pair})
  string(TOLOWER ${CMAKE_MATCH_1} fetched)
  foreach(file IN ITEMS /usr/share/doc/${CMAKE_MATCH_2}/copyright ${${fetched}_SOURCE_DIR}/LICENSE.MIT
                        ${${fetched}_SOURCE_DIR}/LICENSE.rst ${${fetched}_SOURCE_DIR}/LICENSE)
    if(EXISTS ${file})
      file(READ ${file} notice)
      string(APPEND notices "\n======== ${CMAKE_MATCH_1}\n\n${notice}")
      break()
    endif()
  endforeach()
endforeach()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/copyright "${notices}")

if(WIN32)
  set(CPACK_GENERATOR ZIP)
  set(CPACK_SYSTEM_NAME windows-x86_64)
  install(TARGETS mha RUNTIME DESTINATION . COMPONENT zip EXCLUDE_FROM_ALL)
  install(FILES ${PROJECT_SOURCE_DIR}/README.md ${CMAKE_CURRENT_BINARY_DIR}/copyright DESTINATION . COMPONENT zip
          EXCLUDE_FROM_ALL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples ${PROJECT_SOURCE_DIR}/configs DESTINATION . COMPONENT zip
          EXCLUDE_FROM_ALL)
  add_custom_target(packages COMMAND ${CMAKE_CPACK_COMMAND} DEPENDS mha WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
elseif(UNIX AND NOT APPLE)
  set(CPACK_GENERATOR DEB TGZ)
  string(TOLOWER ${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR} CPACK_SYSTEM_NAME)
  set(doc ${CMAKE_INSTALL_DATADIR}/doc/mha)
  install(FILES ${PROJECT_SOURCE_DIR}/README.md ${CMAKE_CURRENT_BINARY_DIR}/copyright DESTINATION ${doc}
          COMPONENT documents EXCLUDE_FROM_ALL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples ${PROJECT_SOURCE_DIR}/configs DESTINATION ${doc}
          COMPONENT documents EXCLUDE_FROM_ALL)

  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION education)
  set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
  find_program(MHA_SHLIBDEPS dpkg-shlibdeps)
  if(MHA_SHLIBDEPS)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  endif()
  add_custom_target(packages COMMAND ${CMAKE_CPACK_COMMAND} DEPENDS mha mha_share
                    WORKING_DIRECTORY ${PROJECT_BINARY_DIR})
endif()

# Which components go into which package: read when one is made.
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/components.cmake "
set(components_of_DEB program documents)
set(components_of_TGZ program documents)
set(components_of_ZIP zip)
set(CPACK_INSTALL_CMAKE_PROJECTS)
foreach(component IN LISTS components_of_\${CPACK_GENERATOR})
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS \"${PROJECT_BINARY_DIR}\" mha \${component} /)
endforeach()
if(CPACK_GENERATOR STREQUAL DEB)
  set(CPACK_PRE_BUILD_SCRIPTS \"${CMAKE_CURRENT_SOURCE_DIR}/debian.cmake\")
endif()
")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_BINARY_DIR}/components.cmake)
include(CPack)
