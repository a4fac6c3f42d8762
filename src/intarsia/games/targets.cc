#include "intarsia/games/targets.h"

#include <algorithm>
#include <array>

#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

namespace {

Error wrong_game(const layout::PolicyInfo& p, const layout::Layout& l) {
  return Error{ErrorCode::kInvalid, 0,
               concat({p.id, " is a code of ", p.game, ", but ", l.id, " is a layout of ",
                       l.catalogue->game})};
}

}  // namespace

TargetChoice usual_targets(const game::GameType& type) {
  return {.policy = std::string(type.usual_policy), .value = "outcome", .view = {}};
}

Result<Targets> Targets::make(const layout::Layout& l, const TargetChoice& choice) {
  Targets t(game_of(l), l.catalogue->size);
  const auto frame = layout::target_frame(l, choice.view);
  if (!frame) return frame.error();
  t.frame_ = *frame;
  if (!choice.policy.empty()) {
    const auto info = find_policy(choice.policy);
    if (!info) return info.error();
    if (info->game != l.catalogue->game) return wrong_game(*info, l);
    if (auto error = layout::refuse_targets(l, t.frame_)) return *std::move(error);
    t.policy_ = *find_policy(choice.policy, t.size_);
    t.code_ = t.type_->make_policy(info->id, t.size_, t.frame_);
  }
  if (!choice.value.empty()) {
    const auto form = layout::read_value_form(choice.value, *l.catalogue);
    if (!form) return form.error();
    if (auto error = layout::refuse_value(l, t.frame_, *form)) return *std::move(error);
    t.value_ = *form;
  }
  return t;
}

Result<Targets> Targets::of_policy(std::string_view id, std::optional<int> size,
                                   std::string_view view) {
  const auto info = find_policy(id, size);
  if (!info) return info.error();
  const GameType& type = **find_game(info->game);
  Targets t(type, size.value_or(type.sizes.usual));
  const layout::Layout& any = type.layouts(t.size_).front();
  const auto frame =
      layout::target_frame(any, view.empty() ? any.catalogue->frames[info->frame].name : view);
  if (!frame) return frame.error();
  t.frame_ = *frame;
  t.policy_ = *info;
  t.code_ = type.make_policy(info->id, t.size_, t.frame_);
  return t;
}

TargetChoice Targets::names(const layout::Layout& l) const {
  TargetChoice names;
  if (policy_) names.policy = policy_->id;
  if (value_) names.value = layout::to_text(*value_);
  if (!names.is_none()) names.view = l.catalogue->frames[frame_].name;
  return names;
}

TargetRows Targets::from(const TargetRows& rows, std::size_t row) const {
  TargetRows moved = rows;
  if (rows.policy != nullptr) moved.policy += row;
  if (rows.value != nullptr) moved.value += row * value_->width();
  if (rows.mask != nullptr) moved.mask += row * static_cast<std::size_t>(policy_->size);
  return moved;
}

std::optional<Error> Targets::fill(std::span<const layout::RecordMoment> records,
                                   const TargetRows& out) const {
  if (out.policy != nullptr) {
    if (auto error = code_->indices(records, out.policy)) return error;
  }
  if (out.value != nullptr) fill_values(records, out.value);
  if (out.mask == nullptr) return std::nullopt;
  return code_->masks(records, out.mask, static_cast<std::size_t>(policy_->size));
}

void Targets::fill_values(std::span<const layout::RecordMoment> records, float* out) const {
  constexpr std::size_t kAtOnce = 256;
  std::array<game::RecordWorth, kAtOnce> worths;
  while (!records.empty()) {
    const std::size_t count = std::min(records.size(), kAtOnce);
    type_->worths(size_, records.first(count), worths.data());
    for (std::size_t i = 0; i < count; ++i, out += value_->width()) {
      layout::write_value(*value_, worths[i].worth,
                          layout::is_turned(frame_, worths[i].is_second_to_move), out);
    }
    records = records.subspan(count);
  }
}

}  // namespace intarsia::games
