#include "intarsia/graph/internal/database.h"

#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>
#include <rocksdb/table_properties.h>

#include "intarsia/base/text.h"
#include "intarsia/graph/node_bytes.h"

namespace intarsia::graph::internal {

namespace {

constexpr std::size_t kCacheBytes = std::size_t{64} << 20;
constexpr std::size_t kBlockBytes = std::size_t{8} << 10;
constexpr int kOpenFiles = 256;

}  // namespace

rocksdb::Options database_options() {
  rocksdb::Options o;
  o.create_if_missing = true;
  o.max_open_files = kOpenFiles;
  o.disable_auto_compactions = true;  // tables come merged, and nothing is added later
  o.keep_log_file_num = 1;
  o.info_log_level = rocksdb::InfoLogLevel::ERROR_LEVEL;
  o.compression = rocksdb::kLZ4Compression;
  rocksdb::BlockBasedTableOptions table;
  table.block_size = kBlockBytes;
  table.block_cache = rocksdb::NewLRUCache(kCacheBytes);
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  table.format_version = 5;
  table.checksum = rocksdb::kXXH3;
  o.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return o;
}

Error error_of(const std::string& path, const rocksdb::Status& status) {
  const bool is_damage = status.IsCorruption() || status.IsInvalidArgument() ||
                         status.IsNotFound() || status.IsPathNotFound();
  std::string detail = status.ToString();
  if (detail.find(path) == std::string::npos) detail = concat({path, ": ", detail});
  return {is_damage ? ErrorCode::kInvalid : ErrorCode::kIo, 0, std::move(detail)};
}

Result<std::uint64_t> count_nodes(const std::string& folder, rocksdb::DB& db) {
  rocksdb::TablePropertiesCollection tables;
  const auto status = db.GetPropertiesOfAllTables(&tables);
  if (!status.ok()) return error_of(folder, status);
  std::uint64_t sum = 0;
  for (const auto& [name, table] : tables) sum += table->num_entries;
  return sum;
}

std::optional<Error> read_node(const std::string& folder, const Kind& kind,
                               const rocksdb::Slice& key, const rocksdb::Slice& value, Node& out) {
  auto error = read_key({key.data(), key.size()}, kind.record_bytes(), out);
  if (!error) error = read_value({value.data(), value.size()}, out);
  if (!error) return std::nullopt;
  const std::string digits = key.ToString(true);  // of base 16
  error->detail = concat({folder, ": node ", digits.substr(0, 2 * kKeyBytes), ": ", error->detail,
                          " at byte ", std::to_string(error->offset)});
  return error;
}

}  // namespace intarsia::graph::internal
