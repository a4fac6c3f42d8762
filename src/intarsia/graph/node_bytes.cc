#include "intarsia/graph/node_bytes.h"

#include <algorithm>
#include <cstring>

#include "intarsia/base/text.h"
#include "intarsia/io/hash.h"

namespace intarsia::graph {

namespace {

enum Flag : unsigned char { kExplored = 1, kEnded = 2 };

constexpr std::size_t kCounts = 6;

void append_number(std::string& out, std::uint64_t n) {
  for (; n >= 0x80; n >>= 7) out += static_cast<char>(0x80 | (n & 0x7f));
  out += static_cast<char>(n);
}

std::array<std::uint64_t, kCounts> numbers_of(const Counts& c) {
  return {c.outcomes[0], c.outcomes[1], c.outcomes[2], c.outcomes[3], c.rated, c.rating_sum};
}

Counts counts_from(const std::array<std::uint64_t, kCounts>& n) {
  return {.outcomes = {n[0], n[1], n[2], n[3]}, .rated = n[4], .rating_sum = n[5]};
}

void append_counts(std::string& out, const Counts& c) {
  const auto numbers = numbers_of(c);
  unsigned present = 0;
  for (std::size_t i = 0; i < kCounts; ++i) present |= (numbers[i] != 0 ? 1U : 0U) << i;
  out += static_cast<char>(present);
  for (const std::uint64_t n : numbers) {
    if (n != 0) append_number(out, n);
  }
}

void append_big_endian(std::string& out, Key key) {
  for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>(key >> shift & 0xff);
}

// Takes bytes from the front of a text; the first fault stays.
class Bytes {
 public:
  explicit Bytes(std::string_view all) : all_(all) {}

  unsigned byte() { return static_cast<unsigned char>(take(1)[0]); }
  std::string_view take(std::size_t count) {
    static constexpr std::string_view kZeros("\0\0\0\0\0\0\0\0", kKeyBytes);
    if (all_.size() - at_ < count) {
      fail("cut short");
      return kZeros;
    }
    const std::string_view out = all_.substr(at_, count);
    at_ += count;
    return out;
  }
  std::uint64_t number() {
    std::uint64_t n = 0;
    for (unsigned shift = 0;; shift += 7) {
      const unsigned b = byte();
      if (error_) return 0;
      const bool is_last = (b & 0x80) == 0;
      if (shift == 63 && b > 1) break;
      n |= std::uint64_t{b & 0x7f} << shift;
      if (is_last && (b != 0 || shift == 0)) return n;
      if (is_last) break;
    }
    fail("no number");
    return 0;
  }
  bool is_at_end() const { return at_ == all_.size(); }
  void fail(std::string_view detail) {
    if (!error_) error_ = Error{ErrorCode::kInvalid, at_, std::string(detail)};
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  std::string_view all_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

void read_end(Bytes& in, Node& out) {
  const unsigned outcome = in.byte();
  const unsigned length = in.byte();
  if (in.error()) return;
  if (outcome == 0 || outcome > 3) in.fail("no outcome");
  const std::string_view reason = in.take(length);
  // It is shown as it is, and somebody else may have written it.
  const auto is_in_word = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  if (!std::all_of(reason.begin(), reason.end(), is_in_word)) in.fail("no reason");
  if (in.error()) return;
  out.end = Ended{static_cast<Outcome>(outcome), std::string(reason)};
}

Counts read_counts(Bytes& in) {
  std::array<std::uint64_t, kCounts> numbers{};
  const unsigned present = in.byte();
  if (present >> kCounts != 0) in.fail("counts that no edge has");
  for (std::size_t i = 0; i < kCounts; ++i) {
    if ((present >> i & 1) == 0) continue;
    numbers[i] = in.number();
    if (numbers[i] == 0) in.fail("a count of 0");
    if (numbers[i] > kMaxCount) in.fail("a count beyond all games");
  }
  return counts_from(numbers);
}

void read_edges(Bytes& in, Node& out) {
  const std::uint64_t count = in.number();
  if (count > kMaxEdges) in.fail("more edges than any position has");
  std::uint64_t move = 0;
  for (std::uint64_t i = 0; i < count && !in.error(); ++i) {
    const std::uint64_t distance = in.number();
    if (i > 0 && distance == 0) in.fail("a move twice");
    move += distance;
    if (move > 0xffff) in.fail("no move");
    Edge e{.move = static_cast<std::uint16_t>(move)};
    e.child = key_at(in.take(kKeyBytes));
    e.counts = read_counts(in);
    out.edges.push_back(e);
  }
}

}  // namespace

void append_key(std::string& out, Key key, const std::vector<std::byte>& record) {
  append_big_endian(out, key);
  out.append(reinterpret_cast<const char*>(record.data()), record.size());
}

void append_value(std::string& out, const Node& node) {
  out += static_cast<char>((node.is_explored ? kExplored : 0) | (node.end ? kEnded : 0));
  if (node.end) {
    out += static_cast<char>(node.end->outcome);
    out += static_cast<char>(node.end->reason.size());
    out += node.end->reason;
  }
  append_number(out, node.starts);
  append_number(out, node.finishes);
  append_number(out, node.edges.size());
  std::uint16_t before = 0;
  for (const Edge& e : node.edges) {
    append_number(out, static_cast<std::uint64_t>(e.move - before));
    before = e.move;
    append_big_endian(out, e.child);
    append_counts(out, e.counts);
  }
}

std::uint64_t content_hash(std::string_view key, std::string_view value) {
  return io::xxh3(value, io::xxh3(key));
}

std::optional<Error> read_key(std::string_view bytes, std::size_t record_bytes, Node& out) {
  if (bytes.size() != kKeyBytes + record_bytes) {
    return Error{ErrorCode::kInvalid, 0, "a key of another length"};
  }
  out.key = key_at(bytes);
  out.record.resize(record_bytes);
  std::memcpy(out.record.data(), bytes.data() + kKeyBytes, record_bytes);
  return std::nullopt;
}

std::optional<Error> read_value(std::string_view bytes, Node& out) {
  Bytes in(bytes);
  out.end.reset();
  out.edges.clear();
  const unsigned flags = in.byte();
  if (flags > (kExplored | kEnded)) in.fail("flags that no node has");
  out.is_explored = (flags & kExplored) != 0;
  if ((flags & kEnded) != 0) read_end(in, out);
  out.starts = in.number();
  out.finishes = in.number();
  read_edges(in, out);
  if (!in.error() && !in.is_at_end()) in.fail("bytes behind the end");
  return in.error();
}

}  // namespace intarsia::graph
