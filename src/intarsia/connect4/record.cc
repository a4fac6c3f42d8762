#include "intarsia/connect4/record.h"

#include <bit>
#include <cassert>

static_assert(std::endian::native == std::endian::little,
              "records are stored as they lie in memory");

namespace intarsia::connect4 {

namespace {

constexpr unsigned kUsedFlags = (1U << 5) - 1;

Error bad(std::uint64_t offset, std::string detail) {
  return Error{ErrorCode::kInvalid, offset, std::move(detail)};
}

constexpr Outcome outcome_of(const Record& r) {
  return static_cast<Outcome>(r.flags >> kOutcomeShift & 3);
}

bool can_end_so(const Position& p, Outcome outcome) {
  const Outcome on_board = p.outcome();
  return outcome == Outcome::kUnknown || on_board == Outcome::kUnknown || on_board == outcome;
}

// The byte in which the disc of a cell lies.
std::uint64_t byte_of(const Record& r, std::uint64_t cell) {
  const bool is_seconds = Cells(r.second).contains(static_cast<Cell>(cell));
  return (is_seconds ? offsetof(Record, second) : offsetof(Record, first)) + cell / 8;
}

// What is wrong with the bytes that no position has a part in.
std::optional<Error> find_bad_frame(const Record& r) {
  if (!is_board(r.columns, r.rows)) {
    return bad(offsetof(Record, columns), "no board has these columns and rows");
  }
  for (std::size_t i = 0; i < r.zero.size(); ++i) {
    if (r.zero[i] != 0) return bad(offsetof(Record, zero) + i, "a reserved byte is not 0");
  }
  for (std::size_t i = 0; i < r.end_zero.size(); ++i) {
    if (r.end_zero[i] != 0) return bad(offsetof(Record, end_zero) + i, "a reserved byte is not 0");
  }
  if ((r.flags & ~kUsedFlags) != 0) return bad(offsetof(Record, flags), "flags that no record has");
  return std::nullopt;
}

std::optional<Error> find_bad_move(const Record& r, const Position& p) {
  if (((r.flags & kHasNext) != 0) != (r.move != kNoMoveStored)) {
    return bad(offsetof(Record, move), "a move without the flag that one follows, or the reverse");
  }
  if (r.move == kNoMoveStored) return std::nullopt;
  if (r.move >= r.columns) return bad(offsetof(Record, move), "a column beyond the board");
  if (!p.is_legal(Move(r.move))) return bad(offsetof(Record, move), "the move is not legal here");
  return std::nullopt;
}

// Everything but the discs.
std::optional<Error> find_contradiction(const Record& r, const Position& p) {
  if (turn_of(r) != p.turn()) {
    return bad(offsetof(Record, flags), "the player to move is not that of these discs");
  }
  if (r.ply != p.ply()) return bad(offsetof(Record, ply), "the ply is not that of these discs");
  if (!can_end_so(p, outcome_of(r))) {
    return bad(offsetof(Record, flags), "the outcome is not that of the board");
  }
  return find_bad_move(r, p);
}

}  // namespace

Record pack(const Position& p, const Targets& t) {
  assert((t.move.is_none() || p.is_legal(t.move)) && can_end_so(p, t.outcome));
  Record r{};
  r.first = p.discs(kFirst).word();
  r.second = p.discs(kSecond).word();
  r.flags = static_cast<std::uint8_t>((p.turn() == kSecond ? kSecondToMove : 0) |
                                      static_cast<unsigned>(t.outcome) << kOutcomeShift |
                                      (t.is_first ? kFirstOfGame : 0) |
                                      (t.move.is_none() ? 0 : kHasNext));
  r.ply = static_cast<std::uint8_t>(p.ply());
  r.columns = static_cast<std::uint8_t>(p.board().columns());
  r.rows = static_cast<std::uint8_t>(p.board().rows());
  r.move = t.move.is_none() ? kNoMoveStored : static_cast<std::uint8_t>(t.move.column());
  r.eval = t.eval;
  return r;
}

void set_outcome(Record& r, Outcome outcome) {
  const unsigned rest = r.flags & ~(3U << kOutcomeShift);
  r.flags = static_cast<std::uint8_t>(rest | static_cast<unsigned>(outcome) << kOutcomeShift);
}

Result<Unpacked> unpack(const Record& r) {
  if (auto error = find_bad_frame(r)) return *std::move(error);
  const auto position = Position::from_discs(board_of(r), Cells(r.first), Cells(r.second));
  if (!position) return bad(byte_of(r, position.error().offset), position.error().detail);
  if (auto error = find_contradiction(r, *position)) return *std::move(error);
  return Unpacked{*position, targets_of(r)};
}

std::optional<Error> check(const Record& r) {
  const auto u = unpack(r);
  return u ? std::nullopt : std::optional(u.error());
}

Targets targets_of(const Record& r) {
  return {.outcome = outcome_of(r), .is_first = is_first(r), .move = move_of(r), .eval = r.eval};
}

}  // namespace intarsia::connect4
