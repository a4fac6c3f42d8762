# The tool chain of the preset `page`: wasm32 by Debian's clang 19, its libc and its libc++.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(INTARSIA_WASM ON)

set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT
    "-msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint -fno-exceptions -fno-rtti \
-fno-threadsafe-statics -fmerge-all-constants -ffunction-sections -fdata-sections -flto")
set(CMAKE_EXECUTABLE_SUFFIX .wasm)

# Code is made where all of it is linked, which leaves a fifth less of it. Debian's archiver cannot
# list what such objects hold, so archives have no list and the linker takes them whole.
set(CMAKE_AR /usr/bin/ar)
set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_AR> qcS <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_APPEND "<CMAKE_AR> qS <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "")

# No compiler flags where we link: with -O among them clang runs wasm-opt if one is installed, and
# the bytes would depend on the machine.
string(CONCAT CMAKE_CXX_LINK_EXECUTABLE
    "<CMAKE_CXX_COMPILER> <CMAKE_CXX_LINK_FLAGS> <LINK_FLAGS> -flto -Wl,--lto-O2"
    " -Wl,-mllvm,-enable-merge-functions <OBJECTS> -o <TARGET>"
    " -Wl,--whole-archive <LINK_LIBRARIES> -Wl,--no-whole-archive")

# Of the host's packages only headers are of use, and they lie where those of its C library lie:
# these alone are made reachable.
set(headers ${CMAKE_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${headers})
foreach(name hwy nlohmann xxhash.h xxh3.h)
  file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
endforeach()
set(CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES ${headers})
set(CMAKE_INCLUDE_PATH ${headers})
set(CMAKE_PREFIX_PATH ${CMAKE_CURRENT_LIST_DIR}/wasm)  # the packages, as far as they are headers

# What runs the test programs.
set(CMAKE_CROSSCOMPILING_EMULATOR node ${CMAKE_CURRENT_LIST_DIR}/../tests/page/run_wasm.mjs)
