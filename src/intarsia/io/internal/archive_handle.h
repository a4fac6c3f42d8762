// libarchive's reader, freed when it goes out of scope.

#pragma once

#include <memory>
#include <new>

#include <archive.h>

namespace intarsia::io::internal {

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

}  // namespace intarsia::io::internal
