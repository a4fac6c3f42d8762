# `cmake --install`: public headers, libraries and the package `intarsia`, whose users link
# intarsia::intarsia.

include(CMakePackageConfigHelpers)

get_property(libraries GLOBAL PROPERTY INTARSIA_LIBRARIES)
add_library(intarsia INTERFACE)
add_library(intarsia::intarsia ALIAS intarsia)
target_link_libraries(intarsia INTERFACE ${libraries})

# What users include: one for each game, and one for everything, which the core alone has not.
set(INTARSIA_HEADERS chess.h connect4.h hex.h)
if(NOT INTARSIA_CORE)
  list(APPEND INTARSIA_HEADERS cuda.h intarsia.h)
endif()
install(CODE "
  include(\"${PROJECT_SOURCE_DIR}/cmake/public_headers.cmake\")
  intarsia_install_headers(\"${PROJECT_SOURCE_DIR}/src\" \"${INTARSIA_HEADERS}\"
                           \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}\")")

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/intarsia)
install(TARGETS intarsia ${libraries} EXPORT intarsiaTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT intarsiaTargets NAMESPACE intarsia:: DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/intarsiaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
configure_file(${PROJECT_SOURCE_DIR}/cmake/intarsiaConfig.cmake.in
               ${PROJECT_BINARY_DIR}/intarsiaConfig.cmake @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/intarsiaConfig.cmake
              ${PROJECT_BINARY_DIR}/intarsiaConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/linked.cmake
        DESTINATION ${package_folder})
if(TARGET intarsia_cli AND NOT SKBUILD)
  install(TARGETS intarsia_cli)
endif()
