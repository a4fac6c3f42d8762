#include "intarsia/graph/internal/merge_runs.h"

#include <algorithm>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/graph/node_bytes.h"

namespace intarsia::graph::internal {

namespace {

// The order of a heap: the reader with the first node is its front.
bool is_behind(const RunReader* a, const RunReader* b) {
  if (a->key_number() != b->key_number()) return a->key_number() > b->key_number();
  return a->key() > b->key();
}

// What the runs with one node say of it, added up.
class Sum {
 public:
  explicit Sum(const Kind& kind) : record_bytes_(kind.record_bytes()) {}

  std::optional<Error> begin(std::string_view key, std::string_view value) {
    key_ = key;
    if (auto error = read_key(key, record_bytes_, node_)) return error;
    return read_value(value, node_);
  }
  bool is_of(std::string_view key) const { return key == key_; }
  std::optional<Error> add(std::string_view value) {
    if (auto error = read_value(value, other_)) return error;
    auto error = merge(node_, other_);
    if (error) error->detail = concat({"node ", hex16(node_.key), ": ", error->detail});
    return error;
  }
  std::optional<Error> visit(const VisitBytes& visit) {
    value_.clear();
    append_value(value_, node_);
    return visit(key_, value_);
  }

 private:
  std::size_t record_bytes_;
  std::string key_ = {};
  std::string value_ = {};
  Node node_ = {};
  Node other_ = {};
};

class Merging {
 public:
  // The reader goes to its first or next node; without one it is left out.
  std::optional<Error> advance(RunReader& reader) {
    const auto has_node = reader.next();
    if (!has_node) return has_node.error();
    if (!*has_node) return std::nullopt;
    heap_.push_back(&reader);
    std::push_heap(heap_.begin(), heap_.end(), is_behind);
    return std::nullopt;
  }
  bool is_empty() const { return heap_.empty(); }
  const RunReader& front() const { return *heap_.front(); }
  // Whether no other run has the front's node. The front's children in the heap are the next ones.
  bool is_alone() const {
    for (std::size_t i = 1; i < std::min<std::size_t>(3, heap_.size()); ++i) {
      if (heap_[i]->key() == front().key()) return false;
    }
    return true;
  }
  RunReader& take() {
    std::pop_heap(heap_.begin(), heap_.end(), is_behind);
    RunReader& taken = *heap_.back();
    heap_.pop_back();
    return taken;
  }

 private:
  std::vector<RunReader*> heap_;
};

}  // namespace

std::optional<Error> merge_runs(const Kind& kind, io::OpenFiles& files, std::span<const Run> runs,
                                std::uint32_t shard, const VisitBytes& visit) {
  const std::size_t key_bytes = kKeyBytes + kind.record_bytes();
  std::vector<RunReader> readers;
  readers.reserve(runs.size());  // the heap points at them
  Merging merging;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    readers.emplace_back(files, i, runs[i], shard, key_bytes);
    if (auto error = merging.advance(readers.back())) return error;
  }
  Sum sum(kind);
  while (!merging.is_empty()) {
    const RunReader& first = merging.front();
    if (merging.is_alone()) {  // most are: their bytes go on as they are
      if (auto error = visit(first.key(), first.value())) return error;
      if (auto error = merging.advance(merging.take())) return error;
      continue;
    }
    if (auto error = sum.begin(first.key(), first.value())) return error;
    if (auto error = merging.advance(merging.take())) return error;
    while (!merging.is_empty() && sum.is_of(merging.front().key())) {
      if (auto error = sum.add(merging.front().value())) return error;
      if (auto error = merging.advance(merging.take())) return error;
    }
    if (auto error = sum.visit(visit)) return error;
  }
  return std::nullopt;
}

}  // namespace intarsia::graph::internal
