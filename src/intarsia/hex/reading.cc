#include "intarsia/hex/reading.h"

#include <utility>

#include "intarsia/base/text.h"

namespace intarsia::hex {

std::optional<Error> GameBuilder::refuse(Move m, std::size_t offset, std::string_view why) const {
  std::string detail = move_name(m, chains_.size());
  detail += concat({" ", why, " (ply "});
  append_number(detail, ply() + 1);
  return Error{ErrorCode::kIllegal, offset, detail + ")"};
}

GameBuilder::GameBuilder(const Position& start) : GameBuilder(start.size(), start.swap_rule()) {
  if (start == reading_.game.start()) return;
  first_ = start.turn();
  reading_.game.setup = start;
  for (Color c : {kBlue, kRed}) {
    for (Cell cell : start.stones(c)) chains_.play(cell, c);
  }
}

std::optional<Cell> GameBuilder::stone_to_swap() const {
  const Game& g = reading_.game;
  if (!g.setup) return ply() == 1 ? std::optional(g.moves[0].cell()) : std::nullopt;
  if (ply() == 0 && g.setup->may_swap()) return g.setup->occupied().first();
  const bool is_second = ply() == 1 && g.setup->occupied().empty();
  return is_second ? std::optional(g.moves[0].cell()) : std::nullopt;
}

std::optional<Error> GameBuilder::add(Move m, std::size_t offset) {
  Game& g = reading_.game;
  if (const auto winner = chains_.winner()) {
    if (!std::exchange(has_cut_, true)) {
      std::string detail = concat({title(*winner), " had won at ply "});
      append_number(detail, ply());
      note({ErrorCode::kIllegal, offset, detail + ": the moves after it are cut"});
    }
    return std::nullopt;
  }
  const Color mover = ply() % 2 == 0 ? first_ : !first_;
  if (m.is_swap()) {
    const auto stone = stone_to_swap();
    if (!stone) return refuse(m, offset, "is the second move or none");
    chains_.undo();
    chains_.play(g.swap_rule == SwapRule::kTransposed ? transposed(*stone, g.size) : *stone, mover);
  } else {
    if (!chains_.is_empty(m.cell())) return refuse(m, offset, "is taken");
    chains_.play(m.cell(), mover);
  }
  g.moves.push_back(m);
  return std::nullopt;
}

Result<Reading> GameBuilder::finish(std::optional<Color> recorded, std::size_t offset) && {
  const auto on_board = chains_.winner();
  if (on_board && recorded && *on_board != *recorded) {
    return Error{ErrorCode::kInvalid, offset,
                 concat({"the record says that ", title(*recorded), " won, but ", title(*on_board),
                         "'s chain is complete"})};
  }
  reading_.game.winner = on_board ? on_board : recorded;
  reading_.shown = ply();
  return std::move(reading_);
}

namespace {

// What SGF has of either player: names, ranks, teams.
std::string name_for_other_color(const std::string& name) {
  constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
      {"PB", "PW"}, {"BR", "WR"}, {"BT", "WT"}};
  for (const auto& [black, white] : kPairs) {
    if (name == black) return std::string(white);
    if (name == white) return std::string(black);
  }
  return name;
}

}  // namespace

Game without_swap(const Game& g) {
  if (!g.is_swapped()) return g;
  Game out = g;
  out.swap_rule = SwapRule::kTransposed;
  const Cell first = g.moves[0].cell();
  // The Red stone of the swap, seen transposed: where the first stone stood, unless it stayed.
  const bool was_moved = g.swap_rule == SwapRule::kTransposed;
  out.moves = {Move(was_moved ? first : transposed(first, g.size))};
  out.moves.reserve(g.moves.size());
  for (std::size_t i = 2; i < g.moves.size(); ++i) {
    out.moves.emplace_back(transposed(g.moves[i].cell(), g.size));
  }
  if (g.winner) out.winner = !*g.winner;
  for (Tag& t : out.tags) t.name = name_for_other_color(t.name);
  constexpr std::string_view kFlag = "swap normalised";
  for (Tag& t : out.tags) {
    if (t.name != "GC") continue;
    t.value += concat({"; ", kFlag});
    return out;
  }
  out.tags.push_back({"GC", std::string(kFlag)});
  return out;
}

std::optional<Error> refuse_setup(const Game& g, std::string_view form) {
  if (!g.setup) return std::nullopt;
  const bool has_stones = !g.setup->occupied().empty();
  return Error{
      ErrorCode::kUnsupported, 0,
      concat({has_stones ? "the game began from stones on the board" : "Red began the game",
              ", which ", form, " cannot say; SGF can"})};
}

std::optional<Error> AlphabetCheck::add(const Reading& r) {
  if (!r.alphabet) return std::nullopt;
  const bool differs = seen_ && *seen_ != *r.alphabet;
  seen_ = seen_.value_or(*r.alphabet);
  if (!differs || is_noted_) return std::nullopt;
  is_noted_ = true;
  return Error{ErrorCode::kInvalid, 0, "the file mixes the winners 1, 2 and b, r"};
}

const std::string* find_tag(const Game& g, std::string_view name) {
  for (const Tag& t : g.tags) {
    if (t.name == name) return &t.value;
  }
  return nullptr;
}

}  // namespace intarsia::hex
