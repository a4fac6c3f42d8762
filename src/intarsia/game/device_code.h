// A game's facts as code that also runs on a GPU (layout/device.h): where it stands, and its tables.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace intarsia::game {

struct DeviceCode {
  std::string_view header;  // "intarsia/hex/tensor/device.h"
  std::string_view type;    // the template of a board's size: "intarsia::hex::device::Game"
  // What Game::policy reads of a code; null where it reads nothing.
  std::vector<std::int32_t> (*policy_table)(std::string_view id) = nullptr;
};

}  // namespace intarsia::game
