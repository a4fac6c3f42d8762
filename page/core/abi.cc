// What the script calls: numbers and places in memory, no names, no imports.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "page/core/function.h"

namespace {

// The input, and the last answer. One script, one thread.
std::vector<std::byte> input;
intarsia::page::Called last;

}  // namespace

#define EXPORTED(name) extern "C" __attribute__((export_name(#name)))

// Room for so many bytes of arguments, JSON first and then those of a file. Addresses stay until the
// next call of it.
EXPORTED(page_input) std::byte* page_input(std::size_t size) {
  input.resize(size);
  return input.data();
}

// 0, or 1 if the answer is an error. The first `json_size` bytes of the input are the JSON.
EXPORTED(page_call) int page_call(std::size_t function, std::size_t json_size) {
  const std::size_t end = json_size < input.size() ? json_size : input.size();
  const std::string_view json(reinterpret_cast<const char*>(input.data()), end);
  last = intarsia::page::call(function, json, std::span(input).subspan(end));
  return last.has_failed ? 1 : 0;
}

EXPORTED(page_text) const char* page_text() { return last.text.data(); }
EXPORTED(page_text_size) std::size_t page_text_size() { return last.text.size(); }
EXPORTED(page_bytes) const std::byte* page_bytes() { return last.bytes.data(); }
EXPORTED(page_bytes_size) std::size_t page_bytes_size() { return last.bytes.size(); }
