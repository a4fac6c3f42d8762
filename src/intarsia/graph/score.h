// What positions are worth before they are searched: functions of many records at once.
//
// A score is a number from -1 to 1 in the view of the first player (White, Blue): 1 is a game that the
// first player wins, 0 a draw. The records are identity records (game/rules.h), so a position has no
// history, its clocks are cleared, and it never stood before: a layout that shows those shows that.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "intarsia/base/result.h"
#include "intarsia/graph/view.h"
#include "intarsia/layout/encode.h"

namespace intarsia::graph {

// Fills one score for each of the records, which lie one after the other. Its errors end the step.
using Score =
    std::function<std::optional<Error>(std::span<const std::byte> records, std::span<float> out)>;

// The game's own (game::Rules::scores).
Score built_in_score(const Kind& kind);

// The same by tensors: `count` of them, one after the other, in a buffer that is the caller's again
// afterwards. The answers are in the view of the tensors' frame: the mover's, or the first player's.
using TensorFunction = std::function<std::optional<Error>(const std::byte* tensors,
                                                          std::size_t count, std::span<float> out)>;

// Makes tensors of a plan on so many threads and turns the answers into the first player's view. Refused
// are layouts of another game or board, and those whose tensors do not tell in whose view a value is.
Result<Score> tensor_score(const Kind& kind, const layout::Plan& plan, TensorFunction function,
                           unsigned threads = 1);

}  // namespace intarsia::graph
