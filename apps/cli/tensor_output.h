// Tensor files that grow position by position, with their passport beside them.

#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/game/tensors.h"
#include "intarsia/io/atomic_file.h"
#include "intarsia/layout/describe.h"
#include "intarsia/layout/encode.h"

namespace intarsia::cli {

// Output above this is announced and needs --force.
inline constexpr std::uint64_t kLargeOutput = 8'000'000'000;

// The plan must outlive it.
class TensorOutput {
 public:
  // Elements go to `path`; bits to OUT.masks.npy and OUT.values.npy instead of OUT.npy. "-" is
  // standard output: elements only, and no passport. Files must not exist unless `replace`. The
  // passport names the targets that are written beside.
  static Result<std::unique_ptr<TensorOutput>> create(const layout::Plan& plan, layout::Form form,
                                                      const std::string& path, bool replace,
                                                      layout::TargetChoice targets = {});

  // Positions are added to the encoder first; `write_added` takes all of them from there.
  game::Encoder& encoder() { return *encoder_; }
  void write_added();

  // Records that were checked, as bits.
  void add_bits(game::RecordEncoder& encoder, std::span<const layout::RecordMoment> records);

  // Tensors that are ready, one after the other; not for bits.
  void add(std::span<const std::byte> tensors);

  // Puts all files under their names, or none: the tensors, those that belong to them, the passport
  // last, so that a tensor never has another's.
  [[nodiscard]] std::optional<Error> finish(const std::vector<io::AtomicFile*>& beside = {});

  std::uint64_t count() const { return count_; }
  std::uint64_t bytes_each() const;
  layout::Form form() const { return form_; }
  // The arrays' files; "-" is standard output.
  std::vector<std::string> paths() const;

 private:
  // One array: rows appended, the header written again when their number is known.
  struct Array {
    io::AtomicFile file;
    std::string path;
    std::string_view type;
    std::vector<std::uint64_t> row_shape;
  };

  TensorOutput(const layout::Plan& plan, layout::Form form);

  std::optional<Error> open(std::string path, std::string_view type,
                            std::vector<std::uint64_t> row_shape, bool replace);
  std::string header(const Array& a) const;
  void write_stack();
  void write(std::span<const std::byte> tensors);
  [[nodiscard]] std::optional<Error> finish_stdout();

  const layout::Plan& plan_;
  layout::Form form_;
  layout::TargetChoice targets_;
  std::unique_ptr<game::Encoder> encoder_;
  layout::Stack stack_;
  std::vector<std::byte> tensors_;
  std::vector<Array> arrays_;
  std::optional<io::AtomicFile> passport_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> spool_{nullptr, std::fclose};  // for stdout
  std::uint64_t count_ = 0;
};

}  // namespace intarsia::cli
