# With one set of instructions to choose from, Highway needs no library.
if(NOT TARGET hwy::hwy)
  add_library(hwy::hwy INTERFACE IMPORTED GLOBAL)
endif()
