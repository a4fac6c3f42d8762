// XXH3: it shows whether bytes are still those that were written. Not against forgers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace intarsia::io {

std::uint64_t xxh3(std::span<const std::byte> bytes, std::uint64_t seed = 0);
std::uint64_t xxh3(std::string_view text, std::uint64_t seed = 0);

// The same over bytes that come in pieces.
class Hasher {
 public:
  Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;
  ~Hasher();

  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace intarsia::io
