// The part of a row that follows from a game's own types.
//
//   static const GameType kType = row_of<Chess>({.name = "chess", …});
//
// A game adds to what typed.h, rules_of.h, steps_of.h and picture_of.h ask of it: worth_of(size, record).

#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "intarsia/game/picture_of.h"
#include "intarsia/game/rules_of.h"
#include "intarsia/game/steps_of.h"
#include "intarsia/game/typed.h"

namespace intarsia::game {

template <class G>
std::unique_ptr<Policy> make_policy_of(std::string_view id, int size, layout::FrameId frame) {
  return std::make_unique<PolicyOf<G>>(G::code(id, size), size, frame);
}

template <class G>
void worths_of(int size, std::span<const layout::RecordMoment> records, RecordWorth* out) {
  for (const layout::RecordMoment& r : records) *out++ = G::worth_of(size, r.now);
}

// What a plan makes, behind its interface.
template <class Interface, class Made>
std::unique_ptr<Interface> make_by_plan(const layout::Plan& plan) {
  return std::make_unique<Made>(plan);
}

template <class G>
GameType row_of(GameType row) {
  row.make_encoder = make_by_plan<Encoder, EncoderOf<G>>;
  row.make_decoder = make_by_plan<Decoder, DecoderOf<G>>;
  row.make_record_encoder = make_by_plan<RecordEncoder, RecordEncoderOf<G>>;
  row.make_policy = make_policy_of<G>;
  row.worths = worths_of<G>;
  row.board_picture = PictureOf<G>::board;
  row.picture = PictureOf<G>::planes;
  row.tensor_picture = PictureOf<G>::tensor;
  row.rules = RulesOf<G>::table();
  row.make_steps = make_steps_of<G>;
  return row;
}

}  // namespace intarsia::game
