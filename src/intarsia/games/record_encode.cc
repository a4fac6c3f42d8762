#include "intarsia/games/record_encode.h"

#include <cstring>

namespace intarsia::games {

namespace {

using AnyEncoder = std::variant<chess::RecordEncoder, hex::RecordEncoder>;

bool is_hex(const layout::Layout& l) { return l.catalogue->game == "hex"; }

AnyEncoder encoder_for(const layout::Plan& plan) {
  if (is_hex(plan.layout())) return AnyEncoder(std::in_place_type<hex::RecordEncoder>, plan);
  return AnyEncoder(std::in_place_type<chess::RecordEncoder>, plan);
}

}  // namespace

RecordKind::RecordKind(const layout::Layout& l)
    : is_hex_(is_hex(l)),
      size_(l.catalogue->rows),
      bytes_(is_hex_ ? hex::record_shape(size_).bytes : sizeof(chess::Record)),
      history_(is_hex_ ? hex::record_history(l) : chess::record_history(l)) {}

layout::RecordMoment RecordKind::moment_at(std::span<const std::byte> records,
                                           std::size_t i) const {
  return is_hex_ ? hex::moment_at(size_, records, i, history_)
                 : chess::moment_at(records, i, history_);
}

std::optional<Error> RecordKind::check(const std::byte* record) const {
  if (is_hex_) {
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(record), bytes_);
    const auto unpacked = hex::unpack(size_, bytes);
    return unpacked ? std::nullopt : std::optional(unpacked.error());
  }
  chess::Record r;
  std::memcpy(&r, record, sizeof r);
  return chess::check(r);
}

bool RecordKind::follows(const std::byte* before, const std::byte* now) const {
  if (is_hex_) {
    const auto read = [this](const std::byte* record) {
      return hex::unpack(size_, {reinterpret_cast<const std::uint8_t*>(record), bytes_});
    };
    const auto a = read(before);
    const auto b = read(now);
    if (!a || !b || b->position.ply() != a->position.ply() + 1) return false;
    if (a->targets.move.is_none()) return true;
    // The rule of a swap is not stored: it leaves one stone, wherever that is.
    if (a->targets.move.is_swap()) return b->position.is_swapped();
    const hex::Position after = a->position.after(a->targets.move);
    return after.stones(hex::kBlue) == b->position.stones(hex::kBlue) &&
           after.stones(hex::kRed) == b->position.stones(hex::kRed);
  }
  chess::Record records[2];
  std::memcpy(&records[0], before, sizeof records[0]);
  std::memcpy(&records[1], now, sizeof records[1]);
  const auto a = chess::unpack(records[0]);
  const auto b = chess::unpack(records[1]);
  if (!a || !b) return false;
  const int step = a->position.turn() == chess::kBlack ? 1 : 0;
  const bool is_next = a->position.turn() != b->position.turn() &&
                       b->position.fullmove() == a->position.fullmove() + step;
  if (!is_next || a->targets.move == chess::Move::none()) return is_next;
  return a->position.after(a->targets.move).board() == b->position.board();
}

RecordEncoder::RecordEncoder(const layout::Plan& plan) : encoder_(encoder_for(plan)) {}

void RecordEncoder::encode(std::span<const layout::RecordMoment> moments, std::byte* out,
                           std::ptrdiff_t stride, layout::Stores stores) {
  std::visit([&](auto& encoder) { encoder.encode(moments, out, stride, stores); }, encoder_);
}

}  // namespace intarsia::games
