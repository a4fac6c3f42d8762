// A node as bytes: how graphs are stored (docs/formats.md).
//
//   key    the key, its first byte first, and the identity record: so nodes lie in order
//   value  flags · [outcome, reason] · starts · finishes · edges
//
// Numbers are in groups of seven bits, the lowest first (LEB128). Edges come by move: the distance from
// the move before, the child's key in eight bytes, a byte that says which of the six counts are not 0,
// and those. A node has one form, so anything else is damage.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"
#include "intarsia/graph/node.h"

namespace intarsia::graph {

inline constexpr std::size_t kKeyBytes = sizeof(Key);
// More edges than any position has moves.
inline constexpr std::size_t kMaxEdges = 4096;

// The key with which the bytes begin.
constexpr Key key_at(std::string_view bytes) {
  Key key = 0;
  for (const char c : bytes.substr(0, kKeyBytes)) key = key << 8 | static_cast<unsigned char>(c);
  return key;
}

void append_key(std::string& out, Key key, const std::vector<std::byte>& record);
void append_value(std::string& out, const Node& node);

// Of a node in its one form. Added up over a graph they show whether anything in it was changed.
std::uint64_t content_hash(std::string_view key, std::string_view value);

// Errors have the byte of the value at which it goes wrong.
[[nodiscard]] std::optional<Error> read_key(std::string_view bytes, std::size_t record_bytes,
                                            Node& out);
[[nodiscard]] std::optional<Error> read_value(std::string_view bytes, Node& out);

}  // namespace intarsia::graph
