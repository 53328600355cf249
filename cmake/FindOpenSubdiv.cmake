# OpenSubdiv's CPU library as OpenSubdiv::osdCPU. By hand: the package file of Debian's libosd-dev names files that the
# package does not hold.
find_path(OpenSubdiv_INCLUDE opensubdiv/bfr/refinerSurfaceFactory.h)
find_library(OpenSubdiv_LIBRARY osdCPU)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenSubdiv REQUIRED_VARS OpenSubdiv_LIBRARY OpenSubdiv_INCLUDE)
mark_as_advanced(OpenSubdiv_INCLUDE OpenSubdiv_LIBRARY)
if(OpenSubdiv_FOUND AND NOT TARGET OpenSubdiv::osdCPU)
  add_library(OpenSubdiv::osdCPU UNKNOWN IMPORTED)
  set_target_properties(OpenSubdiv::osdCPU PROPERTIES
    IMPORTED_LOCATION ${OpenSubdiv_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${OpenSubdiv_INCLUDE})
endif()
