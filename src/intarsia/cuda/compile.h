// Programs compiled for a card by NVRTC, and kept in a folder.
//
// The folder is INTARSIA_CACHE, or intarsia/cuda in XDG_CACHE_HOME, or that in ~/.cache. A file's name is
// a hash of all that it was made of: the program, the kernels, the version of NVRTC and the card's
// architecture.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"

namespace intarsia::cuda {

// A text that programs include, by the name by which they do.
struct KernelText {
  const char* name;
  const char* text;
};
// All of them: generated from the files themselves (cmake/embed.cmake).
std::span<const KernelText> kernel_texts();

struct Compiled {
  std::string binary;  // for cuModuleLoadData
  std::string log;     // what the compiler said; empty if it was not asked
  bool was_kept = false;
};

// `architecture`: major * 10 + minor of the compute capability. `options` beside the usual ones.
Result<Compiled> compile(const std::string& program, int architecture,
                         std::span<const std::string> options = {});

// The same by way of the folder. A folder that cannot be written to is none.
Result<Compiled> compiled(const std::string& program, int architecture);

// Where that is; empty if there is no place for one.
std::string cache_folder();

}  // namespace intarsia::cuda
