#include "page/core/arguments.h"

#include <algorithm>

#include "intarsia/base/json_reader.h"
#include "intarsia/base/names.h"
#include "intarsia/base/text.h"

namespace intarsia::page {

namespace {

// Beyond it numbers of the script are not exact.
constexpr std::uint64_t kMostNumber = std::uint64_t{1} << 53;
constexpr std::uint64_t kMostSmallNumber = 1'000'000'000;

Error wrong(std::string_view name, std::string_view what) {
  return Error{ErrorCode::kSyntax, 0, concat({name, ": ", what})};
}

// The field of an edit that a key names; null if it names none.
std::string* field_of(game::SetUpEdit& edit, std::string_view key) {
  const std::pair<std::string_view, std::string*> fields[] = {
      {"cell", &edit.cell},     {"piece", &edit.piece}, {"from", &edit.from},
      {"choice", &edit.choice}, {"value", &edit.value}, {"all", &edit.all}};
  for (const auto& [name, field] : fields) {
    if (name == key) return field;
  }
  return nullptr;
}

}  // namespace

// Follows the object once; what it meets goes to its place.
class Arguments::Reader {
 public:
  Reader(std::string_view json, std::span<const ArgumentInfo> known) : in_(json), known_(known) {}

  std::optional<Error> read(Arguments& out) {
    in_.begin_object();
    for (std::string key; in_.next_key(key);) {
      if (auto error = read_argument(key, out)) return error;
    }
    in_.end();
    if (in_.error()) return in_.error();
    for (const ArgumentInfo& a : known_) {
      const bool is_there = std::find(seen_.begin(), seen_.end(), a.name) != seen_.end();
      if (!a.is_optional && !is_there) return wrong(a.name, "is missing");
    }
    return std::nullopt;
  }

 private:
  std::optional<Error> read_argument(const std::string& key, Arguments& out) {
    const auto info = std::find_if(known_.begin(), known_.end(),
                                   [&](const ArgumentInfo& a) { return a.name == key; });
    if (info == known_.end()) return unknown(key);
    if (std::find(seen_.begin(), seen_.end(), info->name) != seen_.end()) {
      return wrong(key, "is there twice");
    }
    seen_.push_back(info->name);
    switch (info->kind) {
      case Kind::kText:
        out.texts_.emplace_back(key, in_.text());
        break;
      case Kind::kNumber:
        return read_number(key, out);
      case Kind::kOptions:
        read_options(out.options_);
        break;
      case Kind::kEdits:
        return read_edits(out.edits_);
    }
    return std::nullopt;
  }

  Error unknown(std::string_view key) const {
    std::vector<std::string_view> names;
    for (const ArgumentInfo& a : known_) names.push_back(a.name);
    return unknown_name("argument", key, names);
  }

  std::optional<Error> read_number(const std::string& key, Arguments& out) {
    const std::uint64_t n = in_.number();
    if (n > kMostNumber) return wrong(key, "is too large");
    out.numbers_.emplace_back(key, n);
    return std::nullopt;
  }

  void read_options(game::Options& out) {
    in_.begin_object();
    for (std::string key; in_.next_key(key);) out.set(key, in_.text());
  }

  std::optional<Error> read_edits(std::vector<game::SetUpEdit>& out) {
    for (in_.begin_list(); in_.next_item();) {
      game::SetUpEdit& edit = out.emplace_back();
      in_.begin_object();
      for (std::string key; in_.next_key(key);) {
        std::string* field = field_of(edit, key);
        if (field == nullptr) return wrong("edits", concat({"unknown key ", in_quotes(key)}));
        *field = in_.text();
      }
    }
    return std::nullopt;
  }

  JsonReader in_;
  std::span<const ArgumentInfo> known_;
  std::vector<std::string_view> seen_;
};

Result<Arguments> Arguments::read(std::string_view json, std::span<const ArgumentInfo> known,
                                  std::span<const std::byte> bytes) {
  Arguments out;
  out.bytes_ = bytes;
  if (auto error = Reader(json, known).read(out)) return *std::move(error);
  return out;
}

template <class T>
const T* Arguments::find(const Named<T>& all, std::string_view name) {
  for (const auto& [key, value] : all) {
    if (key == name) return &value;
  }
  return nullptr;
}

bool Arguments::has(std::string_view name) const {
  return find(texts_, name) != nullptr || find(numbers_, name) != nullptr;
}

std::string_view Arguments::text(std::string_view name) const {
  const std::string* found = find(texts_, name);
  return found == nullptr ? std::string_view() : *found;
}

std::optional<int> Arguments::number(std::string_view name) const {
  const auto found = large_number(name);
  if (!found) return std::nullopt;
  return static_cast<int>(std::min(*found, kMostSmallNumber));
}

std::optional<std::uint64_t> Arguments::large_number(std::string_view name) const {
  const std::uint64_t* found = find(numbers_, name);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

}  // namespace intarsia::page
