// Layouts from JSON: a user's own, or the passport of a tensor file.
//
//   {"id": "my/tiny", "game": "chess", "frame": "mover", "order": "CHW", "dtype": "float16",
//    "features": ["us.pieces", "clock/100", {"fact": "them.king", "ago": 1},
//                 {"last": 4, "features": ["us.pieces", "them.pieces"]}]}
//
// A feature is a name as in layout::read_features, an object with `fact` and
// perhaps `per` and `ago`, or `last`: its features for now and the plies before,
// one ply after the other. `game` and `features` are needed; the rest has defaults
// (the game's first frame, CHW, float32). A game of several sizes takes `size`.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/layout/describe.h"
#include "intarsia/layout/encode.h"

namespace intarsia::games {

inline constexpr std::size_t kMaxLayoutBytes = std::size_t{1} << 20;

// A layout and how its tensors are stored. Bits are the layers of the plan, which is in float32.
struct Passport {
  layout::Plan plan;
  layout::Form form;
};

// Errors name the place: the byte for bad JSON, else a path such as features[3].per. A passport's
// shape, divisor and hash must be those of its features; an id that is built in must mean what it
// means there. `size` is the board's where the text names none; where both do they must agree.
Result<Passport> read_passport(std::string_view json, std::optional<int> size = std::nullopt);

// The same for layouts alone: bits are a form of files.
Result<layout::Plan> read_layout(std::string_view json, std::optional<int> size = std::nullopt);

}  // namespace intarsia::games
