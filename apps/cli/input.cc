#include "apps/cli/input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/game_files.h"
#include "apps/cli/print.h"
#include "apps/cli/verb.h"
#include "intarsia/base/text.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/lines.h"

namespace intarsia::cli {

namespace {

struct Close {
  void operator()(std::FILE* f) const { std::fclose(f); }
};

bool is_skipped(std::string_view line) {
  return trimmed(line).empty() || line.starts_with("# ") || line == "#";
}

}  // namespace

std::optional<Error> for_each_line(const std::string& name, io::InputStream& in,
                                   const std::function<void(const PositionText&)>& visit) {
  io::LineReader lines(in);
  while (const auto line = lines.next()) {
    if (is_skipped(*line)) continue;
    PositionText item{*line, name, lines.number(), lines.offset()};
    if (lines.is_cut()) {
      item.error = Error{ErrorCode::kLimit, io::kMaxLineBytes,
                         fmt::format("a line has at most {} bytes", io::kMaxLineBytes)};
    }
    visit(item);
  }
  return lines.error();
}

std::optional<Error> for_each_line(const std::string& file,
                                   const std::function<void(const PositionText&)>& visit) {
  auto in = io::InputStream::open(file);
  if (!in) return in.error();
  return for_each_line(file, *in, visit);
}

std::uint64_t count_lines(const std::string& path) {
  const auto kind = io::kind_of(path);
  if (!kind || *kind != io::FileKind::kFile) return 0;
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  std::uint64_t lines = 0;
  std::vector<char> piece(std::size_t{1} << 16);
  for (std::size_t n; file && (n = std::fread(piece.data(), 1, piece.size(), file.get())) != 0;) {
    const auto end = piece.begin() + static_cast<std::ptrdiff_t>(n);
    lines += static_cast<std::uint64_t>(std::count(piece.begin(), end, '\n'));
  }
  return lines;
}

void report(const PositionText& item, const Error& e) {
  say("{}:{}: {} at {}: {}\n", item.source.empty() ? "argument" : item.source, item.line,
      name(e.code), e.offset, e.detail);
}

namespace {

using VisitLine = std::function<void(const PositionText&, Result<AnyLine>)>;

Result<AnyLine> read_line(const PositionText& item, const Common& common) {
  if (item.error) return *item.error;
  if (hex::is_position_line(item.text)) {
    auto replay = hex::read_position_line(item.text, common.hex_options());
    if (!replay) return std::move(replay).error();
    return AnyLine(HexLine{*std::move(replay)});
  }
  auto line = chess::read_position_line(item.text, common.chess960);
  if (!line) return std::move(line).error();
  return AnyLine(ChessLine{*std::move(line)});
}

AnyLine line_of(const hex::Reading& reading) {
  return HexLine{hex::replay_of(reading), true, reading.game.winner};
}

AnyLine line_of(const chess::PgnGame& game) {
  chess::Replay replay(game.start);
  for (const chess::Move m : game.moves) replay.play(m);
  return ChessLine{{std::move(replay), {}}, true, game.score, game.evals};
}

std::optional<Error> for_each_game_line(const std::string& file, io::InputStream in,
                                        const Common& common, const VisitLine& visit) {
  return for_each_game(file, std::move(in), common, [&](const GameItem& game) {
    const PlacedError* refusal = game.refusal();
    const Place& at = refusal != nullptr ? refusal->place : game.start;
    const PositionText item{.text = {}, .source = file, .line = at.line};
    if (refusal != nullptr) {
      Error e = refusal->error;
      e.offset = at.column > 0 ? at.column - 1 : at.offset;
      visit(item, std::move(e));
    } else if (const auto* reading = std::get_if<hex::Reading>(&game.record)) {
      visit(item, line_of(*reading));
    } else if (const auto* pgn = std::get_if<chess::PgnGame>(&game.record)) {
      visit(item, line_of(*pgn));
    }
  });
}

std::optional<Error> for_each_position(const std::string& argument, const Common& common,
                                       const VisitLine& visit) {
  const auto take = [&](const PositionText& item) { visit(item, read_line(item, common)); };
  const auto kind = io::kind_of(argument);
  if (!kind) return kind.error();
  if (*kind == io::FileKind::kFolder) {
    return Error{ErrorCode::kUnsupported, 0,
                 fmt::format("{} is a folder; name its files", argument)};
  }
  if (argument == "-" || *kind != io::FileKind::kNone) {
    auto in = io::InputStream::open(argument);
    if (!in) return in.error();
    return is_game_file(argument, *in) ? for_each_game_line(argument, *std::move(in), common, visit)
                                       : for_each_line(argument, *in, take);
  }
  take({argument, {}, 1});
  return std::nullopt;
}

// All chess positions but startpos have blanks: a word without one is rather a file's name.
bool looks_like_a_file_name(const PositionText& item) {
  return item.source.empty() && item.text.find(' ') == std::string_view::npos &&
         !hex::is_position_line(item.text);
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

int report_refused(const PositionText& item, const Error& e, std::string_view verb, bool is_read) {
  if (is_read || !looks_like_a_file_name(item)) {
    report(item, e);
    return kSomeRejected;
  }
  say("intarsia {}: {}\n", verb, neither_file_nor_position(item.text, e));
  return kUsage;
}

}  // namespace

int read_positions(std::span<const std::string> arguments, const Common& common,
                   std::string_view verb, const VisitPosition& visit, const VisitRefused& refused) {
  int code = kDone;
  for (const std::string& argument : arguments) {
    const auto visit_line = [&](const PositionText& item, const Result<AnyLine>& line) {
      const auto error = line ? visit(*line) : std::optional(line.error());
      if (!error) return;
      if (refused) refused(item, *error);
      const int kind = report_refused(item, *error, verb, static_cast<bool>(line));
      if (code != kUsage) code = kind;
    };
    const auto failure = for_each_position(argument, common, visit_line);
    if (failure) {
      say("intarsia {}: {}\n", verb, failure->detail);
      return kFailed;
    }
  }
  return code == kSomeRejected && common.lenient ? kDone : code;
}

int read_chess_positions(
    std::span<const std::string> arguments, const Common& common, std::string_view verb,
    const std::function<std::optional<Error>(const chess::PositionLine&)>& visit,
    const VisitRefused& refused) {
  const auto visit_chess = [&visit](const AnyLine& any) -> std::optional<Error> {
    const auto* line = std::get_if<ChessLine>(&any);
    if (line == nullptr) return Error{ErrorCode::kUnsupported, 0, "this verb is for chess alone"};
    return visit(line->position);
  };
  return read_positions(arguments, common, verb, visit_chess, refused);
}

std::optional<Error> peek_positions(const std::string& argument, const Common& common,
                                    const std::function<void(const AnyLine&)>& visit) {
  return for_each_position(argument, common, [&](const PositionText&, const Result<AnyLine>& line) {
    if (line) visit(*line);
  });
}

}  // namespace intarsia::cli
