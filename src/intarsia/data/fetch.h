// Files that may lie elsewhere: they are brought here when they are opened.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "intarsia/base/result.h"

namespace intarsia::data {

// A file as far as those must know it who bring it.
struct FetchedFile {
  std::string path;
  std::uint64_t bytes;
  std::uint64_t hash;
};

// By any thread; none: what is not there is missing.
using Fetch = std::function<std::optional<Error>(const FetchedFile& file)>;

inline const Error* error_in(const std::optional<Error>& e) { return e ? &*e : nullptr; }
template <class T>
const Error* error_in(const Result<T>& result) {
  return result ? nullptr : &result.error();
}

// `use` opens the file, of which `fetched` tells. It is fetched if it is not there: another process may have
// thrown it out again.
template <class File, class Use>
auto with_file(const Fetch& fetch, const File& file, Use use) {
  constexpr int kTries = 4;
  for (int tries = 1;; ++tries) {
    auto answer = use();
    const Error* const error = error_in(answer);
    const bool is_missing = error != nullptr && error->code == ErrorCode::kNotFound;
    if (!is_missing || !fetch || tries == kTries) return answer;
    if (auto problem = fetch(fetched(file))) return decltype(answer)(*std::move(problem));
  }
}

}  // namespace intarsia::data
