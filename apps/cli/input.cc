#include "apps/cli/input.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/print.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/store.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/input_paths.h"

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

// Standard input can be read once: what a look ahead took from it waits here.
struct Waiting {
  std::unique_ptr<games::GameFile> file;
  std::deque<GameItem> items;
};

Waiting& waiting() {
  static Waiting on_stdin;
  return on_stdin;
}

Result<std::unique_ptr<games::GameFile>> open_file(const io::InputPath& path, const InputOptions& o,
                                                   games::Reading reading) {
  if (path.path == "-" && waiting().file) return std::move(waiting().file);
  return games::GameFile::open(
      path,
      {.format = o.format, .reading = reading, .notes = o.notes, .game = o.common.games.options()});
}

// The games of every file that an argument stands for. A file that cannot be read does not keep the
// others from it; the last error is returned, those before it are reported.
std::optional<Error> for_each_item(const std::string& argument, const InputOptions& o,
                                   games::Reading reading,
                                   const std::function<void(GameItem&)>& visit) {
  const auto paths = io::find_inputs({&argument, 1});
  if (!paths) return paths.error();
  if (!o.is_look) print_skipped(o.verb, paths->skipped);
  std::optional<Error> last;
  const auto note = [&](const Error& e) {
    if (last) say("intarsia {}: {}\n", o.verb, last->detail);
    last = e;
  };
  for (const io::InputPath& path : paths->paths) {
    const auto file = open_file(path, o, reading);
    if (!file) {
      note(file.error());
      continue;
    }
    if (path.path == "-") {
      for (GameItem& item : std::exchange(waiting().items, {})) visit(item);
    }
    while (auto item = (*file)->next()) visit(*item);
    if (!o.is_look) print_skipped(o.verb, (*file)->skipped());
    if ((*file)->error()) note(*(*file)->error());
  }
  return last;
}

std::optional<Error> for_each_position(const std::string& argument, const InputOptions& o,
                                       const VisitLine& visit) {
  const auto kind = io::kind_of(argument);
  if (!kind) return kind.error();
  const bool is_list = argument.starts_with('@');
  if (argument != "-" && !is_list && *kind == io::FileKind::kNone) {
    visit({}, games::read_line(argument, o.common.games.options()));
    return std::nullopt;
  }
  return for_each_item(argument, o, games::Reading::kPositions, [&](GameItem& item) {
    if (const game::Fault* refusal = item.read.refusal()) {
      visit({*item.source, refusal->place.line}, in_line(*refusal));
    } else {
      visit({*item.source, item.place.line}, std::move(item.read));
    }
  });
}

// To the thousandth position, or the end.
std::optional<Error> peek_stdin(const InputOptions& o,
                                const std::function<void(const game::ReadGame&)>& visit) {
  constexpr std::size_t kMostItems = 1'000;
  auto file = open_file({"-"}, o, games::Reading::kPositions);
  if (!file) return file.error();
  Waiting& ahead = waiting();
  ahead.file = *std::move(file);
  while (ahead.items.size() < kMostItems) {
    auto item = ahead.file->next();
    if (!item) break;
    ahead.items.push_back(*std::move(item));
    if (!ahead.items.back().is_refused()) visit(ahead.items.back().read);
  }
  return std::nullopt;
}

// Most positions have blanks: a word without one, that is meant for no game, is rather a file's name.
bool looks_like_a_file_name(const PositionPlace& place, std::string_view argument) {
  return place.source.empty() && argument.find(' ') == std::string_view::npos &&
         games::game_of_line(argument) == nullptr;
}

// What was put right, which nobody could see in a tensor.
void report_mended(const PositionPlace& place, const game::ReadGame& read, Reports& reports) {
  for (const game::Fault& f : read.faults) {
    if (!f.is_refusal && !f.is_usual) reports.add(place, in_line(f));
  }
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

std::string report_text(const PositionPlace& place, const Error& e) {
  return fmt::format("{}:{}: {} at {}: {}", place.source.empty() ? "argument" : place.source,
                     place.line, name(e.code), e.offset, e.detail);
}

void Reports::add(const PositionPlace& place, const Error& e) {
  add(place, report_text(place, e), e.detail);
}

void Reports::add(const PositionPlace& place, std::string_view line, const std::string& kind) {
  constexpr std::size_t kMostKinds = 1'000;
  const auto found = seen_.find(kind);
  if (found != seen_.end()) {
    ++found->second.more;
    found->second.source = place.source;
    found->second.line = place.line;
    return;
  }
  say("{}\n", line);
  if (seen_.size() < kMostKinds) seen_.emplace(kind, Last{});
}

Reports::~Reports() {
  for (const auto& [detail, last] : seen_) {
    if (last.more == 0) continue;
    say("{}:{}: {}: the last of {} more like it\n", last.source.empty() ? "argument" : last.source,
        last.line, detail, last.more);
  }
}

void report(const PositionPlace& place, const Error& e) { say("{}\n", report_text(place, e)); }

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
  Reports own;
  Reports& reports = o.reports != nullptr ? *o.reports : own;
  warn_of_repeated(arguments, o.verb);
  std::size_t number = 0;
  for (const std::string& argument : arguments) {
    if (const auto error = graph::refuse_as_input(argument)) return fail(o.verb, *error, kFailed);
    ++number;
    const auto visit_line = [&](PositionPlace place, const Result<game::ReadGame>& read) {
      if (place.source.empty()) place.line = number;
      if (read) report_mended(place, *read, reports);
      const auto error = read ? visit(*read) : std::optional(read.error());
      if (!error) return;
      if (refused) refused(place, *error);
      if (!read && looks_like_a_file_name(place, argument)) {
        say("intarsia {}: {}\n", o.verb, neither_file_nor_position(argument, *error));
        code = kUsage;
        return;
      }
      reports.add(place, *error);
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

std::vector<std::string> joined_if_one(const std::vector<std::string>& words) {
  std::string all = fmt::format("{}", fmt::join(words, " "));
  if (words.size() > 1 && games::read_line(all)) return {std::move(all)};
  return words;
}

std::optional<Error> peek_positions(const std::string& argument, const InputOptions& o,
                                    const std::function<void(const game::ReadGame&)>& visit) {
  if (argument == "-") return peek_stdin(o, visit);
  InputOptions look = o;
  look.is_look = true;
  return for_each_position(argument, look,
                           [&](const PositionPlace&, const Result<game::ReadGame>& read) {
                             if (read) visit(*read);
                           });
}

std::optional<Error> for_each_game(const std::string& argument, const InputOptions& o,
                                   const std::function<void(const GameItem&)>& visit) {
  if (auto error = graph::refuse_as_input(argument)) return error;
  return for_each_item(argument, o, games::Reading::kGames, visit);
}

void print_skipped(std::string_view verb, const std::vector<std::string>& skipped) {
  if (skipped.empty()) return;
  if (skipped.size() == 1) {
    say("intarsia {}: not read, since it holds no games: {}\n", verb, skipped.front());
  } else {
    say("intarsia {}: not read, since they hold no games: {} files, {} to {}\n", verb,
        skipped.size(), skipped.front(), skipped.back());
  }
}

void warn_of_repeated(std::span<const std::string> arguments, std::string_view verb) {
  if (arguments.size() == 1 && !arguments[0].starts_with('@')) return;
  const auto paths = io::find_inputs(arguments);
  if (paths) print_repeated(verb, paths->twice);
}

void print_repeated(std::string_view verb, const std::vector<std::string>& twice) {
  for (const std::string& path : twice) {
    say("intarsia {}: {} is named twice, and read twice\n", verb, path);
  }
}

}  // namespace intarsia::cli
