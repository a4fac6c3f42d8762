// Stored graphs in a library that was built without RocksDB: errors that say so.

#include "intarsia/graph/store.h"

namespace intarsia::graph {

struct Store::Database {};
struct StoreWriter::State {};

bool Store::is_available() { return false; }

Result<std::unique_ptr<Store>> Store::open(const std::string& folder, const FindGame&, Key) {
  const auto about = read_about_of(folder);
  if (!about) return about.error();
  return no_store();
}
Store::~Store() = default;
Result<std::optional<Node>> Store::find(const Identity&) const { return no_store(); }
std::optional<Error> Store::for_each(const Visit&) const { return no_store(); }
std::optional<Error> Store::for_each_from(const Identity&, const Visit&) const {
  return no_store();
}
std::optional<Error> Store::check_blocks() const { return no_store(); }

Result<std::unique_ptr<StoreWriter>> StoreWriter::create(const StoreOptions&, const Kind&) {
  return no_store();
}
StoreWriter::~StoreWriter() = default;
std::optional<Error> StoreWriter::add(const View&, const IsStopped&) { return no_store(); }
Result<About> StoreWriter::finish(std::string, std::string, const IsStopped&) { return no_store(); }
void StoreWriter::discard() {}

}  // namespace intarsia::graph
