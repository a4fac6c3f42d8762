#include "intarsia/chess/transition/mailbox.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>
#include <vector>

#include "intarsia/chess/castling.h"
#include "intarsia/chess/keys.h"
#include "intarsia/chess/tensor/encode.h"
#include "intarsia/chess/tensor/layouts.h"

namespace intarsia::chess {

namespace {

const layout::Plan& mailbox_plan() {
  static const layout::Plan kPlan = [] {
    const auto found = std::find_if(layouts().begin(), layouts().end(),
                                    [](const auto& l) { return l.id == "chess/mailbox69"; });
    assert(found != layouts().end() && found->elements() == kMailboxEntries);
    return *layout::Plan::make(*found);
  }();
  return kPlan;
}

// What an entry of the tuple may be: a number from lo to hi if its leader is a number, else None.
struct Rule {
  int lo;
  int hi;
  TupleEntry leader;
};

constexpr int kLastCell = kSquares - 1;
constexpr int kLastCode = Occupant::kCodes - 1;

constexpr std::array<Rule, kTupleEntries> kRules = {{
    {0, kLastCell, kOriginIndex},
    {1, kLastCode, kOriginIndex},
    {0, kLastCell, kOriginIndex},
    {0, kLastCode, kOriginIndex},
    {0, 15, kPreCastle},
    {0, 15, kPreCastle},
    {-1, 7, kPreEnPassant},
    {-1, 7, kPreEnPassant},
    {0, kLastCell, kOrigin2Index},
    {0, kLastCode, kOrigin2Index},
    {0, kLastCell, kOrigin2Index},
    {0, kLastCode, kOrigin2Index},
}};

Error fault(std::size_t entry, std::string_view words) {
  std::string detail(kTupleNames[entry]);
  return {ErrorCode::kInvalid, entry, detail.append(words)};
}

std::optional<Error> range_fault(const TransitionTuple& t) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    const auto [lo, hi, leader] = kRules[i];
    const bool is_wanted = leader == kOriginIndex || t[leader].has_value();
    if (t[i].has_value() != is_wanted) {
      return fault(i, is_wanted ? " is None, expected a number" : " is a number, expected None");
    }
    if (t[i] && (*t[i] < lo || *t[i] > hi)) {
      return fault(i, " is " + std::to_string(*t[i]) + ", expected " + std::to_string(lo) + " to " +
                          std::to_string(hi));
    }
  }
  return std::nullopt;
}

std::optional<Kind> kind_of(std::optional<int> state) {
  const auto p = state ? Occupant::from_code(*state).piece() : std::nullopt;
  return p ? std::optional(p->kind) : std::nullopt;
}

// What no list can follow: a pair that changes nothing, a king that vanishes or appears. Kings move
// in the first quadruple alone, so that their entries stay true.
std::optional<Error> sense_fault(const TransitionTuple& t) {
  for (TupleEntry pre : {kPreCastle, kPreEnPassant}) {
    if (t[pre] && t[pre] == t[pre + 1U]) return fault(pre + 1U, " changes nothing");
  }
  if (t[kOriginIndex] == t[kDestinationIndex]) {
    if (t[kOriginState] != t[kDestinationState]) {
      return fault(kDestinationState, " is not the piece that stays");
    }
  } else if (kind_of(t[kDestinationState]) == kKing) {
    return fault(kDestinationState, " is a king, which nobody takes");
  }
  for (TupleEntry state : {kOrigin2State, kDestination2State}) {
    if (kind_of(t[state]) == kKing) return fault(state, " is a king");
  }
  return std::nullopt;
}

// An entry of the list that changes, and which entries of the tuple tell its values.
struct Write {
  int entry;
  int before;
  int after;
  TupleEntry tells_before;
  TupleEntry tells_after;
};

class Walk {
 public:
  // `t` must be without faults.
  explicit Walk(const TransitionTuple& t) {
    constexpr std::size_t kMostWrites = 8;
    writes_.reserve(kMostWrites);
    add_travel(t, kOriginIndex);
    add_change(t, kPreCastle, kCastlingEntry);
    add_change(t, kPreEnPassant, kEnPassantEntry);
    if (t[kOrigin2Index]) add_travel(t, kOrigin2Index);
    const Piece mover = *Occupant::from_code(*t[kOriginState]).piece();
    if (mover.kind == kKing) {
      const int entry = mover.color == kWhite ? kWhiteKingEntry : kBlackKingEntry;
      writes_.push_back(
          {entry, *t[kOriginIndex], *t[kDestinationIndex], kOriginIndex, kDestinationIndex});
    }
    writes_.push_back(
        {kTurnEntry, mover.color == kWhite, mover.color != kWhite, kOriginState, kOriginState});
  }

  void turn_round() {
    std::reverse(writes_.begin(), writes_.end());
    for (Write& w : writes_) {
      std::swap(w.before, w.after);
      std::swap(w.tells_before, w.tells_after);
    }
  }

  Result<MailboxState> over(MailboxState s) const {
    for (const Write& w : writes_) {
      std::int8_t& here = s.list[static_cast<std::size_t>(w.entry)];
      if (here != w.before) {
        return fault(w.tells_before, " does not fit: entry " + std::to_string(w.entry) +
                                         " of the list holds " + std::to_string(here) + ", not " +
                                         std::to_string(w.before));
      }
      here = static_cast<std::int8_t>(w.after);
      s.identity ^= key_of(w.entry, w.before) ^ key_of(w.entry, w.after);
    }
    return s;
  }

 private:
  void add_travel(const TransitionTuple& t, TupleEntry first) {
    const auto state = static_cast<TupleEntry>(first + 1);
    const int origin = *t[first];
    const int destination = *t[first + 2U];
    if (origin != destination) writes_.push_back({origin, *t[state], 0, state, first});
    writes_.push_back(
        {destination, *t[first + 3U], *t[state], static_cast<TupleEntry>(first + 3), state});
  }

  void add_change(const TransitionTuple& t, TupleEntry pre, MailboxEntry entry) {
    const auto post = static_cast<TupleEntry>(pre + 1);
    if (t[pre]) writes_.push_back({entry, *t[pre], *t[post], pre, post});
  }

  // The share of the identity that an entry with that value has.
  static Key key_of(int entry, int value) {
    if (entry < kSquares) return occupant_key(Occupant::from_code(value), square_of_cell(entry));
    if (entry == kEnPassantEntry) return value < 0 ? 0 : en_passant_key(value);
    if (entry == kTurnEntry) return value != 0 ? white_to_move_key() : 0;
    if (entry == kCastlingEntry) return castling_keys(value);
    return 0;  // the kings' cells are on the board already
  }

  static Key castling_keys(int bits) {
    Key key = 0;
    for (Color c : {kWhite, kBlack}) {
      for (Wing w : {kKingside, kQueenside}) {
        if ((bits >> right_index(c, w) & 1) != 0) key ^= castling_key(c, w);
      }
    }
    return key;
  }

  std::vector<Write> writes_;
};

Result<Walk> walk_of(const TransitionTuple& t) {
  auto error = range_fault(t);
  if (!error) error = sense_fault(t);
  if (error) return *std::move(error);
  return Walk(t);
}

}  // namespace

MailboxState to_mailbox(const Position& p) {
  MailboxState s{{}, p.identity()};
  const State state{p};
  const Moment moment{&state};
  encode(mailbox_plan(), {&moment, 1}, reinterpret_cast<std::byte*>(s.list.data()),
         kMailboxEntries);
  return s;
}

Result<MailboxState> apply_tuple(const MailboxState& state, const TransitionTuple& tuple) {
  const auto walk = walk_of(tuple);
  if (!walk) return walk.error();
  return walk->over(state);
}

Result<MailboxState> undo_tuple(const MailboxState& state, const TransitionTuple& tuple) {
  auto walk = walk_of(tuple);
  if (!walk) return walk.error();
  walk->turn_round();
  return walk->over(state);
}

}  // namespace intarsia::chess
