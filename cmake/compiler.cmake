# Before project(), which without a compiler ends in CMake's own page: the one line that helps. What
# else is needed cannot be looked for yet, so the line names all of it; apt passes over what is there.

if(NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX} AND NOT CMAKE_TOOLCHAIN_FILE)
  find_program(INTARSIA_COMPILER NAMES c++ g++ clang++ icpx)
  if(NOT INTARSIA_COMPILER)
    set(wanted g++ libcli11-dev libfmt-dev nlohmann-json3-dev libhwy-dev libxxhash-dev
        libarchive-dev libbz2-dev liblzma-dev librocksdb-dev libzstd-dev zlib1g-dev)
    if(INTARSIA_PYTHON)
      list(APPEND wanted python3-dev)
    endif()
    list(JOIN wanted " " wanted)
    message(FATAL_ERROR "Intarsia needs a C++ compiler. This installs one, and what else it needs:\n"
                        "  sudo apt-get install ${wanted}")
  endif()
endif()
