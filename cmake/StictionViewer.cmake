# The viewer's page as a C++ file: stiction_viewer_page(<target>) adds it to a program.
#
# Where npm or the network is missing the build goes on without: the page is empty, the program says so when it is asked
# for the viewer, and the next build tries again, because the stamp is missing.
option(STICTION_VIEWER "Build the viewer (needs npm)" ON)
# The system's Python first: it needs nothing but the standard library, and virtual environments come and go.
find_program(STICTION_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(STICTION_PYTHON3 python3 REQUIRED)

function(stiction_viewer_page target)
  set(folder ${PROJECT_BINARY_DIR}/viewer)
  file(MAKE_DIRECTORY ${folder})
  set(embed ${STICTION_PYTHON3} ${PROJECT_SOURCE_DIR}/tools/embed_file.py ${folder}/index.html ${folder}/page.cpp
    stiction::cli kViewerPage)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/viewer/src/*)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/viewer/index.html ${PROJECT_SOURCE_DIR}/viewer/package-lock.json
    ${PROJECT_SOURCE_DIR}/viewer/vite.config.js ${PROJECT_SOURCE_DIR}/viewer/tsconfig.json)
  if(STICTION_VIEWER)
    add_custom_command(OUTPUT ${folder}/stamp BYPRODUCTS ${folder}/page.cpp
      COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_SOURCE_DIR}/tools/build_viewer.sh -DFOLDER=${folder} "-DEMBED=${embed}"
        -P ${PROJECT_SOURCE_DIR}/cmake/EmbedViewer.cmake
      DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/tools/build_viewer.sh ${PROJECT_SOURCE_DIR}/tools/embed_file.py
      COMMENT "Building the viewer" VERBATIM)
  else()
    add_custom_command(OUTPUT ${folder}/stamp BYPRODUCTS ${folder}/page.cpp
      COMMAND ${CMAKE_COMMAND} -E rm -f ${folder}/index.html COMMAND ${embed}
      COMMAND ${CMAKE_COMMAND} -E touch ${folder}/stamp VERBATIM)
  endif()
  add_custom_target(stiction_viewer DEPENDS ${folder}/stamp)
  add_dependencies(${target} stiction_viewer)
  target_sources(${target} PRIVATE ${folder}/page.cpp)
  set_source_files_properties(${folder}/page.cpp PROPERTIES GENERATED TRUE)
endfunction()
