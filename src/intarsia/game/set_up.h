// Putting a position together by hand: a text for what stands on a board, playable or not, and edits
// of it.
//
//   auto draft = type.set_ups->edit(8, "", {}, {{.cell = "e4", .from = "e2"}});
//   type.read_line(draft->text, {})       // whether it is a position, and if not, why

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/draw/board.h"
#include "intarsia/game/options.h"

namespace intarsia::game {

// One of these: a man is put on a cell (an empty `piece` takes it away), goes there from another cell,
// or a value is chosen; or the board becomes that of the start, or an empty one.
struct SetUpEdit {
  std::string cell = {};
  std::string piece = {};
  std::string from = {};
  std::string choice = {};
  std::string value = {};
  std::string all = {};  // "start", "empty"
};

// What can be put on a cell, by the letter that names it.
struct SetUpMan {
  std::string_view letter;
  draw::Mark mark;
};

struct Draft {
  // What there is besides men: who moves, which castlings.
  struct Value {
    std::string value;
    std::string title;
    bool is_chosen;
    bool is_possible = true;  // with the men as they stand
  };
  struct Choice {
    std::string_view name;
    std::string_view title;
    bool is_set;  // any number of the values may be chosen: choosing one turns it over
    std::vector<Value> values;
  };

  std::string text;
  draw::Board board;  // in the first player's view
  std::vector<Choice> choices;
};

struct SetUps {
  std::vector<SetUpMan> (*men)();
  // What a text says (of a line of moves its last position; nothing: the start), with the edits.
  Result<Draft> (*edit)(int size, std::string_view text, const Options& options,
                        std::span<const SetUpEdit> edits);
};

}  // namespace intarsia::game
