// Formats of sources, and the pieces into which a source is cut for several threads.
//
// A source is cut where a new game seems to begin. Whether one does, only the parser of the text
// before can tell (the place may lie in a comment): if it does not, that parser is fed the next
// piece too, and what another thread made of it is thrown away.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/data/batch.h"
#include "intarsia/data/manifest.h"

namespace intarsia::data {

// Reads games from text in chunks of any size.
class GameParser {
 public:
  virtual ~GameParser() = default;

  virtual void feed(std::string_view text) = 0;
  // Whether what it has should be taken before it is fed more.
  virtual bool is_full() const = 0;
  // The source, or this parser's part of it, ends here.
  virtual void finish() = 0;
  // After `finish`: reads on, if there is more than a batch; false if all was read.
  virtual bool go_on() { return false; }
  // The source is damaged behind what was fed: what can be read without that is, and a game that has no
  // end is not told. Then `take` and `go_on`, as after `finish`.
  virtual void abandon() {}
  // How many games it has begun to read. Each of them is told in a batch, but one that was abandoned.
  virtual std::uint64_t begun() const = 0;
  // Whether a game that seems to begin here does: then `finish` and another parser tell the same.
  virtual bool is_border() const = 0;
  // The place behind all that was fed, and the number of the next game. Only at a border.
  virtual Place next_place() const = 0;
  // The games that are complete and were not taken yet.
  virtual Batch take() = 0;
  // Fills this batch, whose content nobody needs, from here on.
  virtual void reuse(Batch used) = 0;
};

struct Format {
  std::string_view name;  // "pgn"
  std::string_view game;
  // The parser of a text whose first byte has that place.
  std::function<std::unique_ptr<GameParser>(const Place& first)> make_parser;
  // Where the last game of the text seems to begin; 0 if nowhere behind the text's start.
  std::size_t (*last_start)(std::string_view text) = nullptr;
};

// The format of a source, by its name and its first bytes.
using FindFormat = std::function<Result<Format>(const std::string& name, std::string_view start)>;

struct Piece {
  std::uint32_t source = 0;
  std::string name;  // of the source
  std::shared_ptr<const Format> format;
  std::string text;
  std::uint64_t offset = 0;    // of the text in the source
  bool begins_game = false;    // else it goes on where the piece before ended
  bool ends_at_start = false;  // the piece after it begins with what looks like a game
  bool is_last = false;        // of its source
  std::uint64_t content = 0;   // bytes of the source read so far, and their hash
  std::uint64_t content_hash = 0;
  std::uint64_t file_bytes = 0;  // of the source on disk, once it is read
  std::optional<Error> error;    // reading ended here,
  bool is_damage = false;        // because the source is damaged: other sources may be sound

  // What a parsing thread adds: what is complete, and the parser if there may be more.
  std::unique_ptr<GameParser> parser;
  Batch batch;
  std::size_t fed = 0;       // bytes of the text
  bool is_finished = false;  // the parser was
  Place next;                // then

  // As a new one, but with its memory.
  void reset() {
    Piece blank;
    text.clear();
    batch.clear();
    blank.text = std::move(text);
    blank.batch = std::move(batch);
    *this = std::move(blank);
  }
};

// The work of a parsing thread.
void parse(Piece& piece);

}  // namespace intarsia::data
