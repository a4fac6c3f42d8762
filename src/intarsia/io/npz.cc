#include "intarsia/io/npz.h"

#include <zlib.h>

#include "intarsia/io/npy.h"

namespace intarsia::io {

namespace {

// The format: PKWARE's APPNOTE.TXT, 4.3 and 4.5.3. Numbers are little endian.
class Bytes {
 public:
  Bytes& u16(std::uint64_t n) { return add(n, 2); }
  Bytes& u32(std::uint64_t n) { return add(n, 4); }
  Bytes& u64(std::uint64_t n) { return add(n, 8); }
  Bytes& text(std::string_view t) {
    bytes_ += t;
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  Bytes& add(std::uint64_t n, int count) {
    for (; count > 0; --count, n >>= 8) bytes_ += static_cast<char>(n & 0xff);
    return *this;
  }
  std::string bytes_;
};

constexpr std::uint64_t kZip64Version = 45;
constexpr std::uint64_t kSizesFollow = 1 << 3;  // checksum and sizes stand behind the data
constexpr std::uint64_t kElsewhere = 0xffff'ffff;
constexpr std::uint64_t kFirstDay = 1 << 5 | 1;  // 1980-01-01: the same bytes on any day

}  // namespace

void NpzWriter::put(std::string_view bytes) {
  at_ += bytes.size();
  sink_(bytes);
}

void NpzWriter::begin(const std::string& name, std::string_view type,
                      const std::vector<std::uint64_t>& shape) {
  if (!members_.empty()) end_member();
  members_.push_back({name + ".npy", at_});
  const std::string& file = members_.back().name;
  Bytes header;
  header.u32(0x04034b50).u16(kZip64Version).u16(kSizesFollow).u16(0).u16(0).u16(kFirstDay);
  header.u32(0).u32(kElsewhere).u32(kElsewhere).u16(file.size()).u16(20).text(file);
  header.u16(1).u16(16).u64(0).u64(0);  // zip64: eight bytes for each size
  put(header.bytes());
  write(to_npy_header(type, shape));
}

void NpzWriter::write(std::string_view data) {
  Member& m = members_.back();
  m.bytes += data.size();
  m.crc = static_cast<std::uint32_t>(
      crc32_z(m.crc, reinterpret_cast<const Bytef*>(data.data()), data.size()));
  put(data);
}

void NpzWriter::end_member() {
  const Member& m = members_.back();
  put(Bytes().u32(0x08074b50).u32(m.crc).u64(m.bytes).u64(m.bytes).bytes());
}

void NpzWriter::finish() {
  if (!members_.empty()) end_member();
  const std::uint64_t start = at_;
  for (const Member& m : members_) {
    Bytes entry;
    entry.u32(0x02014b50).u16(kZip64Version).u16(kZip64Version).u16(kSizesFollow).u16(0).u16(0);
    entry.u16(kFirstDay).u32(m.crc).u32(kElsewhere).u32(kElsewhere).u16(m.name.size()).u16(28);
    entry.u16(0).u16(0).u16(0).u32(0).u32(kElsewhere).text(m.name);
    entry.u16(1).u16(24).u64(m.bytes).u64(m.bytes).u64(m.offset);
    put(entry.bytes());
  }
  const std::uint64_t size = at_ - start;
  const std::uint64_t end = at_;
  const std::uint64_t n = members_.size();
  Bytes last;
  last.u32(0x06064b50).u64(44).u16(kZip64Version).u16(kZip64Version).u32(0).u32(0);
  last.u64(n).u64(n).u64(size).u64(start);
  last.u32(0x07064b50).u32(0).u64(end).u32(1);
  last.u32(0x06054b50).u16(0).u16(0).u16(n).u16(n).u32(kElsewhere).u32(kElsewhere).u16(0);
  put(last.bytes());
}

}  // namespace intarsia::io
