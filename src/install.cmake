# `cmake --install`: the program, its manual pages, what shells complete, and the library for find_package(mha).
include(GNUInstallDirs)
install(TARGETS mha RUNTIME COMPONENT program)

# From the program's table of options; what is built for another system cannot be run here.
if(UNIX AND NOT CMAKE_CROSSCOMPILING)
  add_executable(mha_installed_files installed_files.cpp)
  target_link_libraries(mha_installed_files PRIVATE mha_core)
  set(share ${CMAKE_CURRENT_BINARY_DIR}/share)
  add_custom_command(OUTPUT ${share}.written VERBATIM
    COMMAND mha_installed_files ${share}
    COMMAND ${CMAKE_COMMAND} -E touch ${share}.written)
  add_custom_target(mha_share ALL DEPENDS ${share}.written)
  install(DIRECTORY ${share}/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT program)
endif()

# The headers of all layers but the command line's. A program writes #include <mha/trace/forward.hpp>, so that no
# folder named text or model stands where its own headers are looked for.
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/mha)
install(FILES error.hpp DESTINATION ${headers} COMPONENT library)
foreach(layer math text model trace render check)
  install(DIRECTORY ${layer} DESTINATION ${headers} COMPONENT library FILES_MATCHING PATTERN *.hpp
          REGEX "text/(format|say)\\.hpp$" EXCLUDE PATTERN page* EXCLUDE)
endforeach()
install(CODE "
  file(GLOB_RECURSE headers \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${headers}/*.hpp\")
  foreach(header IN LISTS headers)
    file(READ \${header} text)
    string(REGEX REPLACE \"#include \\\"(mha/)?\" \"#include \\\"mha/\" text \"\${text}\")
    file(WRITE \${header} \"\${text}\")
  endforeach()" COMPONENT library)

include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/mha)
install(TARGETS mha_core EXPORT mhaTargets ARCHIVE COMPONENT library)
install(EXPORT mhaTargets NAMESPACE mha:: DESTINATION ${package} COMPONENT library)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/mhaConfig.cmake "include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(\${CMAKE_CURRENT_LIST_DIR}/mhaTargets.cmake)\n")
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/mhaConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/mhaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/mhaConfigVersion.cmake DESTINATION ${package} COMPONENT library)
