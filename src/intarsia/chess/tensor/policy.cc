#include "intarsia/chess/tensor/policy.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "intarsia/base/text.h"
#include "intarsia/chess/castling.h"
#include "intarsia/chess/movegen.h"
#include "intarsia/chess/tensor/internal/policy_rules.h"

namespace intarsia::chess {

namespace {

constexpr std::int16_t kNoNumber = layout::kNoPolicy;
constexpr std::uint16_t kNoName = 0xffff;

static_assert(kWhiteFrame == layout::kFirstPlayerFrame && kMoverFrame == layout::kMoverFrame);

// Drawing undoes itself.
Move drawn(Color turn, Move m, layout::FrameId frame) {
  return layout::is_turned(frame, turn == kBlack) ? mirrored(m) : m;
}

bool is_castling(const Setup& s, Move m) { return s.board.pieces(s.turn).contains(m.to()); }

}  // namespace

Policy::Policy(const Rule& rule)
    : info_(rule.info),
      castling_(rule.castling),
      first_wing_(static_cast<std::int16_t>(info_.size - 2)),
      names_(static_cast<std::size_t>(info_.size), kNoName) {
  numbers_.fill(kNoNumber);
  rule.list([this](int number, Move m) {
    numbers_[m.bits()] = static_cast<std::int16_t>(number);
    std::uint16_t& name = names_[static_cast<std::size_t>(number)];
    if (name == kNoName) name = m.bits();
  });
}

std::int32_t Policy::index(const Setup& s, Move m, layout::FrameId frame) const {
  if (m == Move::none()) return kNoPolicy;
  if (is_castling(s, m)) {
    const Wing wing = wing_of(m.from(), m.to());
    if (castling_ == CastlingForm::kByWing) return first_wing_ + (wing == kKingside ? 1 : 0);
    if (castling_ == CastlingForm::kAsUci && !s.chess960) {
      m = Move(m.from(), Castling(s.turn, m.from(), m.to()).king_to);
    }
  }
  const std::size_t key = drawn(s.turn, m, frame).bits();
  return key < kKeys ? numbers_[key] : kNoPolicy;
}

std::vector<std::int32_t> Policy::table() const {
  std::vector<std::int32_t> table = {static_cast<std::int32_t>(castling_), first_wing_};
  table.insert(table.end(), numbers_.begin(), numbers_.end());
  return table;
}

Result<Move> Policy::move(const Position& p, std::int32_t index, layout::FrameId frame,
                          Kind promotion) const {
  std::optional<Move> found;
  for (Move m : legal_moves(p)) {
    if (this->index(p, m, frame) != index) continue;
    if (!found || (m.is_promotion() && m.promotion() == promotion)) found = m;
  }
  if (found) return *found;
  return no_move(p, index, frame);
}

Error Policy::no_move(const Position& p, std::int32_t index, layout::FrameId frame) const {
  std::string detail(id());
  append_number(detail += " has the numbers 0 to ", size() - 1);
  append_number(detail += ", not ", index);
  if (index < 0 || index >= size()) return Error{ErrorCode::kInvalid, 0, std::move(detail)};
  detail = "number ";
  append_number(detail, index);
  detail += concat({" of ", id(), " "});
  if (castling_ == CastlingForm::kByWing && index >= first_wing_) {
    detail += index == first_wing_ ? "is castling queenside" : "is castling kingside";
    return Error{ErrorCode::kIllegal, 0, detail + ", which is not legal here"};
  }
  const std::uint16_t name = names_[static_cast<std::size_t>(index)];
  if (name == kNoName) {
    return Error{ErrorCode::kInvalid, 0, detail + "names no move: it would leave the board"};
  }
  const Move m = drawn(p.turn(), Move::from_bits(name), frame);
  detail += "is ";
  append_square(detail, m.from());
  append_square(detail, m.to());
  if (m.is_promotion()) detail += lower_letter(m.promotion());
  return Error{ErrorCode::kIllegal, 0, detail + ", which is not legal here"};
}

void Policy::mask(const Position& p, layout::FrameId frame, std::span<std::uint8_t> out) const {
  assert(out.size() == static_cast<std::size_t>(size()));
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  for (Move m : legal_moves(p)) out[static_cast<std::size_t>(index(p, m, frame))] = 1;
}

const std::vector<Policy>& policies() {
  static const std::vector<Policy> kAll = [] {
    std::vector<Policy> all;
    for (const Policy::Rule& rule : policy_rules()) all.emplace_back(rule);
    return all;
  }();
  return kAll;
}

const Policy* find_policy(std::string_view id) {
  for (const Policy& p : policies()) {
    if (p.id() == id) return &p;
  }
  return nullptr;
}

}  // namespace intarsia::chess
