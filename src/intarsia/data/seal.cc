#include "intarsia/data/seal.h"

#include "intarsia/base/text.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

constexpr std::string_view kKey = ",\n  \"xxh3\": \"";
constexpr std::string_view kEnd = "\"\n}\n";
constexpr std::size_t kDigits = 16;

}  // namespace

std::string sealed(JsonText& out) {
  const std::string before = out.text();
  out.key("xxh3").value(hex16(io::xxh3(before)));
  out.end_object();
  return out.text() + "\n";
}

std::optional<std::uint64_t> seal_of(std::string_view text) {
  const std::size_t at = text.rfind(kKey);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(at + kKey.size());
  const std::uint64_t hash = io::xxh3(text.substr(0, at));
  const bool is_whole =
      rest.size() == kDigits + kEnd.size() && rest.ends_with(kEnd) && rest.starts_with(hex16(hash));
  return is_whole ? std::optional(hash) : std::nullopt;
}

}  // namespace intarsia::data
