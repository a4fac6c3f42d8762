// Many files of which only some are open: a data set may have more shards than a process descriptors.
//
//   OpenFiles files;
//   const auto id = files.add("data/shard-00000.npy");
//   auto file = files.get(id);               // opened if it is not, in the place of another
//   (*file)->read(offset, bytes);

#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/io/random_file.h"

namespace intarsia::io {

class OpenFiles {
 public:
  // At once: no more, and at most a quarter of what the process may open, for it does other things, too.
  static constexpr std::size_t kMaxOpen = 256;
  static std::size_t usual_limit();

  explicit OpenFiles(std::size_t most = usual_limit()) : most_(most) {}

  // A file of that path; it need not be there before it is asked for. While others are asked for, too.
  std::size_t add(std::string path);
  const std::string& path(std::size_t id) const { return files_[id].path; }

  // Stays open as long as it is held. A file whose size is another than the first time is an error.
  // Threads may call it together.
  Result<std::shared_ptr<const RandomFile>> get(std::size_t id);

  std::size_t open_count() const;

 private:
  void close_oldest();

  struct File {
    std::string path;
    std::optional<std::uint64_t> size = {};  // once it was open
    std::shared_ptr<const RandomFile> open = {};
    std::list<std::size_t>::iterator used = {};  // its place in `by_use_`, while it is open
  };

  std::size_t most_;
  std::vector<File> files_;
  mutable std::mutex mutex_;
  std::list<std::size_t> by_use_;  // the open ones, the latest first
};

}  // namespace intarsia::io
