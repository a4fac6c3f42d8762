#include "intarsia/games/internal/json_check.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "intarsia/base/text.h"

namespace intarsia::games {

namespace {

using Json = nlohmann::json;

// Follows the parser without keeping anything.
class JsonCheck : public nlohmann::json_sax<Json> {
 public:
  std::optional<Error> error;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool key(string_t& name) override {
    if (keys_.back().insert(name).second) return true;
    error = Error{ErrorCode::kSyntax, 0, concat({"the key ", in_quotes(name), " is there twice"})};
    return false;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    const std::size_t byte = position == 0 ? 0 : position - 1;
    error = Error{ErrorCode::kSyntax, byte, concat({"not JSON at byte ", std::to_string(byte)})};
    return false;
  }

 private:
  bool enter() {
    keys_.emplace_back();
    if (keys_.size() <= kMaxJsonDepth) return true;
    error =
        Error{ErrorCode::kLimit, 0,
              concat({"more than ", std::to_string(kMaxJsonDepth), " brackets inside each other"})};
    return false;
  }
  bool leave() {
    keys_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> keys_;  // of the open brackets
};

}  // namespace

std::optional<Error> json_fault(std::string_view text) {
  JsonCheck check;
  Json::sax_parse(text, &check);
  return std::move(check.error);
}

}  // namespace intarsia::games
