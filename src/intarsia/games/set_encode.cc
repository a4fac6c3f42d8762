#include "intarsia/games/set_encode.h"

#include "intarsia/base/keys.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

std::optional<Error> refuse_layout(const data::Set& set, const layout::Layout& l) {
  const std::string& game = set.manifest().game;
  const GameType& type = game_of(l);
  if (!game.empty() && game != l.catalogue->game) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({set.name(), " holds records of ", game, ", but ", l.id, " is a layout of ",
                         l.catalogue->game})};
  }
  if (set.parts() == 0) return std::nullopt;
  if (!set.has_one_type()) {
    std::string detail = concat({set.name(), " has boards of several sizes:"});
    for (const int n : set.board_sizes()) detail += concat({" ", type.sizes.to_text(n)});
    return Error{ErrorCode::kAmbiguous, 0, detail + "; one tensor has one: choose it when opening"};
  }
  if (set.board_sizes().front() != l.catalogue->size) {
    return Error{
        ErrorCode::kInvalid, 0,
        concat({set.name(), " has boards of size ", type.sizes.to_text(set.board_sizes().front()),
                ", but the layout is for ", type.sizes.to_text(l.catalogue->size)})};
  }
  return std::nullopt;
}

BatchRows BatchRows::from(std::size_t row, const Targets& all) const {
  BatchRows rows = *this;
  if (rows.planes != nullptr) rows.planes += static_cast<std::ptrdiff_t>(row) * stride;
  if (rows.layers.masks != nullptr) rows.layers = layers.from(row);
  rows.targets = all.from(targets, row);
  return rows;
}

std::size_t symmetry_for(std::uint64_t key, std::uint64_t number, std::size_t count) {
  const std::uint64_t random = KeySequence(key ^ number * 0x9e3779b97f4a7c15).next();
  // The top 32 bits as a share of one: powers of two take the top bits.
  return static_cast<std::size_t>((random >> 32) * count >> 32);
}

SetEncoder::SetEncoder(data::Set& set, const layout::Plan& plan, const Targets& targets,
                       std::optional<std::uint64_t> symmetry_key)
    : set_(set),
      plan_(plan),
      targets_(targets),
      type_(game_of(plan.layout())),
      size_(plan.layout().catalogue->size),
      record_bytes_(type_.record_type(size_).bytes),
      history_(type_.record_history(plan.layout())),
      encoder_(type_.make_record_encoder(plan)),
      symmetry_key_(symmetry_key) {}

namespace {

// Room for a target, if it is asked for: `width` numbers a record, 0 if it was not chosen.
std::optional<Error> refuse_room(std::string_view what, std::size_t found, std::size_t count,
                                 std::size_t width) {
  if (found == 0 || (width != 0 && found == count * width)) return std::nullopt;
  if (width == 0) {
    return Error{ErrorCode::kInvalid, 0, concat({"no ", what, " was chosen as a target"})};
  }
  return Error{ErrorCode::kInvalid, 0,
               concat({"the ", what, " of ", std::to_string(count), " records takes ",
                       std::to_string(count * width), " elements, not ", std::to_string(found)})};
}

}  // namespace

std::optional<Error> SetEncoder::refuse(std::size_t count, const BatchSpans& out) const {
  if (auto error = out.planes.refuse(plan_.layout(), count)) return error;
  const bool has_policy = targets_.has_policy();
  if (auto error = refuse_room("policy", out.policy.size(), count, has_policy ? 1 : 0)) {
    return error;
  }
  const std::size_t values = targets_.has_value() ? targets_.value_form().width() : 0;
  if (auto error = refuse_room("value", out.value.size(), count, values)) return error;
  const std::size_t moves = has_policy ? static_cast<std::size_t>(targets_.policy().size) : 0;
  return refuse_room("mask", out.mask.size(), count, moves);
}

std::optional<Error> SetEncoder::fill(std::span<const std::uint64_t> numbers,
                                      const BatchSpans& out) {
  if (auto error = refuse(numbers.size(), out)) return error;
  const auto room = [](auto span) { return span.empty() ? nullptr : span.data(); };
  return fill(numbers, BatchRows{.planes = out.planes.data(),
                                 .stride = static_cast<std::ptrdiff_t>(plan_.bytes()),
                                 .targets = {.policy = room(out.policy),
                                             .value = room(out.value),
                                             .mask = room(out.mask)}});
}

std::optional<Error> SetEncoder::fill(std::span<const std::uint64_t> numbers, const BatchRows& out,
                                      layout::Stores stores) {
  if (auto error = set_.read(numbers, history_, window_)) return error;
  if (symmetry_key_ && type_.symmetries) turn(numbers);
  if (out.layers.masks != nullptr) {
    layout::Stack stack(plan_, out.layers, numbers.size());
    encoder_->stack(window_.moments, 0, stack);
  } else {
    encoder_->encode(window_.moments, out.planes, out.stride, stores);
  }
  return out.targets.is_none() ? std::nullopt : targets_.fill(window_.moments, out.targets);
}

// The records and their history, turned, in memory of our own.
void SetEncoder::turn(std::span<const std::uint64_t> numbers) {
  const game::Symmetries& symmetries = *type_.symmetries;
  const std::size_t slot = (static_cast<std::size_t>(history_) + 1) * record_bytes_;
  turned_.resize(numbers.size() * slot);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    layout::RecordMoment& m = window_.moments[i];
    const std::size_t symmetry = symmetry_for(*symmetry_key_, numbers[i], symmetries.names.size());
    const std::byte* from = m.now - static_cast<std::size_t>(m.history) * record_bytes_;
    std::byte* to = turned_.data() + i * slot;
    for (int ago = m.history; ago >= 0; --ago, from += record_bytes_, to += record_bytes_) {
      symmetries.turn_record(size_, symmetry, from, to);
    }
    m.now = to - record_bytes_;
  }
}

}  // namespace intarsia::games
