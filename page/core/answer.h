// The answer of a function of the page: a JSON object, and arrays that would be slow as text.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/json_text.h"

namespace intarsia::page {

class Answer {
 public:
  Answer() { json.begin_object(); }

  // An object that is open: functions add their keys.
  JsonText json;

  // An array behind those that are there; the answer names it under "arrays".
  void add_array(std::string_view name, std::span<const float> values) {
    add(name, "f4", std::as_bytes(values), sizeof(float));
  }
  void add_array(std::string_view name, std::span<const std::uint16_t> values) {
    add(name, "u2", std::as_bytes(values), sizeof(std::uint16_t));
  }
  void add_array(std::string_view name, std::span<const std::byte> values) {
    add(name, "u1", values, 1);
  }

  // What the script gets; once.
  std::string finish() {
    if (!arrays_.empty()) {
      json.key("arrays").begin_object();
      for (const Array& a : arrays_) {
        json.key(a.name).begin_object().key("type").value(a.type);
        json.key("at").value(a.at).key("length").value(a.length).end_object();
      }
      json.end_object();
    }
    return json.end_object().text();
  }
  std::vector<std::byte> take_bytes() { return std::move(bytes_); }

 private:
  struct Array {
    std::string name;
    std::string_view type;
    std::size_t at, length;
  };

  // Typed views of the script begin at multiples of their elements.
  static constexpr std::size_t kAlignment = 8;

  void add(std::string_view name, std::string_view type, std::span<const std::byte> values,
           std::size_t element_bytes) {
    bytes_.resize((bytes_.size() + kAlignment - 1) / kAlignment * kAlignment);
    arrays_.push_back({std::string(name), type, bytes_.size(), values.size() / element_bytes});
    bytes_.insert(bytes_.end(), values.begin(), values.end());
  }

  std::vector<Array> arrays_;
  std::vector<std::byte> bytes_;
};

// {"code": …, "offset": …, "detail": …}: an error as every function says it.
void add_error(JsonText& out, const Error& e);

}  // namespace intarsia::page
