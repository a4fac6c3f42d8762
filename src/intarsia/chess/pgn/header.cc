#include "intarsia/chess/pgn/internal/header.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/pgn/parser.h"

namespace intarsia::chess::internal {

namespace {

std::uint64_t load(const char* p, std::size_t bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, p, bytes);
  return word;
}

// Different for different names up to 16 bytes but by rare chance, beyond that FNV-1a.
std::uint64_t hash_of(std::string_view name) {
  constexpr std::uint64_t kFactor = 0x9e37'79b9'7f4a'7c15;
  const std::size_t n = name.size();
  if (n >= 8 && n <= 16) {
    return (load(name.data(), 8) * kFactor ^ load(name.data() + n - 8, 8)) * (kFactor + 2 * n);
  }
  if (n >= 4 && n < 8) {
    return (load(name.data(), 4) << 32 | load(name.data() + n - 4, 4)) * (kFactor + 2 * n);
  }
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

// Letters and digits alone, in lower case: "Chess 960" is "chess960".
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c | 0x20);
    } else if ((c >= 'a' && c <= 'z') || is_digit(c)) {
      out += c;
    }
  }
  return out;
}

constexpr std::array<std::string_view, 7> kStandardNames = {
    "", "standard", "chess", "normal", "classical", "fromposition", "standardchess"};
constexpr std::array<std::string_view, 6> kChess960Names = {
    "chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "freestyle"};

template <std::size_t N>
bool is_in(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::optional<Outcome> score_from(std::string_view result) {
  for (const Outcome s : {Outcome::kUnknown, Outcome::kFirst, Outcome::kDraw, Outcome::kSecond}) {
    if (result == pgn_result(s)) return s;
  }
  return std::nullopt;
}

void PgnHeader::clear() {
  names_.clear();
  has_event_ = false;
  for (Value* v : {&fen_, &variant_, &setup_}) {
    v->is_given = v->is_doubtful = false;
    v->offset = 0;
  }
  outcome_.reset();
}

bool PgnHeader::matters(std::string_view name) {
  return name == "FEN" || name == "Variant" || name == "SetUp" || name == "Setup";
}

std::uint64_t PgnHeader::line_at(std::uint64_t offset) const {
  const Value* nearest = &fen_;
  for (const Value* v : {&fen_, &variant_, &setup_}) {
    const bool is_nearer = v->offset > nearest->offset || nearest->offset > offset;
    if (v->is_given && v->offset <= offset && is_nearer) nearest = v;
  }
  return nearest->line;
}

void PgnHeader::set(Value& value, std::string_view text, std::uint64_t offset, std::uint64_t line) {
  value.is_doubtful |= value.is_given && value.text != text;
  value.text = text;
  value.offset = offset;
  value.line = line;
  value.is_given = true;
}

void PgnHeader::add(std::string_view name, std::string_view value, std::uint64_t offset,
                    std::uint64_t line) {
  names_.push_back(hash_of(name));
  // Most tags say nothing about the game itself.
  constexpr std::string_view kFirstLetters = "EFVSR";
  if (name.empty() || kFirstLetters.find(name[0]) == kFirstLetters.npos) return;
  if (name == "Event") {
    has_event_ = true;
  } else if (name == "FEN") {
    set(fen_, value, offset, line);
  } else if (name == "Variant") {
    set(variant_, value, offset, line);
  } else if (name == "SetUp" || name == "Setup") {
    set(setup_, value, offset, line);
  } else if (name == "Result") {
    outcome_ = score_from(value);
  }
}

bool PgnHeader::has(std::string_view name) const {
  return std::find(names_.begin(), names_.end(), hash_of(name)) != names_.end();
}

Result<Position> PgnHeader::start(bool chess960, std::vector<Error>& notes) const {
  for (const Value* v : {&fen_, &variant_}) {
    if (v->is_given && v->is_doubtful) {
      return Error{ErrorCode::kAmbiguous, v->offset, "the tag stands twice, with two values"};
    }
  }
  if (variant_.is_given) {
    const std::string name = plain(variant_.text);
    if (is_in(kChess960Names, name)) {
      chess960 = true;
    } else if (!is_in(kStandardNames, name)) {
      return Error{ErrorCode::kUnsupported, variant_.offset,
                   concat({"the variant ", in_quotes(variant_.text), " has other rules"})};
    }
  }
  if (!fen_.is_given) {
    if (!chess960) return Position{};
    return read_fen(kStartFen, chess960)->position;
  }
  if (setup_.is_given && setup_.text == "0") {
    notes.push_back({ErrorCode::kInvalid, setup_.offset,
                     "SetUp says 0, but there is a FEN: the game starts from it"});
  }
  const std::string_view fen = trimmed(fen_.text);
  Result<FenReading> reading = read_fen(fen, chess960);
  if (!reading) return std::move(reading).error().moved_by(fen_.offset);
  if (!reading->faults.empty()) {
    for (const PlacedFault& f : find_faults(fen)) {
      notes.push_back({ErrorCode::kInvalid, fen_.offset + f.offset, f.detail});
    }
  }
  return reading->position;
}

}  // namespace intarsia::chess::internal
