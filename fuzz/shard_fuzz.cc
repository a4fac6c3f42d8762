// Any bytes as a shard, a games table or a selection: our own header and whole rows, or an error.

#include <cstdint>
#include <cstring>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/data/selection.h"
#include "intarsia/data/shard.h"
#include "intarsia/game/game_row.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/npy.h"

using namespace intarsia;  // NOLINT: a whole program in one function

namespace {

void check(std::string_view file, std::string_view type, std::size_t bytes) {
  const auto rows = data::read_header(file, file.size(), type, bytes);
  if (!rows) {
    FUZZ_CHECK(rows.error().offset <= file.size() && !rows.error().detail.empty());
    return;
  }
  const std::string header = io::to_npy_header(type, {*rows});
  FUZZ_CHECK(file.starts_with(header) && file.size() == header.size() + *rows * bytes);
}

// Any rows as a selection: records of the shard, each once and in order, or an error at its row.
void check_selection(std::string_view rows, bool has_runs) {
  constexpr std::uint64_t kRecords = 1'000;
  const std::size_t bytes = has_runs ? sizeof(data::RecordRun) : sizeof(std::uint32_t);
  const std::size_t count = rows.size() / bytes;
  rows = rows.substr(0, count * bytes);
  std::uint64_t records = count;
  if (has_runs) {
    records = 0;
    for (std::size_t i = 0; i < count; ++i) {
      data::RecordRun run;
      std::memcpy(&run, rows.data() + i * bytes, bytes);
      records += run.end - run.first;
    }
  }
  const auto s =
      data::Selection::read(rows, {.records = records, .runs = has_runs ? count : 0}, kRecords);
  if (!s) {
    FUZZ_CHECK(s.error().offset < rows.size() && !s.error().detail.empty());
    return;
  }
  const auto numbers = s->numbers();
  FUZZ_CHECK(numbers.size() == records && s->size() == records);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    FUZZ_CHECK(numbers[i] < kRecords && (i == 0 || numbers[i - 1] < numbers[i]));
    FUZZ_CHECK((*s)[i] == numbers[i]);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  static const auto kChess = games::find_record_type("chess", 8);
  static const auto kHex = games::find_record_type("hex", 11);
  check(file, game::npy_type(kChess->fields), kChess->bytes);
  check(file, game::npy_type(kHex->fields), kHex->bytes);
  check(file, game::npy_type(game::kGameFields), sizeof(game::GameRow));
  check(file, data::kNumbersType, sizeof(std::uint32_t));
  check(file, game::npy_type(data::kRunFields), sizeof(data::RecordRun));
  for (const bool has_runs : {false, true}) check_selection(file, has_runs);
  return 0;
}
