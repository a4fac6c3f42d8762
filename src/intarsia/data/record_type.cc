#include "intarsia/data/record_type.h"

#include <algorithm>

#include "intarsia/base/text.h"

namespace intarsia::data {

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

std::size_t bytes_of(const Field& f) {
  return static_cast<std::size_t>(f.type.back() - '0') * std::max<std::size_t>(f.count, 1);
}

}  // namespace intarsia::data
