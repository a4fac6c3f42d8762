#include "apps/cli/game_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "apps/cli/input.h"
#include "apps/cli/layout_choice.h"
#include "intarsia/base/text.h"
#include "intarsia/hex/hexworld.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"
#include "intarsia/io/small_file.h"

namespace intarsia::cli {

namespace {

bool is_sgf(std::string_view path) { return path.ends_with(".sgf") || path.ends_with(".hsgf"); }

std::optional<Error> for_each_trmph(const std::string& file, const hex::ReadOptions& options,
                                    const std::function<void(const GameItem&)>& visit) {
  hex::AlphabetCheck alphabets;
  std::size_t number = 0;
  return for_each_line(file, [&](const PositionText& text) {
    const auto place = [&text](std::size_t column) {
      return Place{text.offset + column, text.line, column + 1};
    };
    GameItem item{text.source, ++number, place(0), std::nullopt, {}};
    auto reading = text.error                            ? Result<hex::Reading>(*text.error)
                   : hex::looks_like_hexworld(text.text) ? hex::read_hexworld(text.text)
                                                         : hex::read_trmph(text.text, options);
    const auto note = [&](const Error& e) { item.faults.push_back({place(e.offset), e}); };
    if (reading) {
      for (const Error& e : reading->notes) note(e);
      if (const auto mixed = alphabets.add(*reading)) note(*mixed);
      item.reading = *std::move(reading);
    } else {
      note(reading.error());
    }
    visit(item);
  });
}

// Lines and columns of a text, asked for from the front to the back.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}

  Place place(std::size_t offset) {
    if (offset < line_start_) *this = LineCounter(text_);
    for (std::size_t end; (end = text_.find('\n', line_start_)) < offset;) {
      line_start_ = end + 1;
      ++line_;
    }
    return {offset, line_, offset - line_start_ + 1};
  }

 private:
  std::string_view text_;
  std::size_t line_start_ = 0;
  std::size_t line_ = 1;
};

std::optional<Error> for_each_sgf(const std::string& file, const hex::ReadOptions& options,
                                  const std::function<void(const GameItem&)>& visit) {
  const auto text = io::read_small_file(file, kMaxSgfFileBytes);
  if (!text) return text.error();
  LineCounter lines(*text);
  hex::SgfReader reader(*text, options);
  std::size_t number = 0;
  while (const auto reading = reader.next()) {
    GameItem item{file, ++number, lines.place(reader.start()), std::nullopt, {}};
    const auto note = [&](const Error& e) { item.faults.push_back({lines.place(e.offset), e}); };
    if (*reading) {
      for (const Error& e : (*reading)->notes) note(e);
      item.reading = **reading;
    } else {
      note(reading->error());
    }
    visit(item);
  }
  return std::nullopt;
}

}  // namespace

bool is_game_file(const std::string& path) { return is_sgf(path) || path.ends_with(".trmph"); }

std::optional<Error> for_each_game(const std::string& file, const hex::ReadOptions& options,
                                   const std::function<void(const GameItem&)>& visit) {
  return is_sgf(file) ? for_each_sgf(file, options, visit) : for_each_trmph(file, options, visit);
}

std::string to_text(std::string_view source, const PlacedError& fault) {
  return fmt::format("{}:{}:{}: {}: {}", source, fault.place.line, fault.place.column,
                     name(fault.error.code), fault.error.detail);
}

}  // namespace intarsia::cli
