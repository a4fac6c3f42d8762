// How graphs lie in RocksDB.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <rocksdb/db.h>
#include <rocksdb/options.h>

#include "intarsia/base/result.h"
#include "intarsia/graph/view.h"

namespace intarsia::graph::internal {

rocksdb::Options database_options();

// The library's answer as an error of ours: damage, or a system that failed.
Error error_of(const std::string& path, const rocksdb::Status& status);

// Every node is one entry.
Result<std::uint64_t> count_nodes(const std::string& folder, rocksdb::DB& db);

// A pair of the database as a node; errors name the folder and the key.
[[nodiscard]] std::optional<Error> read_node(const std::string& folder, const Kind& kind,
                                             const rocksdb::Slice& key, const rocksdb::Slice& value,
                                             Node& out);

}  // namespace intarsia::graph::internal
