// Records of a data set as training batches: planes, policies, values and masks in one pass.
//
//   SetEncoder encoder(*set, plan, targets);                       // one for each thread
//   encoder.fill(numbers, {.planes = out, .stride = stride, .policy = moves});

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/set.h"
#include "intarsia/game/game_type.h"
#include "intarsia/games/targets.h"
#include "intarsia/layout/elements.h"

namespace intarsia::games {

// Why the records of a set cannot be shown in a layout: another game, or boards of other sizes.
std::optional<Error> refuse_layout(const data::Set& set, const layout::Layout& l);

// Where a batch goes, a row for each record: tensors, or the layers from which they are made.
struct BatchRows {
  std::byte* planes = nullptr;
  std::ptrdiff_t stride = 0;      // bytes from one tensor to the next
  layout::LayerRows layers = {};  // instead of planes, if there is memory for them
  TargetRows targets = {};

  // The rows from this one on.
  BatchRows from(std::size_t row, const Targets& targets) const;
};

// The same as memory of known size. Targets that are not wanted are left out.
struct BatchSpans {
  layout::ElementsOut planes;
  std::span<std::int32_t> policy = {};
  std::span<float> value = {};
  std::span<std::uint8_t> mask = {};
};

// The symmetry in which a record is shown, of `count`: a function of the key and the record's number,
// so that it is the same for any number of workers.
std::size_t symmetry_for(std::uint64_t key, std::uint64_t number, std::size_t count);

class SetEncoder {
 public:
  // The set's records must fit the plan (`refuse_layout`); set and targets must outlive it. A key asks for
  // symmetries, if the game has any.
  SetEncoder(data::Set& set, const layout::Plan& plan, const Targets& targets,
             std::optional<std::uint64_t> symmetry_key = std::nullopt);
  // From here on symmetries by this key: that of another epoch.
  void use_symmetries(std::uint64_t key) { symmetry_key_ = key; }
  // A temporary would not.
  SetEncoder(data::Set&, const layout::Plan&, const Targets&&,
             std::optional<std::uint64_t> = std::nullopt) = delete;

  // The records with these numbers into memory that has just the room for them. An error if it has
  // not, or if targets are asked for that were not chosen: then nothing was written. Else as below.
  [[nodiscard]] std::optional<Error> fill(std::span<const std::uint64_t> numbers,
                                          const BatchSpans& out);

  // The records with these numbers. Rows are unspecified after an error, which names the record.
  [[nodiscard]] std::optional<Error> fill(std::span<const std::uint64_t> numbers,
                                          const BatchRows& out,
                                          layout::Stores stores = layout::Stores::kBySize);

 private:
  void turn(std::span<const std::uint64_t> numbers);

  std::optional<Error> refuse(std::size_t count, const BatchSpans& out) const;

  data::Set& set_;
  layout::Plan plan_;
  const Targets& targets_;
  const game::GameType& type_;
  int size_;  // of the board
  std::size_t record_bytes_;
  int history_;
  std::unique_ptr<game::RecordEncoder> encoder_;
  std::optional<std::uint64_t> symmetry_key_;
  data::Window window_;
  std::vector<std::byte> turned_;  // records in their symmetries
};

}  // namespace intarsia::games
