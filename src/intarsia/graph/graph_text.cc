#include "intarsia/graph/graph_text.h"

#include <set>
#include <string>
#include <vector>

#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"

namespace intarsia::graph {

namespace {

std::vector<std::byte> record_at(const game::Identities& all, std::size_t i, std::size_t bytes) {
  const auto record = std::span(all.records).subspan(i * bytes, bytes);
  return {record.begin(), record.end()};
}

// Breadth first from a start, each node once.
std::optional<Error> visit_from(const View& view, const ExportOptions& o,
                                const View::Visit& visit) {
  std::set<std::pair<Key, std::vector<std::byte>>> met = {{o.start->key, o.start->record}};
  std::vector<Identity> level = {*o.start};
  for (int depth = 0; depth <= o.depth && !level.empty(); ++depth) {
    std::vector<Identity> next;
    for (const Identity& identity : level) {
      const auto node = view.find(identity);
      if (!node) return node.error();
      if (!*node) continue;
      if (auto error = visit(**node)) return error;
      const auto children = view.children_of(**node);
      if (!children) return children.error();
      for (std::size_t i = 0; i < children->size(); ++i) {
        if ((*node)->edges[i].counts.games() < o.min_games) continue;
        Identity child{children->keys[i], record_at(*children, i, (*node)->record.size())};
        if (met.insert({child.key, child.record}).second) next.push_back(std::move(child));
      }
    }
    level = std::move(next);
  }
  return std::nullopt;
}

// Every node that is wanted, each with its position as text.
template <class Write>
Result<std::uint64_t> write_all(const View& view, const ExportOptions& o, Write write) {
  std::uint64_t nodes = 0;
  const auto visit = [&](const Node& n) -> std::optional<Error> {
    if (auto error = view.check(n)) return error;
    const auto line = view.type().unpack(view.size(), n.record);
    if (!line) return line.error();
    ++nodes;
    write(n, (*line)->position_text());
    return std::nullopt;
  };
  const auto error = o.start ? visit_from(view, o, visit) : view.for_each(visit);
  if (error) return *error;
  return nodes;
}

std::string name_of(Key key) { return concat({"\"", hex16(key), "\""}); }

std::string move_of(const View& view, const Node& n, const Edge& e) {
  return view.type().rules.move_text(view.size(), n.record.data(), e.move);
}

void add_counts(JsonText& out, const game::Words& words, const Counts& c) {
  out.key("games").value(c.games());
  out.key(words.players[0]).value(c.with(Outcome::kFirst));
  out.key("draws").value(c.with(Outcome::kDraw));
  out.key(words.players[1]).value(c.with(Outcome::kSecond));
}

std::string json_of(const View& view, const Node& n, const std::string& position,
                    std::uint64_t min_games) {
  JsonText out;
  out.begin_object();
  out.key("identity").value(hex16(n.key));
  out.key(view.type().words.position_key).value(position);
  out.key("explored").value(n.is_explored);
  out.key("end");
  n.end ? out.value(n.end->reason) : out.json("null");
  out.key("starts").value(n.starts);
  out.key("stopped").value(n.finishes);
  out.key("edges").begin_list();
  for (const Edge& e : n.edges) {
    if (e.counts.games() < min_games) continue;
    out.begin_object();
    out.key("move").value(move_of(view, n, e));
    out.key("child").value(hex16(e.child));
    add_counts(out, view.type().words, e.counts);
    out.key("rated").value(e.counts.rated);
    out.key("rating_sum").value(e.counts.rating_sum);
    out.end_object();
  }
  out.end_list();
  out.end_object();
  return out.text();
}

}  // namespace

Result<std::uint64_t> export_dot(const View& view, const ExportOptions& o, const TextSink& sink) {
  sink("digraph positions {\n  node [shape=box];\n");
  auto nodes = write_all(view, o, [&](const Node& n, const std::string& position) {
    const std::string end = n.end ? concat({"\\n", n.end->reason}) : "";
    sink(concat({"  ", name_of(n.key), " [label=\"", position, end, "\"];\n"}));
    for (const Edge& e : n.edges) {
      const std::uint64_t games = e.counts.games();
      if (games < o.min_games) continue;
      const auto move = view.type().rules.move_notation(view.size(), n.record.data(), e.move);
      const std::string count = games == 0 ? "" : concat({" (", std::to_string(games), ")"});
      sink(concat(
          {"  ", name_of(n.key), " -> ", name_of(e.child), " [label=\"", move, count, "\"];\n"}));
    }
  });
  sink("}\n");
  return nodes;
}

Result<std::uint64_t> export_json(const View& view, const ExportOptions& o, const TextSink& sink) {
  return write_all(view, o, [&](const Node& n, const std::string& position) {
    sink(json_of(view, n, position, o.min_games) + "\n");
  });
}

}  // namespace intarsia::graph
