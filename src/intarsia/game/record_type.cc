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

}  // namespace intarsia::game
