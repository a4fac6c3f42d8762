// The texts of games in an input: a file, or the members of an archive that hold games.
//
//   auto sources = GameSources::open({"games.zip"}, find_format);
//   while (true) {
//     auto source = sources->next();
//     if (!source) report(source.error());      // the next call goes on behind it
//     else if (!*source) break;
//     else parse((*source)->format, (*source)->in);
//   }

#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/game/parser.h"
#include "intarsia/io/input.h"
#include "intarsia/io/input_paths.h"

namespace intarsia::data {

using game::FoundFormat;

// The format of a source, by its name and its first bytes.
using FindFormat =
    std::function<Result<FoundFormat>(const std::string& name, std::string_view start)>;

struct GameSource {
  std::string name;  // "games.pgn", "games.zip!2024/may.pgn"
  io::InputStream in;
  FoundFormat format;
};

class GameSources {
 public:
  static Result<GameSources> open(const io::InputPath& path, FindFormat find);

  // Nothing at the end. A file that was named and holds no games is an error; a member of an archive,
  // or a file found in a folder, is passed over.
  Result<std::optional<GameSource>> next();
  // Whether that is an error, without taking anything from `next`.
  std::optional<Error> check();

  const std::string& path() const { return path_.shown(); }
  bool is_archive() const { return input_.is_archive(); }
  // Whether something was found so far.
  bool has_games() const { return has_games_; }
  // The names of those that were passed over.
  const std::vector<std::string>& skipped() const { return skipped_; }
  // Of the file as it lies on disk, for progress; `last` is what `next` returned last.
  std::uint64_t bytes_taken(const io::InputStream& last) const { return input_.bytes_taken(last); }

 private:
  GameSources(io::InputPath path, io::Input input, FindFormat find);
  Result<std::optional<GameSource>> find_next();
  Result<std::optional<GameSource>> end();

  io::InputPath path_;
  io::Input input_;
  FindFormat find_;
  std::vector<std::string> skipped_;
  std::string why_skipped_;                              // of the first
  std::deque<Result<std::optional<GameSource>>> ahead_;  // what `check` found
  bool has_games_ = false;
  bool has_failed_ = false;
};

}  // namespace intarsia::data
