# The test files that cannot be compiled as wasm32. Debian's libc++ for it has no files.

set(INTARSIA_LEFT_OUT
    # These read tests/data.
    src/intarsia/chess/position_test.cc
    src/intarsia/chess/tensor/record_encode_test.cc
    tests/perft_suite_test.cc
    tests/real_games_test.cc
    tests/real_hex_test.cc
    # This one asks the system how much memory it took.
    tests/pgn_limits_test.cc)

# intarsia_leave_out(LIST): of a folder's test files those that stay.
function(intarsia_leave_out list)
  set(kept)
  foreach(source ${${list}})
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE folder)
    if(NOT ${folder}/${source} IN_LIST INTARSIA_LEFT_OUT)
      list(APPEND kept ${source})
    endif()
  endforeach()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()
