include(${CMAKE_CURRENT_LIST_DIR}/intarsiaTargets.cmake)
