#include "intarsia/io/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace intarsia::io {

struct Hasher::State {
  XXH3_state_t xxh;
};

std::uint64_t xxh3(std::span<const std::byte> bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::uint64_t xxh3(std::string_view text, std::uint64_t seed) {
  return xxh3(std::as_bytes(std::span(text)), seed);
}

Hasher::Hasher() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->xxh); }
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;
Hasher::~Hasher() = default;

void Hasher::add(std::string_view bytes) {
  XXH3_64bits_update(&state_->xxh, bytes.data(), bytes.size());
}

std::uint64_t Hasher::value() const { return XXH3_64bits_digest(&state_->xxh); }

}  // namespace intarsia::io
