#include "intarsia/game/game_type.h"

#include <algorithm>

#include "intarsia/base/names.h"
#include "intarsia/base/text.h"

namespace intarsia::game {

bool Sizes::contains(int size) const { return std::binary_search(all.begin(), all.end(), size); }

std::optional<int> Sizes::read(std::string_view text) const {
  for (const int size : all) {
    if (to_text(size) == text) return size;
  }
  return read_number<int>(text);
}

std::optional<Turn> GameType::find_turn(std::string_view word) const {
  const auto found = std::find(words.turns.begin(), words.turns.end(), word);
  if (found == words.turns.end()) return std::nullopt;
  return static_cast<Turn>(found - words.turns.begin());
}

Error GameType::wrong_size(int size) const { return wrong_board_size(name, sizes.help(), size); }

layout::RecordMoment moment_at(const RecordType& type, std::span<const std::byte> records,
                               std::size_t i, int history) {
  const std::byte* const now = records.data() + i * type.bytes;
  int known = 0;
  for (const std::byte* r = now; known < history && r != records.data() && !type.is_first(r);
       r -= type.bytes) {
    ++known;
  }
  return {now, known};
}

std::size_t after_last_line(std::string_view text) {
  const std::size_t end = text.rfind('\n');
  return end == std::string_view::npos ? 0 : end + 1;
}

std::size_t nowhere(std::string_view) { return 0; }

}  // namespace intarsia::game
