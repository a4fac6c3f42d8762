// Any text as a column's manifest, given the hash that it would need: one that reads back, or an error.

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/base/text.h"
#include "intarsia/data/column_manifest.h"
#include "intarsia/io/hash.h"

using namespace intarsia;  // NOLINT: a whole program in one function

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto as_it_is = data::read_column_manifest(text)) {
    FUZZ_CHECK(as_it_is->shards.size() <= size);
  }
  // Without the right hash nothing behind it would ever be reached.
  if (const std::size_t key = text.rfind(",\n  \"xxh3\""); key != std::string::npos)
    text.resize(key);
  text += concat({",\n  \"xxh3\": \"", hex16(io::xxh3(text)), "\"\n}\n"});
  const auto m = data::read_column_manifest(text);
  if (!m) {
    FUZZ_CHECK(!m.error().detail.empty());
    return 0;
  }
  FUZZ_CHECK(!data::refuse_column(m->name, m->type));
  const auto again = data::read_column_manifest(data::to_json(*m));
  FUZZ_CHECK(again && *again == *m);
  return 0;
}
