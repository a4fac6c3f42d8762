include(CMakeFindDependencyMacro)
find_dependency(hwy)
include(${CMAKE_CURRENT_LIST_DIR}/intarsiaTargets.cmake)
