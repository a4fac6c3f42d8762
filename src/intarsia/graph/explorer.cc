#include "intarsia/graph/explorer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "intarsia/base/text.h"

namespace intarsia::graph {

namespace {

constexpr std::size_t kBarCells = 20;
constexpr std::array<std::string_view, 3> kBarParts = {"█", "▒", "░"};  // first, draws, second

double share_of(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::uint64_t known_games(const Counts& c) { return c.games() - c.with(Outcome::kUnknown); }

std::optional<double> points_of(const Counts& c, bool is_second_to_move) {
  const std::uint64_t known = known_games(c);
  if (known == 0) return std::nullopt;
  const std::uint64_t wins = c.with(is_second_to_move ? Outcome::kSecond : Outcome::kFirst);
  return share_of(2 * wins + c.with(Outcome::kDraw), 2 * known);
}

std::optional<std::uint64_t> rating_of(const Counts& c) {
  if (c.rated == 0) return std::nullopt;
  return (c.rating_sum + c.rated / 2) / c.rated;
}

std::string percent(double share) {
  const auto tenths = static_cast<std::uint64_t>(std::llround(share * 1000));
  return concat({std::to_string(tenths / 10), ".", std::to_string(tenths % 10), "%"});
}

// How many columns a text takes, if each of its characters takes one.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string right(std::string_view text, std::size_t width) {
  const std::size_t own = width_of(text);
  return concat({std::string(width > own ? width - own : 0, ' '), text});
}

std::string left(std::string_view text, std::size_t width) {
  const std::size_t own = width_of(text);
  return concat({text, std::string(width > own ? width - own : 0, ' ')});
}

// The outcomes that are known, as shares of one bar; an empty one where none is.
std::string bar_of(const Counts& c) {
  const std::uint64_t known = known_games(c);
  if (known == 0) return std::string(kBarCells, ' ');
  const auto cells_up_to = [&](std::uint64_t games) {
    return static_cast<std::size_t>((2 * games * kBarCells + known) / (2 * known));
  };
  const std::uint64_t wins = c.with(Outcome::kFirst);
  const std::array<std::size_t, 3> ends = {cells_up_to(wins),
                                           cells_up_to(wins + c.with(Outcome::kDraw)), kBarCells};
  std::string bar;
  for (std::size_t cell = 0; cell < kBarCells; ++cell) {
    std::size_t part = 0;
    while (cell >= ends[part]) ++part;
    bar += kBarParts[part];
  }
  return bar;
}

using Row = std::vector<std::string>;

// Columns as wide as they need to be: the first one flush left, and the bar, the others flush right.
std::string columns(const std::vector<Row>& rows, std::size_t bar) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += i == 0 || i >= bar ? left(row[i], widths[i]) : right(row[i], widths[i]);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1);
    out += "\n";
  }
  return out;
}

std::string end_text(const game::Words& words, const Ended& end) {
  std::string reason = end.reason;  // insufficient_material
  std::replace(reason.begin(), reason.end(), '_', ' ');
  if (end.outcome == Outcome::kDraw) return concat({"draw by ", reason});
  const auto winner = words.players[end.outcome == Outcome::kFirst ? 0 : 1];
  return concat({winner, " wins by ", reason});
}

std::string games_text(std::uint64_t n) {
  return concat({std::to_string(n), n == 1 ? " game" : " games"});
}

std::string summary(const ExplorerPage& page) {
  const game::Words& words = page.type->words;
  const Counts& c = page.counts;
  std::string out = games_text(c.games());
  if (const std::uint64_t known = known_games(c); known > 0) {
    out += concat({": ", words.players[0], " ", percent(share_of(c.with(Outcome::kFirst), known))});
    if (c.with(Outcome::kDraw) > 0) {
      out += concat({", draws ", percent(share_of(c.with(Outcome::kDraw), known))});
    }
    out +=
        concat({", ", words.players[1], " ", percent(share_of(c.with(Outcome::kSecond), known))});
  }
  if (page.rating) out += concat({"; average rating ", std::to_string(*page.rating)});
  if (page.finishes > 0) out += concat({"; ", games_text(page.finishes), " stopped here"});
  return out;
}

}  // namespace

Result<ExplorerPage> explore_at(const View& view, const Node& node) {
  auto line = view.type().unpack(view.size(), node.record);
  if (!line) return line.error();
  ExplorerPage page{.type = &view.type(),
                    .position = (*line)->position_text(),
                    .is_second_to_move = (*line)->is_second_to_move(),
                    .is_explored = node.is_explored,
                    .end = node.end,
                    .counts = node.counts(),
                    .finishes = node.finishes};
  page.rating = rating_of(page.counts);
  const auto children = view.children_of(node);
  if (!children) return children.error();
  for (std::size_t i = 0; i < node.edges.size(); ++i) {
    const Edge& e = node.edges[i];
    const auto record =
        std::span(children->records).subspan(i * node.record.size(), node.record.size());
    const auto child = view.find(Identity{children->keys[i], {record.begin(), record.end()}});
    if (!child) return child.error();
    const game::Rules& rules = view.type().rules;
    page.moves.push_back({.move = e.move,
                          .text = rules.move_text(view.size(), node.record.data(), e.move),
                          .notation = rules.move_notation(view.size(), node.record.data(), e.move),
                          .counts = e.counts,
                          .share = share_of(e.counts.games(), page.counts.games()),
                          .points = points_of(e.counts, page.is_second_to_move),
                          .rating = rating_of(e.counts),
                          .end = *child ? (*child)->end : std::nullopt});
  }
  std::stable_sort(page.moves.begin(), page.moves.end(),
                   [](const ExplorerMove& a, const ExplorerMove& b) {
                     return a.counts.games() > b.counts.games();
                   });
  return page;
}

std::string to_text(const ExplorerPage& page, std::size_t most) {
  const game::Words& words = page.type->words;
  std::string out = concat({page.position, "\n"});
  if (page.end) return out + concat({end_text(words, *page.end), "\n"});
  out += concat({summary(page), "\n"});
  if (page.moves.empty()) {
    return out + (page.is_explored ? "no move is left\n" : "no move from here is known\n");
  }
  out += "\n";
  constexpr std::size_t kBarColumn = 3;
  const std::string draws =
      page.counts.with(Outcome::kDraw) > 0 ? concat({" draws ", kBarParts[1]}) : "";
  const std::string bar = concat(
      {words.players[0], " ", kBarParts[0], draws, " ", words.players[1], " ", kBarParts[2]});
  const auto mover = words.players[page.is_second_to_move ? 1 : 0];
  std::vector<Row> rows = {
      {"move", "games", "share", bar, concat({mover, " scores"}), "rating", ""}};
  for (const ExplorerMove& m : std::span(page.moves).first(std::min(most, page.moves.size()))) {
    const bool is_played = m.counts.games() > 0;
    rows.push_back({m.notation, is_played ? std::to_string(m.counts.games()) : "-",
                    is_played ? percent(m.share) : "", bar_of(m.counts),
                    m.points ? percent(*m.points) : "", m.rating ? std::to_string(*m.rating) : "",
                    m.end ? end_text(words, *m.end) : ""});
  }
  out += columns(rows, kBarColumn);
  if (page.moves.size() > most) {
    const std::size_t hidden = page.moves.size() - most;
    out += concat({"and ", std::to_string(hidden), hidden == 1 ? " move more\n" : " moves more\n"});
  }
  return out;
}

}  // namespace intarsia::graph
