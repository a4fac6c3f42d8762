#include "apps/cli/input.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/print.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/folder.h"

namespace intarsia::cli {

namespace {

struct Close {
  void operator()(std::FILE* f) const { std::fclose(f); }
};

using VisitLine = std::function<void(const PositionPlace&, Result<game::ReadGame>)>;

// A refusal as the verbs for positions report it: by its place in the line, where that is known.
Error in_line(const game::Fault& refusal) {
  Error e = refusal.error;
  e.offset = refusal.column > 0 ? refusal.column - 1 : refusal.place.offset;
  return e;
}

std::optional<Error> for_each_position(const std::string& argument, const InputOptions& o,
                                       const VisitLine& visit) {
  const auto kind = io::kind_of(argument);
  if (!kind) return kind.error();
  if (*kind == io::FileKind::kFolder) {
    return Error{ErrorCode::kUnsupported, 0,
                 fmt::format("{} is a folder; name its files", argument)};
  }
  if (argument != "-" && *kind == io::FileKind::kNone) {
    visit({}, games::read_line(argument, o.common.games.options()));
    return std::nullopt;
  }
  const auto file = games::GameFile::open(argument, {.format = o.format,
                                                     .reading = games::Reading::kPositions,
                                                     .game = o.common.games.options()});
  if (!file) return file.error();
  while (auto item = (*file)->next()) {
    if (const game::Fault* refusal = item->read.refusal()) {
      visit({argument, refusal->place.line}, in_line(*refusal));
    } else {
      visit({argument, item->place.line}, std::move(item->read));
    }
  }
  return (*file)->error();
}

// Most positions have blanks: a word without one, that is meant for no game, is rather a file's name.
bool looks_like_a_file_name(const PositionPlace& place, std::string_view argument) {
  return place.source.empty() && argument.find(' ') == std::string_view::npos &&
         games::game_of_line(argument) == nullptr;
}

std::string neither_file_nor_position(std::string_view argument, const Error& as_position) {
  std::string message = "no file and no position: " + in_quotes(argument);
  const std::filesystem::path wanted(argument);
  const std::filesystem::path folder = wanted.has_parent_path() ? wanted.parent_path() : ".";
  const auto found = io::names_in(folder.string());
  const auto names = found ? *found : std::vector<std::string>();
  const std::vector<std::string_view> views(names.begin(), names.end());
  if (const auto best = nearest(wanted.filename().string(), views)) {
    message += fmt::format(" (did you mean {}?)", *best);
  }
  return message + fmt::format("\n  as a position: {}", as_position.detail);
}

}  // namespace

std::uint64_t count_lines(const std::string& path) {
  const auto kind = io::kind_of(path);
  if (!kind || *kind != io::FileKind::kFile) return 0;
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  std::uint64_t lines = 0;
  std::vector<char> block(std::size_t{1} << 16);
  for (std::size_t n; file && (n = std::fread(block.data(), 1, block.size(), file.get())) != 0;) {
    const auto end = block.begin() + static_cast<std::ptrdiff_t>(n);
    lines += static_cast<std::uint64_t>(std::count(block.begin(), end, '\n'));
  }
  return lines;
}

void report(const PositionPlace& place, const Error& e) {
  say("{}:{}: {} at {}: {}\n", place.source.empty() ? "argument" : place.source, place.line,
      name(e.code), e.offset, e.detail);
}

std::string to_text(std::string_view source, const game::Fault& fault) {
  const std::string column = fault.column > 0 ? fmt::format(":{}", fault.column) : "";
  const std::string ply =
      fault.ply ? fmt::format(" (byte {}, ply {})", fault.place.offset, *fault.ply) : std::string();
  return fmt::format("{}:{}{}: {}: {}{}", source, fault.place.line, column, name(fault.error.code),
                     fault.error.detail, ply);
}

int read_positions(std::span<const std::string> arguments, const InputOptions& o,
                   const VisitPosition& visit, const VisitRefused& refused) {
  int code = kDone;
  for (const std::string& argument : arguments) {
    const auto visit_line = [&](const PositionPlace& place, const Result<game::ReadGame>& read) {
      const auto error = read ? visit(*read) : std::optional(read.error());
      if (!error) return;
      if (refused) refused(place, *error);
      if (!read && looks_like_a_file_name(place, argument)) {
        say("intarsia {}: {}\n", o.verb, neither_file_nor_position(argument, *error));
        code = kUsage;
        return;
      }
      report(place, *error);
      if (code != kUsage) code = kSomeRejected;
    };
    const auto failure = for_each_position(argument, o, visit_line);
    if (failure) {
      say("intarsia {}: {}\n", o.verb, failure->detail);
      return kFailed;
    }
  }
  return code == kSomeRejected && o.common.lenient ? kDone : code;
}

std::optional<Error> peek_positions(const std::string& argument, const InputOptions& o,
                                    const std::function<void(const game::ReadGame&)>& visit) {
  return for_each_position(argument, o,
                           [&](const PositionPlace&, const Result<game::ReadGame>& read) {
                             if (read) visit(*read);
                           });
}

std::optional<Error> for_each_game(const std::string& path, const InputOptions& o,
                                   const std::function<void(const GameItem&)>& visit) {
  const auto file =
      games::GameFile::open(path, {.format = o.format, .game = o.common.games.options()});
  if (!file) return file.error();
  while (const auto item = (*file)->next()) visit(*item);
  return (*file)->error();
}

}  // namespace intarsia::cli
