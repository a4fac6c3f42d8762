// What the values of keys are, in files of ours: keys come in a known order.

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/json_reader.h"
#include "intarsia/base/json_text.h"
#include "intarsia/base/text.h"
#include "intarsia/data/manifest.h"

namespace intarsia::data {

inline std::string text_in(JsonReader& in, std::string_view key) {
  in.key(key);
  return in.text();
}

inline std::uint64_t number_in(JsonReader& in, std::string_view key,
                               std::uint64_t most = UINT64_MAX) {
  in.key(key);
  const std::uint64_t n = in.number();
  if (n > most) in.fail(concat({"the value of ", in_quotes(key), " is too large"}));
  return n;
}

inline std::uint64_t hash_in(JsonReader& in, std::string_view key) {
  in.key(key);
  return in.hash();
}

// A text that can only be this one.
inline void fixed_in(JsonReader& in, std::string_view key, std::string_view value) {
  if (text_in(in, key) != value) in.fail(concat({"expected ", in_quotes(value)}));
}

// An object whose keys are names, none of which comes twice: visit(name) takes the value of each.
template <class Visit>
void for_each_name(JsonReader& in, std::string_view key, Visit visit) {
  in.begin_object();
  std::size_t count = 0;
  for (std::string name; in.next_key(name);) {
    if (++count > kMaxNames) in.fail(concat({"too many names in ", in_quotes(key)}));
    if (!visit(name)) in.fail(concat({"the key ", in_quotes(name), " is there twice"}));
  }
}

// Behind its key.
inline std::string options_in(JsonReader& in) {
  std::string options(in.skip());
  if (!options.starts_with('{')) in.fail("options are no object");
  return options;
}

inline std::vector<Split> splits_in(JsonReader& in) {
  std::vector<Split> splits;
  in.key("split");
  for_each_name(in, "split", [&](const std::string& name) {
    const bool is_new =
        std::none_of(splits.begin(), splits.end(), [&](const Split& s) { return s.name == name; });
    splits.push_back({name, in.real()});
    return is_new;
  });
  return splits;
}

inline void add_splits(JsonText& out, const std::vector<Split>& splits) {
  out.key("split").begin_object();
  for (const Split& s : splits) out.key(s.name).value(s.share);
  out.end_object();
}

}  // namespace intarsia::data
