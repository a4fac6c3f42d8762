// Files that appear under their names whole or not at all.
//
//   auto file = AtomicFile::create("planes.npy", /*replace=*/false);
//   file->write(bytes);                      // to a file without a name
//   if (auto error = file->commit()) ...     // flushed, synced, named
//
// Without `commit` nothing is left, however the process ends: even `kill -9`, where the file system has
// files without a name.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"

namespace intarsia::io {

class AtomicFile {
 public:
  // Refuses a path that exists unless `replace`.
  static Result<AtomicFile> create(const std::string& path, bool replace);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  ~AtomicFile();

  const std::string& path() const { return path_; }

  // The first failure is kept and answered by `commit`.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);

  // Writes over the first bytes: a header whose numbers are known at the end.
  void rewrite_start(std::string_view text);

  [[nodiscard]] std::optional<Error> commit();

  // Files that belong together get their names in this order, or none of them does. What may fail for
  // want of room is done before the first of them is named. Old files of their names go before the first
  // new one comes, the last of them first, so that old and new never lie there together; if a new one
  // cannot come they return.
  [[nodiscard]] static std::optional<Error> commit_all(std::span<AtomicFile* const> files);

 private:
  AtomicFile(std::string path, std::string temporary, int fd, bool may_replace);
  bool flush();
  void prepare();
  bool take_name();
  bool put_old_aside();
  void take_back_name();
  void drop();
  void note_failure();

  std::string path_;
  std::string temporary_;
  int fd_;
  int folder_fd_ = -1;  // of the folder that will hold its name
  bool may_replace_;
  bool is_named_ = false;
  std::string buffer_;  // what is not yet written
  std::string old_;     // where the file lies that it replaces, until that is done
  std::optional<Error> error_;
};

}  // namespace intarsia::io
