// Files of games and positions of any game, one by one.
//
//   auto file = GameFile::open("games.pgn.zst");
//   while (auto item = (*file)->next()) ...   // a game, or why it is refused; reading goes on
//   if (auto error = (*file)->error()) ...    // the file could not be read to its end
//
// The same parsers as `build` has (games/formats.h). Memory is constant, but for SGF.

#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/parser.h"
#include "intarsia/games/formats.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::games {

// One game or position of a file: what was read, if anything, and what is wrong with it.
struct GameItem {
  game::Place place;                     // where it begins
  const game::GameType* type = nullptr;  // null if not even that is known
  game::ReadGame read;

  bool is_refused() const { return read.refusal() != nullptr; }
};

struct GameFileOptions {
  std::string format = {};  // empty: by the file's name and its first bytes
  Reading reading = Reading::kGames;
  game::Options game = {};
};

class GameFile : private game::GameSink {
 public:
  // "-" is standard input.
  static Result<std::unique_ptr<GameFile>> open(const std::string& path,
                                                const GameFileOptions& options = {});
  static Result<std::unique_ptr<GameFile>> open(const std::string& path, io::InputStream in,
                                                const GameFileOptions& options = {});

  const std::string& path() const { return path_; }
  const game::FoundFormat& format() const { return found_; }
  const io::InputStream& stream() const { return in_; }

  // Nothing at the end.
  std::optional<GameItem> next();
  // What ended the reading too early, if something did.
  const std::optional<Error>& error() const { return error_; }

 private:
  GameFile(std::string path, io::InputStream in, const game::FoundFormat& found,
           const GameFileOptions& options);

  void take(game::ParsedGame& game) override;
  bool is_full() const override { return !items_.empty(); }
  bool read_on();

  std::string path_;
  io::InputStream in_;
  game::FoundFormat found_;
  std::vector<char> block_;
  std::deque<GameItem> items_;
  std::optional<Error> error_;
  bool is_finished_ = false;
  game::ParserPtr parser_;
};

}  // namespace intarsia::games
