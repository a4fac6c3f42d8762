// The chunks into which a source is split for several threads.
//
// A source is split where a new game seems to begin. Whether one does, only the parser of the text
// before knows (the place may lie in a comment): if it does not, that parser is fed the next chunk
// too, and what another thread made of it is dropped.

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

using game::FoundFormat;

// A parser with the batch that it fills.
struct Parsing {
  BatchBuilder games;
  game::ParserPtr parser;

  Parsing(const Rules& rules, const game::Options& options, const FoundFormat& found,
          const Place& first);
};

struct Chunk {
  std::uint32_t source = 0;
  std::string name;  // of the source
  std::shared_ptr<const FoundFormat> format;
  std::string text;
  std::uint64_t offset = 0;    // of the text in the source
  bool begins_game = false;    // else it goes on where the chunk before ended
  bool ends_at_start = false;  // the chunk after it begins with what looks like a game
  bool is_last = false;        // of its source
  std::uint64_t content = 0;   // bytes of the source read so far, and their hash
  std::uint64_t content_hash = 0;
  std::uint64_t file_bytes = 0;  // of the source on disk, once it is read
  std::optional<Error> error;    // reading ended here,
  bool is_damage = false;        // because the source is damaged: other sources may be sound

  // What a parsing thread adds: what is complete, and the parser if there may be more.
  std::unique_ptr<Parsing> parsing;
  Batch batch;
  std::size_t fed = 0;       // bytes of the text
  bool is_finished = false;  // the parser was
  Place next;                // then

  // As a new one, but with its memory.
  void reset() {
    Chunk blank;
    text.clear();
    batch.clear();
    blank.text = std::move(text);
    blank.batch = std::move(batch);
    *this = std::move(blank);
  }
};

// The work of a parsing thread.
void parse(Chunk& chunk, const Rules& rules, const game::Options& options);

}  // namespace intarsia::data
