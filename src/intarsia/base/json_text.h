// Writing JSON: small objects for programs, without a library below the tools.
//
//   JsonText out;
//   out.begin_object();
//   out.key("id").value("chess/planes25");
//   out.key("shape").begin_list().value(25).value(8).value(8).end_list();
//   out.end_object();
//   out.text()

#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace intarsia {

class JsonText {
 public:
  // With `is_open` the outermost object has a line for each key.
  explicit JsonText(bool is_open = false) : is_open_(is_open) {}

  JsonText& begin_object() { return begin('{'); }
  JsonText& end_object() { return end('}'); }
  JsonText& begin_list() { return begin('['); }
  JsonText& end_list() { return end(']'); }

  JsonText& key(std::string_view name);
  JsonText& value(std::string_view text);
  JsonText& value(const char* text) { return value(std::string_view(text)); }
  JsonText& value(double number);  // the shortest digits that read back as the same number
  JsonText& value(std::integral auto number) { return raw(std::to_string(number)); }
  JsonText& value(bool truth) { return raw(truth ? "true" : "false"); }
  JsonText& null() { return raw("null"); }
  JsonText& json(std::string_view text) { return raw(text); }  // a value that is JSON already

  const std::string& text() const { return text_; }

 private:
  JsonText& begin(char bracket);
  JsonText& end(char bracket);
  JsonText& raw(std::string_view token);
  void separate();
  void append_string(std::string_view text);

  std::string text_;
  bool is_open_;
  int depth_ = 0;
  bool needs_comma_ = false;
};

// Keys of an open object whose values are not known.
void add_nulls(JsonText& out, std::span<const std::string_view> keys);

}  // namespace intarsia
