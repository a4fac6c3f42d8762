#include "intarsia/io/input.h"

#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/io/internal/archive.h"

namespace intarsia::io {

namespace {

// What only other programs unpack.
struct Foreign {
  std::string_view start, name, command;
};
constexpr Foreign kForeign[] = {
    {"7z\xbc\xaf\x27\x1c", "a 7z archive", "7z x -so FILE"},
    {"Rar!\x1a\x07", "a rar archive", "unrar p -inul FILE"},
    {"\x04\x22\x4d\x18", "packed by lz4", "lz4 -dc FILE"},
    {"\x1f\x9d", "packed by compress", "uncompress -c FILE"},
    {"LZIP", "packed by lzip", "lzip -dc FILE"},
};

std::optional<Error> refuse_foreign(const std::string& path, std::string_view start) {
  for (const Foreign& f : kForeign) {
    if (!start.starts_with(f.start)) continue;
    const std::size_t at = f.command.find("FILE");
    return Error{ErrorCode::kUnsupported, 0,
                 concat({path, " is ", f.name, ", which is not read here: ",
                         f.command.substr(0, at), path, " | intarsia …"})};
  }
  return std::nullopt;
}

// Text has no zero bytes, and games do not begin with these letters: only then is it worth to wait
// for more.
bool may_be_archive(std::string_view start) {
  return start.find('\0') != start.npos || start.starts_with("PK");
}

}  // namespace

std::string packed_endings() {
  std::string out;
  for (const PackingInfo& p : kPackings) {
    if (!p.ending.empty()) out += concat({p.ending, ", "});
  }
  return out + ".zip, .tar, .tar.*";
}

Result<Input> Input::open(const std::string& path, const std::string& name) {
  auto in = InputStream::open(path, name);
  if (!in) return in.error();
  return open(name.empty() ? path : name, *std::move(in));
}

Result<Input> Input::open(const std::string& name, OpenStream stream) {
  auto in = InputStream::open(name, std::move(stream));
  if (!in) return in.error();
  return open(name, *std::move(in));
}

Result<Input> Input::open(const std::string& name, InputStream in) {
  std::string_view start = in.peek();
  if (in.packing() == Packing::kPlain) {
    if (auto error = refuse_foreign(name, start)) return *std::move(error);
  }
  if (may_be_archive(start)) start = in.peek(internal::kTarBlock);
  Input input;
  if (!internal::begins_zip(start) && !internal::begins_tar(start)) {
    input.file_ = Source{name, std::move(in)};
    return input;
  }
  auto archive = internal::Archive::open(name, std::move(in));
  if (!archive) return archive.error();
  input.archive_ = *std::move(archive);
  return input;
}

Result<std::optional<Source>> Input::next() {
  if (archive_ != nullptr) return archive_->next();
  return std::exchange(file_, std::nullopt);
}

std::uint64_t Input::bytes_taken(const InputStream& last) const {
  return archive_ != nullptr ? archive_->bytes_taken() : last.bytes_taken();
}

}  // namespace intarsia::io
