# Every step must succeed; the last one runs the consumer, which checks what it simulated.
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)

function(step)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

step(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})

# An installed tree must not remember where it was built.
file(GLOB_RECURSE exported ${prefix}/*.cmake)
if(NOT exported)
  message(FATAL_ERROR "no CMake package was installed")
endif()
foreach(file ${exported})
  file(READ ${file} text)
  string(FIND "${text}" "${BUILD}" leak)
  if(NOT leak EQUAL -1)
    message(FATAL_ERROR "${file} mentions the build tree ${BUILD}")
  endif()
endforeach()
foreach(file include/stiction/stepping/world.h share/doc/stiction/LICENSE)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()

set(flags)
if(BUILD_TYPE STREQUAL Debug)
  set(flags "-DCMAKE_CXX_FLAGS_DEBUG=${CXX_FLAGS}")
endif()
step(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G Ninja -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
  -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} ${flags})
step(${CMAKE_COMMAND} --build ${WORK}/build)
step(${WORK}/build/consumer)

# Benchmarks are not installed: the program must say so, with the remedy.
execute_process(COMMAND ${prefix}/bin/stiction bench peers RESULT_VARIABLE code ERROR_VARIABLE message)
if(NOT code EQUAL 2 OR NOT message MATCHES "was not built.*run bench peers")
  message(FATAL_ERROR "bench peers without its program: exit code ${code}, '${message}'")
endif()
