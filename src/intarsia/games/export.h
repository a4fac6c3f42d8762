// Data sets for other tools: columns, positions and games as text.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/data/set.h"

namespace intarsia::games {

using ExportSink = std::function<void(std::string_view bytes)>;

struct ExportReport {
  std::uint64_t written = 0;
  std::string_view unit;  // "game", "position"
  std::uint64_t left_out = 0;
  std::string_view why = {};
};

// An array for each field of the records, which must be of one type.
Result<ExportReport> export_npz(data::Set& set, const ExportSink& sink);

// A JSON object a line for each record, of boards of any size: whence it comes, what it says, and what
// the games table says of its game.
Result<ExportReport> export_lines(data::Set& set, const ExportSink& sink,
                                  const game::Options& writing = {});

// Games or positions of the set or of its split as text, in one of the forms that the game's row lists:
// pgn, plain, trmph … Names of players are not stored.
Result<ExportReport> export_text(data::Set& set, std::string_view format, const ExportSink& sink,
                                 const game::Options& writing = {});

}  // namespace intarsia::games
