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
  return is_hex_ ? hex::follows(size_, before, now) : chess::follows(before, now);
}

RecordEncoder::RecordEncoder(const layout::Plan& plan) : encoder_(encoder_for(plan)) {}

void RecordEncoder::encode(std::span<const layout::RecordMoment> moments, std::byte* out,
                           std::ptrdiff_t stride, layout::Stores stores) {
  std::visit([&](auto& encoder) { encoder.encode(moments, out, stride, stores); }, encoder_);
}

}  // namespace intarsia::games
