# What must be installed, asked for at once: a missing library is answered with the one line that
# helps, not with CMake's own page about the first of them.

set(missing)
function(intarsia_need package found)
  if(NOT found)
    set(missing ${missing} ${package} PARENT_SCOPE)
  endif()
endfunction()

find_package(hwy QUIET)
intarsia_need(libhwy-dev "${hwy_FOUND}")
find_path(INTARSIA_XXHASH xxhash.h)
intarsia_need(libxxhash-dev "${INTARSIA_XXHASH}")
if(NOT INTARSIA_CORE)
  include(${CMAKE_CURRENT_LIST_DIR}/linked.cmake)
  intarsia_find_linked(missing)
  find_package(nlohmann_json QUIET)
  intarsia_need(nlohmann-json3-dev "${nlohmann_json_FOUND}")
endif()
if(INTARSIA_PYTHON)
  find_package(Python 3.11 QUIET COMPONENTS Interpreter Development.Module)
  intarsia_need(python3-dev "${Python_FOUND}")
endif()
if(missing)
  list(JOIN missing " " missing)
  message(FATAL_ERROR "Intarsia needs libraries that are not installed. This installs them:\n"
                      "  sudo apt-get install ${missing}")
endif()
