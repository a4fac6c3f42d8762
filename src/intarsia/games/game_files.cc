#include "intarsia/games/game_files.h"

#include <utility>

#include "intarsia/base/text.h"

namespace intarsia::games {

namespace {

// Stays in the cache between unpacking and parsing, and holds few games.
constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

}  // namespace

GameFile::GameFile(data::GameSources sources, const GameFileOptions& options)
    : sources_(std::move(sources)), options_(options), block_(kBlockBytes) {}

Result<std::unique_ptr<GameFile>> GameFile::open(const io::InputPath& path,
                                                 const GameFileOptions& options) {
  const auto find = [format = options.format, reading = options.reading](const std::string& name,
                                                                         std::string_view start) {
    return find_format(format, name, start, reading);
  };
  auto sources = data::GameSources::open(path, find);
  if (!sources) return sources.error();
  if (auto error = sources->check()) return *std::move(error);
  return std::unique_ptr<GameFile>(new GameFile(*std::move(sources), options));
}

Result<std::unique_ptr<GameFile>> GameFile::open(const std::string& path,
                                                 const GameFileOptions& options) {
  return open(io::InputPath{path}, options);
}

void GameFile::take(game::ParsedGame& game) {
  const game::GameType* type = game.type != nullptr ? game.type : type_;
  items_.push_back({name_, game.place, type, std::move(game.read)});
}

// The first error is kept.
void GameFile::note(const Error& error) {
  if (!error_) error_ = error;
}

// False if there is no source left.
bool GameFile::begin_next() {
  auto source = sources_.next();
  while (!source) {
    note(source.error());
    source = sources_.next();
  }
  if (!*source) return false;
  name_ = std::make_shared<const std::string>(std::move((*source)->name));
  in_ = std::move((*source)->in);
  is_finished_ = false;
  const game::FoundFormat& found = (*source)->format;
  type_ = found.format.game.empty() ? nullptr : found.type;
  parser_ = found.format.make_parser(
      {.game = options_.game, .wants_lines = true, .wants_notes = options_.notes}, {}, *this);
  return true;
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
  if (parser_ == nullptr) return begin_next();
  if (is_finished_) {
    if (parser_->go_on()) return true;
    parser_.reset();
    return true;
  }
  const auto n = in_->read_some(block_);
  if (!n) note(n.error());
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
