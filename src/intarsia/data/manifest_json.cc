// Manifests from their text: checked as a whole first, then key by key.

#include <charconv>

#include <nlohmann/json.hpp>

#include "intarsia/base/text.h"
#include "intarsia/data/json_gate.h"
#include "intarsia/data/manifest.h"
#include "intarsia/io/hash.h"

namespace intarsia::data {

namespace {

using Json = nlohmann::ordered_json;

Error bad(std::string_view what) {
  return Error{ErrorCode::kInvalid, 0, concat({"manifest.json: ", what})};
}

constexpr std::string_view kHashKey = ",\n  \"xxh3\": \"";
constexpr std::size_t kHashDigits = 16;

// Whether the last key is the hash of everything before it.
bool is_whole(std::string_view text) {
  const std::size_t at = text.rfind(kHashKey);
  if (at == std::string_view::npos) return false;
  const std::string_view rest = text.substr(at + kHashKey.size());
  return rest.size() == kHashDigits + 4 && rest.substr(kHashDigits) == "\"\n}\n" &&
         rest.substr(0, kHashDigits) == hex16(io::xxh3(text.substr(0, at)));
}

// Takes values by key. The first that is missing or of another kind is kept as the fault.
class Fields {
 public:
  Fields(const Json& object, std::string& fault) : object_(object), fault_(fault) {
    if (!object.is_object() && fault_.empty()) fault_ = "expected an object";
  }

  std::string text(const char* key) {
    const Json* v = find(key, [](const Json& j) { return j.is_string(); });
    return v == nullptr ? "" : *v->get_ptr<const std::string*>();
  }
  std::uint64_t number(const char* key) {
    const Json* v = find(key, [](const Json& j) { return j.is_number_unsigned(); });
    return v == nullptr ? 0 : *v->get_ptr<const std::uint64_t*>();
  }
  bool truth(const char* key) {
    const Json* v = find(key, [](const Json& j) { return j.is_boolean(); });
    return v != nullptr && *v->get_ptr<const bool*>();
  }
  std::uint64_t hash(const char* key) {
    const std::string digits = text(key);
    std::uint64_t value = 0;
    const auto [end, ec] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, kHashDigits);
    if (ec != std::errc{} || hex16(value) != digits) wrong(key);
    return value;
  }
  const Json& list(const char* key) {
    const Json* v = find(key, [](const Json& j) { return j.is_array(); });
    return v == nullptr ? none() : *v;
  }
  const Json& object(const char* key) {
    const Json* v = find(key, [](const Json& j) { return j.is_object(); });
    return v == nullptr ? none() : *v;
  }
  bool has(const char* key) const { return object_.is_object() && object_.contains(key); }

  void expect(bool holds, const char* key) {
    if (!holds) wrong(key);
  }

 private:
  static const Json& none() {
    static const Json kNone = Json::array();
    return kNone;
  }
  void wrong(const char* key) {
    if (fault_.empty()) fault_ = concat({"the value of ", in_quotes(key)});
  }
  template <class IsRight>
  const Json* find(const char* key, IsRight is_right) {
    if (!has(key) || !is_right(object_.find(key).value())) {
      wrong(key);
      return nullptr;
    }
    return &object_.find(key).value();
  }

  const Json& object_;
  std::string& fault_;
};

Place read_place(const Json& json, std::string& fault) {
  Fields in(json, fault);
  const std::uint64_t source = in.number("source");
  in.expect(source <= UINT32_MAX, "source");
  return {static_cast<std::uint32_t>(source), in.number("offset"), in.number("line"),
          in.number("game")};
}

void read_origin(Fields& in, Manifest& m, std::string& fault) {
  m.options = in.object("options").dump();
  m.seed = in.number("seed");
  for (const auto& [name, share] : in.object("split").items()) {
    if (!share.is_number()) fault = "the value of \"split\"";
    m.splits.push_back({name, share.is_number() ? share.get<double>() : 0});
  }
  for (const Json& json : in.list("sources")) {
    Fields s(json, fault);
    m.sources.push_back(
        {s.text("name"), s.number("bytes"), s.number("content_bytes"), s.hash("xxh3")});
  }
}

void read_counts(Fields& in, Manifest& m, std::string& fault) {
  m.read = in.number("read");
  m.games = in.number("games");
  m.positions = in.number("positions");
  const auto count = [&fault](const Json& json) {
    if (!json.is_number_unsigned()) fault = "a count that is no number";
    return json.is_number_unsigned() ? json.get<std::uint64_t>() : 0;
  };
  for (const auto& [filter, games] : in.object("dropped").items()) m.dropped[filter] = count(games);
  for (const auto& [reason, games] : in.object("rejected").items()) {
    m.rejected[reason].games = count(games);
  }
  for (const auto& [reason, place] : in.object("rejected_first").items()) {
    m.rejected[reason].first = read_place(place, fault);
  }
  Fields file(in.object("rejected_file"), fault);
  m.rejected_bytes = file.number("bytes");
  m.rejected_hash = file.hash("xxh3");
  file.expect(file.text("name") == kRejectedName, "name");
}

// The numbers of selections run through all shards.
ShardEntry read_shard(const Json& json, std::size_t number, std::uint64_t& selections,
                      std::string& fault) {
  Fields in(json, fault);
  ShardEntry s;
  const std::uint64_t size = in.number("size");
  in.expect(size <= UINT8_MAX, "size");
  s.size = static_cast<int>(size);
  s.records = in.number("records");
  s.games = in.number("games");
  in.expect(s.records <= UINT32_MAX, "records");
  in.expect(s.games <= s.records, "games");
  s.hash = in.hash("xxh3");
  s.games_hash = in.hash("games_xxh3");
  in.expect(in.text("name") == numbered_name("shard", number), "name");
  in.expect(in.text("games_name") == numbered_name("games", number), "games_name");
  for (const Json& entry : in.list("selections")) {
    Fields e(entry, fault);
    s.selections.push_back({e.text("split"), selections++, e.number("records"), e.hash("xxh3")});
    e.expect(e.text("name") == s.selections.back().name(), "name");
    e.expect(s.selections.back().records <= s.records, "records");
  }
  return s;
}

void read_shards(Fields& in, Manifest& m, std::string& fault) {
  std::uint64_t selections = 0;
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  for (const Json& json : in.list("shards")) {
    m.shards.push_back(read_shard(json, m.shards.size(), selections, fault));
    games += m.shards.back().games;
    positions += m.shards.back().records;
  }
  in.expect(games == m.games, "games");
  in.expect(positions == m.positions, "positions");
}

}  // namespace

Result<Manifest> read_manifest(std::string_view text) {
  if (text.size() > kMaxManifestBytes) return bad("more than 64 MiB");
  if (!is_whole(text)) return bad("its hash is not that of its text: it was changed or cut");
  if (auto error = json_fault(text)) return *std::move(error);
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  Manifest m;
  std::string fault;
  Fields in(json, fault);
  in.expect(in.text("format") == "intarsia data set", "format");
  if (fault.empty() && in.number("version") != kFormatVersion) {
    return Error{ErrorCode::kUnsupported, 0, "manifest.json: another version of the format"};
  }
  m.is_complete = in.truth("complete");
  m.game = in.text("game");
  m.tool = in.text("tool");
  in.list("record_types");
  read_origin(in, m, fault);
  read_counts(in, m, fault);
  read_shards(in, m, fault);
  if (in.has("next")) {
    Fields next(in.object("next"), fault);
    m.next = Next{read_place(in.object("next"), fault), next.number("checked_bytes"),
                  next.hash("checked_xxh3")};
  }
  in.expect(m.is_complete != m.next.has_value(), "next");
  if (!fault.empty()) return bad(fault);
  return m;
}

std::optional<std::string> normalised(std::string_view text) {
  if (json_fault(text)) return std::nullopt;
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::nullopt;
  return json.dump();
}

}  // namespace intarsia::data
