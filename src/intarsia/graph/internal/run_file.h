// A run: the nodes of a graph in order, in a file that lasts until all runs are merged.
//
// A node is its key, the length of its value in four bytes, and the value (node_bytes.h). Nothing is
// compressed: a run is read once, soon after it was written. The nodes of each shard lie together, so
// that threads read different shards.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/graph/nodes.h"
#include "intarsia/io/folder.h"
#include "intarsia/io/open_files.h"

namespace intarsia::graph::internal {

struct Run {
  std::string name;  // of its file
  // Where the bytes of each shard begin, and where the last ones end.
  std::array<std::uint64_t, kShards + 1> first = {};

  std::uint64_t bytes_of(std::uint32_t shard) const { return first[shard + 1] - first[shard]; }
};

class RunWriter {
 public:
  // A file of that name is replaced. The folder must outlive it.
  static Result<RunWriter> open(const io::Folder& folder, std::string name);

  // Nodes come by key and then by record.
  [[nodiscard]] std::optional<Error> add(std::string_view key, std::string_view value);
  Result<Run> finish();

 private:
  RunWriter(std::string name, io::LogFile file)
      : run_{.name = std::move(name)}, file_(std::move(file)) {}
  // The shards up to this one begin here at the latest.
  void begin(std::uint32_t shard);
  [[nodiscard]] std::optional<Error> write();

  Run run_;
  io::LogFile file_;
  std::string buffer_ = {};
  std::uint64_t bytes_ = 0;  // added so far
  std::uint32_t begun_ = 0;  // shards whose beginning is known
};

// The nodes of one shard of a run, one after the other.
class RunReader {
 public:
  // `file`: the number of its file among the open ones, which must outlive it.
  RunReader(io::OpenFiles& files, std::size_t file, const Run& run, std::uint32_t shard,
            std::size_t key_bytes)
      : files_(&files),
        file_(file),
        key_bytes_(key_bytes),
        offset_(run.first[shard]),
        end_(run.first[shard + 1]) {}

  // Goes to the next node; false if there is none.
  Result<bool> next();
  std::string_view key() const { return {buffer_.data() + at_, key_bytes_}; }
  std::string_view value() const {
    return {buffer_.data() + at_ + head_bytes(), node_bytes_ - head_bytes()};
  }
  // The key's first bytes as a number, which keeps their order.
  Key key_number() const { return number_; }

 private:
  std::size_t head_bytes() const { return key_bytes_ + sizeof(std::uint32_t); }
  // Makes so many bytes from the node on lie in the buffer.
  [[nodiscard]] std::optional<Error> fetch(std::size_t bytes);

  io::OpenFiles* files_;
  std::size_t file_;
  std::size_t key_bytes_;
  std::uint64_t offset_;  // of what is not yet in the buffer
  std::uint64_t end_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;          // the node in the buffer
  std::size_t filled_ = 0;      // bytes of the buffer
  std::size_t node_bytes_ = 0;  // 0 before the first
  Key number_ = 0;
};

}  // namespace intarsia::graph::internal
