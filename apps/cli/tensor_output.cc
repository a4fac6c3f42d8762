#include "apps/cli/tensor_output.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "apps/cli/tensor_input.h"
#include "intarsia/io/npy.h"
#include "intarsia/layout/describe.h"

namespace intarsia::cli {

Result<TensorOutput> TensorOutput::create(const layout::Plan& plan, const std::string& path,
                                          bool replace) {
  if (path == "-") return TensorOutput(plan, std::nullopt, std::nullopt);
  auto passport = io::AtomicFile::create(passport_path(path), replace);
  if (!passport) return std::move(passport).error();
  auto file = io::AtomicFile::create(path, replace);
  if (!file) return std::move(file).error();
  return TensorOutput(plan, *std::move(file), *std::move(passport));
}

TensorOutput::TensorOutput(const layout::Plan& plan, std::optional<io::AtomicFile> file,
                           std::optional<io::AtomicFile> passport)
    : plan_(plan), file_(std::move(file)), passport_(std::move(passport)), tensor_(plan.bytes()) {
  if (file_) {
    file_->write(header());
  } else {
    spool_.reset(std::tmpfile());
  }
}

// Always of one size: 128 bytes hold any count.
std::string TensorOutput::header() const {
  std::vector<std::uint64_t> shape = {count_};
  for (std::size_t n : plan_.layout().shape()) shape.push_back(n);
  return io::to_npy_header(info(plan_.layout().dtype).npy, shape);
}

void TensorOutput::add(std::span<const chess::State> line) {
  const chess::Moment moment{&line.back(), static_cast<int>(line.size()) - 1};
  chess::encode(plan_, {&moment, 1}, tensor_.data(), static_cast<std::ptrdiff_t>(tensor_.size()));
  write_tensor();
}

void TensorOutput::add(std::span<const hex::State> line) {
  const hex::Moment moment{&line.back(), static_cast<int>(line.size()) - 1};
  hex::encode(plan_, {&moment, 1}, tensor_.data(), static_cast<std::ptrdiff_t>(tensor_.size()));
  write_tensor();
}

void TensorOutput::write_tensor() {
  if (file_) {
    file_->write(tensor_);
  } else if (spool_) {
    std::fwrite(tensor_.data(), 1, tensor_.size(), spool_.get());
  }
  ++count_;
}

std::optional<Error> TensorOutput::finish() {
  if (!file_) return finish_stdout();
  file_->rewrite_start(header());
  passport_->write(layout::to_passport(plan_));
  if (auto error = file_->commit()) return error;
  return passport_->commit();
}

// The header needs the count, so the data waits in a temporary file.
std::optional<Error> TensorOutput::finish_stdout() {
  const auto failed = [] {
    return Error{ErrorCode::kIo, 0,
                 fmt::format("cannot write to standard output: {}", std::strerror(errno))};
  };
  if (!spool_ || std::fflush(spool_.get()) != 0 || std::ferror(spool_.get()) != 0) return failed();
  std::rewind(spool_.get());
  const std::string start = header();
  if (std::fwrite(start.data(), 1, start.size(), stdout) != start.size()) return failed();
  std::vector<char> piece(std::size_t{1} << 16);
  for (std::size_t n; (n = std::fread(piece.data(), 1, piece.size(), spool_.get())) != 0;) {
    if (std::fwrite(piece.data(), 1, n, stdout) != n) return failed();
  }
  return std::ferror(spool_.get()) != 0 ? std::optional(failed()) : std::nullopt;
}

}  // namespace intarsia::cli
