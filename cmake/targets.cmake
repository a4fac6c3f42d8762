# How targets are made here: one library per folder, one test program beside it.

include(GNUInstallDirs)
if(INTARSIA_WASM)
  include(cmake/wasm/left_out.cmake)
endif()

# Flags that every target of ours shares.
add_library(intarsia_flags INTERFACE)
# clang counts sign conversion as a part of -Wconversion, GCC does not: ours is GCC's.
target_compile_options(intarsia_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion
                       -Wno-sign-conversion)
if(INTARSIA_WERROR)
  target_compile_options(intarsia_flags INTERFACE -Werror)
endif()
if(NOT INTARSIA_BASELINE AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # Tuned for what servers run now: perft and FEN gain 4 % over the generic choice, on AMD too.
  target_compile_options(intarsia_flags INTERFACE -march=x86-64-v3 -mtune=icelake-server)
  set(INTARSIA_PEXT ON)
endif()
if(INTARSIA_SANITIZE)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(intarsia_flags INTERFACE ${sanitizers})
  target_link_options(intarsia_flags INTERFACE ${sanitizers})
endif()

if(INTARSIA_TSAN)
  target_compile_options(intarsia_flags INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(intarsia_flags INTERFACE -fsanitize=thread)
endif()

if(INTARSIA_LIBFUZZER)
  target_compile_options(intarsia_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# intarsia_library(base SOURCES a.cc DEPENDS other folders): the library of one folder.
function(intarsia_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  set(target intarsia_${folder})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(intarsia::${folder} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${folder})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  foreach(other ${ARG_DEPENDS})
    target_link_libraries(${target} PUBLIC intarsia_${other})
  endforeach()
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:intarsia_flags>)
  if(INTARSIA_CORE)
    target_compile_options(${target} PRIVATE -fno-exceptions)
  endif()
  set_property(GLOBAL APPEND PROPERTY INTARSIA_LIBRARIES ${target})
endfunction()

# intarsia_test(name SOURCES a_test.cc LIBRARIES targets): a GoogleTest program; every case is a
# test of its own for ctest.
function(intarsia_test name)
  if(NOT INTARSIA_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  if(INTARSIA_WASM)
    intarsia_leave_out(ARG_SOURCES)
    set(types NO_PRETTY_TYPES)  # without RTTI they have no names
  endif()
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name} ${ARG_SOURCES})
  # GoogleTest's header takes half the time of a small test, so the first program compiles it for all.
  get_property(first GLOBAL PROPERTY INTARSIA_FIRST_TEST)
  if(first)
    target_precompile_headers(${name} REUSE_FROM ${first})
  else()
    target_precompile_headers(${name} PRIVATE <gtest/gtest.h>)
    set_property(GLOBAL PROPERTY INTARSIA_FIRST_TEST ${name})
  endif()
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE
    INTARSIA_TEST_DATA="tests/data"
    $<$<OR:$<BOOL:${INTARSIA_SANITIZE}>,$<BOOL:${INTARSIA_TSAN}>>:INTARSIA_SLOW_BUILD>)
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} intarsia_flags GTest::gtest_main)
  # GCC 12 sees strings written out of bounds where none are, once their header is precompiled.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${name} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
  endif()
  gtest_discover_tests(${name} ${types} DISCOVERY_TIMEOUT 60 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                       PROPERTIES TIMEOUT 1200)
endfunction()
