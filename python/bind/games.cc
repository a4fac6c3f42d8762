#include "python/bind/games.h"

#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/hex/position_line.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"

namespace intarsia::bind {

namespace {

Error wrong_game(std::string_view found, const layout::Layout& l) {
  return Error{
      ErrorCode::kInvalid, 0,
      concat({"a position of ", found, ", but ", l.id, " is a layout of ", l.catalogue->game})};
}

}  // namespace

const Line* ChessBatch::fixed_line(nb::handle item) {
  const auto* p = find<PositionObject>(item);
  return p == nullptr ? nullptr : &p->line;
}

Result<int> ChessBatch::append_now(nb::handle item, std::vector<State>& out) const {
  if (const Line* line = find_line(item)) return append(*line, out);
  return append(line_from(item), out);
}

Result<int> ChessBatch::append(std::string_view text, std::vector<State>& out) const {
  // Most texts are FENs, which need no replay; startpos is none.
  if (!text.starts_with('s')) {
    if (const auto reading = chess::read_fen(text)) {
      out.push_back({reading->position});
      return 0;
    }
  }
  auto line = chess::read_position_line(text);
  if (!line && hex::is_position_line(text)) return wrong_game("hex", *layout_);
  if (!line) return std::move(line).error();
  return append(Line{std::move(line->replay)}, out);
}

Result<int> ChessBatch::append_record(std::span<const std::uint8_t> bytes,
                                      std::vector<State>& out) {
  chess::Record record;
  std::memcpy(&record, bytes.data(), sizeof record);
  const auto unpacked = chess::unpack(record);
  if (!unpacked) return unpacked.error();
  out.push_back({unpacked->position, unpacked->targets.occurrences});
  return 0;
}

ChessBatch::Turn ChessBatch::turn(char letter) {
  if (letter == '-') return std::nullopt;
  return letter == 'w' ? chess::kWhite : chess::kBlack;
}

ChessBatch::Object ChessBatch::object_of(const chess::Decoded& ply) {
  if (!ply.position) return SetupObject{ply.setup};
  return PositionObject{Line{chess::Replay(*ply.position), ply.occurrences - 1}};
}

const HexLine* HexBatch::fixed_line(nb::handle item) {
  const auto* p = find<HexPositionObject>(item);
  return p == nullptr ? nullptr : &p->line;
}

HexLine HexBatch::taken_line(nb::handle item) {
  const bool is_known = nb::isinstance<nb::str>(item) || find<HexGameObject>(item) != nullptr ||
                        find<HexPositionObject>(item) != nullptr;
  if (is_known) return hex_line_from(item, hex::SwapRule::kTransposed);
  if (const auto position = find_record_position(item)) {
    if (const auto* p = find<HexPositionObject>(*position)) return p->line;
  }
  raise_type("a line of Hex (TRMPH), a HexPosition, a HexGame or a record", item);
}

std::optional<Error> HexBatch::refuse(int found) const {
  if (found == size()) return std::nullopt;
  return Error{ErrorCode::kInvalid, 0,
               concat({"a board of size ", std::to_string(found), ", but this ", layout_->id,
                       " is for ", std::to_string(size()),
                       "; ia.layout(…, size=", std::to_string(found), ") is for such boards"})};
}

Result<int> HexBatch::append_now(nb::handle item, std::vector<State>& out) const {
  if (const auto* game = find<HexGameObject>(item)) {
    // A line that does not own the replay: it is read at once.
    return append(HexLine({std::shared_ptr<void>(), &game->replay}, game->replay.ply()), out);
  }
  return append(taken_line(item), out);
}

Result<int> HexBatch::append(std::string_view text, std::vector<State>& out) const {
  if (!hex::is_position_line(text)) {
    if (chess::read_position_line(text)) return wrong_game("chess", *layout_);
    return Error{ErrorCode::kSyntax, 0,
                 concat({"expected a TRMPH line, a HexWorld link or 'hex 11 moves …', not ",
                         in_quotes(text)})};
  }
  auto replay = hex::read_position_line(text);
  if (!replay) return std::move(replay).error();
  return append(HexLine(*std::move(replay)), out);
}

Result<int> HexBatch::append(const HexLine& line, std::vector<State>& out) const {
  if (auto error = refuse(line.position().size())) return *std::move(error);
  return line.append_states(layout_->history(), out);
}

Result<int> HexBatch::append_record(std::span<const std::uint8_t> bytes,
                                    std::vector<State>& out) const {
  const auto unpacked = hex::unpack(size(), bytes);
  if (!unpacked) return unpacked.error();
  out.push_back({unpacked->position});
  return 0;
}

HexBatch::Turn HexBatch::turn(char letter) {
  switch (letter) {
    case 'b':
      return {.turn = hex::kBlue};
    case 'r':
      return {.turn = hex::kRed};
    case 'i':
      return {.is_inferred = true};
    case 's':
      return {.is_inferred = true, .has_swap = true};
    case 'n':
      return {.is_inferred = true, .has_swap = false};
    default:
      return {};
  }
}

HexBatch::Object HexBatch::object_of(const hex::Decoded& ply) const {
  if (ply.state && ply.turn) return HexPositionObject{HexLine(hex::Replay(ply.state->position))};
  return HexSetupObject{size(), ply.stones, ply.turn};
}

}  // namespace intarsia::bind
