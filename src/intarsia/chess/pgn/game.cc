#include "intarsia/chess/pgn/game.h"

#include <limits>

namespace intarsia::chess {

class PgnGames::Collector : public PgnVisitor {
 public:
  std::optional<PgnGame> take() {
    if (done_.empty()) return std::nullopt;
    PgnGame g = std::move(done_.front());
    done_.pop_front();
    return g;
  }

  void begin_game(const PgnPlace& place) override {
    game_ = {};
    game_.place = place;
  }

  void tag(std::string_view name, std::string_view value) override {
    game_.tags.emplace_back(name, value);
  }

  bool end_tags(const Position& start) override {
    game_.start = start;
    return true;
  }

  void move(const Position& /*before*/, Move m) override { game_.moves.push_back(m); }

  void eval(std::int16_t eval) override {
    game_.evals.resize(game_.moves.size() + 1, kNoEval);
    game_.evals.back() = eval;
  }

  void clock(double seconds) override {
    if (game_.moves.empty()) return;
    game_.clocks.resize(game_.moves.size(), std::numeric_limits<double>::quiet_NaN());
    game_.clocks.back() = seconds;
  }

  void fault(const PgnFault& fault) override { game_.faults.push_back(fault); }

  void end_game(const PgnEnd& end, const Position& last) override {
    if (!game_.evals.empty()) game_.evals.resize(game_.moves.size() + 1, kNoEval);
    if (!game_.clocks.empty()) {
      game_.clocks.resize(game_.moves.size(), std::numeric_limits<double>::quiet_NaN());
    }
    game_.outcome = end.outcome;
    game_.is_refused = end.is_refused;
    game_.last = last;
    done_.push_back(std::move(game_));
  }

 private:
  PgnGame game_;
  std::deque<PgnGame> done_;
};

PgnGames::PgnGames(const PgnOptions& options)
    : collector_(std::make_unique<Collector>()),
      parser_(std::make_unique<PgnParser>(*collector_, options)) {}
PgnGames::~PgnGames() = default;
PgnGames::PgnGames(PgnGames&&) noexcept = default;

void PgnGames::feed(std::string_view chunk) { parser_->feed(chunk); }
void PgnGames::finish() { parser_->finish(); }
std::optional<PgnGame> PgnGames::next() { return collector_->take(); }

const std::string* find_tag(const PgnGame& g, std::string_view name) {
  for (const auto& [key, value] : g.tags) {
    if (key == name) return &value;
  }
  return nullptr;
}

}  // namespace intarsia::chess
