# `cmake --install`: the program, its manual pages, what shells complete, and the library for find_package(mha).
include(GNUInstallDirs)
install(TARGETS mha RUNTIME COMPONENT program)

# From the program's table of options; what is built for another system cannot be run here.
if(UNIX AND NOT CMAKE_CROSSCOMPILING)
  add_executable(mha_installed_files installed_files.cpp)
  target_link_libraries(mha_installed_files PRIVATE mha_core)
  set(share ${CMAKE_CURRENT_BINARY_DIR}/share)
  add_custom_command(OUTPUT ${share}.written DEPENDS mha_installed_files VERBATIM
    COMMAND mha_installed_files ${share}
    COMMAND ${CMAKE_COMMAND} -E touch ${share}.written)
  add_custom_target(mha_share ALL DEPENDS ${share}.written)
  install(DIRECTORY ${share}/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT program)
endif()

# What a program needs that calculates, shows or marks: these headers, and those that they include. It writes
# #include <mha/trace/forward.hpp>, so that no folder named text or model stands where its own headers are looked for.
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/mha)
foreach(header
    error.hpp
    math/activation.hpp math/matrix.hpp math/random.hpp math/rounding.hpp
    text/words.hpp
    model/config.hpp model/cost.hpp model/lessons.hpp model/model.hpp model/schema.hpp model/text_source.hpp
    trace/compute.hpp trace/explain.hpp trace/expression.hpp trace/forward.hpp trace/run.hpp trace/select.hpp trace/trace.hpp
    render/config_file.hpp render/cost.hpp render/render.hpp
    check/answers.hpp check/chain.hpp check/judge.hpp check/lint.hpp check/mistakes.hpp check/report.hpp
    check/rules.hpp)
  get_filename_component(layer ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${headers}/${layer} COMPONENT library)
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
