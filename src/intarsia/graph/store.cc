#include "intarsia/graph/store.h"

#include "intarsia/base/text.h"
#include "intarsia/graph/internal/database.h"
#include "intarsia/graph/node_bytes.h"

namespace intarsia::graph {

struct Store::Database {
  std::unique_ptr<rocksdb::DB> db;
};

namespace {

rocksdb::ReadOptions all_of_it() {
  rocksdb::ReadOptions o;
  o.readahead_size = std::size_t{2} << 20;
  o.fill_cache = false;
  o.total_order_seek = true;
  return o;
}

// A database that lacks a file is damage of the graph, whatever the system calls it.
Error cannot_open(const std::string& folder, const rocksdb::Status& status) {
  Error e = internal::error_of(folder, status);
  e.detail += ": the graph is damaged; build it again";
  return e;
}

}  // namespace

bool Store::is_available() { return true; }

Store::Store(const Kind& kind, std::string folder, About about, std::unique_ptr<Database> database)
    : View(kind),
      folder_(std::move(folder)),
      about_(std::move(about)),
      database_(std::move(database)) {}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const std::string& folder, const FindGame& find,
                                           Key key_mask) {
  auto about = read_about_of(folder);
  if (!about) return about.error();
  const auto type = find(about->game);
  if (!type) return type.error();
  if (!(*type)->sizes.contains(about->size)) return (*type)->wrong_size(about->size);
  const Kind kind{*type, about->size, key_mask};
  rocksdb::Options options = internal::database_options();
  options.create_if_missing = false;
  auto database = std::make_unique<Database>();
  rocksdb::DB* opened = nullptr;
  const auto status =
      rocksdb::DB::OpenForReadOnly(options, concat({folder, "/", kNodesName}), &opened);
  if (!status.ok()) return cannot_open(folder, status);
  database->db.reset(opened);
  // A list of tables that was cut short still opens: as an older graph, or an empty one.
  const auto nodes = internal::count_nodes(folder, *opened);
  if (!nodes) return nodes.error();
  if (*nodes != about->nodes) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({folder, ": ", std::to_string(*nodes), " nodes are there, and ",
                         std::to_string(about->nodes), " were written: build it again"})};
  }
  return std::unique_ptr<Store>(new Store(kind, folder, *std::move(about), std::move(database)));
}

Result<std::optional<Node>> Store::find(const Identity& identity) const {
  std::string key;
  append_key(key, identity.key, identity.record);
  rocksdb::PinnableSlice value;
  const auto status = database_->db->Get({}, database_->db->DefaultColumnFamily(), key, &value);
  if (status.IsNotFound()) return std::optional<Node>();
  if (!status.ok()) return internal::error_of(folder_, status);
  Node node;
  if (auto error = internal::read_node(folder_, kind_, key, value, node)) return *std::move(error);
  return std::optional(std::move(node));
}

std::optional<Error> Store::for_each(const Visit& visit) const {
  return for_each_from({0, {}}, visit);
}

std::optional<Error> Store::for_each_from(const Identity& first, const Visit& visit) const {
  std::string from;
  append_key(from, first.key, first.record);
  const std::unique_ptr<rocksdb::Iterator> it(database_->db->NewIterator(all_of_it()));
  Node node;
  for (it->Seek(from); it->Valid(); it->Next()) {
    if (auto error = internal::read_node(folder_, kind_, it->key(), it->value(), node))
      return error;
    if (auto error = visit(node)) return error;
  }
  if (!it->status().ok()) return internal::error_of(folder_, it->status());
  return std::nullopt;
}

std::optional<Error> Store::check_blocks() const {
  const auto status = database_->db->VerifyChecksum(all_of_it());
  return status.ok() ? std::nullopt : std::optional(internal::error_of(folder_, status));
}

}  // namespace intarsia::graph
