#include "intarsia/chess/fen.h"

#include <cstring>
#include <limits>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "intarsia/base/text.h"
#include "intarsia/chess/castling.h"

namespace intarsia::chess {

namespace {

using Field = SetupReading::Field;

// What one byte of the placement does to the walk over the squares, a8 first.
struct PlacementByte {
  bool belongs;          // to a placement: any other byte ends the walk
  std::uint8_t advance;  // squares covered; 0 for a slash
  std::uint8_t slashes;  // 1 for a slash
  std::uint8_t mark;     // what is noted on the first square covered
};

// A mark is the man's kind + 1 and his colour, or that a digit begins here.
constexpr int kMarkBits = 5;
constexpr int kColorBit = 3;
constexpr int kDigitBit = 4;

constexpr std::array<PlacementByte, 256> kPlacementBytes = [] {
  std::array<PlacementByte, 256> t{};
  t['/'] = {true, 0, 1, 0};
  for (std::uint8_t d = 1; d <= 8; ++d) t['0' + d] = {true, d, 0, 1 << kDigitBit};
  for (Color c : {kWhite, kBlack}) {
    for (int k = 0; k < kKinds; ++k) {
      t[static_cast<unsigned char>(letter(Piece{c, Kind(k)}))] = {
          true, 1, 0, static_cast<std::uint8_t>((k + 1) | c << kColorBit)};
    }
  }
  return t;
}();

constexpr PlacementByte placement_byte(char c) {
  return kPlacementBytes[static_cast<unsigned char>(c)];
}

// Bit i of every mark as a set of squares, for each i. Marks come a8 first, sets a1 first.
#ifdef __AVX2__
std::array<Bitboard, kMarkBits> gathered(const std::uint8_t* marks) {
  const auto* halves = reinterpret_cast<const __m256i*>(marks);
  __m256i upper = _mm256_slli_epi16(_mm256_loadu_si256(halves), 8 - kMarkBits);
  __m256i lower = _mm256_slli_epi16(_mm256_loadu_si256(halves + 1), 8 - kMarkBits);
  std::array<Bitboard, kMarkBits> sets;
  for (int i = kMarkBits - 1; i >= 0; --i) {
    const auto low = static_cast<std::uint32_t>(_mm256_movemask_epi8(upper));
    const auto high = static_cast<std::uint32_t>(_mm256_movemask_epi8(lower));
    sets[i] = mirrored(Bitboard(std::uint64_t{high} << 32 | low));
    upper = _mm256_add_epi8(upper, upper);
    lower = _mm256_add_epi8(lower, lower);
  }
  return sets;
}
#else
// Eight bits at a time by a multiplication that moves them into the top byte.
std::array<Bitboard, kMarkBits> gathered(const std::uint8_t* marks) {
  std::array<Bitboard, kMarkBits> sets;
  for (int rank = 0; rank < 8; ++rank) {
    std::uint64_t bytes;
    std::memcpy(&bytes, marks + mirrored(square_at(0, rank)), sizeof bytes);
    for (int i = 0; i < kMarkBits; ++i) {
      const std::uint64_t bits = bytes >> i & 0x0101010101010101;
      sets[i] |= Bitboard((bits * 0x0102040810204080 >> 56) << (8 * rank));
    }
  }
  return sets;
}
#endif

// Reads eight ranks from the start of the text (at most kMaxFenBytes) and returns how many bytes
// it walked over; `is_sound` is whether they are what they should be. The work per byte has no
// branch on what the byte is, since in real positions that is close to random: it notes marks and
// where each rank ended, and the sets of squares come from the marks at once.
std::size_t read_placement(std::string_view text, Board& board, bool& is_sound) {
  std::array<std::uint8_t, 8 * kMaxFenBytes + 1> marks;   // room for a text of eights,
  std::array<std::uint16_t, kMaxFenBytes + 1> rank_ends;  // and for one of slashes
  std::memset(marks.data(), 0, kSquares);
  std::size_t square = 0;
  std::size_t rank = 0;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const PlacementByte b = placement_byte(text[i]);
    if (!b.belongs) break;
    marks[square] = b.mark;
    square += b.advance;
    rank_ends[rank] = static_cast<std::uint16_t>(square);
    rank += b.slashes;
  }
  const auto [low, middle, high, black, digits] = gathered(marks.data());
  const Bitboard men = low | middle | high;
  // Two digits in a row: one begins where the square before, on its rank, is empty.
  const Bitboard after_empty = shifted<kEast>(~men);
  is_sound = rank == 7 && square == kSquares && (digits & after_empty).empty();
  for (std::size_t r = 0; r < 7 && is_sound; ++r) is_sound = rank_ends[r] == 8 * (r + 1);
  board.kinds = {low - middle - high, middle - low - high, low & middle,
                 high - low - middle, high & low,          high & middle};
  board.colors = {men - black, black};
  return i;
}

// The place of the first byte that breaks the placement; its length if ranks are missing.
std::size_t first_bad_placement_byte(std::string_view text) {
  int files = 0;
  int ranks = 1;
  bool was_digit = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const PlacementByte b = placement_byte(text[i]);
    const bool is_digit = (b.mark & 1 << kDigitBit) != 0;
    files += b.advance;
    if (!b.belongs || files > 8 || (is_digit && was_digit)) return i;
    if (b.slashes != 0) {
      if (files != 8 || ranks == 8) return i;
      files = 0;
      ++ranks;
    }
    was_digit = is_digit;
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
  const Wing wing = upper == 'K' ? kKingside : kQueenside;
  const Square corner = square_at(wing == kKingside ? 7 : 0, rank);
  const Bitboard king = b.pieces(color, kKing) & rank_squares(rank);
  if (king.empty()) return corner;
  const Bitboard rooks = b.pieces(color, kRook) & rank_squares(rank);
  const Square rook = outermost_rook(rooks, king.first(), wing);
  return rook == kNoSquare ? corner : rook;
}

constexpr std::string_view kCastlingLetters = "KQkq";  // letters of files have no order

class SetupReader {
 public:
  SetupReader(std::string_view text, SetupReading& reading) : in_(text), reading_(reading) {}

  void read() {
    read_board();
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
  }

 private:
  std::string_view field(Field f) {
    in_.skip_blanks();
    reading_.at[f] = static_cast<std::uint16_t>(in_.offset());
    return in_.word();
  }

  void read_board() {
    in_.skip_blanks();
    reading_.at[Field::kPlacementField] = static_cast<std::uint16_t>(in_.offset());
    TextCursor start = in_;
    bool is_sound = false;
    in_.take(read_placement(in_.rest(), reading_.setup.board, is_sound));
    if (is_sound && (in_.at_end() || TextCursor::is_blank(in_.peek()))) return;
    in_ = start;
    fail(Fault::kPlacement, Field::kPlacementField, first_bad_placement_byte(in_.word()));
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
    std::size_t last_place = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const Square rook = castling_rook(text[i], s.board);
      if (rook == kNoSquare) return fail(Fault::kCastlingText, Field::kCastlingField, i);
      if (const auto place = kCastlingLetters.find(text[i]); place != kCastlingLetters.npos) {
        reading_.faults.add_if(place < last_place, Fault::kCastlingOrder);
        last_place = place;
      }
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
  SetupReading& reading_;
};

// The offset of the letter that stands for square s in a readable placement.
std::size_t offset_of(Square s, std::string_view placement) {
  const int wanted = mirrored(s);  // the text begins with a8
  int square = 0;
  for (std::size_t i = 0; i < placement.size(); ++i) {
    square += placement_byte(placement[i]).advance;
    if (wanted < square) return i;
  }
  return 0;
}

Field field_of(Fault f) {
  switch (f) {
    case Fault::kTurn:
      return Field::kTurnField;
    case Fault::kCastlingText:
    case Fault::kCastling:
    case Fault::kCastlingOrder:
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
  if (r.faults.contains(Fault::kPlacement) || r.faults.contains(Fault::kTooLong)) return r.faults;
  Faults of_state = faults_of(r.setup);
  if (r.faults.contains(Fault::kTurn) || r.faults.contains(Fault::kTooFewFields)) {
    of_state.remove(Fault::kOppositeCheck);  // who is to move is not known
    of_state.remove(Fault::kEnPassant);
  }
  return r.faults | of_state;
}

// The first letter of the castling field that names no sound right, or one that it has named.
std::size_t first_bad_castling_letter(std::string_view text, const Setup& s) {
  const Bitboard sound = cleaned(s).castling;
  Bitboard named;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const Square rook = castling_rook(text[i], s.board);
    if (rook == kNoSquare || !sound.contains(rook) || named.contains(rook)) return i;
    named.insert(rook);
  }
  return 0;
}

std::vector<PlacedFault> placed(std::string_view text, const SetupReading& r, Faults faults,
                                std::size_t at) {
  std::vector<PlacedFault> out;
  for (const FaultInfo& f : fault_table()) {
    if (!faults.contains(f.fault)) continue;
    std::size_t offset = r.at[field_of(f.fault)];
    std::string detail(f.meaning);
    const Square s = place_of(f.fault, r.setup);
    if (s != kNoSquare) {
      offset += offset_of(s, text.substr(offset));
      detail += " (";
      append_square(detail, s);
      detail += ")";
    }
    if (f.fault == Fault::kCastling) {
      offset += first_bad_castling_letter(TextCursor(text.substr(offset)).word(), r.setup);
    }
    out.push_back({f.fault, at + offset, std::move(detail)});
  }
  return out;
}

Error refusal(std::string_view text, const SetupReading& r, Faults faults, std::size_t at) {
  Error e{faults.unreadable() ? ErrorCode::kSyntax : ErrorCode::kInvalid, at + text.size(), {}};
  if (faults.contains(Fault::kTooLong)) e.code = ErrorCode::kLimit;
  for (const PlacedFault& f : placed(text, r, faults, at)) {
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

}  // namespace

SetupReading read_setup(std::string_view text, bool chess960) {
  SetupReading r;
  r.setup.chess960 = chess960;
  if (text.size() <= kMaxFenBytes) {
    SetupReader(text, r).read();
  } else {
    r.faults.add(Fault::kTooLong);
    r.at[Field::kPlacementField] = kMaxFenBytes;
  }
  return r;
}

Result<FenReading> read_fen(std::string_view text, bool chess960, std::size_t at) {
  const SetupReading r = read_setup(text, chess960);
  if (!r.faults.unreadable()) {
    Faults of_state;
    if (const auto position = Position::from_setup(r.setup, &of_state)) {
      return FenReading{*position, r.faults | of_state};
    }
  }
  return refusal(text, r, all_faults(r), at);
}

std::vector<PlacedFault> find_faults(std::string_view text, std::size_t at) {
  const SetupReading r = read_setup(text);
  return placed(text, r, all_faults(r), at);
}

}  // namespace intarsia::chess
