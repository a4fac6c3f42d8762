#include "intarsia/games/column_rows.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/set_encode.h"

namespace intarsia::games {

namespace {

using data::Turned;
using data::Visit;

Error about_record(std::uint64_t number, std::string_view detail) {
  return Error{ErrorCode::kInvalid, 0,
               concat({"the visits of record ", std::to_string(number), ": ", detail,
                       "; `intarsia verify` finds all that is wrong"})};
}

}  // namespace

std::optional<Error> refuse_view(const data::ColumnManifest& column, const layout::Layout& l,
                                 layout::FrameId frame) {
  if (column.view.empty()) return std::nullopt;
  const auto told = layout::target_frame(l, column.view);
  if (!told) return told.error();
  if (*told == frame || column.turned != Turned::kKept) return layout::refuse_targets(l, frame);
  return Error{ErrorCode::kInvalid, 0,
               concat({"the column ", column.name, " is told in the view of ", column.view,
                       ", and what it says cannot be turned into that of ",
                       l.catalogue->frames[frame].name})};
}

ColumnRows::ColumnRows(data::Set& set, data::Column& column, const Targets& targets)
    : set_(set),
      column_(column),
      targets_(targets),
      type_(**find_game(set.manifest().game)),
      record_(set.type()),
      is_told_by_mover_(column.manifest().view ==
                        type_.catalogue(record_.size).frames[layout::kMoverFrame].name),
      turned_(record_.bytes) {}

// 0 is the record as it is.
std::size_t ColumnRows::symmetry_of(const Wanted& wanted, std::size_t i) const {
  if (wanted.symmetry_keys.empty() || !type_.symmetries) return 0;
  return symmetry_for(wanted.symmetry_keys[i], wanted.numbers[i], type_.symmetries->names.size());
}

void ColumnRows::turn_record(std::size_t symmetry, const std::byte* record, std::byte* out) const {
  if (symmetry == 0) {
    std::copy_n(record, record_.bytes, out);
  } else {
    type_.symmetries->turn_record(record_.size, symmetry, record, out);
  }
}

bool ColumnRows::is_second_to_move(const std::byte* record) const {
  const layout::RecordMoment moment{record, 0};
  game::RecordWorth worth;
  type_.worths(record_.size, {&moment, 1}, &worth);
  return worth.is_second_to_move;
}

// The numbers and the shares of the moves that were looked at. The record is played on with each of
// them, so that every game's code and symmetries are asked as they are for the move that was played.
std::optional<Error> ColumnRows::find_moves(const Wanted& wanted, std::size_t i) {
  const std::uint64_t number = wanted.numbers[i];
  const std::byte* const record = window_.moments[i].now;
  const std::size_t symmetry = symmetry_of(wanted, i);
  indices_.clear();
  shares_.clear();
  const auto place = set_.locate(number);
  if (!place) return place.error();
  bytes_.clear();
  if (auto error = column_.append(place->shard, place->record, bytes_)) return error;
  const std::size_t count = bytes_.size() / sizeof(Visit);
  std::vector<Visit> visits(count);
  if (count != 0) std::memcpy(visits.data(), bytes_.data(), bytes_.size());
  played_.resize(count * record_.bytes);
  moments_.clear();
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < count; ++k) {
    std::byte* const played = played_.data() + k * record_.bytes;
    std::copy_n(record, record_.bytes, turned_.data());
    const bool has_room = record_.set_move(turned_.data(), visits[k].move);
    if (!has_room || record_.check_state(record_.size, turned_)) {
      return about_record(number, concat({"no move ", std::to_string(visits[k].move)}));
    }
    turn_record(symmetry, turned_.data(), played);
    moments_.push_back({played, 0});
    sum += visits[k].weight;
  }
  if (count == 0) return std::nullopt;
  if (sum == 0) return about_record(number, "weights that are all 0");
  indices_.resize(count);
  if (auto error = targets_.code().indices(moments_, indices_.data())) return error;
  for (std::size_t k = 0; k < count; ++k) {
    if (indices_[k] < 0 || indices_[k] >= targets_.policy().size) {
      return about_record(number, concat({"no move ", std::to_string(visits[k].move)}));
    }
    shares_.push_back(static_cast<float>(visits[k].weight) / static_cast<float>(sum));
  }
  return std::nullopt;
}

std::optional<Error> ColumnRows::fill_policy(const Wanted& wanted, float* out) {
  assert(targets_.has_policy() && column_.manifest().name == data::kVisitsName);
  if (auto error = set_.read(wanted.numbers, 0, window_)) return error;
  const auto size = static_cast<std::size_t>(targets_.policy().size);
  for (std::size_t i = 0; i < wanted.numbers.size(); ++i, out += size) {
    if (auto error = find_moves(wanted, i)) return error;
    std::fill_n(out, size, 0.0F);
    for (std::size_t k = 0; k < indices_.size(); ++k) {
      out[static_cast<std::size_t>(indices_[k])] += shares_[k];
    }
  }
  return std::nullopt;
}

std::optional<Error> ColumnRows::add_policy(const Wanted& wanted, SparsePolicy& out) {
  assert(targets_.has_policy() && column_.manifest().name == data::kVisitsName);
  if (auto error = set_.read(wanted.numbers, 0, window_)) return error;
  for (std::size_t i = 0; i < wanted.numbers.size(); ++i) {
    if (auto error = find_moves(wanted, i)) return error;
    const auto begin = static_cast<std::ptrdiff_t>(out.first.back());
    for (std::size_t k = 0; k < indices_.size(); ++k) {
      const auto same = std::find(out.indices.begin() + begin, out.indices.end(), indices_[k]);
      if (same == out.indices.end()) {
        out.indices.push_back(indices_[k]);
        out.weights.push_back(shares_[k]);
      } else {
        out.weights[static_cast<std::size_t>(same - out.indices.begin())] += shares_[k];
      }
    }
    out.first.push_back(out.indices.size());
  }
  return std::nullopt;
}

// A symmetry may exchange the players: then who moves is another than in the record.
std::optional<Error> ColumnRows::fill(const Wanted& wanted, std::byte* out) {
  const data::ColumnManifest& m = column_.manifest();
  assert(!m.type.is_ragged);
  const std::size_t bytes = m.type.row_bytes();
  const bool may_turn = !m.view.empty() && m.turned != Turned::kKept;
  if (may_turn) {
    if (auto error = set_.read(wanted.numbers, 0, window_)) return error;
  }
  for (std::size_t i = 0; i < wanted.numbers.size(); ++i, out += bytes) {
    const auto place = set_.locate(wanted.numbers[i]);
    if (!place) return place.error();
    if (auto error = column_.read(place->shard, place->record, {out, bytes})) return error;
    if (!may_turn) continue;
    const std::byte* const record = window_.moments[i].now;
    turn_record(symmetry_of(wanted, i), record, turned_.data());
    const bool to_mover = !is_told_by_mover_ && is_second_to_move(record);
    const bool from_mover =
        targets_.frame() != layout::kMoverFrame && is_second_to_move(turned_.data());
    if (to_mover != from_mover) turn({out, bytes});
  }
  return std::nullopt;
}

// Elements are little endian, and the sign of a float is its uppermost bit.
void ColumnRows::turn(std::span<std::byte> row) const {
  const data::ColumnType& type = column_.manifest().type;
  const auto each = static_cast<std::size_t>(type.dtype.back() - '0');
  if (column_.manifest().turned == Turned::kNegated) {
    for (std::size_t at = each - 1; at < row.size(); at += each) row[at] ^= std::byte{0x80};
    return;
  }
  const std::size_t axis = type.shape.back() * each;  // the last one
  for (std::size_t first = 0; first < row.size(); first += axis) {
    for (std::size_t a = 0, b = axis - each; a < b; a += each, b -= each) {
      std::swap_ranges(row.data() + first + a, row.data() + first + a + each,
                       row.data() + first + b);
    }
  }
}

}  // namespace intarsia::games
