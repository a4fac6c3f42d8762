#include "apps/cli/input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "apps/cli/verb.h"
#include "intarsia/base/text.h"

namespace intarsia::cli {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

struct Close {
  void operator()(std::FILE* f) const { std::fclose(f); }
};

bool is_skipped(std::string_view line) {
  return trimmed(line).empty() || line.starts_with("# ") || line == "#";
}

std::optional<Error> visit_lines(std::FILE* file, std::string_view source,
                                 const std::function<void(const PositionText&)>& visit) {
  LineReader lines(file);
  while (const auto line = lines.next()) {
    if (is_skipped(*line)) continue;
    PositionText item{*line, source, lines.number()};
    if (lines.is_cut()) {
      item.error = Error{ErrorCode::kLimit, kMaxLineBytes,
                         fmt::format("a line has at most {} bytes", kMaxLineBytes)};
    }
    visit(item);
  }
  if (lines.has_failed()) {
    return Error{ErrorCode::kIo, 0, fmt::format("{}: {}", source, std::strerror(errno))};
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> LineReader::next() {
  line_.clear();
  is_cut_ = false;
  int c = getc_unlocked(file_);
  if (c == EOF) return std::nullopt;
  ++number_;
  for (; c != EOF && c != '\n'; c = getc_unlocked(file_)) {
    if (line_.size() < kMaxLineBytes) {
      line_ += static_cast<char>(c);
    } else {
      is_cut_ = true;
    }
  }
  std::string_view line = line_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (number_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  return line;
}

std::optional<Error> for_each_line(const std::string& file,
                                   const std::function<void(const PositionText&)>& visit) {
  if (file == "-") return visit_lines(stdin, file, visit);
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    return Error{ErrorCode::kUnsupported, 0, fmt::format("{} is a folder; name its files", file)};
  }
  const std::unique_ptr<std::FILE, Close> opened(std::fopen(file.c_str(), "rb"));
  if (!opened) return Error{ErrorCode::kIo, 0, fmt::format("{}: {}", file, std::strerror(errno))};
  return visit_lines(opened.get(), file, visit);
}

std::uint64_t count_lines(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return 0;
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
  fmt::print(stderr, "{}:{}: {} at {}: {}\n", item.source.empty() ? "argument" : item.source,
             item.line, name(e.code), e.offset, e.detail);
}

namespace {

std::optional<Error> for_each_position(const std::string& argument,
                                       const std::function<void(const PositionText&)>& visit) {
  std::error_code ignored;
  if (argument == "-" || std::filesystem::exists(argument, ignored)) {
    return for_each_line(argument, visit);
  }
  visit({argument, {}, 1});
  return std::nullopt;
}

// All positions but startpos have blanks: a word without one is rather a file's name.
bool looks_like_a_file_name(const PositionText& item) {
  return item.source.empty() && item.text.find(' ') == std::string_view::npos;
}

std::string neither_file_nor_position(std::string_view argument, const Error& as_position) {
  std::string message = "no file and no position: " + in_quotes(argument);
  const std::filesystem::path wanted(argument);
  const std::filesystem::path folder = wanted.has_parent_path() ? wanted.parent_path() : ".";
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  if (const auto best = nearest(wanted.filename().string(), views)) {
    message += fmt::format(" (did you mean {}?)", *best);
  }
  return message + fmt::format("\n  as a position: {}", as_position.detail);
}

int report_refused(const PositionText& item, const Error& e, std::string_view verb) {
  if (!looks_like_a_file_name(item)) {
    report(item, e);
    return kSomeRejected;
  }
  fmt::print(stderr, "intarsia {}: {}\n", verb, neither_file_nor_position(item.text, e));
  return kUsage;
}

}  // namespace

int read_positions(std::span<const std::string> arguments, const Common& common,
                   std::string_view verb, const VisitPosition& visit, const VisitRefused& refused) {
  int code = kDone;
  for (const std::string& argument : arguments) {
    const auto failure = for_each_position(argument, [&](const PositionText& item) {
      const auto line = item.error ? Result<chess::PositionLine>(*item.error)
                                   : chess::read_position_line(item.text, common.chess960);
      if (line) return visit(*line);
      if (refused) refused(item, line.error());
      const int kind = report_refused(item, line.error(), verb);
      if (code != kUsage) code = kind;
    });
    if (failure) {
      fmt::print(stderr, "intarsia {}: {}\n", verb, failure->detail);
      return kFailed;
    }
  }
  return code == kSomeRejected && common.lenient ? kDone : code;
}

}  // namespace intarsia::cli
