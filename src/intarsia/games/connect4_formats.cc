// The format of Connect Four: games, a line each, read into records and lines, and written.

#include "intarsia/base/text.h"
#include "intarsia/connect4/game_line.h"
#include "intarsia/connect4/position_line.h"
#include "intarsia/game/line_parser.h"
#include "intarsia/games/connect4.h"
#include "intarsia/games/internal/connect4_parts.h"

namespace intarsia::games {

namespace {

namespace c4 = connect4;

class GameLines final : public game::LineParser {
 public:
  GameLines(const game::ParserOptions& o, const game::Place& first, game::GameSink& sink)
      : LineParser(first, sink), options_(o) {}

 private:
  void line(std::string_view text) override {
    if (c4::is_position_line(text)) {
      return report_position_line(options_, text, connect4_game().read_line);
    }
    const game::Place place = next_game();
    const auto g = c4::read_game_line(text);
    if (!g) return refuse(place, g.error());
    report(place, *g);
  }

  void report(const game::Place& place, const c4::Game& g) {
    auto line = std::make_unique<Connect4Line>(c4::replay_of(g));
    game::ParsedGame game{.place = place, .type = &connect4_game()};
    game.facts.row.size = static_cast<std::uint8_t>(g.size());
    game.facts.row.outcome = g.outcome;
    const int records = line->ply() + (options_.with_final ? 1 : 0);
    if (options_.wants_records && records > 0) {
      const game::RecordTargets targets{.outcome = g.outcome};
      records_.resize(static_cast<std::size_t>(records) * sizeof(c4::Record));
      line->pack(0, records - 1, /*is_first=*/true, {&targets, 1}, records_.data());
      content_ = line->text();
      game.records = records_;
      game.record_bytes = sizeof(c4::Record);
      game.content = content_;
    }
    game.read.shown = line->ply();
    game.read.recorded.outcome = g.outcome;
    game.read.line = std::move(line);
    sink().take(game);
  }

  game::ParserOptions options_;
  std::vector<std::byte> records_;
  std::string content_;
};

game::ParserPtr make_parser(const game::ParserOptions& o, const game::Place& first,
                            game::GameSink& sink) {
  return std::make_unique<GameLines>(o, first, sink);
}

// Digits with an outcome or behind a board, or more of them than most numbers have.
bool looks_like_games(std::string_view line, std::string_view) {
  constexpr std::size_t kMany = 7;
  TextCursor in(line);
  std::string_view word = in.word();
  const bool has_board = c4::looks_like_board(word) && c4::read_board(word);
  if (has_board) word = in.word();
  const std::string_view outcome = in.word();
  const bool has_outcome = outcome.size() == 1 && c4::from_letter(outcome[0]);
  return word.find_first_not_of("123456789") == word.npos && !word.empty() &&
         (has_board || has_outcome || word.size() >= kMany) && in.word().empty();
}

Result<std::string> write_game(const game::ReadGame& read, const game::Options&) {
  if (Connect4Line::of(*read.line).replay().start().ply() != 0) {
    return Error{ErrorCode::kUnsupported, 0,
                 "the game began from discs on the board, which a line of moves cannot say"};
  }
  return c4::to_game_line(to_connect4_game(read)) + "\n";
}

constexpr std::string_view kEndings[] = {".c4"};
constexpr game::Format kFormats[] = {{.name = "c4",
                                      .game = "connect4",
                                      .endings = kEndings,
                                      .is_text = looks_like_games,
                                      .make_parser = make_parser,
                                      .last_start = game::after_last_line}};
constexpr game::Writer kWriters[] = {
    {.name = "c4", .endings = kEndings, .help = "the games", .write_game = write_game}};

}  // namespace

std::span<const game::Format> connect4_formats() { return kFormats; }
std::span<const game::Writer> connect4_writers() { return kWriters; }

c4::Game to_connect4_game(const game::ReadGame& game) {
  const Connect4Line& line = Connect4Line::of(*game.line);
  return {
      line.position().board(), {line.played().begin(), line.played().end()}, game.recorded.outcome};
}

}  // namespace intarsia::games
