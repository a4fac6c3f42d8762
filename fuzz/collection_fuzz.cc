// Any text as a plan and as a collection's manifest, given the hash that it would need: one that reads
// back, or an error.

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/base/text.h"
#include "intarsia/data/collection.h"
#include "intarsia/data/plan.h"
#include "intarsia/io/hash.h"
#include "intarsia/io/logical_name.h"

using namespace intarsia;  // NOLINT: a whole program in one function

namespace {

void check_plan(const std::string& text) {
  const auto plan = data::read_plan(text);
  if (!plan) {
    FUZZ_CHECK(!plan.error().detail.empty());
    return;
  }
  for (const data::PlannedSource& s : plan->sources) {
    FUZZ_CHECK(!io::refuse_logical_name(s.name));
  }
  const auto again = data::read_plan(data::to_json(*plan));
  FUZZ_CHECK(again && again->sources == plan->sources && again->parts == plan->parts);
}

void check_collection(const std::string& text) {
  const auto found = data::read_collection(text);
  if (!found) {
    FUZZ_CHECK(!found.error().detail.empty());
    return;
  }
  const auto again = data::read_collection(data::to_json(*found));
  FUZZ_CHECK(again && again->parts == found->parts && again->rejected == found->rejected);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  check_plan(text);
  // Without the right hash nothing behind it would ever be reached.
  if (const std::size_t key = text.rfind(",\n  \"xxh3\""); key != std::string::npos)
    text.resize(key);
  text += concat({",\n  \"xxh3\": \"", hex16(io::xxh3(text)), "\"\n}\n"});
  check_plan(text);
  check_collection(text);
  return 0;
}
