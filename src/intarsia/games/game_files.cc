#include "intarsia/games/game_files.h"

#include <utility>

#include "intarsia/base/text.h"

namespace intarsia::games {

namespace {

// Stays in the cache between unpacking and parsing, and holds few games.
constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

}  // namespace

GameFile::GameFile(std::string path, io::InputStream in, const game::FoundFormat& found,
                   const GameFileOptions& options)
    : path_(std::move(path)),
      in_(std::move(in)),
      found_(found),
      block_(kBlockBytes),
      parser_(found.format.make_parser({.game = options.game, .wants_lines = true}, {}, *this)) {}

Result<std::unique_ptr<GameFile>> GameFile::open(const std::string& path, io::InputStream in,
                                                 const GameFileOptions& options) {
  const auto found = find_format(options.format, path, in.peek(), options.reading);
  if (!found) return found.error();
  return std::unique_ptr<GameFile>(new GameFile(path, std::move(in), *found, options));
}

Result<std::unique_ptr<GameFile>> GameFile::open(const std::string& path,
                                                 const GameFileOptions& options) {
  auto in = io::InputStream::open(path);
  if (!in) return in.error();
  return open(path, *std::move(in), options);
}

void GameFile::take(game::ParsedGame& game) {
  items_.push_back({game.place, game.type, std::move(game.read)});
}

std::optional<GameItem> GameFile::next() {
  while (items_.empty()) {
    if (!read_on()) return std::nullopt;
  }
  GameItem item = std::move(items_.front());
  items_.pop_front();
  return item;
}

// False at the end. A damaged stream is an error after the games before it.
bool GameFile::read_on() {
  if (is_finished_) return parser_->go_on();
  const auto n = in_.read_some(block_);
  if (!n) error_ = n.error();
  is_finished_ = !n || *n == 0;
  if (!n) {
    parser_->abandon();
  } else if (*n == 0) {
    parser_->finish();
  } else {
    parser_->feed({block_.data(), *n});
  }
  return true;
}

}  // namespace intarsia::games
