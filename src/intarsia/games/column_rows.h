// Columns of a data set beside its batches: visits as a policy, other columns as rows in a frame.
//
//   ColumnRows rows(*set, *column, targets);         // one for each thread
//   rows.fill_policy({numbers}, policy);             // of visits
//   rows.fill({numbers}, bytes);                     // of any other column that is not ragged

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/data/column.h"
#include "intarsia/data/set.h"
#include "intarsia/game/game_type.h"
#include "intarsia/games/targets.h"

namespace intarsia::games {

// Why rows of the column cannot be shown in a frame: they are told in another, and cannot be turned.
std::optional<Error> refuse_view(const data::ColumnManifest& column, const layout::Layout& l,
                                 layout::FrameId frame);

// The moves of a policy and their shares, of some records: those of record i from first[i] on.
struct SparsePolicy {
  std::vector<std::uint64_t> first = {0};
  std::vector<std::int32_t> indices;
  std::vector<float> weights;
};

class ColumnRows {
 public:
  // Set, column and targets must outlive it; the records are of one type, that of the targets.
  ColumnRows(data::Set& set, data::Column& column, const Targets& targets);

  // Records by their numbers, and for each the key by which its symmetry is drawn, as in SetEncoder; none
  // at all: they are shown as they are.
  struct Wanted {
    std::span<const std::uint64_t> numbers;
    std::span<const std::uint64_t> symmetry_keys = {};
  };

  // Of visits, in the targets' code: `policy().size` numbers a record, which sum up to 1, or are 0 where
  // there are no visits. Moves that share a number are added up.
  [[nodiscard]] std::optional<Error> fill_policy(const Wanted& wanted, float* out);
  [[nodiscard]] std::optional<Error> add_policy(const Wanted& wanted, SparsePolicy& out);

  // Of a column that is not ragged: its rows, one after the other, turned into the targets' frame.
  [[nodiscard]] std::optional<Error> fill(const Wanted& wanted, std::byte* out);

 private:
  std::optional<Error> find_moves(const Wanted& wanted, std::size_t i);
  std::size_t symmetry_of(const Wanted& wanted, std::size_t i) const;
  void turn_record(std::size_t symmetry, const std::byte* record, std::byte* out) const;
  bool is_second_to_move(const std::byte* record) const;
  void turn(std::span<std::byte> row) const;

  data::Set& set_;
  data::Column& column_;
  const Targets& targets_;
  const game::GameType& type_;
  game::RecordType record_;
  bool is_told_by_mover_;
  data::Window window_;
  std::vector<std::byte> bytes_;   // visits of a record
  std::vector<std::byte> played_;  // the record with each of their moves
  std::vector<std::byte> turned_;  // a record in its symmetry
  std::vector<layout::RecordMoment> moments_;
  std::vector<std::int32_t> indices_;
  std::vector<float> shares_;
};

}  // namespace intarsia::games
