#include "intarsia/games/targets.h"

#include "intarsia/base/text.h"
#include "intarsia/chess/tensor/targets.h"
#include "intarsia/games/registry.h"
#include "intarsia/hex/tensor/targets.h"

namespace intarsia::games {

namespace {

Error wrong_game(const layout::PolicyInfo& p, const layout::Layout& l) {
  return Error{ErrorCode::kInvalid, 0,
               concat({p.id, " is a code of ", p.game, ", but ", l.id, " is a layout of ",
                       l.catalogue->game})};
}

}  // namespace

TargetChoice usual_targets(std::string_view game) {
  return {.policy = std::string(game == "hex" ? hex::kPolicyId : std::string_view("chess/az4672")),
          .value = "outcome",
          .view = {}};
}

Result<Targets> Targets::make(const layout::Layout& l, const TargetChoice& choice) {
  Targets t(l.catalogue->rows);
  const auto frame = layout::target_frame(l, choice.view);
  if (!frame) return frame.error();
  t.frame_ = *frame;
  if (!choice.policy.empty()) {
    const auto info = find_policy(choice.policy);
    if (!info) return info.error();
    if (info->game != l.catalogue->game) return wrong_game(*info, l);
    if (auto error = layout::refuse_targets(l, t.frame_)) return *std::move(error);
    t.policy_ = *find_policy(choice.policy, t.size_);
    t.code_ = chess::find_policy(info->id);
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
  const auto game = find_game(info->game, size);
  const layout::Layout& any = game->layouts->front();
  Targets t(any.catalogue->rows);
  const auto frame =
      layout::target_frame(any, view.empty() ? any.catalogue->frames[info->frame].name : view);
  if (!frame) return frame.error();
  t.frame_ = *frame;
  t.policy_ = *info;
  t.code_ = chess::find_policy(id);
  return t;
}

TargetChoice Targets::names(const layout::Layout& l) const {
  TargetChoice names;
  if (policy_) names.policy = policy_->id;
  if (value_) names.value = layout::to_text(*value_);
  if (!names.is_none()) names.view = l.catalogue->frames[frame_].name;
  return names;
}

std::int32_t Targets::policy(const chess::Setup& sound, chess::Move m) const {
  return code_->index(sound, m, frame_);
}

std::int32_t Targets::policy(const hex::Position& p, hex::Move m) const {
  return hex::policy_index(p, m, frame_);
}

void Targets::value(chess::Color turn, chess::Score score, std::int16_t eval, float* out) const {
  layout::write_value(*value_, chess::worth_of(score, eval),
                      layout::is_turned(frame_, turn == chess::kBlack), out);
}

void Targets::value(hex::Color turn, std::optional<hex::Color> winner, float* out) const {
  layout::write_value(*value_, hex::worth_of(winner), layout::is_turned(frame_, turn == hex::kRed),
                      out);
}

void Targets::mask(const chess::Position& p, std::span<std::uint8_t> out) const {
  code_->mask(p, frame_, out);
}

void Targets::mask(const hex::Position& p, std::span<std::uint8_t> out) const {
  hex::policy_mask(p, frame_, out);
}

std::int32_t Targets::policy(const chess::Record& r) const {
  return policy(chess::setup_of(r), chess::Move::from_bits(r.move));
}

void Targets::value(const chess::Record& r, float* out) const {
  const chess::Targets t = chess::targets_of(r);
  value(chess::turn_of(r), t.score, t.eval, out);
}

std::int32_t Targets::policy(std::span<const std::uint8_t> hex_record) const {
  return policy(hex::position_of(size_, hex_record), hex::move_of(size_, hex_record));
}

void Targets::value(std::span<const std::uint8_t> hex_record, float* out) const {
  value(hex::turn_of(size_, hex_record), hex::targets_of(size_, hex_record).outcome, out);
}

}  // namespace intarsia::games
