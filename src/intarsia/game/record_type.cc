#include "intarsia/game/record_type.h"

#include "intarsia/base/text.h"

namespace intarsia::game {

std::string npy_type(std::span<const Field> fields) {
  std::string out = "[";
  for (const Field& f : fields) {
    if (out.size() > 1) out += ", ";
    out += concat({"('", f.name, "', '", f.type, "'"});
    if (f.count != 0) {
      append_number(out += ", (", f.count);
      out += ",)";
    }
    out += ')';
  }
  return out += ']';
}

bool RecordType::set_move(std::byte* record, std::uint16_t move) const {
  constexpr unsigned kByteBits = 8;
  for (std::size_t i = 0; i < move_bytes; ++i) {
    record[move_at + i] = static_cast<std::byte>(move >> (kByteBits * i) & 0xff);
  }
  record[flags_at] |= static_cast<std::byte>(next_bit);
  return move >> (kByteBits * move_bytes) == 0;
}

}  // namespace intarsia::game
