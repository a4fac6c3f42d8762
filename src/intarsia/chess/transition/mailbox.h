// A board as a list of 69 numbers with its key, and the walk of a transition's tuple over it.
//
//   MailboxState s = to_mailbox(p);
//   s = *apply_tuple(s, *to_tuple(p, m));   // == to_mailbox(p.after(m))
//   s = *undo_tuple(s, tuple);              // as it was
//
// The list is the layout chess/mailbox69: 64 cells from a8 to h1 with the codes
// of `Occupant`, then the entries below. It knows no rules: a tuple that fits is
// walked, legal or not; `from_tuple` (transition_tuple.h) asks the rules.

#pragma once

#include <array>
#include <cstdint>

#include "intarsia/base/keys.h"
#include "intarsia/base/result.h"
#include "intarsia/chess/position.h"
#include "intarsia/chess/transition/tuple.h"

namespace intarsia::chess {

enum MailboxEntry : std::uint8_t {
  kWhiteKingEntry = kSquares,  // the king's cell
  kBlackKingEntry,
  kCastlingEntry,   // bit i for the right with `right_index` i
  kEnPassantEntry,  // file if a capture is legal, else -1
  kTurnEntry,       // 1 if White moves
  kMailboxEntries,
};

using Mailbox = std::array<std::int8_t, kMailboxEntries>;

struct MailboxState {
  Mailbox list;
  Key identity;  // as Position::identity
  friend bool operator==(const MailboxState&, const MailboxState&) = default;
};

MailboxState to_mailbox(const Position& p);

// The list after the step, and the list before it. A tuple that is none, or that does not fit the
// list, is an error; its offset is the entry of the tuple and its words name it.
Result<MailboxState> apply_tuple(const MailboxState& state, const TransitionTuple& tuple);
Result<MailboxState> undo_tuple(const MailboxState& state, const TransitionTuple& tuple);

}  // namespace intarsia::chess
