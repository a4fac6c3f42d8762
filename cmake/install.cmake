# `cmake --install`: headers, libraries and the package `intarsia`, whose users link
# intarsia::intarsia.

include(CMakePackageConfigHelpers)

get_property(libraries GLOBAL PROPERTY INTARSIA_LIBRARIES)
add_library(intarsia INTERFACE)
add_library(intarsia::intarsia ALIAS intarsia)
target_link_libraries(intarsia INTERFACE ${libraries})

install(TARGETS intarsia ${libraries} EXPORT intarsiaTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/intarsia DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(EXPORT intarsiaTargets NAMESPACE intarsia::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/intarsia)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/intarsiaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/intarsiaConfig.cmake
              ${PROJECT_BINARY_DIR}/intarsiaConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/intarsia)
if(TARGET intarsia_cli)
  install(TARGETS intarsia_cli)
endif()
