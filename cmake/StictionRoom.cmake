# One library target per room of src/. Headers are included as "stiction/<room>/<file>.h".
#
# The include root is a link in the build tree, so that source tree and installed tree read alike.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/include/stiction SYMBOLIC)

set(STICTION_ARCH "x86-64-v3" CACHE STRING "Value of -march on x86-64 (empty: the compiler's default)")

add_library(stiction_options INTERFACE)
target_compile_features(stiction_options INTERFACE cxx_std_20)
target_include_directories(stiction_options INTERFACE
  $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include> $<INSTALL_INTERFACE:include>)
if(STICTION_ARCH AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # Public: Eigen's alignment depends on it, so library and consumer must agree.
  target_compile_options(stiction_options INTERFACE -march=${STICTION_ARCH})
endif()

# Nobody replaces our functions at load time, so the compiler may inline them in position-independent code too.
target_compile_options(stiction_options INTERFACE $<BUILD_INTERFACE:$<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>>)

# Warnings are errors in our own code, and ours alone.
set(STICTION_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wextra-semi -Werror)

# One set of precompiled headers for all rooms, whose flags are the same.
if(STICTION_PRECOMPILE)
  file(WRITE ${CMAKE_BINARY_DIR}/precompiled.cpp "")
  add_library(stiction_precompiled OBJECT ${CMAKE_BINARY_DIR}/precompiled.cpp)
  target_compile_options(stiction_precompiled PRIVATE ${STICTION_WARNINGS})
  target_link_libraries(stiction_precompiled PRIVATE stiction_options Eigen3::Eigen)
  target_precompile_headers(stiction_precompiled PRIVATE
    <Eigen/Core> <Eigen/Geometry> <algorithm> <array> <cmath> <functional> <limits> <memory> <optional> <span> <string>
    <utility> <variant> <vector>)
endif()

# stiction_room(<name> DEPENDS <rooms...> LINK <libraries...>): every .cpp below the room's folder.
function(stiction_room name)
  cmake_parse_arguments(ROOM "" "" "DEPENDS;LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  if(sources)
    add_library(stiction_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_compile_options(stiction_${name} PRIVATE ${STICTION_WARNINGS})
    if(STICTION_PRECOMPILE AND NOT name STREQUAL "common")  # which knows nothing of Eigen
      target_precompile_headers(stiction_${name} REUSE_FROM stiction_precompiled)
    endif()
  else()
    add_library(stiction_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(stiction::${name} ALIAS stiction_${name})
  list(TRANSFORM ROOM_DEPENDS PREPEND stiction_)
  target_link_libraries(stiction_${name} ${scope} stiction_options ${ROOM_DEPENDS} ${ROOM_LINK})
  set_target_properties(stiction_${name} PROPERTIES EXPORT_NAME ${name})
  set_property(GLOBAL APPEND PROPERTY STICTION_ROOMS stiction_${name})
endfunction()
