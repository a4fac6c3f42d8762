#include "intarsia/chess/tensor/facts.h"

#include <array>

#include "intarsia/chess/tensor/internal/fact_index.h"

namespace intarsia::chess {

namespace {

using namespace internal;  // NOLINT: the index of this very table
using layout::Code;
using layout::Fact;
using layout::FactKind;
using layout::Group;

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

// clang-format off
constexpr Fact kFacts[] = {
    {"white.pawn", "White's pawns", kCells},
    {"white.knight", "White's knights", kCells},
    {"white.bishop", "White's bishops", kCells},
    {"white.rook", "White's rooks", kCells},
    {"white.queen", "White's queens", kCells},
    {"white.king", "White's king", kCells},
    {"black.pawn", "Black's pawns", kCells},
    {"black.knight", "Black's knights", kCells},
    {"black.bishop", "Black's bishops", kCells},
    {"black.rook", "Black's rooks", kCells},
    {"black.queen", "Black's queens", kCells},
    {"black.king", "Black's king", kCells},
    {"us.pawn", "the mover's pawns", kCells},
    {"us.knight", "the mover's knights", kCells},
    {"us.bishop", "the mover's bishops", kCells},
    {"us.rook", "the mover's rooks", kCells},
    {"us.queen", "the mover's queens", kCells},
    {"us.king", "the mover's king", kCells},
    {"them.pawn", "the opponent's pawns", kCells},
    {"them.knight", "the opponent's knights", kCells},
    {"them.bishop", "the opponent's bishops", kCells},
    {"them.rook", "the opponent's rooks", kCells},
    {"them.queen", "the opponent's queens", kCells},
    {"them.king", "the opponent's king", kCells},
    {"white.occupied", "squares with a white man", kCells, 0, 1, true},
    {"black.occupied", "squares with a black man", kCells, 0, 1, true},
    {"us.occupied", "squares with a man of the mover", kCells, 0, 1, true},
    {"them.occupied", "squares with a man of the opponent", kCells, 0, 1, true},
    {"occupied", "squares with a man", kCells, 0, 1, true},
    {"empty", "squares without a man", kCells, 0, 1, true},
    {"turn.sign", "+1 if White moves, -1 if Black", kValue, -1, 1},
    {"turn.white", "1 if White moves", kValue},
    {"turn.black", "1 if Black moves", kValue},
    {"white.castling.kingside", "White may castle kingside", kValue},
    {"white.castling.queenside", "White may castle queenside", kValue},
    {"black.castling.kingside", "Black may castle kingside", kValue},
    {"black.castling.queenside", "Black may castle queenside", kValue},
    {"us.castling.kingside", "the mover may castle kingside", kValue},
    {"us.castling.queenside", "the mover may castle queenside", kValue},
    {"them.castling.kingside", "the opponent may castle kingside", kValue},
    {"them.castling.queenside", "the opponent may castle queenside", kValue},
    {"white.castling.rooks", "White's rooks that may castle", kCells},
    {"black.castling.rooks", "Black's rooks that may castle", kCells},
    {"us.castling.rooks", "the mover's rooks that may castle", kCells},
    {"them.castling.rooks", "the opponent's rooks that may castle", kCells},
    {"castling.bits", "1 White kingside + 2 White queenside + 4 Black kingside + 8 Black queenside", kValue, 0, 15},
    {"en_passant.always", "en passant square after every double step", kCells},
    {"en_passant.pseudo", "en passant square if a pawn stands ready", kCells},
    {"en_passant.legal", "en passant square if a capture is legal", kCells},
    {"en_passant.always.cell", "its cell after every double step, or -1", kValue, -1, 63},
    {"en_passant.pseudo.cell", "its cell if a pawn stands ready, or -1", kValue, -1, 63},
    {"en_passant.legal.cell", "its cell if a capture is legal, or -1", kValue, -1, 63},
    {"en_passant.always.file", "its file 0-7 after every double step, or -1", kValue, -1, 7},
    {"en_passant.pseudo.file", "its file 0-7 if a pawn stands ready, or -1", kValue, -1, 7},
    {"en_passant.legal.file", "its file 0-7 if a capture is legal, or -1", kValue, -1, 7},
    {"en_passant.always.file.a", "a double step on the a-file was just made", kValue},
    {"en_passant.always.file.b", "a double step on the b-file was just made", kValue},
    {"en_passant.always.file.c", "a double step on the c-file was just made", kValue},
    {"en_passant.always.file.d", "a double step on the d-file was just made", kValue},
    {"en_passant.always.file.e", "a double step on the e-file was just made", kValue},
    {"en_passant.always.file.f", "a double step on the f-file was just made", kValue},
    {"en_passant.always.file.g", "a double step on the g-file was just made", kValue},
    {"en_passant.always.file.h", "a double step on the h-file was just made", kValue},
    {"en_passant.pseudo.file.a", "a pawn stands ready to capture on the a-file", kValue},
    {"en_passant.pseudo.file.b", "a pawn stands ready to capture on the b-file", kValue},
    {"en_passant.pseudo.file.c", "a pawn stands ready to capture on the c-file", kValue},
    {"en_passant.pseudo.file.d", "a pawn stands ready to capture on the d-file", kValue},
    {"en_passant.pseudo.file.e", "a pawn stands ready to capture on the e-file", kValue},
    {"en_passant.pseudo.file.f", "a pawn stands ready to capture on the f-file", kValue},
    {"en_passant.pseudo.file.g", "a pawn stands ready to capture on the g-file", kValue},
    {"en_passant.pseudo.file.h", "a pawn stands ready to capture on the h-file", kValue},
    {"en_passant.legal.file.a", "an en passant capture on the a-file is legal", kValue},
    {"en_passant.legal.file.b", "an en passant capture on the b-file is legal", kValue},
    {"en_passant.legal.file.c", "an en passant capture on the c-file is legal", kValue},
    {"en_passant.legal.file.d", "an en passant capture on the d-file is legal", kValue},
    {"en_passant.legal.file.e", "an en passant capture on the e-file is legal", kValue},
    {"en_passant.legal.file.f", "an en passant capture on the f-file is legal", kValue},
    {"en_passant.legal.file.g", "an en passant capture on the g-file is legal", kValue},
    {"en_passant.legal.file.h", "an en passant capture on the h-file is legal", kValue},
    {"clock", "plies since the last capture or pawn move, at most 255", kValue, 0, 255},
    {"clock.capped", "plies since the last capture or pawn move, at most 100", kValue, 0, 100},
    {"fullmove", "number of the move", kValue, 1, 65'535},
    {"occurrences", "how often the position has stood, now included; 3 is three or more", kValue, 1, 3},
    {"occurrences.twice", "the position has stood at least twice", kValue},
    {"occurrences.thrice", "the position has stood at least three times", kValue},
    {"ones", "1 everywhere", kValue, 1, 1},
    {"zeros", "0 everywhere", kValue, 0, 0},
    {"white.king.cell", "cell of White's king", kValue, 0, 63, true},
    {"black.king.cell", "cell of Black's king", kValue, 0, 63, true},
    {"us.king.cell", "cell of the mover's king", kValue, 0, 63, true},
    {"them.king.cell", "cell of the opponent's king", kValue, 0, 63, true},
    {"codes.signed", "+1…+6 = P N B R Q K for White, negative for Black", kCodes, -6, 6, false, kSigned},
    {"codes.naive", "+1…+6 = P B N R Q K for White, negative for Black", kCodes, -6, 6, false, kNaive},
    {"codes.mailbox", "1…6 = P N B R Q K for White, 7…12 for Black", kCodes, 0, 12, false, kMailbox},
    {"white.attacks", "squares that White attacks", kCells, 0, 1, true},
    {"black.attacks", "squares that Black attacks", kCells, 0, 1, true},
    {"us.attacks", "squares that the mover attacks", kCells, 0, 1, true},
    {"them.attacks", "squares that the opponent attacks", kCells, 0, 1, true},
    {"white.pawn.attacks", "squares that White's pawns attack", kCells, 0, 1, true},
    {"white.knight.attacks", "squares that White's knights attack", kCells, 0, 1, true},
    {"white.bishop.attacks", "squares that White's bishops attack", kCells, 0, 1, true},
    {"white.rook.attacks", "squares that White's rooks attack", kCells, 0, 1, true},
    {"white.queen.attacks", "squares that White's queens attack", kCells, 0, 1, true},
    {"white.king.attacks", "squares that White's king attacks", kCells, 0, 1, true},
    {"black.pawn.attacks", "squares that Black's pawns attack", kCells, 0, 1, true},
    {"black.knight.attacks", "squares that Black's knights attack", kCells, 0, 1, true},
    {"black.bishop.attacks", "squares that Black's bishops attack", kCells, 0, 1, true},
    {"black.rook.attacks", "squares that Black's rooks attack", kCells, 0, 1, true},
    {"black.queen.attacks", "squares that Black's queens attack", kCells, 0, 1, true},
    {"black.king.attacks", "squares that Black's king attacks", kCells, 0, 1, true},
    {"us.pawn.attacks", "squares that the mover's pawns attack", kCells, 0, 1, true},
    {"us.knight.attacks", "squares that the mover's knights attack", kCells, 0, 1, true},
    {"us.bishop.attacks", "squares that the mover's bishops attack", kCells, 0, 1, true},
    {"us.rook.attacks", "squares that the mover's rooks attack", kCells, 0, 1, true},
    {"us.queen.attacks", "squares that the mover's queens attack", kCells, 0, 1, true},
    {"us.king.attacks", "squares that the mover's king attacks", kCells, 0, 1, true},
    {"them.pawn.attacks", "squares that the opponent's pawns attack", kCells, 0, 1, true},
    {"them.knight.attacks", "squares that the opponent's knights attack", kCells, 0, 1, true},
    {"them.bishop.attacks", "squares that the opponent's bishops attack", kCells, 0, 1, true},
    {"them.rook.attacks", "squares that the opponent's rooks attack", kCells, 0, 1, true},
    {"them.queen.attacks", "squares that the opponent's queens attack", kCells, 0, 1, true},
    {"them.king.attacks", "squares that the opponent's king attacks", kCells, 0, 1, true},
    {"check", "the mover is in check", kValue, 0, 1, true},
};
// clang-format on
static_assert(std::size(kFacts) == kFactCount);

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

// How a part of the state can be told: by all facts of one of these sets.
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
// The meanings in the order always, pseudo, legal: each can be told from the ones before it.
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
                                          .has_evals = true};

}  // namespace

const layout::Catalogue& catalogue() { return kCatalogue; }

const layout::Part& all_pieces() { return kParts[0]; }

}  // namespace intarsia::chess
