#include "apps/cli/record_json.h"

#include <cstring>

#include "apps/cli/hex_json.h"
#include "intarsia/chess/fen.h"
#include "intarsia/chess/record.h"
#include "intarsia/chess/san.h"
#include "intarsia/chess/uci.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/record.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

Result<Json> chess_json(std::span<const std::byte> bytes) {
  chess::Record r;
  std::memcpy(&r, bytes.data(), sizeof r);
  const auto u = chess::unpack(r);
  if (!u) return u.error();
  const auto& [p, t] = *u;
  constexpr const char* kScores[] = {nullptr, "white", "draw", "black"};
  const char* score = kScores[static_cast<std::size_t>(t.score)];
  Json out = {{"fen", chess::to_fen(p)}, {"occurrences", t.occurrences}};
  out["move"] = t.has_next ? Json(chess::to_uci(p, t.move)) : Json();
  out["san"] = t.has_next ? Json(chess::to_san(p, t.move)) : Json();
  out["outcome"] = score != nullptr ? Json(score) : Json();
  out["eval"] = t.eval != chess::kNoEval ? Json(t.eval) : Json();
  return out;
}

Result<Json> hex_json(int size, std::span<const std::byte> bytes) {
  const auto u =
      hex::unpack(size, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (!u) return u.error();
  const auto& [p, t] = *u;
  Json out = {{"position", hex::to_position_line(p)}};
  out["move"] = t.move.is_none()   ? Json()
                : t.move.is_swap() ? Json("swap")
                                   : Json(hex::cell_name(t.move.cell(), size));
  out["outcome"] = color_json(t.outcome);
  return out;
}

}  // namespace

Result<Json> record_json(std::string_view game, int size, std::span<const std::byte> record) {
  return game == "hex" ? hex_json(size, record) : chess_json(record);
}

}  // namespace intarsia::cli
