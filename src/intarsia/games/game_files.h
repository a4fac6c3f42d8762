// Files of games and positions of any game, one by one.
//
//   auto file = GameFile::open("games.pgn.zst");
//   while (auto item = (*file)->next()) ...   // a game, or why it is refused; reading goes on
//   if (auto error = (*file)->error()) ...    // the file could not be read to its end
//
// Of an archive the members that hold games are read one after the other.
//
// The same parsers as `build` has (games/formats.h). Memory is constant, but for SGF.

#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/game_sources.h"
#include "intarsia/game/parser.h"
#include "intarsia/games/formats.h"

namespace intarsia::games {

// One game or position of a file: what was read, if anything, and what is wrong with it.
struct GameItem {
  std::shared_ptr<const std::string> source;  // "games.pgn", "games.zip!may.pgn"
  game::Place place;                          // where it begins
  const game::GameType* type = nullptr;       // null if not even that is known
  game::ReadGame read;

  bool is_refused() const { return read.refusal() != nullptr; }
};

struct GameFileOptions {
  std::string format = {};  // empty: by the file's name and its first bytes
  Reading reading = Reading::kGames;
  bool notes = false;  // clocks and comments too
  game::Options game = {};
};

class GameFile : private game::GameSink {
 public:
  // "-" is standard input.
  static Result<std::unique_ptr<GameFile>> open(const std::string& path,
                                                const GameFileOptions& options = {});
  static Result<std::unique_ptr<GameFile>> open(const io::InputPath& path,
                                                const GameFileOptions& options = {});

  // Nothing at the end.
  std::optional<GameItem> next();
  // What ended the reading too early, if something did. (The members behind it were read.)
  const std::optional<Error>& error() const { return error_; }
  // The members, or the file that was found in a folder, that hold no games.
  const std::vector<std::string>& skipped() const { return sources_.skipped(); }

 private:
  GameFile(data::GameSources sources, const GameFileOptions& options);

  void take(game::ParsedGame& game) override;
  bool is_full() const override { return !items_.empty(); }
  bool read_on();
  bool begin_next();
  void note(const Error& error);

  data::GameSources sources_;
  GameFileOptions options_;
  std::vector<char> block_;
  std::deque<GameItem> items_;
  std::optional<Error> error_;
  // Of the current source.
  std::shared_ptr<const std::string> name_;
  std::optional<io::InputStream> in_;
  bool is_finished_ = false;
  const game::GameType* type_ = nullptr;  // of games that are refused unread; of lines nobody's
  game::ParserPtr parser_;
};

}  // namespace intarsia::games
