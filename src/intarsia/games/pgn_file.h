// PGN files, plain or compressed, read to a visitor or game by game.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/chess/pgn/game.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::games {

// Reads all of `in` to the visitor. A damaged stream is an error after the games before it; the
// game that the damage cut is told as one that ended there. `progress` hears now and then.
[[nodiscard]] std::optional<Error> read_pgn(
    io::InputStream& in, chess::PgnVisitor& visitor, const chess::PgnOptions& options = {},
    const std::function<void(const io::InputStream&)>& progress = {});

// Games one by one, for loops that stop where they like.
class PgnFile {
 public:
  // "-" is standard input.
  static Result<PgnFile> open(const std::string& path, const chess::PgnOptions& options = {});
  PgnFile(io::InputStream in, const chess::PgnOptions& options);

  // Nothing at the end. An error is the end, too.
  Result<std::optional<chess::PgnGame>> next();

  const io::InputStream& stream() const { return in_; }

 private:
  io::InputStream in_;
  chess::PgnGames games_;
  std::vector<char> block_;
  std::optional<Error> error_;
  bool is_finished_ = false;
};

}  // namespace intarsia::games
