#include "intarsia/data/same_sources.h"

#include <string>

#include "intarsia/base/text.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{256} << 10;

Error differs(std::string_view name, std::string_view how) {
  return Error{
      ErrorCode::kInvalid, 0,
      concat({name, " is not what the data set was made of", how, "; --force builds it anew"})};
}

}  // namespace

// A source that was not read to its end has no hash.
std::optional<Error> compare(std::string_view name, io::InputStream& in, const SourceEntry& then) {
  if (then.content == 0) return std::nullopt;
  std::string block(kBlockBytes, '\0');
  io::Hasher hasher;
  std::uint64_t content = 0;
  while (content <= then.content) {
    const auto n = in.read(block);
    if (!n || *n == 0) break;  // damage that was met before comes again
    hasher.add(std::string_view(block).substr(0, *n));
    content += *n;
  }
  if (content == then.content && hasher.value() == then.hash) return std::nullopt;
  const std::string before = name == then.name ? "" : concat({" (there it was ", then.name, ")"});
  return differs(name, concat({before, ": it has other content"}));
}

std::optional<Error> compare(Inputs& inputs, const Manifest& then) {
  std::size_t number = 0;
  // A limit of games may have left the last sources unread: then the last one has no hash.
  const bool is_cut = !then.sources.empty() && then.sources.back().hash == 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs.path(i) == "-") return std::nullopt;
    auto sources = inputs.open(i);
    if (!sources) return sources.error();
    while (true) {
      auto source = sources->next();
      if (source && !*source) break;
      if (number == then.sources.size()) {
        if (is_cut) return std::nullopt;
        return differs(source ? (*source)->name : inputs.shown(i), ": it was not read");
      }
      const SourceEntry& entry = then.sources[number++];
      if (!source && entry.content == 0) continue;  // it could not be read then either
      if (!source) return source.error();
      if (auto error = compare((*source)->name, (*source)->in, entry)) return error;
    }
  }
  if (number == then.sources.size()) return std::nullopt;
  return differs(then.sources[number].name, ": it is not among the inputs");
}

}  // namespace intarsia::data
