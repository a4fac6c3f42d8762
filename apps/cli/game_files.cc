#include "apps/cli/game_files.h"

#include <fmt/format.h>

namespace intarsia::cli {

std::optional<Error> for_each_game(const std::string& path, io::InputStream in,
                                   const Common& common, const VisitGame& visit) {
  const auto file = games::open_games(path, std::move(in),
                                      {.hex = common.hex_options(), .pgn = common.pgn_options()});
  if (!file) return file.error();
  while (const auto item = (*file)->next()) visit(*item);
  return (*file)->error();
}

std::optional<Error> for_each_game(const std::string& path, const Common& common,
                                   const VisitGame& visit) {
  auto in = io::InputStream::open(path);
  if (!in) return in.error();
  return for_each_game(path, *std::move(in), common, visit);
}

std::string to_text(std::string_view source, const PlacedError& fault) {
  const Place& at = fault.place;
  const std::string column = at.column > 0 ? fmt::format(":{}", at.column) : "";
  const std::string ply =
      at.ply ? fmt::format(" (byte {}, ply {})", at.offset, *at.ply) : std::string();
  return fmt::format("{}:{}{}: {}: {}{}", source, at.line, column, name(fault.error.code),
                     fault.error.detail, ply);
}

}  // namespace intarsia::cli
