include(CMakeFindDependencyMacro)
find_dependency(hwy)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/intarsiaTargets.cmake)
