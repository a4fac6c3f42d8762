#include "intarsia/chess/record.h"
#include "intarsia/games/internal/chess_parts.h"
#include "intarsia/games/internal/chess_records.h"

namespace intarsia::games {

bool is_quiet_chess_record(int, std::span<const std::byte> record) {
  const auto u = chess::unpack(chess::record_at(record.data()));
  return u && is_quiet(u->position, u->targets.move);
}

}  // namespace intarsia::games
