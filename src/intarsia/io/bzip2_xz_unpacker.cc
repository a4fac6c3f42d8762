#include <cerrno>
#include <utility>

#include <archive.h>

#include "intarsia/base/text.h"
#include "intarsia/io/internal/archive_handle.h"
#include "intarsia/io/internal/unpacker.h"

namespace intarsia::io::internal {

namespace {

// One packed stream, which libarchive takes for an archive of one member without a name.
class FilterUnpacker : public Unpacker {
 public:
  FilterUnpacker(std::string_view name, int (*add_filter)(archive*)) : name_(name) {
    add_filter(archive_.get());
    archive_read_support_format_raw(archive_.get());
    archive_read_support_format_empty(archive_.get());
  }

  Result<std::size_t> read(RawInput& raw, std::span<char> out) override {
    raw_ = &raw;
    if (!is_open_) {
      is_open_ = true;
      if (archive_read_open(archive_.get(), this, nullptr, give_block, nullptr) != ARCHIVE_OK) {
        return damaged();
      }
      archive_entry* entry = nullptr;
      const int status = archive_read_next_header(archive_.get(), &entry);
      if (status == ARCHIVE_EOF) return end();
      // Of a stream that ends in its first bytes libarchive would give these bytes themselves.
      const bool is_packed = archive_filter_code(archive_.get(), 0) != ARCHIVE_FILTER_NONE;
      if (status != ARCHIVE_OK || !is_packed) return damaged();
    }
    const la_ssize_t n = archive_read_data(archive_.get(), out.data(), out.size());
    if (n < 0) return damaged();
    return n == 0 ? end() : Result<std::size_t>(static_cast<std::size_t>(n));
  }

 private:
  // The next block of the file, which stays where it is until the one after it is asked for.
  static la_ssize_t give_block(archive* a, void* self, const void** block) {
    auto& u = *static_cast<FilterUnpacker*>(self);
    u.raw_->take(std::exchange(u.given_, 0));
    if (auto error = u.raw_->fill()) {
      archive_set_error(a, EIO, "cannot be read");
      u.error_ = *std::move(error);
      return -1;
    }
    u.given_ = u.raw_->ahead().size();
    u.given_in_all_ += u.given_;
    *block = u.raw_->ahead().data();
    return static_cast<la_ssize_t>(u.given_);
  }

  // Whatever follows the last stream was not written by the packer.
  Result<std::size_t> end() {
    const auto used = static_cast<std::uint64_t>(archive_filter_bytes(archive_.get(), -1));
    if (used < given_in_all_) {
      return Error{ErrorCode::kInvalid, used,
                   concat({raw_->name(), ": no ", name_, " stream begins at byte ",
                           std::to_string(used), ", behind the one before it"})};
    }
    return std::size_t{0};
  }

  Error damaged() const {
    if (error_) return *error_;
    const char* what = archive_error_string(archive_.get());
    return raw_->fail(ErrorCode::kInvalid, concat({"damaged or cut ", name_, ": ",
                                                   what != nullptr ? what : "unknown fault"}));
  }

  std::string_view name_;
  ArchiveHandle archive_;
  RawInput* raw_ = nullptr;
  bool is_open_ = false;
  std::size_t given_ = 0;  // of what is ahead
  std::uint64_t given_in_all_ = 0;
  std::optional<Error> error_;
};

}  // namespace

std::unique_ptr<Unpacker> make_bzip2_unpacker() {
  return std::make_unique<FilterUnpacker>("bzip2", archive_read_support_filter_bzip2);
}

std::unique_ptr<Unpacker> make_xz_unpacker() {
  return std::make_unique<FilterUnpacker>("xz", archive_read_support_filter_xz);
}

}  // namespace intarsia::io::internal
