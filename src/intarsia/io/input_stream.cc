#include "intarsia/io/input_stream.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "intarsia/base/text.h"
#include "intarsia/io/internal/unpacker.h"

namespace intarsia::io {

namespace {

using internal::RawInput;
using internal::Unpacker;

class PlainBytes : public Unpacker {
 public:
  Result<std::size_t> read(RawInput& raw, std::span<char> out) override {
    const std::string_view ahead = raw.ahead().substr(0, out.size());
    if (ahead.empty()) return raw.read_direct(out);
    std::memcpy(out.data(), ahead.data(), ahead.size());
    raw.take(ahead.size());
    return ahead.size();
  }
};

constexpr std::size_t kMagicBytes = 6;

Packing packing_of(std::string_view start) {
  const auto byte = [start](std::size_t i) { return static_cast<unsigned char>(start[i]); };
  if (start.starts_with("\x28\xb5\x2f\xfd")) return Packing::kZstd;
  const bool is_skippable =
      start.size() >= 4 && (byte(0) & 0xf0) == 0x50 && start.substr(1).starts_with("\x2a\x4d\x18");
  if (is_skippable) return Packing::kZstd;
  if (start.starts_with("\x1f\x8b")) return Packing::kGzip;
  const bool is_bzip2 = start.size() >= 5 && start.starts_with("BZh") && start[3] >= '1' &&
                        start[3] <= '9' && (byte(4) == 0x31 || byte(4) == 0x17);
  if (is_bzip2) return Packing::kBzip2;
  constexpr std::string_view kXz(
      "\xfd"
      "7zXZ\0",
      6);
  return start.starts_with(kXz) ? Packing::kXz : Packing::kPlain;
}

std::unique_ptr<Unpacker> make_unpacker(Packing packing) {
  switch (packing) {
    case Packing::kZstd:
      return internal::make_zstd_unpacker();
    case Packing::kGzip:
      return internal::make_gzip_unpacker();
    case Packing::kBzip2:
      return internal::make_bzip2_unpacker();
    case Packing::kXz:
      return internal::make_xz_unpacker();
    case Packing::kPlain:
      break;
  }
  return std::make_unique<PlainBytes>();
}

}  // namespace

Result<InputStream> InputStream::open(const std::string& path, const std::string& name) {
  auto raw = RawInput::open(path, name);
  if (!raw) return std::move(raw).error();
  return open(*std::move(raw));
}

Result<InputStream> InputStream::open(std::string name, OpenStream stream) {
  return open(std::make_unique<RawInput>(std::move(name), std::move(stream.bytes), stream.size));
}

Result<InputStream> InputStream::open(std::unique_ptr<RawInput> raw) {
  if (auto error = raw->fill(kMagicBytes)) return *std::move(error);
  const Packing packing = packing_of(raw->ahead());
  for (const PackingInfo& named : kPackings) {
    if (named.ending.empty() || !raw->name().ends_with(named.ending)) continue;
    if (&named == &kPackings[static_cast<std::size_t>(packing)]) continue;
    return raw->fail(ErrorCode::kInvalid,
                     concat({"named ", named.ending, ", but no ", named.start, " begins"}));
  }
  return InputStream(std::move(raw), packing);
}

InputStream::InputStream(std::unique_ptr<RawInput> raw, Packing packing)
    : raw_(std::move(raw)), unpacker_(make_unpacker(packing)), packing_(packing) {}

InputStream::InputStream(InputStream&&) noexcept = default;
InputStream& InputStream::operator=(InputStream&&) noexcept = default;
InputStream::~InputStream() = default;

std::string_view InputStream::peek(std::size_t wanted) {
  while (ahead_.size() < wanted) {
    std::string start(kPeekBytes, '\0');
    const auto n = unpack(start);
    if (!n || *n == 0) break;
    ahead_.append(start, 0, *n);
  }
  return ahead_;
}

Result<std::size_t> InputStream::unpack(std::span<char> out) {
  if (error_) return *error_;
  auto n = unpacker_->read(*raw_, out);
  if (!n) error_ = n.error();
  return n;
}

Result<std::size_t> InputStream::read_some(std::span<char> out) {
  if (!ahead_.empty()) {
    const std::size_t n = ahead_.copy(out.data(), out.size());
    ahead_.erase(0, n);
    return n;
  }
  if (out.empty()) return std::size_t{0};
  return unpack(out);
}

Result<std::size_t> InputStream::read(std::span<char> out) {
  std::size_t filled = 0;
  while (filled < out.size()) {
    auto n = read_some(out.subspan(filled));
    if (!n) {
      if (filled == 0) return n;
      break;
    }
    if (*n == 0) break;
    filled += *n;
  }
  return filled;
}

std::uint64_t InputStream::bytes_taken() const { return raw_->taken(); }
std::optional<std::uint64_t> InputStream::bytes_total() const { return raw_->size(); }

}  // namespace intarsia::io
