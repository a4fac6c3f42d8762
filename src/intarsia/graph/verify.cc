#include "intarsia/graph/verify.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/graph/node_bytes.h"
#include "intarsia/io/hash.h"

namespace intarsia::graph {

namespace {

constexpr std::uint64_t kSaid = 1024;  // nodes between two words on how far it has come

class Verifier {
 public:
  Verifier(const View& view, Verified& out) : view_(view), out_(out) {}

  std::optional<Error> visit(const Node& n) {
    node_ = &n;
    count(n);
    if (auto error = view_.check(n)) {
      out_.add(error->detail);
      return std::nullopt;  // the rules take only positions and moves of theirs
    }
    check_identity(n);
    check_end(n);
    check_moves(n);
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
    key_.clear();
    value_.clear();
    append_key(key_, n.key, n.record);
    append_value(value_, n);
    out_.content += content_hash(key_, value_);
    flow_ += weight(n.key, n.record) * (n.starts - n.finishes - n.counts().games());
    for (const Edge& e : n.edges) {
      if (e.counts.rated > e.counts.games()) fault_of(n, "more rated games than games");
      if (e.counts.rating_sum > e.counts.rated * kMaxRating) fault_of(n, "ratings beyond any");
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

  void check_moves(const Node& n) {
    if (!n.is_explored || n.end) return;
    view_.type().rules.legal_moves(view_.size(), n.record, first_, moves_);
    if (n.edges.size() < moves_.size()) fault("it was explored, and lacks moves");
  }

  std::optional<Error> check_children(const Node& n) {
    const auto children = view_.children_of(n);
    if (!children) return children.error();
    for (std::size_t i = 0; i < n.edges.size(); ++i) {
      const auto record =
          std::span(children->records).subspan(i * n.record.size(), n.record.size());
      const Identity child{children->keys[i], {record.begin(), record.end()}};
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
  Verified& out_;
  const Node* node_ = nullptr;
  std::optional<Key> last_;
  std::uint64_t flow_ = 0;
  std::string key_;
  std::string value_;
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
  if (const auto error = (*store)->check_blocks()) return as_fault(*error);
  auto out = verify(**store, options);
  if (!out) return as_fault(out.error());
  const About& about = (*store)->about();
  const Statistics& found = out->statistics;
  if (about.nodes != found.nodes || about.games != found.games || about.plies != found.plies) {
    out->add("graph.json says other numbers of nodes, games or plies");
  }
  if (about.content != out->content) {
    out->add("what it says is not what was written: graph.json has another hash of it");
  }
  return out;
}

}  // namespace intarsia::graph
