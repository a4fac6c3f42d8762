#include "intarsia/chess/tensor/facts.h"

#include <array>

#include "intarsia/chess/tensor/internal/fact_index.h"
#include "intarsia/layout/fact_table.h"

namespace intarsia::chess {

namespace {

using namespace internal;  // NOLINT: the index of this very table
using layout::Code;
using layout::Fact;
using layout::FactKind;
using layout::Group;
using layout::kNoFamily;

constexpr FactKind kCells = FactKind::kCells;
constexpr FactKind kValue = FactKind::kValue;
constexpr FactKind kCodes = FactKind::kCodes;

constexpr std::size_t kPieceKinds = std::size_t{kColors} * kKinds;

// Piece codes of White and Black, kind by kind.
constexpr std::array<Code, kPieceKinds> codes_of(std::array<int, kKinds> white,
                                                 std::array<int, kKinds> black) {
  std::array<Code, kPieceKinds> codes{};
  for (int k = 0; k < kKinds; ++k) {
    codes[k] = {piece_fact(kOfWhite, k), static_cast<std::int8_t>(white[k])};
    codes[kKinds + k] = {piece_fact(kOfBlack, k), static_cast<std::int8_t>(black[k])};
  }
  return codes;
}

constexpr std::array<int, kKinds> occupant_codes(Color c) {
  std::array<int, kKinds> codes{};
  for (int k = 0; k < kKinds; ++k) codes[k] = Occupant(Piece{c, Kind(k)}).code();
  return codes;
}

constexpr auto kSigned = codes_of({1, 2, 3, 4, 5, 6}, {-1, -2, -3, -4, -5, -6});
constexpr auto kNaive = codes_of({1, 3, 2, 4, 5, 6}, {-1, -3, -2, -4, -5, -6});
constexpr auto kMailbox = codes_of(occupant_codes(kWhite), occupant_codes(kBlack));

// Facts that come for each side, meaning of en passant, kind, wing or file are one row.
constexpr layout::Word kSideWords[] = {
    {"side", {"white", "black", "us", "them"}},
    {"who", {"White", "Black", "the mover", "the opponent"}},
    {"a man", {"a white man", "a black man", "a man of the mover", "a man of the opponent"}},
};
constexpr layout::Word kMeaningWords[] = {
    {"meaning", {"always", "pseudo", "legal"}},
    {"when", {"after every double step", "if a pawn stands ready", "if a capture is legal"}},
    {"it happens",
     {"a double step on the {file}-file was just made",
      "a pawn stands ready to capture on the {file}-file",
      "an en passant capture on the {file}-file is legal"}},
};
constexpr layout::Word kKindWords[] = {
    {"kind", {"pawn", "knight", "bishop", "rook", "queen", "king"}},
    {"men", {"pawns", "knights", "bishops", "rooks", "queens", "king"}},
    {"men attack",
     {"pawns attack", "knights attack", "bishops attack", "rooks attack", "queens attack",
      "king attacks"}},
};
constexpr layout::Word kWingWords[] = {{"wing", {"kingside", "queenside"}}};
constexpr layout::Word kFileWords[] = {{"file", {"a", "b", "c", "d", "e", "f", "g", "h"}}};
constexpr layout::Axis kAxes[] = {
    {kSides, kSideWords, true}, {kMeanings, kMeaningWords}, {kKinds, kKindWords}, {2, kWingWords},
    {kFiles, kFileWords},
};

constexpr bool kNeedsTurn = true;
constexpr bool kIsDerived = true;

// id, name, meaning, kind, range, family, partner, needs the turn, is derived, codes
// clang-format off
constexpr Fact kRows[] = {
    {kPieces, "{side}.{kind}", "{who}'s {men}", kCells, 0, 1, family::kPieces},
    {kOccupiedBy, "{side}.occupied", "squares with {a man}", kCells, 0, 1, family::kMen, kOccupiedBy, false, kIsDerived},
    {kOccupied, "occupied", "squares with a man", kCells, 0, 1, family::kBoard, kOccupied, false, kIsDerived},
    {kEmpty, "empty", "squares without a man", kCells, 0, 1, family::kBoard, kEmpty, false, kIsDerived},
    {kTurnSign, "turn.sign", "+1 if White moves, -1 if Black", kValue, -1, 1, family::kTurn, kTurnSign, kNeedsTurn},
    {kTurnWhite, "turn.white", "1 if White moves", kValue, 0, 1, family::kTurn, kTurnBlack, kNeedsTurn},
    {kTurnBlack, "turn.black", "1 if Black moves", kValue, 0, 1, family::kTurn, kTurnWhite, kNeedsTurn},
    {kCastling, "{side}.castling.{wing}", "{who} may castle {wing}", kValue, 0, 1, family::kCastling},
    {kCastlingRooks, "{side}.castling.rooks", "{who}'s rooks that may castle", kCells, 0, 1, family::kMen},
    {kCastlingBits, "castling.bits", "1 White kingside + 2 White queenside + 4 Black kingside + 8 Black queenside", kValue, 0, 15, family::kCastlingBits},
    {kEnPassantCells, "en_passant.{meaning}", "en passant square {when}", kCells, 0, 1, family::kEnPassant, kEnPassantCells, kNeedsTurn},
    {kEnPassantCell, "en_passant.{meaning}.cell", "its cell {when}, or -1", kValue, -1, 63, family::kEnPassant, kEnPassantCell, kNeedsTurn},
    {kEnPassantFile, "en_passant.{meaning}.file", "its file 0-7 {when}, or -1", kValue, -1, 7, family::kEnPassant, kEnPassantFile, kNeedsTurn},
    {kEnPassantFiles, "en_passant.{meaning}.file.{file}", "{it happens}", kValue, 0, 1, family::kEnPassantFiles, kEnPassantFiles, kNeedsTurn},
    {kClock, "clock", "plies since the last capture or pawn move, at most 255", kValue, 0, 255, family::kCounters},
    {kClockCapped, "clock.capped", "plies since the last capture or pawn move, at most 100", kValue, 0, 100, family::kCounters},
    {kFullmove, "fullmove", "number of the move", kValue, 1, 65'535, family::kCounters},
    {kOccurrences, "occurrences", "how often the position has stood, now included; 3 is three or more", kValue, 1, 3, family::kCounters},
    {kOccurrencesTwice, "occurrences.twice", "the position has stood at least twice", kValue, 0, 1, family::kCounters},
    {kOccurrencesThrice, "occurrences.thrice", "the position has stood at least three times", kValue, 0, 1, family::kCounters},
    {kOnes, "ones", "1 everywhere", kValue, 1, 1, family::kBoard},
    {kZeros, "zeros", "0 everywhere", kValue, 0, 0, family::kBoard},
    {kKingCell, "{side}.king.cell", "cell of {who}'s king", kValue, 0, 63, family::kMen, kKingCell, false, kIsDerived},
    {kSignedCodes, "codes.signed", "+1…+6 = P N B R Q K for White, negative for Black", kCodes, -6, 6, kNoFamily, kSignedCodes, false, false, kSigned},
    {kNaiveCodes, "codes.naive", "+1…+6 = P B N R Q K for White, negative for Black", kCodes, -6, 6, kNoFamily, kNaiveCodes, false, false, kNaive},
    {kMailboxCodes, "codes.mailbox", "1…6 = P N B R Q K for White, 7…12 for Black", kCodes, 0, 12, kNoFamily, kMailboxCodes, false, false, kMailbox},
    {kAttacks, "{side}.attacks", "squares that {who} attacks", kCells, 0, 1, family::kAttacks, kAttacks, false, kIsDerived},
    {kAttacksBy, "{side}.{kind}.attacks", "squares that {who}'s {men attack}", kCells, 0, 1, family::kAttacks, kAttacksBy, false, kIsDerived},
    {kCheck, "check", "the mover is in check", kValue, 0, 1, family::kCheck, kCheck, kNeedsTurn, kIsDerived},
};
// clang-format on
constexpr layout::FactTable<kFactCount> kTable(kRows, kAxes);
constexpr auto kFacts = kTable.facts();
static_assert(is_in_order(kFacts) && has_partners(kFacts) && has_families(kFacts));

// The facts first … first + N - 1.
template <int N>
constexpr std::array<FactId, N> run_of(int first) {
  std::array<FactId, N> ids{};
  for (int i = 0; i < N; ++i) ids[i] = static_cast<FactId>(first + i);
  return ids;
}

constexpr auto kWhitePieces = run_of<kKinds>(piece_fact(kOfWhite, 0));
constexpr auto kBlackPieces = run_of<kKinds>(piece_fact(kOfBlack, 0));
constexpr auto kUsPieces = run_of<kKinds>(piece_fact(kOfUs, 0));
constexpr auto kThemPieces = run_of<kKinds>(piece_fact(kOfThem, 0));
constexpr auto kWhiteCastling = run_of<2>(kCastling + 2 * kOfWhite);
constexpr auto kBlackCastling = run_of<2>(kCastling + 2 * kOfBlack);
constexpr auto kUsCastling = run_of<2>(kCastling + 2 * kOfUs);
constexpr auto kThemCastling = run_of<2>(kCastling + 2 * kOfThem);
constexpr auto kAlwaysFiles = run_of<kFiles>(kEnPassantFiles);
constexpr auto kPseudoFiles = run_of<kFiles>(kEnPassantFiles + kFiles);
constexpr auto kLegalFiles = run_of<kFiles>(kEnPassantFiles + 2 * kFiles);

constexpr Group kGroups[] = {
    {"white.pieces", kWhitePieces},
    {"black.pieces", kBlackPieces},
    {"us.pieces", kUsPieces},
    {"them.pieces", kThemPieces},
    {"white.castling", kWhiteCastling},
    {"black.castling", kBlackCastling},
    {"us.castling", kUsCastling},
    {"them.castling", kThemCastling},
    {"en_passant.always.files", kAlwaysFiles},
    {"en_passant.pseudo.files", kPseudoFiles},
    {"en_passant.legal.files", kLegalFiles},
};

// How a part of the state can be read: from all facts of one of these sets.
using FactSet = std::span<const FactId>;
template <std::size_t A, std::size_t B>
constexpr std::array<FactId, A + B> both(const std::array<FactId, A>& a,
                                         const std::array<FactId, B>& b) {
  std::array<FactId, A + B> all{};
  for (std::size_t i = 0; i < A; ++i) all[i] = a[i];
  for (std::size_t i = 0; i < B; ++i) all[A + i] = b[i];
  return all;
}
constexpr auto kByColor = both(kWhitePieces, kBlackPieces);
constexpr auto kByMover = both(kUsPieces, kThemPieces);
constexpr auto kCastlingByColor = both(kWhiteCastling, kBlackCastling);
constexpr auto kCastlingByMover = both(kUsCastling, kThemCastling);
constexpr auto kRooksByColor = run_of<2>(kCastlingRooks);
constexpr auto kRooksByMover = run_of<2>(kCastlingRooks + 2);
constexpr auto kEveryFact = run_of<kFactCount>(0);
constexpr FactSet only(int fact) { return FactSet(kEveryFact).subspan(fact, 1); }

constexpr FactSet kPiecesShown[] = {kByColor, kByMover, only(kSignedCodes), only(kNaiveCodes),
                                    only(kMailboxCodes)};
constexpr FactSet kTurnShown[] = {only(kTurnSign), only(kTurnWhite), only(kTurnBlack)};
constexpr FactSet kCastlingShown[] = {kCastlingByColor, kCastlingByMover, only(kCastlingBits),
                                      kRooksByColor, kRooksByMover};
constexpr FactSet kRooksShown[] = {kRooksByColor, kRooksByMover};
// The meanings in the order always, pseudo, legal: each can be read from the ones before it.
constexpr FactSet kEnPassantShown[] = {
    only(kEnPassantCells),     only(kEnPassantCell),     only(kEnPassantFile),     kAlwaysFiles,
    only(kEnPassantCells + 1), only(kEnPassantCell + 1), only(kEnPassantFile + 1), kPseudoFiles,
    only(kEnPassantCells + 2), only(kEnPassantCell + 2), only(kEnPassantFile + 2), kLegalFiles,
};
constexpr auto kRawSquareShown = std::span(kEnPassantShown).first(4);
constexpr FactSet kClockShown[] = {only(kClock), only(kClockCapped)};
constexpr FactSet kFullmoveShown[] = {only(kFullmove)};
constexpr auto kOccurrenceFlags = run_of<2>(kOccurrencesTwice);
constexpr FactSet kOccurrencesShown[] = {only(kOccurrences), kOccurrenceFlags};

constexpr layout::Part kParts[] = {
    {"pieces", "what stands where", "those that are shown", kPiecesShown},
    {"turn", "which colour moves", "White, or Black where White cannot be to move", kTurnShown},
    {"castling", "castling rights", "none", kCastlingShown},
    {"castling.rooks", "which rook castles, where two stand on its side (Chess960)",
     "the outermost", kRooksShown},
    {"en_passant", "legal en passant captures", "none", kEnPassantShown},
    {"en_passant.raw", "the en passant square where no capture is legal", "none", kRawSquareShown},
    {"clock", "plies since the last capture or pawn move", "0", kClockShown},
    {"clock.over_100", "the clock beyond 100", "100", std::span(kClockShown).first(1)},
    {"fullmove", "number of the move", "1", kFullmoveShown},
    {"occurrences", "how often the position has stood", "1", kOccurrencesShown},
    {"history", "the game before the plies that are shown", "unknown", {}},
};

constexpr layout::Frame kFrames[] = {
    {"white", "White's view: rank 8 on top"},
    {"mover", "the mover's view: ranks mirrored when Black moves, files kept"},
};

constexpr layout::Catalogue kCatalogue = {.game = "chess",
                                          .rows = 8,
                                          .columns = 8,
                                          .facts = kFacts,
                                          .groups = kGroups,
                                          .frames = kFrames,
                                          .parts = kParts,
                                          .size = 8,
                                          .has_evals = true};

}  // namespace

const layout::Catalogue& catalogue() { return kCatalogue; }

const layout::Part& all_pieces() { return kParts[0]; }

}  // namespace intarsia::chess
