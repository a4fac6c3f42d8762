#include <new>

#include <lzma.h>

#include "intarsia/base/text.h"
#include "intarsia/io/internal/unpacker.h"

namespace intarsia::io::internal {

namespace {

// What a stream may ask for: xz -9 takes a quarter of it.
constexpr std::uint64_t kMaxXzMemory = std::uint64_t{256} << 20;

// Several streams may follow each other, as xz itself has it.
class XzUnpacker : public Unpacker {
 public:
  XzUnpacker() {
    if (lzma_stream_decoder(&stream_, kMaxXzMemory, LZMA_CONCATENATED) != LZMA_OK) {
      throw std::bad_alloc();
    }
  }
  ~XzUnpacker() override { lzma_end(&stream_); }
  XzUnpacker(const XzUnpacker&) = delete;
  XzUnpacker& operator=(const XzUnpacker&) = delete;

  Result<std::size_t> read(RawInput& raw, std::span<char> out) override {
    while (status_ == LZMA_OK) {
      if (auto error = raw.fill()) return *std::move(error);
      const std::string_view ahead = raw.ahead();
      stream_.next_in = reinterpret_cast<const std::uint8_t*>(ahead.data());
      stream_.avail_in = ahead.size();
      stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
      stream_.avail_out = out.size();
      status_ = lzma_code(&stream_, ahead.empty() ? LZMA_FINISH : LZMA_RUN);
      if (status_ == LZMA_MEM_ERROR) throw std::bad_alloc();  // not the file's fault
      raw.take(ahead.size() - stream_.avail_in);
      // What came before a fault is given first.
      if (stream_.avail_out < out.size()) return out.size() - stream_.avail_out;
    }
    if (status_ == LZMA_STREAM_END) return std::size_t{0};
    return raw.fail(ErrorCode::kInvalid, what_is_wrong());
  }

 private:
  std::string what_is_wrong() const {
    switch (status_) {
      case LZMA_BUF_ERROR:
        return "the xz stream is cut off";
      case LZMA_FORMAT_ERROR:
        return "no xz stream begins here, behind the one before it";
      case LZMA_MEMLIMIT_ERROR:
        return concat({"the xz stream asks for more than ", std::to_string(kMaxXzMemory >> 20),
                       " MiB of memory"});
      case LZMA_OPTIONS_ERROR:
        return "the xz stream was packed by a newer xz: unpack it first, with xz -d";
      default:
        return "damaged xz";
    }
  }

  lzma_stream stream_ = LZMA_STREAM_INIT;
  lzma_ret status_ = LZMA_OK;
};

}  // namespace

std::unique_ptr<Unpacker> make_xz_unpacker() { return std::make_unique<XzUnpacker>(); }

}  // namespace intarsia::io::internal
