# Runs the Python script RUN with the arguments ARGS; skipped where there is no Python. A script prints "skipped: why"
# where another program that it needs is not there. Debian's own Python comes first: its packages are for that one.
find_program(python3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(python3 python3)
if(NOT python3)
  message("skipped: there is no python3")
else()
  execute_process(COMMAND ${python3} ${RUN} ${ARGS} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${RUN} ended with ${result}")
  endif()
endif()
