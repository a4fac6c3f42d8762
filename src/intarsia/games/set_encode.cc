#include "intarsia/games/set_encode.h"

#include <cstring>

#include "intarsia/base/keys.h"
#include "intarsia/base/text.h"

namespace intarsia::games {

namespace {

std::span<const std::uint8_t> hex_bytes(const std::byte* record, std::size_t bytes) {
  return {reinterpret_cast<const std::uint8_t*>(record), bytes};
}

}  // namespace

std::optional<Error> refuse_layout(const data::Set& set, const layout::Layout& l) {
  const std::string& game = set.manifest().game;
  if (!game.empty() && game != l.catalogue->game) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({set.folder(), " holds records of ", game, ", but ", l.id,
                         " is a layout of ", l.catalogue->game})};
  }
  if (set.parts() == 0) return std::nullopt;
  if (!set.has_one_type()) {
    std::string detail = concat({set.folder(), " has boards of several sizes:"});
    for (const int n : set.board_sizes()) detail += concat({" ", std::to_string(n)});
    return Error{ErrorCode::kAmbiguous, 0, detail + "; one tensor has one: choose it when opening"};
  }
  if (set.board_sizes().front() != l.catalogue->rows) {
    return Error{
        ErrorCode::kInvalid, 0,
        concat({set.folder(), " has boards of size ", std::to_string(set.board_sizes().front()),
                ", but the layout is for ", std::to_string(l.catalogue->rows)})};
  }
  return std::nullopt;
}

BatchRows BatchRows::from(std::size_t row, const Targets& targets) const {
  BatchRows rows = *this;
  rows.planes += static_cast<std::ptrdiff_t>(row) * stride;
  if (policy != nullptr) rows.policy += row;
  if (value != nullptr) rows.value += row * targets.value_form().width();
  if (mask != nullptr) rows.mask += row * static_cast<std::size_t>(targets.policy().size);
  return rows;
}

hex::Symmetry symmetry_for(std::uint64_t key, std::uint64_t number) {
  const std::uint64_t random = KeySequence(key ^ number * 0x9e3779b97f4a7c15).next();
  return hex::kSymmetries[random >> 62].symmetry;
}

SetEncoder::SetEncoder(data::Set& set, const layout::Plan& plan, const Targets& targets,
                       std::optional<std::uint64_t> symmetry_key)
    : set_(set),
      targets_(targets),
      kind_(plan.layout()),
      encoder_(plan),
      is_hex_(plan.layout().catalogue->game == "hex"),
      size_(plan.layout().catalogue->rows),
      symmetry_key_(symmetry_key) {}

std::optional<Error> SetEncoder::fill(std::span<const std::uint64_t> numbers, const BatchRows& out,
                                      layout::Stores stores) {
  if (auto error = set_.read(numbers, kind_.history(), window_)) return error;
  if (symmetry_key_ && is_hex_) {
    if (auto error = turn(numbers)) return error;
  }
  encoder_.encode(window_.moments, out.planes, out.stride, stores);
  const bool has_targets = out.policy != nullptr || out.value != nullptr || out.mask != nullptr;
  return has_targets ? fill_targets(out) : std::nullopt;
}

// The records and their history, turned, in memory of our own.
std::optional<Error> SetEncoder::turn(std::span<const std::uint64_t> numbers) {
  const std::size_t each = kind_.bytes();
  const std::size_t slot = (static_cast<std::size_t>(kind_.history()) + 1) * each;
  turned_.resize(numbers.size() * slot);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    layout::RecordMoment& m = window_.moments[i];
    const hex::Symmetry symmetry = symmetry_for(*symmetry_key_, numbers[i]);
    const std::byte* from = m.now - static_cast<std::size_t>(m.history) * each;
    std::byte* to = turned_.data() + i * slot;
    for (int ago = m.history; ago >= 0; --ago, from += each, to += each) {
      const auto unpacked = hex::unpack(size_, hex_bytes(from, each));
      if (!unpacked) return unpacked.error();
      const hex::Unpacked u = symmetry(*unpacked);
      hex::pack(u.position, u.targets, {reinterpret_cast<std::uint8_t*>(to), each});
    }
    m.now = to - each;
  }
  return std::nullopt;
}

std::optional<Error> SetEncoder::fill_targets(const BatchRows& out) {
  for (std::size_t i = 0; i < window_.moments.size(); ++i) {
    const std::byte* const record = window_.moments[i].now;
    const BatchRows row = out.from(i, targets_);
    if (auto error = is_hex_ ? fill_hex(record, row) : fill_chess(record, row)) return error;
  }
  return std::nullopt;
}

std::optional<Error> SetEncoder::fill_chess(const std::byte* record, const BatchRows& row) const {
  chess::Record r;
  std::memcpy(&r, record, sizeof r);
  if (row.policy != nullptr) {
    *row.policy = targets_.policy(r);
    if (*row.policy == layout::kNoPolicy && r.move != chess::Move::none().bits()) {
      return Error{ErrorCode::kInvalid, offsetof(chess::Record, move), "the move is no move"};
    }
  }
  if (row.value != nullptr) targets_.value(r, row.value);
  if (row.mask == nullptr) return std::nullopt;
  const auto unpacked = chess::unpack(r);
  if (!unpacked) return unpacked.error();
  targets_.mask(unpacked->position, {row.mask, static_cast<std::size_t>(targets_.policy().size)});
  return std::nullopt;
}

std::optional<Error> SetEncoder::fill_hex(const std::byte* record, const BatchRows& row) const {
  const auto bytes = hex_bytes(record, kind_.bytes());
  if (row.policy != nullptr) *row.policy = targets_.policy(bytes);
  if (row.value != nullptr) targets_.value(bytes, row.value);
  if (row.mask != nullptr) {
    targets_.mask(hex::position_of(size_, bytes),
                  {row.mask, static_cast<std::size_t>(targets_.policy().size)});
  }
  return std::nullopt;
}

}  // namespace intarsia::games
