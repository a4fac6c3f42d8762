#include "python/bind/source.h"

#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/game/typed.h"
#include "intarsia/games/registry.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/lines.h"

namespace intarsia::bind {

Source::Source(const layout::Layout& l, nb::tuple positions)
    : Source(games::game_of(l), l.catalogue->size, &l, std::move(positions)) {}

Source::Source(const GameType& type, int size, nb::tuple positions)
    : Source(type, size, nullptr, std::move(positions)) {}

Source::Source(const GameType& type, int size, const layout::Layout* l, nb::tuple positions)
    : type_(type), size_(size), layout_(l), positions_(std::move(positions)) {
  reserve(items_, positions_.size(), "positions");
  each_row(positions_.size(), [this](std::size_t i) { take(positions_[i]); });
}

void Source::take(nb::handle item) {
  if (PyUnicode_Check(item.ptr())) {
    items_.emplace_back(utf8_of(item));
    return;
  }
  if (const auto* position = find<PositionObject>(item)) {
    check(*position->line);
    items_.emplace_back(&*position->line);
    return;
  }
  const game::Line* line = find_line(item);
  if (line != nullptr) check(*line);
  taken_.push_back(line != nullptr ? line->copy() : line_from(type_, item, {}, layout_));
  check(*taken_.back());
  items_.emplace_back(taken_.back().get());
}

void Source::check(const game::Line& line) const {
  if (&line.type() != &type_) raise_other_game(type_, line);
  if (line.size() != size_) raise(wrong_board(line.size()));
}

std::optional<Error> Source::add(std::size_t i, game::Encoder& encoder) const {
  if (const auto* line = std::get_if<const game::Line*>(&items_[i])) {
    encoder.add(**line, (*line)->ply());
    return std::nullopt;
  }
  const std::string_view text = std::get<std::string_view>(items_[i]);
  std::optional<Error> note;
  auto error = encoder.add_text(text, {}, &note);
  if (error) return explained(text, *std::move(error));
  if (note) note_mended(i, *note);
  return std::nullopt;
}

void Source::note_mended(std::size_t i, const Error& note) const {
  const std::lock_guard lock(noting_);
  if (mended_++ != 0 && i > first_mended_row_) return;
  first_mended_row_ = i;
  first_mended_ = note;
}

nb::object Source::mended() const {
  if (mended_ == 0) return nb::none();
  const std::string& detail = first_mended_.detail;
  return nb::make_tuple(mended_, first_mended_row_, first_mended_.offset,
                        nb::str(detail.c_str(), detail.size()));
}

std::optional<Error> Source::mask(std::size_t i, const game::Policy& policy,
                                  std::span<std::uint8_t> out) const {
  if (const auto* line = std::get_if<const game::Line*>(&items_[i])) {
    return policy.mask(**line, out);
  }
  const std::string_view text = std::get<std::string_view>(items_[i]);
  std::optional<Error> note;
  auto error = policy.mask_of_text(text, out, &note);
  if (error) return explained(text, *std::move(error));
  if (note) note_mended(i, *note);
  return std::nullopt;
}

std::optional<Error> Source::pack(std::size_t i, std::byte* out) const {
  constexpr game::RecordTargets kNone[] = {{}};
  const auto* found = std::get_if<const game::Line*>(&items_[i]);
  game::ReadGame read;
  if (found == nullptr) {
    const std::string_view text = std::get<std::string_view>(items_[i]);
    auto result = type_.read_line(text, {});
    if (!result) return explained(text, result.error());
    read = *std::move(result);
    if (read.line->size() != size_) return wrong_board(read.line->size());
    if (const game::Fault* fault = read.first_mended()) note_mended(i, fault->error);
  }
  const game::Line& line = found == nullptr ? *read.line : **found;
  line.pack(line.ply(), line.ply(), false, kNone, out);
  return std::nullopt;
}

Error Source::explained(std::string_view text, Error error) const {
  if (auto other = refuse_other_game(type_, text)) {
    if (layout_ == nullptr) return *std::move(other);
    return games::wrong_game(games::game_of_line(text)->name, *layout_);
  }
  const auto size = type_.is_line(text) ? type_.peek_size(text) : std::nullopt;
  return size && *size != size_ ? wrong_board(*size) : error;
}

Error Source::wrong_board(int size) const {
  const std::string found = type_.sizes.to_text(size);
  if (layout_ == nullptr) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"a board of size ", found, ", not ", type_.sizes.to_text(size_)})};
  }
  Error error = game::wrong_board(type_, size, *layout_);
  error.detail +=
      concat({"; ia.layout(…, size=", size_literal(type_, size), ") is for such boards"});
  return error;
}

}  // namespace intarsia::bind
