// A byte that picks a position, then twelve 16-bit numbers as a tuple: a legal move with that very
// tuple, or an error; on the 69-entry list a walk that undoes itself, or an error.

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/legality.h"
#include "intarsia/chess/transition/mailbox.h"
#include "intarsia/chess/transition/tuple.h"

using namespace intarsia::chess;  // NOLINT: a whole program in one function

namespace {

constexpr std::string_view kFens[] = {
    kStartFen,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1",
    "4k3/8/8/8/8/8/8/1R3KR1 w BG - 0 1",
    "1r4kr/1p6/8/8/8/8/8/RK5R b HAhb - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
};

constexpr auto kNone = std::numeric_limits<std::int16_t>::min();

TransitionTuple tuple_from(const std::uint8_t* data) {
  std::array<std::int16_t, kTupleEntries> numbers;
  std::memcpy(numbers.data(), data, sizeof numbers);
  TransitionTuple tuple;
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    if (numbers[i] != kNone) tuple[i] = numbers[i];
  }
  return tuple;
}

void check_error(const intarsia::Error& e) {
  FUZZ_CHECK(e.offset < kTupleEntries && !e.detail.empty());
}

bool kings_are_in_their_cells(const Mailbox& list) {
  const auto code_at = [&list](MailboxEntry e) { return list[static_cast<std::size_t>(list[e])]; };
  return code_at(kWhiteKingEntry) == Occupant(Piece{kWhite, kKing}).code() &&
         code_at(kBlackKingEntry) == Occupant(Piece{kBlack, kKing}).code();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size != 1 + sizeof(std::int16_t) * kTupleEntries) return 0;
  const Position p = read_fen(kFens[data[0] % std::size(kFens)])->position;
  const TransitionTuple tuple = tuple_from(data + 1);
  const MailboxState before = to_mailbox(p);
  const auto after = apply_tuple(before, tuple);
  if (after) {
    FUZZ_CHECK(kings_are_in_their_cells(after->list));
    FUZZ_CHECK(*undo_tuple(*after, tuple) == before);
  } else {
    check_error(after.error());
  }
  const auto m = from_tuple(p, tuple);
  if (m) {
    FUZZ_CHECK(is_legal(p, *m));
    FUZZ_CHECK(*to_tuple(p, *m) == tuple);
    FUZZ_CHECK(*after == to_mailbox(p.after(*m)));
  } else {
    check_error(m.error());
  }
  return 0;
}
