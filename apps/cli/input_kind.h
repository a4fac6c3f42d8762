// What an input on the command line is, by what lies there.

#pragma once

#include <cstdint>
#include <string>

#include "intarsia/base/result.h"

namespace intarsia::cli {

enum class InputKind : std::uint8_t {
  kPositions,  // positions or games: files, a folder of them, standard input, or a position itself
  kTensors,    // begins as a .npy file does
  kDataSet,    // a folder with a manifest
};

// An error if the system does not say.
Result<InputKind> kind_of_input(const std::string& path);

}  // namespace intarsia::cli
