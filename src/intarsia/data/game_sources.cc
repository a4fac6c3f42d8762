#include "intarsia/data/game_sources.h"

#include <algorithm>
#include <utility>

#include "intarsia/base/text.h"

namespace intarsia::data {

namespace {

bool says_something(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!is_comment(line)) return true;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return false;
}

// What a source is shows in its first lines that are no comments.
std::string_view start_of(io::InputStream& in) {
  constexpr std::size_t kMostComments = kMaxLineBytes;
  std::string_view start = in.peek();
  while (!says_something(start) && start.size() < kMostComments) {
    const std::size_t before = start.size();
    start = in.peek(before + 1);
    if (start.size() == before) break;
  }
  return start;
}

}  // namespace

GameSources::GameSources(io::InputPath path, io::Input input, FindFormat find)
    : path_(std::move(path)), input_(std::move(input)), find_(std::move(find)) {}

Result<GameSources> GameSources::open(const io::InputPath& path, FindFormat find) {
  const auto open = [&]() -> Result<io::Input> {
    if (!path.stream) return io::Input::open(path.path, path.name);
    auto stream = path.stream(path.shown());
    if (!stream) return stream.error();
    return io::Input::open(path.shown(), *std::move(stream));
  };
  auto input = open();
  if (!input) return input.error();
  return GameSources(path, *std::move(input), std::move(find));
}

Result<std::optional<GameSource>> GameSources::next() {
  if (ahead_.empty()) return find_next();
  auto source = std::move(ahead_.front());
  ahead_.pop_front();
  return source;
}

// Of an archive, members behind one that cannot be read may be sound.
std::optional<Error> GameSources::check() {
  while (true) {
    ahead_.push_back(find_next());
    if (!ahead_.back()) continue;
    if (*ahead_.back() || ahead_.size() == 1) return std::nullopt;
    return ahead_.front().error();
  }
}

Result<std::optional<GameSource>> GameSources::find_next() {
  while (true) {
    auto source = input_.next();
    if (!source) {
      has_failed_ = true;
      return source.error();
    }
    if (!*source) return end();
    if ((*source)->is_link) {
      if (skipped_.empty()) why_skipped_ = "what is no file has no games of its own";
      skipped_.push_back(concat({(*source)->name, " (a link)"}));
      continue;
    }
    auto format = find_((*source)->name, start_of((*source)->in));
    if (format) {
      has_games_ = true;
      return std::optional<GameSource>(
          GameSource{std::move((*source)->name), std::move((*source)->in), *std::move(format)});
    }
    if (path_.is_named && !is_archive()) return format.error();
    if (skipped_.empty()) why_skipped_ = format.error().detail;
    skipped_.push_back(std::move((*source)->name));
  }
}

Result<std::optional<GameSource>> GameSources::end() {
  if (has_games_ || has_failed_ || !path_.is_named || !is_archive()) {
    return std::optional<GameSource>();
  }
  has_failed_ = true;
  const std::string why = skipped_.empty() ? "it has no files" : why_skipped_;
  return Error{ErrorCode::kUnsupported, 0, concat({path_.shown(), " holds no games: ", why})};
}

}  // namespace intarsia::data
