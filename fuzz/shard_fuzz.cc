// Any bytes as a shard, a games table or a selection: our own header and whole rows, or an error.

#include <cstdint>
#include <string_view>

#include "fuzz/check.h"
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  static const auto kChess = games::find_record_type("chess", 8);
  static const auto kHex = games::find_record_type("hex", 11);
  check(file, game::npy_type(kChess->fields), kChess->bytes);
  check(file, game::npy_type(kHex->fields), kHex->bytes);
  check(file, game::npy_type(game::kGameFields), sizeof(game::GameRow));
  check(file, data::kSelectionType, sizeof(std::uint32_t));
  return 0;
}
