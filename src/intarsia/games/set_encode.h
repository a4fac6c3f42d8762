// Records of a data set as training batches: planes, policies, values and masks in one pass.
//
//   SetEncoder encoder(*set, plan, targets);                       // one for each thread
//   encoder.fill(numbers, {.planes = out, .stride = stride, .policy = moves});

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/set.h"
#include "intarsia/games/record_encode.h"
#include "intarsia/games/targets.h"
#include "intarsia/hex/symmetry.h"

namespace intarsia::games {

// Why the records of a set cannot be shown in a layout: another game, or boards of other sizes.
std::optional<Error> refuse_layout(const data::Set& set, const layout::Layout& l);

// Where a batch goes, a row for each record. What is not wanted is null.
struct BatchRows {
  std::byte* planes = nullptr;
  std::ptrdiff_t stride = 0;  // bytes from one tensor to the next
  std::int32_t* policy = nullptr;
  float* value = nullptr;        // Targets::value_form().width() numbers a record
  std::uint8_t* mask = nullptr;  // Targets::policy().size numbers a record

  // The rows from this one on.
  BatchRows from(std::size_t row, const Targets& targets) const;
};

// The symmetry in which a record of Hex is shown: a function of the key and the record's number, so
// that it is the same for any number of workers.
hex::Symmetry symmetry_for(std::uint64_t key, std::uint64_t number);

class SetEncoder {
 public:
  // The set's records must fit the plan (`refuse_layout`); all three must outlive it. A key asks for
  // symmetries, which only Hex has.
  SetEncoder(data::Set& set, const layout::Plan& plan, const Targets& targets,
             std::optional<std::uint64_t> symmetry_key = std::nullopt);

  // The records with these numbers. Rows are unspecified after an error, which names the record.
  [[nodiscard]] std::optional<Error> fill(std::span<const std::uint64_t> numbers,
                                          const BatchRows& out,
                                          layout::Stores stores = layout::Stores::kBySize);

 private:
  std::optional<Error> turn(std::span<const std::uint64_t> numbers);
  std::optional<Error> fill_targets(const BatchRows& out);
  std::optional<Error> fill_chess(const std::byte* record, const BatchRows& row) const;
  std::optional<Error> fill_hex(const std::byte* record, const BatchRows& row) const;

  data::Set& set_;
  const Targets& targets_;
  RecordKind kind_;
  RecordEncoder encoder_;
  bool is_hex_;
  int size_;  // of the board
  std::optional<std::uint64_t> symmetry_key_;
  data::Window window_;
  std::vector<std::byte> turned_;  // records in their symmetries
};

}  // namespace intarsia::games
