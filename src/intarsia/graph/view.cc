#include "intarsia/graph/view.h"

#include <algorithm>

#include "intarsia/base/text.h"

namespace intarsia::graph {

namespace {

std::string digits_of(std::span<const std::byte> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes.size());
  for (const std::byte b : bytes) {
    out += kDigits[std::to_integer<unsigned>(b) >> 4];
    out += kDigits[std::to_integer<unsigned>(b) & 15];
  }
  return out;
}

void append_number(std::string& out, std::uint64_t n) { out += concat({" ", std::to_string(n)}); }

void append_node(std::string& out, const Node& n) {
  out += concat({hex16(n.key), " ", digits_of(n.record)});
  if (n.is_explored) out += " explored";
  if (n.end) out += concat({" ", n.end->reason, " ", name(n.end->outcome)});
  append_number(out, n.starts);
  append_number(out, n.finishes);
  out += "\n";
  for (const Edge& e : n.edges) {
    out += concat({"  ", std::to_string(e.move), " ", hex16(e.child)});
    for (const std::uint64_t games : e.counts.outcomes) append_number(out, games);
    append_number(out, e.counts.rated);
    append_number(out, e.counts.rating_sum);
    out += "\n";
  }
}

}  // namespace

Result<Identity> View::identity_of(const game::Line& line) const {
  if (&line.type() != &type()) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"a position of ", line.type().words.title, ", but this is a graph of ",
                         type().words.title})};
  }
  if (line.size() != size()) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"a board of size ", type().sizes.to_text(line.size()),
                         ", but this graph is for ", type().sizes.to_text(size())})};
  }
  std::vector<std::byte> record(kind_.record_bytes());
  const game::RecordTargets none;
  line.at(line.ply())->pack(line.ply(), line.ply(), false, {&none, 1}, record.data());
  Identity found{0, std::vector<std::byte>(record.size())};
  type().rules.identities(size(), record, &found.key);
  type().rules.identity_records(size(), record, found.record.data());
  found.key &= kind_.key_mask;
  return found;
}

Result<std::optional<Node>> View::find(const game::Line& line) const {
  const auto identity = identity_of(line);
  if (!identity) return identity.error();
  return find(*identity);
}

std::optional<Error> View::check(const Node& node) const {
  const auto wrong = [&](std::string_view what) {
    return Error{ErrorCode::kInvalid, 0, concat({"node ", hex16(node.key), ": ", what})};
  };
  if (auto error = type().record_type(size()).check(size(), node.record)) {
    return wrong(concat({"its record: ", error->detail}));
  }
  std::vector<std::uint32_t> first;
  std::vector<std::uint16_t> legal;
  type().rules.legal_moves(size(), node.record, first, legal);
  std::sort(legal.begin(), legal.end());
  for (const Edge& e : node.edges) {
    if (!std::binary_search(legal.begin(), legal.end(), e.move)) {
      return wrong(concat({"move ", std::to_string(e.move), " is not legal"}));
    }
  }
  return std::nullopt;
}

Result<game::Identities> View::children_of(const Node& node) const {
  if (!is_own()) {
    if (auto error = check(node)) return *std::move(error);
  }
  const std::size_t bytes = node.record.size();
  std::vector<std::byte> parents;
  std::vector<std::uint16_t> moves;
  for (const Edge& e : node.edges) {
    parents.insert(parents.end(), node.record.begin(), node.record.end());
    moves.push_back(e.move);
  }
  std::vector<std::byte> after(parents.size());
  type().rules.successors(size(), parents, moves, after.data());
  game::Identities out;
  out.keys.resize(moves.size());
  out.records.resize(moves.size() * bytes);
  type().rules.identities(size(), after, out.keys.data());
  type().rules.identity_records(size(), after, out.records.data());
  for (Key& key : out.keys) key &= kind_.key_mask;
  return out;
}

void Statistics::add(const Node& node, bool shares_key) {
  ++nodes;
  edges += node.edges.size();
  terminal += node.end ? 1 : 0;
  explored += node.is_explored ? 1 : 0;
  collisions += shares_key ? 1 : 0;
  games += node.starts;
  plies += node.counts().games();
}

Result<Statistics> statistics_of(const View& view,
                                 const std::function<void(std::uint64_t nodes)>& progress) {
  constexpr std::uint64_t kSaid = 1024;
  Statistics s;
  std::optional<Key> last;
  const auto error = view.for_each([&](const Node& n) -> std::optional<Error> {
    s.add(n, last == n.key);
    last = n.key;
    if (progress && s.nodes % kSaid == 0) progress(s.nodes);
    return std::nullopt;
  });
  if (error) return *error;
  return s;
}

Result<std::string> dump(const View& view) {
  std::string out =
      concat({"graph ", view.type().name, " ", view.type().sizes.to_text(view.size()), "\n"});
  const auto error = view.for_each([&](const Node& n) -> std::optional<Error> {
    append_node(out, n);
    return std::nullopt;
  });
  if (error) return *error;
  return out;
}

}  // namespace intarsia::graph
