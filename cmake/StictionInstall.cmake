# cmake --install: headers, one library for each room, the program, and a package for find_package(stiction).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

get_property(rooms GLOBAL PROPERTY STICTION_ROOMS)
add_library(stiction_all INTERFACE)
target_link_libraries(stiction_all INTERFACE ${rooms})
set_target_properties(stiction_all PROPERTIES EXPORT_NAME stiction)
add_library(stiction::stiction ALIAS stiction_all)

set_target_properties(stiction_options PROPERTIES EXPORT_NAME options)
install(TARGETS stiction_all stiction_options ${rooms} EXPORT stictionTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stiction FILES_MATCHING PATTERN "*.h")

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/stiction)
install(EXPORT stictionTargets NAMESPACE stiction:: DESTINATION ${package})
configure_package_config_file(cmake/stictionConfig.cmake.in ${CMAKE_BINARY_DIR}/package/stictionConfig.cmake
  INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break its users.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/stictionConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_BINARY_DIR}/package/stictionConfig.cmake ${CMAKE_BINARY_DIR}/package/stictionConfigVersion.cmake
  DESTINATION ${package})

install(FILES LICENSE CHANGELOG.md docs/scene-format.md docs/scene.schema.json DESTINATION ${CMAKE_INSTALL_DOCDIR})
