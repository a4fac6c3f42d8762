// What data sets are made from: files of games and of positions.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/batch.h"
#include "intarsia/data/piece.h"
#include "intarsia/hex/reading.h"

namespace intarsia::games {

struct FormatOptions {
  std::string name = {};  // empty: by the file's name and its first bytes
  bool chess960 = false;  // take every position as Chess960
  hex::ReadOptions hex = {};
};

// pgn, lines (position | centipawns | result), epd, plain, trmph, sgf.
std::vector<std::string_view> format_names();

// What a name's ending says (less .zst or .gz), and how a text begins. Empty: nothing known.
std::string_view format_by_name(std::string_view name);
std::string_view format_by_text(std::string_view start);

// The format of a source: that of the options, else by its name, else by its text. `rules` must
// outlive the parsers.
Result<data::Format> find_format(const FormatOptions& options, const data::Rules& rules,
                                 const std::string& name, std::string_view start);

}  // namespace intarsia::games
