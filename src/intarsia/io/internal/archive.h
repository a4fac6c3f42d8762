// The members of a zip or tar file, one after the other.

#pragma once

#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <archive.h>

#include "intarsia/base/result.h"
#include "intarsia/io/input.h"

namespace intarsia::io::internal {

inline constexpr std::size_t kTarBlock = 512;

// Whether a text begins like a member of a tar file (its first kTarBlock bytes must be there), or
// like a zip file.
bool begins_tar(std::string_view start);
bool begins_zip(std::string_view start);

// libarchive's reader, freed when it goes out of scope.
class ArchiveHandle {
 public:
  ArchiveHandle() : archive_(archive_read_new()) {
    if (archive_ == nullptr) throw std::bad_alloc();
  }
  archive* get() const { return archive_.get(); }

 private:
  struct Free {
    void operator()(archive* a) const { archive_read_free(a); }
  };
  std::unique_ptr<archive, Free> archive_;
};

class Archive : public std::enable_shared_from_this<Archive> {
 public:
  static Result<std::shared_ptr<Archive>> open(std::string path, InputStream in);

  Result<std::optional<Source>> next();
  // Of the member with this number, which must be the last one that `next` returned.
  Result<std::size_t> read(std::uint64_t member, std::span<char> out);
  std::uint64_t bytes_taken() const { return in_.bytes_taken(); }

 private:
  Archive(std::string path, InputStream in);
  static la_ssize_t give_block(archive* a, void* self, const void** block);
  Result<std::optional<Source>> open_member(archive_entry* entry);
  Result<std::optional<Source>> end();
  Error fail(ErrorCode code, std::string_view what) const;
  Error damaged(std::string_view name);

  std::string path_;
  InputStream in_;
  bool is_tar_;
  std::vector<char> block_;
  std::string tail_;  // the last bytes read
  ArchiveHandle archive_;
  std::uint64_t members_ = 0;
  std::string name_;            // of the last member
  std::string_view rest_;       // of its last block, in libarchive's memory
  bool is_over_ = false;        // nothing more can be read
  std::optional<Error> error_;  // of the file below
};

}  // namespace intarsia::io::internal
