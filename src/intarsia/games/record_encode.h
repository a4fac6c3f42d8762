// Records of either game to tensors in any layout: which game, decided once.
//
//   RecordEncoder encoder(plan);
//   encoder.encode(moments, out, stride);    // records of a data set, each with its history

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <variant>

#include "intarsia/base/result.h"
#include "intarsia/chess/tensor/record_encode.h"
#include "intarsia/hex/tensor/record_encode.h"
#include "intarsia/layout/moments.h"

namespace intarsia::games {

// What is asked about the records that a layout is filled from: those of its game and board.
class RecordKind {
 public:
  explicit RecordKind(const layout::Layout& l);

  std::size_t bytes() const { return bytes_; }
  // How many earlier records the layout looks at.
  int history() const { return history_; }

  // Record i of records that lie one after the other, with its history.
  layout::RecordMoment moment_at(std::span<const std::byte> records, std::size_t i) const;

  // Why the bytes cannot be encoded, with the offset in them.
  std::optional<Error> check(const std::byte* record) const;

  // Whether a record is that of the position after another's move, as its game tells.
  bool follows(const std::byte* before, const std::byte* now) const;

 private:
  bool is_hex_;
  int size_;  // of the board
  std::size_t bytes_;
  int history_;
};

// Encodes records that were checked, in one plan, which must outlive it, again and again.
class RecordEncoder {
 public:
  explicit RecordEncoder(const layout::Plan& plan);

  void encode(std::span<const layout::RecordMoment> moments, std::byte* out, std::ptrdiff_t stride,
              layout::Stores stores = layout::Stores::kBySize);

 private:
  std::variant<chess::RecordEncoder, hex::RecordEncoder> encoder_;
};

}  // namespace intarsia::games
