// Rows sorted into bins on the disk: what is larger than memory is taken bin by bin.
//
//   auto bins = Bins<Row>::open("out", 64, memory);
//   bins->add(bin_of(row), row);                  // in any order of bins
//   bins->flush();
//   std::vector<Row> rows; bins->read(5, rows);   // those of bin 5, as they came
//
// All bins lie in one file without a name, in blocks; which block is whose is kept in memory.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/io/scratch_file.h"

namespace intarsia::io {

template <class Row>
class Bins {
  static_assert(std::is_trivially_copyable_v<Row>);

 public:
  static constexpr std::size_t kLeastBlock = 4'096 / sizeof(Row);  // rows
  static constexpr std::size_t kMostBlock = (std::size_t{1} << 20) / sizeof(Row);

  // `memory` is for all bins together; a block of each is the least.
  static Result<Bins> open(const std::string& folder, std::size_t count, std::uint64_t memory) {
    auto file = ScratchFile::open(folder);
    if (!file) return file.error();
    const std::uint64_t block = memory / count / sizeof(Row);
    return Bins(*std::move(file), count,
                std::clamp(block, std::uint64_t{kLeastBlock}, std::uint64_t{kMostBlock}));
  }

  std::size_t count() const { return bins_.size(); }
  std::uint64_t size(std::size_t bin) const { return bins_[bin].rows; }

  [[nodiscard]] std::optional<Error> add(std::size_t bin, const Row& row) {
    Bin& b = bins_[bin];
    b.open.push_back(row);
    ++b.rows;
    return b.open.size() < block_ ? std::nullopt : write(b);
  }

  // Before the first reading.
  [[nodiscard]] std::optional<Error> flush() {
    for (Bin& b : bins_) {
      if (b.open.empty()) continue;
      if (auto error = write(b)) return error;
      b.open = {};
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Error> read(std::size_t bin, std::vector<Row>& out) const {
    const Bin& b = bins_[bin];
    out.resize(b.rows);
    std::size_t at = 0;
    for (std::size_t i = 0; i < b.blocks.size(); ++i) {
      const std::span<Row> rows(out.data() + at, rows_in(b, i));
      if (auto error = file_.read(b.blocks[i], std::as_writable_bytes(rows))) return error;
      at += rows.size();
    }
    return std::nullopt;
  }

  // The rows of a bin one after the other, a block of them in memory.
  class Cursor {
   public:
    Cursor(const Bins& bins, std::size_t bin) : bins_(&bins), bin_(bin) {}
    // Nothing at the end.
    Result<std::optional<Row>> next() {
      if (at_ == block_.size()) {
        const Bin& b = bins_->bins_[bin_];
        if (number_ == b.blocks.size()) return std::optional<Row>();
        block_.resize(rows_in(b, number_, bins_->block_));
        at_ = 0;
        const auto error =
            bins_->file_.read(b.blocks[number_++], std::as_writable_bytes(std::span(block_)));
        if (error) return *error;
      }
      return std::optional<Row>(block_[at_++]);
    }

   private:
    const Bins* bins_;
    std::size_t bin_;
    std::size_t number_ = 0;  // of the next block
    std::vector<Row> block_;
    std::size_t at_ = 0;
  };

 private:
  struct Bin {
    std::vector<Row> open;              // the block that is being filled
    std::vector<std::uint64_t> blocks;  // where they lie
    std::uint64_t rows = 0;
  };

  Bins(ScratchFile file, std::size_t count, std::size_t block)
      : file_(std::move(file)), bins_(count), block_(block) {}

  // All blocks but the last are full.
  static std::size_t rows_in(const Bin& b, std::size_t block, std::size_t full) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(full, b.rows - block * full));
  }
  std::size_t rows_in(const Bin& b, std::size_t block) const { return rows_in(b, block, block_); }

  std::optional<Error> write(Bin& b) {
    const auto at = file_.append(std::as_bytes(std::span(b.open)));
    if (!at) return at.error();
    b.blocks.push_back(*at);
    b.open.clear();
    return std::nullopt;
  }

  ScratchFile file_;
  std::vector<Bin> bins_;
  std::size_t block_;
};

}  // namespace intarsia::io
