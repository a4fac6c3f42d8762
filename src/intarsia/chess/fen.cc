#include "intarsia/chess/fen.h"

#include <bit>
#include <limits>

#include "intarsia/base/text.h"
#include "intarsia/chess/castling.h"

namespace intarsia::chess {

namespace {

using Field = SetupReading::Field;

// What one byte of the placement does: how many squares it covers, and what it puts there.
struct PlacementByte {
  std::uint8_t advance = 0;  // 0: not a placement byte
  std::uint8_t is_piece = 0;
  std::uint8_t kind = 0;
  std::uint8_t color = 0;
};

constexpr std::array<PlacementByte, 256> kPlacementBytes = [] {
  std::array<PlacementByte, 256> t{};
  for (std::uint8_t d = 1; d <= 8; ++d) t['0' + d].advance = d;
  for (Color c : {kWhite, kBlack}) {
    for (std::uint8_t k = 0; k < kKinds; ++k) {
      t[static_cast<unsigned char>(letter(Piece{c, Kind(k)}))] = {1, 1, k, c};
    }
  }
  return t;
}();

constexpr PlacementByte placement_byte(char c) {
  return kPlacementBytes[static_cast<unsigned char>(c)];
}

// Reads eight ranks. The work per byte has no branch on what the byte is: in real positions that
// is close to random. Any irregularity is only noted; `first_bad_placement_byte` finds it again.
bool read_placement(std::string_view text, Board& board) {
  int square = kA8;
  int rank_end = kH8 + 1;
  unsigned irregular = 0;
  unsigned was_digit = 0;
  for (char c : text) {
    if (c == '/') {
      irregular |= static_cast<unsigned>(square != rank_end || rank_end <= 8);
      rank_end -= 8;
      square = rank_end - 8;
      was_digit = 0;
      continue;
    }
    const PlacementByte b = placement_byte(c);
    const std::uint64_t bit = std::uint64_t{b.is_piece} << (square & 63);
    board.kinds[b.kind] |= Bitboard(bit);
    board.colors[b.color] |= Bitboard(bit);
    const unsigned is_digit = b.is_piece ^ 1U;
    irregular |= static_cast<unsigned>(b.advance == 0) | (is_digit & was_digit);
    irregular |= static_cast<unsigned>(square + b.advance > rank_end);
    was_digit = is_digit;
    square += b.advance;
  }
  return irregular == 0 && rank_end == 8 && square == 8;
}

// The place of the first byte that breaks the placement; its length if ranks are missing.
std::size_t first_bad_placement_byte(std::string_view text) {
  int files = 0;
  int ranks = 1;
  bool was_digit = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '/') {
      if (files != 8 || ranks == 8) return i;
      files = 0;
      ++ranks;
      was_digit = false;
      continue;
    }
    const PlacementByte b = placement_byte(text[i]);
    files += b.advance;
    if (b.advance == 0 || files > 8 || (was_digit && b.is_piece == 0)) return i;
    was_digit = b.is_piece == 0;
  }
  return text.size();
}

// The rook that a letter of the castling field means, or kNoSquare for no such letter. X-FEN's K
// and Q mean the outermost rook on that side of the king; without one, the corner, so that the
// bridge finds no rook there and says so.
Square castling_rook(char c, const Board& b) {
  const Color color = c >= 'a' ? kBlack : kWhite;
  const char upper = static_cast<char>(c & ~0x20);
  const int rank = back_rank(color);
  if (upper >= 'A' && upper <= 'H') return square_at(upper - 'A', rank);
  if (upper != 'K' && upper != 'Q') return kNoSquare;
  const Bitboard king = b.pieces(color, kKing) & rank_squares(rank);
  const Bitboard rooks = b.pieces(color, kRook) & rank_squares(rank);
  const Bitboard west = king.empty() ? Bitboard{} : rooks & Bitboard(king.word() - 1);
  if (upper == 'Q') return west.empty() ? square_at(0, rank) : west.first();
  const Bitboard east = king.empty() ? Bitboard{} : rooks - west;
  return east.empty() ? square_at(7, rank) : Square(63 - std::countl_zero(east.word()));
}

class SetupReader {
 public:
  SetupReader(std::string_view text, bool chess960) : in_(text) {
    reading_.setup.chess960 = chess960;
  }

  SetupReading read() {
    const std::string_view placement = field(Field::kPlacementField);
    if (!read_placement(placement, reading_.setup.board)) {
      fail(Fault::kPlacement, Field::kPlacementField, first_bad_placement_byte(placement));
    }
    read_turn(field(Field::kTurnField));
    read_castling(field(Field::kCastlingField));
    const std::string_view en_passant = field(Field::kEnPassantField);
    read_en_passant(en_passant);
    const std::string_view clock = field(Field::kClockField);
    const std::string_view fullmove = field(Field::kFullmoveField);
    read_counters(clock, fullmove);
    if (!field(Field::kBeyond).empty()) reading_.faults.add(Fault::kExtraField);
    if (en_passant.empty()) {
      reading_.faults.add(Fault::kTooFewFields);
    } else if (fullmove.empty()) {
      reading_.faults.add(Fault::kMissingCounters);
    }
    return reading_;
  }

 private:
  std::string_view field(Field f) {
    in_.skip_blanks();
    reading_.at[f] = static_cast<std::uint16_t>(in_.offset());
    return in_.word();
  }

  void fail(Fault fault, Field f, std::size_t bad_byte = 0) {
    reading_.faults.add(fault);
    reading_.at[f] = static_cast<std::uint16_t>(reading_.at[f] + bad_byte);
  }

  // A field that is not there at all is reported once, as kTooFewFields.
  void read_turn(std::string_view text) {
    if (text == "b") {
      reading_.setup.turn = kBlack;
    } else if (text != "w" && !text.empty()) {
      fail(Fault::kTurn, Field::kTurnField);
    }
  }

  void read_castling(std::string_view text) {
    if (text == "-") return;
    Setup& s = reading_.setup;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const Square rook = castling_rook(text[i], s.board);
      if (rook == kNoSquare) return fail(Fault::kCastlingText, Field::kCastlingField, i);
      if (s.castling.contains(rook)) reading_.faults.add(Fault::kCastling);
      s.castling.insert(rook);
      const char upper = static_cast<char>(text[i] & ~0x20);
      if (upper <= 'H') s.chess960 = true;
    }
  }

  void read_en_passant(std::string_view text) {
    if (text == "-" || text.empty()) return;
    if (const auto square = square_from(text)) {
      reading_.setup.en_passant = *square;
    } else {
      fail(Fault::kEnPassantText, Field::kEnPassantField);
    }
  }

  void read_counters(std::string_view clock, std::string_view fullmove) {
    if (!clock.empty()) {
      reading_.setup.clock =
          read_counter(clock, 0, Field::kClockField, Fault::kClockText, Fault::kClock);
    }
    if (!fullmove.empty()) {
      reading_.setup.fullmove =
          read_counter(fullmove, 1, Field::kFullmoveField, Fault::kFullmoveText, Fault::kFullmove);
    }
  }

  std::uint16_t read_counter(std::string_view text, std::uint32_t least, Field f, Fault unreadable,
                             Fault out_of_range) {
    constexpr std::uint32_t kMost = std::numeric_limits<std::uint16_t>::max();
    const bool is_negative = text.size() > 1 && text[0] == '-';
    std::uint32_t value = 0;
    bool is_large = false;
    for (std::size_t i = is_negative ? 1 : 0; i < text.size(); ++i) {
      if (!is_digit(text[i])) {
        fail(unreadable, f, i);
        return static_cast<std::uint16_t>(least);
      }
      value = 10 * value + static_cast<std::uint32_t>(text[i] - '0');
      if (value > kMost) {
        is_large = true;
        value = kMost;
      }
    }
    if (is_negative) value = 0;
    reading_.faults.add_if(is_negative || is_large || value < least, out_of_range);
    return static_cast<std::uint16_t>(value < least ? least : value);
  }

  TextCursor in_;
  SetupReading reading_;
};

// The offset of the letter that stands for square s in a readable placement.
std::size_t offset_of(Square s, std::string_view placement) {
  int square = kA8;
  for (std::size_t i = 0; i < placement.size(); ++i) {
    if (placement[i] == '/') {
      square -= 16;
      continue;
    }
    const int next = square + placement_byte(placement[i]).advance;
    if (s >= square && s < next) return i;
    square = next;
  }
  return 0;
}

Field field_of(Fault f) {
  switch (f) {
    case Fault::kTurn:
      return Field::kTurnField;
    case Fault::kCastlingText:
    case Fault::kCastling:
      return Field::kCastlingField;
    case Fault::kEnPassantText:
    case Fault::kEnPassant:
      return Field::kEnPassantField;
    case Fault::kClockText:
    case Fault::kClock:
      return Field::kClockField;
    case Fault::kFullmoveText:
    case Fault::kFullmove:
      return Field::kFullmoveField;
    case Fault::kTooFewFields:
    case Fault::kMissingCounters:
    case Fault::kExtraField:
      return Field::kBeyond;
    default:
      return Field::kPlacementField;
  }
}

// Everything that is wrong with a reading: its text and, if that is whole, its state.
Faults all_faults(const SetupReading& r) {
  return r.faults.unreadable() ? r.faults : r.faults | faults_of(r.setup);
}

std::vector<PlacedFault> placed(std::string_view text, const SetupReading& r, Faults faults) {
  std::vector<PlacedFault> out;
  for (const FaultInfo& f : fault_table()) {
    if (!faults.contains(f.fault)) continue;
    std::size_t offset = r.at[field_of(f.fault)];
    std::string detail(f.meaning);
    if (!r.faults.unreadable()) {
      const Square s = place_of(f.fault, r.setup);
      if (s != kNoSquare) {
        offset = offset_of(s, text.substr(offset)) + offset;
        detail += " (";
        append_square(detail, s);
        detail += ")";
      }
    }
    out.push_back({f.fault, offset, std::move(detail)});
  }
  return out;
}

Error refusal(std::string_view text, const SetupReading& r, Faults faults) {
  Error e{faults.unreadable() ? ErrorCode::kSyntax : ErrorCode::kInvalid, text.size(), {}};
  if (faults.contains(Fault::kTooLong)) e.code = ErrorCode::kLimit;
  for (const PlacedFault& f : placed(text, r, faults)) {
    if (!e.detail.empty()) e.detail += "; ";
    e.detail += info(f.fault).name;
    e.detail += " at ";
    append_number(e.detail, f.offset);
    e.detail += ": ";
    e.detail += f.detail;
    if (f.offset < e.offset) e.offset = f.offset;
  }
  return e;
}

SetupReading too_long() {
  SetupReading r;
  r.faults.add(Fault::kTooLong);
  r.at[Field::kPlacementField] = kMaxFenBytes;
  return r;
}

}  // namespace

SetupReading read_setup(std::string_view text, bool chess960) {
  return text.size() > kMaxFenBytes ? too_long() : SetupReader(text, chess960).read();
}

Result<FenReading> read_fen(std::string_view text, bool chess960) {
  const SetupReading r = read_setup(text, chess960);
  if (!r.faults.unreadable()) {
    Faults of_state;
    if (const auto position = Position::from_setup(r.setup, &of_state)) {
      return FenReading{*position, r.faults | of_state};
    }
  }
  return refusal(text, r, all_faults(r));
}

std::vector<PlacedFault> find_faults(std::string_view text) {
  const SetupReading r = read_setup(text);
  return placed(text, r, all_faults(r));
}

}  // namespace intarsia::chess
