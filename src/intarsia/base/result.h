// A value, or the reason why there is none.
//
// Everything that reads outside input (text, files, tensors, arguments) returns
// with a Result. The error says what kind of fault it is, at which byte of the
// input it lies, and in words what was found and expected. Nothing is thrown.
//
//   Result<Position> p = read_position(text);
//   if (!p) return p.error();
//   use(*p);
//
// Using the value where there is none (or the reason where there is a value) is a fault of the
// program, and ends it with the reason, in every build.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace intarsia {

// The kinds of fault. Their names (`name`) are part of the JSON output.
enum class ErrorCode : std::uint8_t {
  kSyntax,       // the text or bytes cannot be read
  kInvalid,      // readable, but not a state of the game
  kIllegal,      // a move that the rules forbid here
  kAmbiguous,    // several meanings fit: we never guess
  kLimit,        // beyond a documented limit
  kNotFound,     // no such file, name or key
  kUnsupported,  // understood and deliberately not handled
  kIo,           // the system failed to read or write
};

constexpr std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kSyntax:
      return "syntax";
    case ErrorCode::kInvalid:
      return "invalid";
    case ErrorCode::kIllegal:
      return "illegal";
    case ErrorCode::kAmbiguous:
      return "ambiguous";
    case ErrorCode::kLimit:
      return "limit";
    case ErrorCode::kNotFound:
      return "not_found";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kIo:
      return "io";
  }
  return "unknown";
}

struct Error {
  ErrorCode code;
  std::uint64_t offset = 0;  // byte of the input at which the fault lies
  std::string detail;        // one line for people

  // The same error, seen from an outer text in which the inner one begins at `base`.
  Error moved_by(std::uint64_t base) && {
    offset += base;
    return std::move(*this);
  }

  friend bool operator==(const Error&, const Error&) = default;
};

namespace internal {
// Says why there is no value, or that there is no error (null), and ends the program.
[[noreturn]] void misused_result(const Error* error);
}  // namespace internal

template <class T>
class [[nodiscard]] Result {
 public:
  // Both conversions are implicit so that `return value;` and `return error;` read alike.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  explicit operator bool() const { return state_.index() == 0; }

  const T& operator*() const& {
    if (!*this) [[unlikely]]
      internal::misused_result(std::get_if<1>(&state_));
    return *std::get_if<0>(&state_);
  }
  T& operator*() & {
    if (!*this) [[unlikely]]
      internal::misused_result(std::get_if<1>(&state_));
    return *std::get_if<0>(&state_);
  }
  T&& operator*() && { return std::move(**this); }
  const T* operator->() const { return &**this; }
  T* operator->() { return &**this; }

  const Error& error() const& {
    if (*this) [[unlikely]]
      internal::misused_result(nullptr);
    return *std::get_if<1>(&state_);
  }
  Error&& error() && {
    if (*this) [[unlikely]]
      internal::misused_result(nullptr);
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace intarsia
