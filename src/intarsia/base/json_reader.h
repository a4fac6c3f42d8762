// Reading JSON forwards, value by value: time linear in the text, and no memory of its own.
//
//   JsonReader in(text);
//   in.begin_object();
//   in.key("format");
//   if (in.text() != "intarsia data set") in.fail("another format");
//   in.key("sizes");
//   for (in.begin_list(); in.next_item();) sizes.push_back(in.number());
//   in.end_object();
//   if (in.error()) ...                     // asked once, at the end
//
// For files of ours, whose keys come in a known order (JsonText wrote them). After the first fault
// every call returns nothing: 0, "", false.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "intarsia/base/result.h"

namespace intarsia {

class JsonReader {
 public:
  // More brackets inside each other than any file of ours has.
  static constexpr int kMaxDepth = 8;

  explicit JsonReader(std::string_view text) : text_(text) {}

  // An object of known keys: `key` and a value for each of them, then `end_object`.
  void begin_object() { begin('{'); }
  void key(std::string_view name);
  bool has_key(std::string_view name);  // whether it comes next; then it is taken
  void end_object() { end('}'); }

  // An object of any keys: `begin_object`, and a value after each key; false at its end.
  bool next_key(std::string& name);

  // A list: a value after each true; false at its end.
  void begin_list() { begin('['); }
  bool next_item();

  std::string text();
  std::uint64_t number();
  std::uint64_t hash();  // a text of sixteen hexadecimal digits
  double real();
  bool truth();
  // Any value; returns its text as it stands there.
  std::string_view skip();

  // Nothing but white space may follow.
  void end();

  // Makes this the fault, at this byte, unless there was one before.
  void fail(std::string_view detail);
  const std::optional<Error>& error() const { return error_; }

 private:
  char peek();
  bool take(char c);
  void expect(char c);
  void begin(char bracket);
  void end(char bracket);
  bool separate(char closing);
  bool take_key(std::string& name);
  bool take_escape(std::string& out);
  std::optional<std::uint32_t> take_unit();
  std::string_view number_text();
  std::string_view word();

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_first_ = false;  // nothing of the open bracket was taken yet
  std::optional<Error> error_;
};

}  // namespace intarsia
