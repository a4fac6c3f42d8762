#include "intarsia/data/files.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/io/random_file.h"

namespace intarsia::data {

Result<std::string> read_whole(const std::string& path, std::uint64_t most) {
  const auto file = io::RandomFile::open(path);
  if (!file) return file.error();
  if (file->size() > most) {
    return Error{ErrorCode::kLimit, 0,
                 concat({path, " has more than ", std::to_string(most), " bytes"})};
  }
  std::string text(file->size(), '\0');
  if (auto error = file->read(0, std::as_writable_bytes(std::span(text)))) return *std::move(error);
  return text;
}

Result<std::uint64_t> hash_of(const std::string& path, std::uint64_t bytes, io::Hasher* kept) {
  const auto file = io::RandomFile::open(path);
  if (!file) return file.error();
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 20;
  std::string block;
  io::Hasher hasher;
  for (std::uint64_t at = 0; at < bytes; at += block.size()) {
    block.resize(std::min(kBlock, bytes - at));
    if (auto error = file->read(at, std::as_writable_bytes(std::span(block)))) {
      return *std::move(error);
    }
    hasher.add(block);
  }
  const std::uint64_t hash = hasher.value();
  if (kept != nullptr) *kept = std::move(hasher);
  return hash;
}

Result<Manifest> read_manifest_of(const std::string& folder) {
  const auto text = read_whole(concat({folder, "/", kManifestName}), kMaxManifestBytes);
  if (!text) return text.error();
  return read_manifest(*text);
}

}  // namespace intarsia::data
