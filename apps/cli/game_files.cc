#include "apps/cli/game_files.h"

#include <fmt/format.h>

namespace intarsia::cli {

bool is_game_file(const std::string& path) { return games::is_hex_file(path); }

std::optional<Error> for_each_game(const std::string& file, const hex::ReadOptions& options,
                                   const std::function<void(const GameItem&)>& visit) {
  const auto opened = games::open_hex_games(file, options);
  if (!opened) return opened.error();
  while (const auto item = (*opened)->next()) visit(*item);
  return (*opened)->error();
}

std::string to_text(std::string_view source, const PlacedError& fault) {
  return fmt::format("{}:{}:{}: {}: {}", source, fault.place.line, fault.place.column,
                     name(fault.error.code), fault.error.detail);
}

}  // namespace intarsia::cli
