// Any bytes as a node of a stored graph, and as its graph.json: they read back as they were, or are an
// error; and nothing follows a record or a move that the rules do not take.

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/check.h"
#include "intarsia/base/text.h"
#include "intarsia/games/registry.h"
#include "intarsia/graph/explorer.h"
#include "intarsia/graph/graph.h"
#include "intarsia/graph/node_bytes.h"
#include "intarsia/graph/store.h"
#include "intarsia/graph/verify.h"
#include "intarsia/io/hash.h"

using namespace intarsia;  // NOLINT: a whole program in one function

namespace {

// A graph of one node, be it right or not.
class OneNode final : public graph::View {
 public:
  OneNode(const graph::Kind& kind, const graph::Node& node) : View(kind), node_(node) {}

  Result<std::optional<graph::Node>> find(const graph::Identity& identity) const override {
    const bool is_it = identity.key == node_.key && identity.record == node_.record;
    return is_it ? std::optional(node_) : std::nullopt;
  }
  std::optional<Error> for_each(const Visit& visit) const override { return visit(node_); }

 private:
  const graph::Node& node_;
};

void check_node(std::string_view bytes, const graph::Kind& kind) {
  const std::size_t key_bytes = graph::kKeyBytes + kind.record_bytes();
  if (bytes.size() < key_bytes) return;
  const std::string_view value = bytes.substr(key_bytes);
  graph::Node node;
  FUZZ_CHECK(!graph::read_key(bytes.substr(0, key_bytes), kind.record_bytes(), node));
  if (const auto error = graph::read_value(value, node)) {
    FUZZ_CHECK(error->offset <= value.size() && !error->detail.empty());
    return;
  }
  std::string again;
  graph::append_key(again, node.key, node.record);
  graph::append_value(again, node);
  FUZZ_CHECK(again == bytes);

  const OneNode view(kind, node);
  const bool is_taken = !view.check(node);
  const auto page = graph::explore_at(view, node);
  FUZZ_CHECK(bool(page) == is_taken);
  if (page) FUZZ_CHECK(!graph::to_text(*page, 3).empty());
  const auto verified = graph::verify(view);
  FUZZ_CHECK(verified && (is_taken || !verified->is_sound()));
  graph::Graph into(kind);
  const bool is_merged = !into.merge(view);  // counts may be more than fit into memory
  FUZZ_CHECK(is_taken || !is_merged);
}

void check_about(std::string_view text) {
  // Without the right hash nothing behind it would ever be reached.
  std::string hashed(text.substr(0, text.rfind(",\n  \"xxh3\"")));
  hashed += concat({",\n  \"xxh3\": \"", hex16(io::xxh3(hashed)), "\"\n}\n"});
  const auto about = graph::read_about(hashed);
  if (!about) {
    FUZZ_CHECK(!about.error().detail.empty());
    return;
  }
  const auto again = graph::read_about(graph::to_json(*about));
  FUZZ_CHECK(again && *again == *about);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  static const graph::Kind kChess{*games::find_game("chess"), 8};
  static const graph::Kind kHex{*games::find_game("hex"), 5};
  check_node(bytes, kChess);
  check_node(bytes, kHex);
  check_about(bytes);
  return 0;
}
