#include "intarsia/io/internal/archive.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <archive_entry.h>

#include "intarsia/base/text.h"
#include "intarsia/io/internal/unpacker.h"

namespace intarsia::io::internal {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 16;

class MemberBytes : public ByteSource {
 public:
  MemberBytes(std::shared_ptr<Archive> archive, std::uint64_t member)
      : archive_(std::move(archive)), member_(member) {}

  Result<std::size_t> read(std::span<char> out) override { return archive_->read(member_, out); }

 private:
  std::shared_ptr<Archive> archive_;
  std::uint64_t member_;
};

std::string in_one_line(std::string_view text) {
  std::string shown = as_utf8(text);
  std::replace_if(
      shown.begin(), shown.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return shown;
}

// Two readings of the name, because one may fail for bytes that are no text of its character set.
std::string name_of(archive_entry* entry, std::uint64_t number) {
  const char* name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = archive_entry_pathname(entry);
  if (name == nullptr || *name == '\0') return concat({"member ", std::to_string(number)});
  return in_one_line(name);
}

// What is neither a file nor a folder.
bool is_link(archive_entry* entry) {
  return archive_entry_hardlink(entry) != nullptr || archive_entry_filetype(entry) != AE_IFREG;
}

// What macOS puts beside each file: its name ends like the file's own.
bool is_from_macos(std::string_view name) {
  const std::string_view last = name.substr(name.rfind('/') + 1);
  return last.starts_with("._") || last == ".DS_Store" || name.starts_with("__MACOSX/");
}

bool is_zero(std::string_view bytes) { return bytes.find_first_not_of('\0') == bytes.npos; }

}  // namespace

// By the checksum, which old and new kinds of tar have.
bool begins_tar(std::string_view start) {
  constexpr std::size_t kSumAt = 148;
  constexpr std::size_t kSumEnd = 156;
  if (start.size() < kTarBlock || start[0] == '\0') return false;
  unsigned sum = 0;
  for (std::size_t i = 0; i < kTarBlock; ++i) {
    sum += i >= kSumAt && i < kSumEnd ? ' ' : static_cast<unsigned char>(start[i]);
  }
  unsigned written = 0;
  bool has_digits = false;
  for (const char c : start.substr(kSumAt, kSumEnd - kSumAt)) {
    if (c == ' ' && !has_digits) continue;
    if (c < '0' || c > '7') break;
    written = written * 8 + static_cast<unsigned>(c - '0');
    has_digits = true;
  }
  return has_digits && written == sum;
}

bool begins_zip(std::string_view start) {
  return start.starts_with("PK\x03\x04") || start.starts_with("PK\x05\x06");
}

Archive::Archive(std::string path, InputStream in)
    : path_(std::move(path)),
      in_(std::move(in)),
      is_tar_(!begins_zip(in_.peek())),
      block_(kBlockBytes) {}

Result<std::shared_ptr<Archive>> Archive::open(std::string path, InputStream in) {
  std::shared_ptr<Archive> a(new Archive(std::move(path), std::move(in)));
  archive* const reader = a->archive_.get();
  if (a->is_tar_) {
    archive_read_support_format_tar(reader);
  } else {
    archive_read_support_format_zip_streamable(reader);
  }
  if (archive_read_open(reader, a.get(), nullptr, give_block, nullptr) != ARCHIVE_OK) {
    return a->damaged(a->path_);
  }
  return a;
}

la_ssize_t Archive::give_block(archive* a, void* self, const void** block) {
  auto& us = *static_cast<Archive*>(self);
  const auto n = us.in_.read_some(us.block_);
  if (!n) {
    us.error_ = n.error();
    archive_set_error(a, EIO, "cannot be read");
    return -1;
  }
  us.tail_.append(us.block_.data(), *n);
  if (us.tail_.size() > kTarBlock) us.tail_.erase(0, us.tail_.size() - kTarBlock);
  *block = us.block_.data();
  return static_cast<la_ssize_t>(*n);
}

Result<std::optional<Source>> Archive::next() {
  while (!is_over_) {
    rest_ = {};
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(archive_.get(), &entry);
    if (status == ARCHIVE_EOF) return end();
    is_over_ = status == ARCHIVE_FATAL;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) return damaged(path_);
    if (++members_ > kMaxMembers) {
      is_over_ = true;
      return fail(ErrorCode::kLimit,
                  concat({"more than ", std::to_string(kMaxMembers), " members"}));
    }
    name_ = concat({path_, "!", name_of(entry, members_)});
    const bool is_folder = archive_entry_filetype(entry) == AE_IFDIR;
    if (is_folder || is_from_macos(std::string_view(name_).substr(path_.size() + 1))) continue;
    return open_member(entry);
  }
  return std::optional<Source>();
}

Result<std::optional<Source>> Archive::open_member(archive_entry* entry) {
  if (archive_entry_is_encrypted(entry) != 0) {
    return Error{ErrorCode::kUnsupported, 0,
                 concat({name_, " is encrypted: unpack it first, with unzip or 7z"})};
  }
  // They may claim any number of bytes that are not there.
  if (archive_entry_sparse_count(entry) > 0) {
    return Error{ErrorCode::kUnsupported, 0, concat({name_, " is a sparse file: unpack it first"})};
  }
  auto in = InputStream::open(std::make_unique<RawInput>(
      name_, std::make_unique<MemberBytes>(shared_from_this(), members_), std::nullopt));
  if (!in) return in.error();
  std::string_view start = in->peek(kTarBlock);
  if (begins_tar(start) || begins_zip(start)) {
    return Error{ErrorCode::kUnsupported, 0,
                 concat({name_, " is an archive in an archive: unpack it first"})};
  }
  return std::optional<Source>(Source{name_, *std::move(in), is_link(entry)});
}

// Block by block: what a longer reading has got before damage would be lost with it.
Result<std::size_t> Archive::read(std::uint64_t member, std::span<char> out) {
  if (member != members_) return std::size_t{0};
  while (rest_.empty()) {
    if (is_over_) return std::size_t{0};
    const void* block = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int status = archive_read_data_block(archive_.get(), &block, &size, &offset);
    if (status == ARCHIVE_EOF) return std::size_t{0};
    is_over_ = status == ARCHIVE_FATAL;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) return damaged(name_);
    rest_ = {static_cast<const char*>(block), size};
  }
  const std::size_t n = rest_.copy(out.data(), out.size());
  rest_.remove_prefix(n);
  return n;
}

// To the last byte: what a packer writes there says whether all that came before it was right.
Result<std::optional<Source>> Archive::end() {
  is_over_ = true;
  if (!is_tar_) return std::optional<Source>();
  const void* block = nullptr;
  la_ssize_t n = 1;
  while (n > 0) n = give_block(archive_.get(), this, &block);
  if (n < 0) return damaged(path_);
  if (tail_.size() == kTarBlock && is_zero(tail_)) return std::optional<Source>();
  return fail(ErrorCode::kInvalid,
              "the tar file does not end with its end mark: it is cut off, or other bytes follow");
}

Error Archive::fail(ErrorCode code, std::string_view what) const {
  return Error{code, in_.bytes_taken(), concat({path_, ": ", what})};
}

Error Archive::damaged(std::string_view name) {
  if (error_) {
    is_over_ = true;
    return *error_;
  }
  const char* what = archive_error_string(archive_.get());
  return Error{ErrorCode::kInvalid, in_.bytes_taken(),
               concat({name, ": damaged or cut ", is_tar_ ? "tar" : "zip",
                       " file: ", what != nullptr ? in_one_line(what) : "it ends too early"})};
}

}  // namespace intarsia::io::internal
