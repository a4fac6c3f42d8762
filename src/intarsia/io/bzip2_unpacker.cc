#include <algorithm>
#include <limits>
#include <new>

#include <bzlib.h>

#include "intarsia/io/internal/unpacker.h"

namespace intarsia::io::internal {

namespace {

unsigned clamped(std::size_t n) {
  return static_cast<unsigned>(std::min<std::size_t>(n, std::numeric_limits<unsigned>::max()));
}

// Several streams may follow each other: programs that pack on several cores write them.
class Bzip2Unpacker : public Unpacker {
 public:
  Bzip2Unpacker() { begin(); }
  ~Bzip2Unpacker() override { BZ2_bzDecompressEnd(&stream_); }
  Bzip2Unpacker(const Bzip2Unpacker&) = delete;
  Bzip2Unpacker& operator=(const Bzip2Unpacker&) = delete;

  Result<std::size_t> read(RawInput& raw, std::span<char> out) override {
    while (status_ == BZ_OK || status_ == BZ_STREAM_END) {
      if (auto error = raw.fill()) return *std::move(error);
      const std::string_view ahead = raw.ahead();
      if (ahead.empty() && status_ == BZ_STREAM_END) return std::size_t{0};
      if (ahead.empty()) return raw.fail(ErrorCode::kInvalid, "the bzip2 stream is cut off");
      if (status_ == BZ_STREAM_END) {
        BZ2_bzDecompressEnd(&stream_);
        begin();
      }
      stream_.next_in = const_cast<char*>(ahead.data());
      stream_.avail_in = clamped(ahead.size());
      stream_.next_out = out.data();
      stream_.avail_out = clamped(out.size());
      status_ = BZ2_bzDecompress(&stream_);
      if (status_ == BZ_MEM_ERROR) throw std::bad_alloc();  // not the file's fault
      raw.take(clamped(ahead.size()) - stream_.avail_in);
      // What came before a fault is given first.
      if (const auto made = clamped(out.size()) - stream_.avail_out; made > 0) return made;
    }
    return raw.fail(ErrorCode::kInvalid,
                    status_ == BZ_DATA_ERROR_MAGIC
                        ? "no bzip2 stream begins here, behind the one before it"
                        : "damaged bzip2");
  }

 private:
  void begin() {
    stream_ = {};
    status_ = BZ2_bzDecompressInit(&stream_, /*verbosity=*/0, /*small=*/0);
    if (status_ != BZ_OK) throw std::bad_alloc();
  }

  bz_stream stream_{};
  int status_ = BZ_OK;
};

}  // namespace

std::unique_ptr<Unpacker> make_bzip2_unpacker() { return std::make_unique<Bzip2Unpacker>(); }

}  // namespace intarsia::io::internal
