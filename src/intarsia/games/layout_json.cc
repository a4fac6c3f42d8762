#include "intarsia/games/layout_json.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "intarsia/base/text.h"
#include "intarsia/games/internal/json_check.h"
#include "intarsia/games/registry.h"
#include "intarsia/layout/diff.h"

namespace intarsia::games {

namespace {

using Json = nlohmann::json;
using layout::Feature;
using layout::Layout;
using layout::Plan;

constexpr std::size_t kMaxIdBytes = 200;

Error wrong(std::string_view path, std::string_view what) {
  return Error{ErrorCode::kSyntax, 0, concat({path, ": ", what})};
}

// Every key must be a known one: a slip must not silently change a layout.
std::optional<Error> check_keys(const Json& object, std::string_view path,
                                std::initializer_list<std::string_view> known) {
  for (const auto& item : object.items()) {
    const std::string_view key = item.key();
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    std::string detail = concat({"unknown key ", in_quotes(key)});
    const std::vector<std::string_view> names(known);
    if (const auto best = nearest(key, names)) detail += concat({"; did you mean ", *best, "?"});
    return wrong(path, detail);
  }
  return std::nullopt;
}

class LayoutReader {
 public:
  LayoutReader(const Json& json, std::optional<int> size) : json_(json), size_(size) {}

  Result<Passport> read() {
    if (!json_.is_object()) return wrong("layout", "expected an object");
    if (auto error =
            check_keys(json_, "layout",
                       {"schema", "id", "game", "size", "frame", "order", "dtype", "rows", "shape",
                        "divisor", "features", "policy", "value", "view", "hash"})) {
      return *std::move(error);
    }
    if (const auto schema = json_.find("schema"); schema != json_.end() && *schema != Json(1)) {
      return wrong("schema", "is not 1: written by a later version?");
    }
    if (auto error = read_head()) return *std::move(error);
    const auto features = json_.find("features");
    if (features == json_.end() || !features->is_array() || features->empty()) {
      return wrong("features", "expected a list of at least one feature");
    }
    if (auto error = read_features(*features, "features", 0, true)) return *std::move(error);
    auto plan = Plan::make(layout_);
    if (!plan) return plan.error();
    if (auto error = check_passport(*plan)) return *std::move(error);
    return Passport{*std::move(plan), form_};
  }

 private:
  // The text under a key, or nothing if there is none.
  Result<std::optional<std::string>> text(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) return std::optional<std::string>{};
    if (!found->is_string()) return wrong(key, "expected a string");
    return std::optional(found->get<std::string>());
  }

  std::optional<Error> read_head() {
    for (const char* key : {"id", "game", "frame", "order", "dtype"}) {
      if (const auto t = text(key); !t) return t.error();
    }
    const auto game_name = *text("game");
    if (!game_name) return wrong("game", "is needed, such as \"chess\"");
    if (auto error = read_size()) return error;
    const auto game = find_game(*game_name, size_);
    if (!game) return game.error();
    layout_.catalogue = &(*game)->catalogue(size_.value_or((*game)->sizes.usual));
    layout_.id = text("id")->value_or("unnamed");
    if (layout_.id.size() > kMaxIdBytes ||
        std::any_of(layout_.id.begin(), layout_.id.end(),
                    [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; })) {
      return wrong("id", concat({"expected at most ", std::to_string(kMaxIdBytes),
                                 " bytes without control characters"}));
    }
    return read_settings();
  }

  std::optional<Error> read_size() {
    const auto found = json_.find("size");
    if (found == json_.end()) return std::nullopt;
    const auto size = whole(*found, 1, 1'000);
    if (!size) return wrong("size", "expected a whole number above 0");
    if (size_ && *size_ != *size) {
      return wrong("size", concat({"is ", std::to_string(*size), ", but ", std::to_string(*size_),
                                   " is wanted"}));
    }
    size_ = size;
    return std::nullopt;
  }

  std::optional<Error> read_settings() {
    const auto& frames = layout_.catalogue->frames;
    const auto frame = text("frame")->value_or(std::string(frames[0].name));
    const auto frame_id = layout_.catalogue->find_frame(frame);
    if (!frame_id) {
      std::string known;
      for (const layout::Frame& f : frames) known += concat({" ", f.name});
      return wrong("frame", concat({"no frame ", in_quotes(frame), "; there are:", known}));
    }
    layout_.frame = *frame_id;
    const auto order = layout::find_order(text("order")->value_or("CHW"));
    if (!order) return wrong("order", "expected CHW, HWC or flat");
    layout_.order = *order;
    auto dtype_name = text("dtype")->value_or("float32");
    if (dtype_name == layout::kBitsName) {
      form_ = layout::Form::kBits;
      dtype_name = "float32";
    }
    const auto dtype = layout::find_dtype(dtype_name);
    if (!dtype) return wrong("dtype", "expected float32, float16, bfloat16, uint8 or int8");
    layout_.dtype = *dtype;
    const auto rows = json_.find("rows");
    if (rows == json_.end()) return std::nullopt;
    const auto count = whole(*rows, 1, 65'535);
    if (!count || layout_.order != layout::Order::kFlat) {
      return wrong("rows", "expected a whole number from 1 to 65535, in a flat layout");
    }
    layout_.rows = static_cast<std::uint16_t>(*count);
    return std::nullopt;
  }

  static std::optional<int> whole(const Json& j, int lo, int hi) {
    if (!j.is_number_integer()) return std::nullopt;
    const auto n = j.is_number_unsigned() && j.get<std::uint64_t>() > 1'000'000
                       ? std::int64_t{1'000'000}
                       : j.get<std::int64_t>();
    if (n < lo || n > hi) return std::nullopt;
    return static_cast<int>(n);
  }

  static std::string number_of_plies(int lo, int hi) {
    return concat(
        {"expected a number of plies from ", std::to_string(lo), " to ", std::to_string(hi)});
  }

  std::optional<Error> read_features(const Json& list, const std::string& path, int ago,
                                     bool may_have_last) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string here = concat({path, "[", std::to_string(i), "]"});
      const bool is_last = list[i].is_object() && list[i].contains("last");
      if (is_last && !may_have_last) return wrong(here, "\"last\" inside \"last\"");
      auto error = is_last ? read_last(list[i], here) : read_feature(list[i], here, ago);
      if (error) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> read_last(const Json& j, const std::string& path) {
    if (auto error = check_keys(j, path, {"last", "features"})) return error;
    const auto count = whole(j["last"], 1, layout::kMaxAgo + 1);
    if (!count) return wrong(path + ".last", number_of_plies(1, layout::kMaxAgo + 1));
    const auto features = j.find("features");
    if (features == j.end() || !features->is_array() || features->empty()) {
      return wrong(path + ".features", "expected a list of at least one feature");
    }
    for (int ago = 0; ago < *count; ++ago) {
      if (auto error = read_features(*features, path + ".features", ago, false)) return error;
    }
    return std::nullopt;
  }

  std::optional<Error> read_feature(const Json& j, const std::string& path, int ago) {
    if (j.is_string()) return add(j.get_ref<const std::string&>(), path, std::nullopt, ago);
    if (!j.is_object()) return wrong(path, "expected a name or an object");
    if (auto error = check_keys(j, path, {"fact", "per", "ago"})) return error;
    const auto fact = j.find("fact");
    if (fact == j.end() || !fact->is_string()) return wrong(path + ".fact", "expected a name");
    std::optional<double> per;
    if (const auto found = j.find("per"); found != j.end()) {
      per = found->is_number() ? found->get<double>() : 0;
      if (!std::isfinite(*per) || *per <= 0)
        return wrong(path + ".per", "expected a number above 0");
    }
    if (const auto found = j.find("ago"); found != j.end()) {
      const auto plies = whole(*found, 0, layout::kMaxAgo);
      if (!plies) return wrong(path + ".ago", number_of_plies(0, layout::kMaxAgo));
      ago += *plies;
    }
    return add(fact->get_ref<const std::string&>(), path, per, ago);
  }

  std::optional<Error> add(const std::string& name, const std::string& path,
                           std::optional<double> per, int ago) {
    auto features = layout::read_features(*layout_.catalogue, name);
    if (!features) return wrong(path, features.error().detail);
    for (Feature& f : *features) {
      if (per) f.per = *per;
      if (f.ago + ago > layout::kMaxAgo) {
        return wrong(path,
                     concat({"looks back more than ", std::to_string(layout::kMaxAgo), " plies"}));
      }
      f.ago = static_cast<std::uint16_t>(f.ago + ago);
      if (layout_.features.size() == layout::kMaxFeatures) {
        return Error{
            ErrorCode::kLimit, 0,
            concat({path, ": more than ", std::to_string(layout::kMaxFeatures), " features"})};
      }
      layout_.features.push_back(f);
    }
    return std::nullopt;
  }

  // What a passport says besides the layout must agree with it.
  std::optional<Error> check_passport(const Plan& plan) const {
    const Layout& l = plan.layout();
    if (l.rows != 0 && l.elements() % l.rows != 0) {
      return wrong("rows", concat({std::to_string(l.elements()), " elements are not whole rows"}));
    }
    const auto shape = json_.find("shape");
    if (shape != json_.end() && *shape != Json(l.shape())) {
      return wrong("shape",
                   concat({"is another one; these features have ", layout::shape_text(l)}));
    }
    const auto divisor = json_.find("divisor");
    if (divisor != json_.end() && *divisor != Json(plan.divisor())) {
      return wrong("divisor",
                   concat({"is another one; these features have ", short_number(plan.divisor())}));
    }
    const std::string hash = hex16(layout::hash(l, plan.divisor()));
    const auto found = json_.find("hash");
    if (found != json_.end() && *found != Json(hash)) {
      return wrong("hash", concat({"is another one; these features have ", hash,
                                   ": they were changed after it was written"}));
    }
    return check_name(l);
  }

  // A built-in name stands for the built-in planes; order and type may be others.
  static std::optional<Error> check_name(const Layout& l) {
    const auto own = find_layout(l.id, l.catalogue->size);
    if (!own || (own->features == l.features && own->frame == l.frame)) return std::nullopt;
    const auto d = layout::difference(l, *own);
    return wrong("id", concat({in_quotes(l.id), " is built in and has other planes:\n",
                               layout::to_text(d, l, *own)}));
  }

  const Json& json_;
  std::optional<int> size_;
  Layout layout_{};
  layout::Form form_ = layout::Form::kElements;
};

}  // namespace

Result<Passport> read_passport(std::string_view json, std::optional<int> size) {
  if (json.size() > kMaxLayoutBytes) {
    return Error{
        ErrorCode::kLimit, kMaxLayoutBytes,
        concat({"a layout has at most ", std::to_string(kMaxLayoutBytes), " bytes of JSON"})};
  }
  if (auto error = json_fault(json)) return *std::move(error);
  const Json parsed = Json::parse(json, nullptr, false);
  return LayoutReader(parsed, size).read();
}

Result<Plan> read_layout(std::string_view json, std::optional<int> size) {
  auto passport = read_passport(json, size);
  if (!passport) return std::move(passport).error();
  if (passport->form == layout::Form::kBits) {
    return wrong("dtype", "bits is a form of files; choose it when encoding");
  }
  return std::move(passport->plan);
}

}  // namespace intarsia::games
