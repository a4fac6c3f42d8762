#include <new>

#include <zstd.h>
#include <zstd_errors.h>

#include "intarsia/base/text.h"
#include "intarsia/io/input_stream.h"
#include "intarsia/io/internal/unpacker.h"

namespace intarsia::io::internal {

namespace {

Error zstd_error(const RawInput& raw, std::size_t code) {
  // Not the file's fault.
  if (ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  if (ZSTD_getErrorCode(code) == ZSTD_error_frameParameter_windowTooLarge) {
    return raw.fail(ErrorCode::kLimit,
                    concat({"a zstd window of more than ",
                            binary_size(std::uint64_t{1} << kMaxZstdWindowLog)}));
  }
  if (ZSTD_getErrorCode(code) == ZSTD_error_prefix_unknown) {
    return raw.fail(ErrorCode::kInvalid, "no zstd frame begins");
  }
  return raw.fail(ErrorCode::kInvalid, concat({"damaged zstd: ", ZSTD_getErrorName(code)}));
}

class ZstdUnpacker : public Unpacker {
 public:
  ZstdUnpacker() : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, kMaxZstdWindowLog);
  }
  ~ZstdUnpacker() override { ZSTD_freeDCtx(context_); }
  ZstdUnpacker(const ZstdUnpacker&) = delete;
  ZstdUnpacker& operator=(const ZstdUnpacker&) = delete;

  Result<std::size_t> read(RawInput& raw, std::span<char> out) override {
    while (true) {
      if (auto error = raw.fill()) return *std::move(error);
      const std::string_view ahead = raw.ahead();
      if (ahead.empty() && is_frame_end_) return std::size_t{0};
      ZSTD_inBuffer from{ahead.data(), ahead.size(), 0};
      ZSTD_outBuffer to{out.data(), out.size(), 0};
      const std::size_t hint = ZSTD_decompressStream(context_, &to, &from);
      if (ZSTD_isError(hint) != 0) return zstd_error(raw, hint);
      raw.take(from.pos);
      // Without progress the hint is about a frame that has not begun.
      if (from.pos > 0 || to.pos > 0) is_frame_end_ = hint == 0;
      if (to.pos > 0) return to.pos;
      if (ahead.empty()) return raw.fail(ErrorCode::kInvalid, "the zstd stream is cut off");
    }
  }

 private:
  ZSTD_DCtx* context_;
  bool is_frame_end_ = false;
};

}  // namespace

std::unique_ptr<Unpacker> make_zstd_unpacker() { return std::make_unique<ZstdUnpacker>(); }

}  // namespace intarsia::io::internal
