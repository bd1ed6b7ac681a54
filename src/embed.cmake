# Puts text files into the program, byte for byte.
#
#   mha_embed(mha_core lessons Lesson model/lessons.hpp FILES a.json b.json [WITHOUT .json])
#
# adds to the target mha_core the function that model/lessons.hpp declares as
#
#   namespace mha { std::span<const Lesson> lessons(); }
#
# one row {name, text} a file, in the order of the names; Lesson is any struct of two string_views. A name is the
# file's, without its folder (and without the ending WITHOUT). A file that changes is put in again.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(MHA_EMBED ${CMAKE_CURRENT_LIST_FILE})

  function(mha_embed target function type header)
    cmake_parse_arguments(PARSE_ARGV 4 arg "" WITHOUT FILES)
    set(list ${CMAKE_CURRENT_BINARY_DIR}/${function}.list)  # touched only where a file has come or gone
    string(REPLACE ";" "\n" lines "${arg_FILES}")
    file(CONFIGURE OUTPUT ${list} CONTENT "${lines}" @ONLY)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
    add_custom_command(
      OUTPUT ${source}
      COMMAND ${CMAKE_COMMAND} -DFUNCTION=${function} -DTYPE=${type} -DHEADER=${header} -DWITHOUT=${arg_WITHOUT}
              -DLIST=${list} -DSOURCE=${source} -P ${MHA_EMBED}
      DEPENDS ${arg_FILES} ${list} ${MHA_EMBED}
      COMMENT "Embedding ${function}"
      VERBATIM)
    target_sources(${target} PRIVATE ${source})
  endfunction()
  return()
endif()

file(STRINGS ${LIST} files ENCODING UTF-8)
set(names "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  if(WITHOUT AND name MATCHES "^(.+)${WITHOUT}$")
    set(name ${CMAKE_MATCH_1})
  endif()
  list(APPEND names "${name}")
  set(file_of_${name} "${file}")
endforeach()
list(SORT names)

set(texts "")
set(rows "")
set(number 0)
foreach(name IN LISTS names)
  file(READ "${file_of_${name}}" hex HEX)
  string(REGEX REPLACE "(................................................)" "\\1\n    " hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," hex "${hex}")
  # The last byte is there because an array cannot be empty.
  string(APPEND texts "constexpr char text${number}[] = {\n    ${hex}0};\n")
  string(APPEND rows "    {R\"(${name})\", {text${number}, sizeof text${number} - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
if(rows)
  set(body "  static constexpr ${TYPE} rows[] = {\n${rows}  };\n  return rows;\n")
else()
  set(body "  return {};\n")
endif()
file(WRITE ${SOURCE} "#include \"${HEADER}\"\n\nnamespace mha {\nnamespace {\n${texts}}  // namespace\n
std::span<const ${TYPE}> ${FUNCTION}() {\n${body}}\n\n}  // namespace mha\n")
