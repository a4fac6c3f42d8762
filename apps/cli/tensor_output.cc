#include "apps/cli/tensor_output.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "apps/cli/tensor_input.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/npy.h"

namespace intarsia::cli {

namespace {

std::vector<std::uint64_t> wide(const std::vector<std::size_t>& sizes) {
  return {sizes.begin(), sizes.end()};
}

}  // namespace

Result<std::unique_ptr<TensorOutput>> TensorOutput::create(const layout::Plan& plan,
                                                           layout::Form form,
                                                           const std::string& path, bool replace,
                                                           layout::TargetChoice targets) {
  std::unique_ptr<TensorOutput> out(new TensorOutput(plan, form));
  out->targets_ = std::move(targets);
  if (path == "-") {
    if (form == layout::Form::kBits) {
      return Error{ErrorCode::kUnsupported, 0, "bits are two arrays and need a file name"};
    }
    out->spool_.reset(std::tmpfile());
    if (out->spool_) return out;
    return Error{ErrorCode::kIo, 0,
                 fmt::format("no temporary file for standard output: {}", std::strerror(errno))};
  }
  std::optional<Error> error;
  if (form == layout::Form::kElements) {
    const layout::Layout& l = plan.layout();
    error = out->open(path, info(l.dtype).npy, wide(l.shape()), replace);
  } else {
    const std::uint64_t layers = out->stack_.layers();
    error = out->open(bits_path(path, "masks"), "<u8", {layers, out->stack_.words()}, replace);
    if (!error) error = out->open(bits_path(path, "values"), "<f4", {layers}, replace);
  }
  if (error) return *std::move(error);
  auto passport = io::AtomicFile::create(passport_path(path), replace);
  if (!passport) return std::move(passport).error();
  out->passport_ = *std::move(passport);
  return out;
}

std::optional<Error> TensorOutput::open(std::string path, std::string_view type,
                                        std::vector<std::uint64_t> row_shape, bool replace) {
  auto file = io::AtomicFile::create(path, replace);
  if (!file) return std::move(file).error();
  Array array{*std::move(file), std::move(path), type, std::move(row_shape)};
  array.file.write(header(array));
  arrays_.push_back(std::move(array));
  return std::nullopt;
}

// Always of one size: 128 bytes hold any count.
std::string TensorOutput::header(const Array& a) const {
  std::vector<std::uint64_t> shape = {count_};
  shape.insert(shape.end(), a.row_shape.begin(), a.row_shape.end());
  return io::to_npy_header(a.type, shape);
}

std::vector<std::string> TensorOutput::paths() const {
  std::vector<std::string> paths;
  paths.reserve(arrays_.size());
  for (const Array& a : arrays_) paths.push_back(a.path);
  return paths.empty() ? std::vector<std::string>{"-"} : paths;
}

std::uint64_t TensorOutput::bytes_each() const {
  if (form_ == layout::Form::kElements) return plan_.bytes();
  return stack_.layers() * (stack_.words() * sizeof(std::uint64_t) + sizeof(float));
}

TensorOutput::TensorOutput(const layout::Plan& plan, layout::Form form)
    : plan_(plan),
      form_(form),
      encoder_(games::game_of(plan.layout()).make_encoder(plan)),
      stack_(plan, 1) {}

void TensorOutput::write_added() {
  const std::size_t added = encoder_->count();
  if (added == 0) return;
  count_ += added;
  if (form_ == layout::Form::kBits) {
    stack_ = layout::Stack(plan_, added);
    encoder_->stack(0, stack_);
    return write_stack();
  }
  tensors_.resize(added * plan_.bytes());
  encoder_->encode(tensors_.data(), static_cast<std::ptrdiff_t>(plan_.bytes()));
  write(tensors_);
}

void TensorOutput::add_bits(game::RecordEncoder& encoder,
                            std::span<const layout::RecordMoment> records) {
  stack_ = layout::Stack(plan_, records.size());
  encoder.stack(records, 0, stack_);
  count_ += records.size();
  write_stack();
}

void TensorOutput::write_stack() {
  arrays_[0].file.write(std::as_bytes(stack_.masks()));
  arrays_[1].file.write(std::as_bytes(stack_.values()));
}

void TensorOutput::add(std::span<const std::byte> tensors) {
  count_ += tensors.size() / plan_.bytes();
  write(tensors);
}

void TensorOutput::write(std::span<const std::byte> tensors) {
  if (!arrays_.empty()) {
    arrays_[0].file.write(tensors);
  } else if (spool_) {
    std::fwrite(tensors.data(), 1, tensors.size(), spool_.get());
  }
}

std::optional<Error> TensorOutput::finish(const std::vector<io::AtomicFile*>& beside) {
  if (!passport_) return finish_stdout();
  passport_->write(layout::to_passport(plan_, form_, targets_));
  std::vector<io::AtomicFile*> files;
  for (Array& a : arrays_) {
    a.file.rewrite_start(header(a));
    files.push_back(&a.file);
  }
  files.insert(files.end(), beside.begin(), beside.end());
  files.push_back(&*passport_);
  return io::AtomicFile::commit_all(files);
}

// The header needs the count, so the data waits in a temporary file.
std::optional<Error> TensorOutput::finish_stdout() {
  const auto failed = [] {
    return Error{ErrorCode::kIo, 0,
                 fmt::format("cannot write to standard output: {}", std::strerror(errno))};
  };
  if (!spool_ || std::fflush(spool_.get()) != 0 || std::ferror(spool_.get()) != 0) return failed();
  std::rewind(spool_.get());
  std::vector<std::uint64_t> shape = wide(plan_.layout().shape());
  shape.insert(shape.begin(), count_);
  const std::string start = io::to_npy_header(info(plan_.layout().dtype).npy, shape);
  if (std::fwrite(start.data(), 1, start.size(), stdout) != start.size()) return failed();
  std::vector<char> block(std::size_t{1} << 16);
  for (std::size_t n; (n = std::fread(block.data(), 1, block.size(), spool_.get())) != 0;) {
    if (std::fwrite(block.data(), 1, n, stdout) != n) return failed();
  }
  const bool has_failed = std::ferror(spool_.get()) != 0 || std::fflush(stdout) != 0;
  return has_failed ? std::optional(failed()) : std::nullopt;
}

}  // namespace intarsia::cli
