// A tensor file that grows position by position, with its passport beside it.

#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/chess/layouts.h"
#include "intarsia/hex/layouts.h"
#include "intarsia/io/atomic_file.h"
#include "intarsia/layout/encode.h"

namespace intarsia::cli {

// Output above this is announced and needs --force.
inline constexpr std::uint64_t kLargeOutput = std::uint64_t{8} << 30;

class TensorOutput {
 public:
  // `path` "-" is standard output: the passport is then not written. The files must not exist unless
  // `replace`.
  static Result<TensorOutput> create(const layout::Plan& plan, const std::string& path,
                                     bool replace);

  // The last state is the position; those before it are its history.
  void add(std::span<const chess::State> line);
  void add(std::span<const hex::State> line);

  // Puts all files under their names.
  [[nodiscard]] std::optional<Error> finish();

  std::uint64_t count() const { return count_; }
  std::uint64_t bytes() const { return count_ * tensor_.size(); }

 private:
  using Spool = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

  TensorOutput(const layout::Plan& plan, std::optional<io::AtomicFile> file,
               std::optional<io::AtomicFile> passport);
  std::string header() const;
  void write_tensor();
  [[nodiscard]] std::optional<Error> finish_stdout();

  layout::Plan plan_;
  std::optional<io::AtomicFile> file_, passport_;
  Spool spool_{nullptr, std::fclose};  // the data on its way to standard output
  std::vector<std::byte> tensor_;
  std::uint64_t count_ = 0;
};

}  // namespace intarsia::cli
