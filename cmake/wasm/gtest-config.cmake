# GoogleTest as wasm32, from the sources that Debian's package leaves, and how its programs are linked:
# with the stack of the page's core. Only test programs are linked with it.
if(TARGET GTest::gtest_main)
  return()
endif()

set(googletest /usr/src/googletest/googletest)
if(NOT EXISTS ${googletest}/src/gtest-all.cc)
  message(FATAL_ERROR "The tests as WebAssembly need GoogleTest's sources. This installs them:\n"
                      "  sudo apt-get install googletest")
endif()
add_library(gtest_wasm STATIC ${googletest}/src/gtest-all.cc ${googletest}/src/gtest_main.cc
            ${CMAKE_CURRENT_LIST_DIR}/../../tests/page/one_target.cc)
add_library(GTest::gtest_main ALIAS gtest_wasm)
target_include_directories(gtest_wasm SYSTEM PUBLIC ${googletest}/include PRIVATE ${googletest})
target_compile_definitions(gtest_wasm PUBLIC GTEST_HAS_STREAM_REDIRECTION=0)
target_link_options(gtest_wasm INTERFACE
  --target=wasm32-wasi -Wl,--stack-first,-z,stack-size=1048576)
