#include "intarsia/graph/verify.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/io/hash.h"

namespace intarsia::graph {

namespace {

constexpr std::uint64_t kSaid = 1024;  // nodes between two words on how far it has come

class Verifier {
 public:
  explicit Verifier(const View& view, Verified& out)
      : view_(view), type_(view.type().record_type(view.size())), out_(out) {}

  std::optional<Error> visit(const Node& n) {
    node_ = &n;
    count(n);
    if (n.record.size() != type_.bytes) return std::nullopt;  // the store cannot give such
    if (auto error = type_.check(view_.size(), n.record)) {
      fault(concat({"its record: ", error->detail}));
      return std::nullopt;  // the rules take only records that were checked
    }
    check_identity(n);
    check_end(n);
    if (!check_moves(n)) return std::nullopt;
    return check_children(n);
  }

  // Sums over all nodes, in which a position stands for a number drawn from its bytes: what comes to
  // each and what leaves it weigh the same, or (but for one case in 2^64) something is wrong.
  void check_flow() {
    node_ = nullptr;
    if (flow_ != 0) fault("the games that come to positions are not those that leave them");
  }

 private:
  void count(const Node& n) {
    out_.statistics.add(n, last_ == n.key);
    last_ = n.key;
    flow_ += weight(n.key, n.record) * (n.starts - n.finishes - n.counts().games());
    for (const Edge& e : n.edges) {
      if (e.counts.rated > e.counts.games()) fault_of(n, "more rated games than games");
      if (e.counts.rated == 0 && e.counts.rating_sum != 0) fault_of(n, "ratings of no games");
      if (!n.is_explored && e.counts.games() == 0)
        fault_of(n, "a move that was neither played nor explored");
    }
  }

  static std::uint64_t weight(Key key, std::span<const std::byte> record) {
    return io::xxh3(record, key);
  }

  void check_identity(const Node& n) {
    Key key = 0;
    std::vector<std::byte> record(n.record.size());
    view_.type().rules.identities(view_.size(), n.record, &key);
    view_.type().rules.identity_records(view_.size(), n.record, record.data());
    if (record != n.record) fault("its record is not one of an identity");
    if ((key & view_.kind().key_mask) != n.key) fault("its key is not that of its record");
  }

  void check_end(const Node& n) {
    game::End end;
    view_.type().rules.ends(view_.size(), n.record, &end);
    std::optional<Ended> expected;
    if (end.outcome != Outcome::kUnknown) expected = Ended{end.outcome, std::string(end.reason)};
    if (n.end != expected) fault("how the game ended there is not what the rules say");
  }

  // Whether the edges are legal moves, so that the rules may follow them.
  bool check_moves(const Node& n) {
    view_.type().rules.legal_moves(view_.size(), n.record, first_, moves_);
    std::sort(moves_.begin(), moves_.end());
    for (const Edge& e : n.edges) {
      if (!std::binary_search(moves_.begin(), moves_.end(), e.move)) {
        fault(concat({"move ", std::to_string(e.move), " is not legal"}));
        return false;
      }
    }
    const std::size_t wanted = n.end ? 0 : moves_.size();
    if (n.is_explored && n.edges.size() < wanted) fault("it was explored, and lacks moves");
    return true;
  }

  std::optional<Error> check_children(const Node& n) {
    const game::Identities children = view_.children_of(n);
    for (std::size_t i = 0; i < n.edges.size(); ++i) {
      const auto record = std::span(children.records).subspan(i * n.record.size(), n.record.size());
      const Identity child{children.keys[i], {record.begin(), record.end()}};
      flow_ += weight(child.key, child.record) * n.edges[i].counts.games();
      const std::string move =
          view_.type().rules.move_text(view_.size(), n.record.data(), n.edges[i].move);
      if (n.edges[i].child != child.key) {
        fault(concat({"the key behind ", move, " is not that of the position there"}));
        continue;
      }
      const auto found = view_.find(child);
      if (!found) return found.error();
      if (!*found) fault(concat({"the position behind ", move, " is not in the graph"}));
    }
    return std::nullopt;
  }

  void fault_of(const Node& n, std::string_view what) {
    out_.add(concat({"node ", hex16(n.key), ": ", what}));
  }
  void fault(std::string_view what) {
    node_ == nullptr ? out_.add(std::string(what)) : fault_of(*node_, what);
  }

  const View& view_;
  game::RecordType type_;
  Verified& out_;
  const Node* node_ = nullptr;
  std::optional<Key> last_;
  std::uint64_t flow_ = 0;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint16_t> moves_;
};

}  // namespace

void Verified::add(std::string fault) {
  if (faults.size() < kMaxFaults) {
    faults.push_back(std::move(fault));
  } else {
    ++more;
  }
}

Result<Verified> verify(const View& view, const VerifyOptions& options) {
  Verified out;
  Verifier verifier(view, out);
  auto error = view.for_each([&](const Node& n) -> std::optional<Error> {
    if (out.statistics.nodes % kSaid == 0) {
      if (options.progress) options.progress(out.statistics.nodes);
      if (options.is_stopped && options.is_stopped()) {
        return Error{ErrorCode::kIo, 0, "it was stopped"};
      }
    }
    return verifier.visit(n);
  });
  if (error) return *std::move(error);
  if (out.is_sound()) verifier.check_flow();
  return out;
}

namespace {

Result<Verified> as_fault(const Error& e) {
  if (e.code != ErrorCode::kInvalid) return e;
  Verified out;
  out.add(e.detail);
  return out;
}

}  // namespace

Result<Verified> verify_folder(const std::string& folder, const FindGame& find,
                               const VerifyOptions& options) {
  const auto store = Store::open(folder, find);
  if (!store) return as_fault(store.error());
  auto out = verify(**store, options);
  if (!out) return as_fault(out.error());
  const About& about = (*store)->about();
  const Statistics& found = out->statistics;
  if (about.nodes != found.nodes || about.games != found.games || about.plies != found.plies) {
    out->add("graph.json says other numbers of nodes, games or plies");
  }
  return out;
}

}  // namespace intarsia::graph
