// A file that appears whole or not at all.
//
//   auto file = AtomicFile::create("out.npy", /*replace=*/false);
//   file->write(bytes);
//   file->commit();
//
// Bytes go to a file without a name (where the system has none such, to a temporary name beside the
// final one). `commit` syncs and names it; without it nothing stays, whatever happened in between.

#pragma once

#include <cstdio>
#include <optional>
#include <span>
#include <string>

#include "intarsia/base/result.h"

namespace intarsia::io {

class AtomicFile {
 public:
  // Refuses a path that exists unless `replace`.
  static Result<AtomicFile> create(const std::string& path, bool replace);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  ~AtomicFile();

  // The first failure is kept and answered by `commit`.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);

  // Writes over the first bytes: a header whose numbers are known at the end.
  void rewrite_start(std::string_view text);

  [[nodiscard]] std::optional<Error> commit();

 private:
  AtomicFile(std::string path, std::string temporary, std::FILE* file, bool may_replace);
  bool take_name();
  void drop();
  void note_failure();

  std::string path_;
  std::string temporary_;
  std::FILE* file_;
  bool may_replace_;
  std::optional<Error> error_;
};

}  // namespace intarsia::io
