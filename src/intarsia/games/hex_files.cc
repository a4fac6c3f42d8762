#include "intarsia/games/hex_files.h"

#include <cerrno>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/hex/game_text.h"
#include "intarsia/hex/sgf.h"
#include "intarsia/hex/trmph.h"
#include "intarsia/io/lines.h"
#include "intarsia/io/small_file.h"

namespace intarsia::games {

namespace {

bool is_sgf(std::string_view path) { return path.ends_with(".sgf") || path.ends_with(".hsgf"); }

class TrmphGames : public HexGames {
 public:
  TrmphGames(std::string path, io::File file, const hex::ReadOptions& options)
      : path_(std::move(path)), file_(std::move(file)), lines_(file_.get()), options_(options) {}

  std::optional<HexItem> next() override {
    while (const auto line = lines_.next()) {
      if (!hex::is_trmph_header(*line)) return item_of(*line);
    }
    if (lines_.has_failed()) {
      error_ = Error{ErrorCode::kIo, 0, concat({path_, ": ", std::strerror(errno)})};
    }
    return std::nullopt;
  }
  std::optional<Error> error() const override { return error_; }

 private:
  Place place(std::size_t column) const {
    return {lines_.offset() + column, lines_.number(), column + 1};
  }

  HexItem item_of(std::string_view line) {
    HexItem item{path_, ++number_, place(0), std::nullopt, {}};
    const auto note = [&](const Error& e) { item.faults.push_back({place(e.offset), e}); };
    auto reading = hex::read_game_line(line, options_);
    if (!reading) {
      note(reading.error());
      return item;
    }
    for (const Error& e : reading->notes) note(e);
    if (const auto mixed = alphabets_.add(*reading)) note(*mixed);
    item.reading = *std::move(reading);
    return item;
  }

  std::string path_;
  io::File file_;
  io::LineReader lines_;
  hex::ReadOptions options_;
  hex::AlphabetCheck alphabets_;
  std::size_t number_ = 0;
  std::optional<Error> error_;
};

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

class SgfGames : public HexGames {
 public:
  SgfGames(std::string path, std::string text, const hex::ReadOptions& options)
      : path_(std::move(path)), text_(std::move(text)), lines_(text_), reader_(text_, options) {}

  std::optional<HexItem> next() override {
    auto reading = reader_.next();
    if (!reading) return std::nullopt;
    HexItem item{path_, ++number_, lines_.place(reader_.start()), std::nullopt, {}};
    const auto note = [&](const Error& e) { item.faults.push_back({lines_.place(e.offset), e}); };
    if (!*reading) {
      note(reading->error());
      return item;
    }
    for (const Error& e : (*reading)->notes) note(e);
    item.reading = **std::move(reading);
    return item;
  }
  std::optional<Error> error() const override { return std::nullopt; }

 private:
  std::string path_;
  std::string text_;
  LineCounter lines_;
  hex::SgfReader reader_;
  std::size_t number_ = 0;
};

}  // namespace

bool is_hex_file(std::string_view path) { return is_sgf(path) || path.ends_with(".trmph"); }

Result<std::unique_ptr<HexGames>> open_hex_games(const std::string& path,
                                                 const hex::ReadOptions& options) {
  if (is_sgf(path)) {
    auto text = io::read_small_file(path, kMaxSgfFileBytes);
    if (!text) return std::move(text).error();
    return std::unique_ptr<HexGames>(std::make_unique<SgfGames>(path, *std::move(text), options));
  }
  auto file = io::open_file(path);
  if (!file) return std::move(file).error();
  return std::unique_ptr<HexGames>(std::make_unique<TrmphGames>(path, *std::move(file), options));
}

}  // namespace intarsia::games
