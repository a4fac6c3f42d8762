#include "intarsia/games/internal/position_lines.h"

#include "intarsia/game/line_parser.h"
#include "intarsia/games/registry.h"

namespace intarsia::games {

namespace {

using game::Place;

class PositionLines final : public game::LineParser {
 public:
  PositionLines(const game::ParserOptions& o, const Place& first, game::GameSink& sink)
      : LineParser(first, sink), options_(o) {}

 private:
  void line(std::string_view text) override { report_position_line(options_, text, read_line); }

  game::ParserOptions options_;
};

game::ParserPtr make_parser(const game::ParserOptions& o, const Place& first,
                            game::GameSink& sink) {
  return std::make_unique<PositionLines>(o, first, sink);
}

}  // namespace

const game::Format& position_lines() {
  static constexpr game::Format kFormat = {
      .name = "lines", .game = {}, .make_parser = make_parser, .last_start = game::after_last_line};
  return kFormat;
}

}  // namespace intarsia::games
