# The test files that cannot be compiled as wasm32.

set(INTARSIA_LEFT_OUT
    # They read tests/data by <fstream>, which Debian's libc++ for wasm32 lacks.
    src/intarsia/chess/position_test.cc
    src/intarsia/chess/tensor/record_encode_test.cc
    tests/perft_suite_test.cc
    tests/real_games_test.cc
    tests/real_hex_test.cc
    # It asks the system how much memory the process took.
    tests/pgn_limits_test.cc)

# intarsia_leave_out(LIST): of a folder's test files those that stay.
function(intarsia_leave_out list)
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set(kept)
  foreach(source ${${list}})
    if(NOT ${folder}/${source} IN_LIST INTARSIA_LEFT_OUT)
      list(APPEND kept ${source})
    endif()
  endforeach()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()
