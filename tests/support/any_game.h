// Random lines of every game, for tests that know none of them.

#pragma once

#include <algorithm>
#include <cctype>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "intarsia/base/keys.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"

namespace intarsia::test {

// The sanitizers make everything several times slower.
#ifdef INTARSIA_SLOW_BUILD
inline constexpr int kLines = 2;
#else
inline constexpr int kLines = 6;
#endif

// A game on a board of one size, read with some options of it.
struct GameCase {
  const game::GameType* type;
  int size;
  game::Options options = {};

  game::LinePtr start() const { return type->start(size, options); }
  Result<game::LinePtr> read(std::string_view text) const {
    auto read = type->read_line(text, options);
    if (!read) return read.error();
    return std::move(read->line);
  }
  friend std::ostream& operator<<(std::ostream& out, const GameCase& c) {
    out << c.type->name << " " << c.size;
    for (const auto& [name, value] : c.options.all()) out << " --" << name << " " << value;
    return out;
  }
};

// The smallest boards, some between, the usual and the largest.
inline std::vector<int> some_sizes(const game::Sizes& sizes) {
  const std::size_t n = sizes.all.size();
  std::vector<int> some = {sizes.usual};
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{2}, n / 4, n - 1}) {
    if (i < n) some.push_back(sizes.all[i]);
  }
  std::sort(some.begin(), some.end());
  some.erase(std::unique(some.begin(), some.end()), some.end());
  return some;
}

// All games on some boards, and on the usual one with each of their options of reading.
inline std::vector<GameCase> all_cases() {
  std::vector<GameCase> cases;
  for (const game::GameType* type : games::all_games()) {
    for (const int size : some_sizes(type->sizes)) cases.push_back({type, size});
    for (const game::OptionInfo& o : type->options) {
      if (o.use != game::OptionInfo::Use::kReading) continue;
      std::vector<std::string_view> values(o.choices.begin(), o.choices.end());
      if (values.empty()) values.emplace_back();
      for (const std::string_view value : values) {
        cases.push_back({type, type->sizes.usual});
        cases.back().options.set(o.name, value);
      }
    }
  }
  return cases;
}

inline constexpr std::string_view kAllFacts = "test/all_of_";

class AnyGame : public testing::TestWithParam<GameCase> {
 protected:
  const GameCase& game() const { return GetParam(); }
  const game::GameType& type() const { return *GetParam().type; }
  int size() const { return GetParam().size; }

  // Moves taken at random from a start, to the game's end or so many of them.
  game::LinePtr random_line(int most = 80) {
    game::LinePtr line = game().start();
    while (line->ply() < most && !line->end()) {
      const auto moves = line->legal_moves();
      if (moves.empty()) break;
      EXPECT_FALSE(line->play(moves[below(moves.size())]));
    }
    return line;
  }
  std::size_t below(std::size_t n) { return random_.next() % n; }

  // Some plies of a line, the first ones and the last among them.
  static std::vector<int> some_plies(const game::Line& line, int count) {
    std::vector<int> plies = {line.ply()};
    for (int i = 0; i < std::min(3, line.ply()); ++i) plies.push_back(i);
    for (int i = 1; i < count; ++i) plies.push_back(line.ply() * i / count);
    std::sort(plies.begin(), plies.end());
    plies.erase(std::unique(plies.begin(), plies.end()), plies.end());
    return plies;
  }

  // The layouts that are built in, and for each frame one that shows every fact of three plies.
  std::vector<layout::Layout> layouts() const {
    std::vector<layout::Layout> all = type().layouts(size());
    const layout::Catalogue& c = type().catalogue(size());
    for (std::size_t frame = 0; frame < c.frames.size(); ++frame) {
      all.push_back({.id = concat({kAllFacts, c.frames[frame].name}),
                     .catalogue = &c,
                     .frame = static_cast<layout::FrameId>(frame),
                     .order = layout::Order::kFlat,
                     .dtype = layout::Dtype::kFloat32,
                     .features = {}});
      for (std::uint16_t ago = 0; ago < 3; ++ago) {
        for (const layout::Fact& f : c.facts) all.back().features.push_back({f.id, 1, ago});
      }
    }
    return all;
  }
  static bool has_all_facts(const layout::Layout& l) { return l.id.starts_with(kAllFacts); }

  // The records of a line, its last position included, of a game with this outcome.
  std::vector<std::byte> records_of(const game::Line& line, Outcome outcome = Outcome::kUnknown) {
    const game::RecordTargets targets{.outcome = outcome};
    std::vector<std::byte> out((line.ply() + 1) * type().record_type(size()).bytes);
    line.pack(0, line.ply(), /*is_first=*/true, {&targets, 1}, out.data());
    return out;
  }
  // The record of its last position, without history or targets.
  std::vector<std::byte> record_of(const game::Line& line) {
    const game::RecordTargets none;
    std::vector<std::byte> out(type().record_type(size()).bytes);
    line.pack(line.ply(), line.ply(), /*is_first=*/false, {&none, 1}, out.data());
    return out;
  }

 private:
  KeySequence random_{2026};
};

inline std::string case_name(const testing::TestParamInfo<GameCase>& info) {
  std::string name = concat({info.param.type->name, std::to_string(info.param.size)});
  for (const auto& [option, value] : info.param.options.all()) name += concat({"_", option, value});
  std::erase_if(name,
                [](char c) { return !std::isalnum(static_cast<unsigned char>(c)) && c != '_'; });
  return name;
}

#define INTARSIA_FOR_ALL_GAMES(suite) \
  INSTANTIATE_TEST_SUITE_P(AllGames, suite, testing::ValuesIn(all_cases()), case_name)

}  // namespace intarsia::test
