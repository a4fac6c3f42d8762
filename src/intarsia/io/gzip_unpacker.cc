#include <algorithm>
#include <limits>
#include <new>

#include <zlib.h>

#include "intarsia/base/text.h"
#include "intarsia/io/internal/unpacker.h"

namespace intarsia::io::internal {

namespace {

constexpr int kGzipOnly = 16;  // added to the window bits: no bare zlib streams

uInt clamped(std::size_t n) {
  return static_cast<uInt>(std::min<std::size_t>(n, std::numeric_limits<uInt>::max()));
}

class GzipUnpacker : public Unpacker {
 public:
  GzipUnpacker() {
    if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipUnpacker() override { inflateEnd(&stream_); }
  GzipUnpacker(const GzipUnpacker&) = delete;
  GzipUnpacker& operator=(const GzipUnpacker&) = delete;

  Result<std::size_t> read(RawInput& raw, std::span<char> out) override {
    while (true) {
      if (auto error = raw.fill()) return *std::move(error);
      const std::string_view ahead = raw.ahead();
      if (ahead.empty() && is_member_end_) return std::size_t{0};
      if (is_member_end_) inflateReset(&stream_);
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(ahead.data()));
      stream_.avail_in = clamped(ahead.size());
      stream_.next_out = reinterpret_cast<Bytef*>(out.data());
      stream_.avail_out = clamped(out.size());
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_MEM_ERROR) throw std::bad_alloc();  // not the file's fault
      const std::size_t made = clamped(out.size()) - stream_.avail_out;
      raw.take(clamped(ahead.size()) - stream_.avail_in);
      is_member_end_ = status == Z_STREAM_END;
      if (made > 0) return made;  // what came before a fault, which zlib then says again
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) return damaged(raw);
      if (ahead.empty() && !is_member_end_) {
        return raw.fail(ErrorCode::kInvalid, "the gzip stream is cut off");
      }
    }
  }

 private:
  Error damaged(const RawInput& raw) const {
    const char* what = stream_.msg != nullptr ? stream_.msg : "unknown fault";
    return raw.fail(ErrorCode::kInvalid, concat({"damaged gzip: ", what}));
  }

  z_stream stream_{};
  bool is_member_end_ = false;
};

}  // namespace

std::unique_ptr<Unpacker> make_gzip_unpacker() { return std::make_unique<GzipUnpacker>(); }

}  // namespace intarsia::io::internal
