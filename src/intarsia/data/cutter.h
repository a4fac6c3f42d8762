// Reads sources and cuts them into pieces: the first thread of the pipeline.

#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/data/conveyor.h"
#include "intarsia/data/piece.h"
#include "intarsia/io/hash.h"
#include "intarsia/io/input_stream.h"

namespace intarsia::data {

class Cutter {
 public:
  Cutter(const std::vector<std::string>& paths, const FindFormat& find_format,
         const std::optional<Next>& resumed, std::size_t piece_bytes, Conveyor& conveyor)
      : paths_(paths),
        find_format_(find_format),
        resumed_(resumed),
        piece_bytes_(piece_bytes),
        conveyor_(conveyor) {}

  // To the end of all sources, to the first error, or until the conveyor is stopped.
  void run();
  // Behind damage to the next source.
  void set_skips_damage(bool skips) { skips_damage_ = skips; }

  // Bytes of the files taken so far: for progress, from other threads too.
  std::uint64_t bytes_taken() const { return bytes_taken_.load(std::memory_order_relaxed); }

 private:
  bool cut_source(std::uint32_t source);
  bool cut_stream(io::InputStream& in);
  std::optional<Error> skip(io::InputStream& in, std::uint64_t bytes);
  Result<std::size_t> fill(io::InputStream& in);
  bool emit(std::size_t bytes, bool ends_at_start);
  bool emit_end(std::optional<Error> error);
  std::unique_ptr<Piece> next_piece();

  const std::vector<std::string>& paths_;
  const FindFormat& find_format_;
  const std::optional<Next>& resumed_;
  std::size_t piece_bytes_;
  Conveyor& conveyor_;
  std::atomic<std::uint64_t> bytes_taken_ = 0;

  // Of the current source.
  std::uint32_t source_ = 0;
  std::shared_ptr<const Format> format_;
  std::string text_;          // read and not yet handed on
  std::uint64_t offset_ = 0;  // of the text
  std::uint64_t read_ = 0;
  io::Hasher hasher_;
  bool begins_game_ = true;
  std::uint64_t taken_before_ = 0;
  std::uint64_t file_bytes_ = 0;
  bool skips_damage_ = false;
  bool is_damaged_ = false;
};

}  // namespace intarsia::data
