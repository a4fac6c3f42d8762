#include "intarsia/base/json_reader.h"

#include <vector>

#include <gtest/gtest.h>

#include "intarsia/base/json_text.h"

namespace intarsia {
namespace {

std::string one_text(std::string_view json) {
  JsonReader in(json);
  const std::string text = in.text();
  in.end();
  return in.error() ? "error at " + std::to_string(in.error()->offset) : text;
}

std::string skipped(std::string_view json) {
  JsonReader in(json);
  const std::string_view text = in.skip();
  in.end();
  return in.error() ? "error" : std::string(text);
}

TEST(JsonReader, ReadsWhatJsonTextWrites) {
  JsonText out(/*is_open=*/true);
  out.begin_object();
  out.key("text").value("a \"b\"\\\n\x01 ü");
  out.key("numbers").begin_list().value(0).value(~std::uint64_t{0}).end_list();
  out.key("real").value(0.1);
  out.key("empty").begin_object().end_object();
  out.key("truth").value(true);
  out.end_object();
  JsonReader in(out.text());
  in.begin_object();
  in.key("text");
  EXPECT_EQ(in.text(), "a \"b\"\\\n\x01 ü");
  in.key("numbers");
  std::vector<std::uint64_t> numbers;
  for (in.begin_list(); in.next_item();) numbers.push_back(in.number());
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0, ~std::uint64_t{0}}));
  EXPECT_FALSE(in.has_key("else"));
  in.key("real");
  EXPECT_EQ(in.real(), 0.1);
  in.key("empty");
  in.begin_object();
  std::string name;
  EXPECT_FALSE(in.next_key(name));
  EXPECT_TRUE(in.has_key("truth"));
  EXPECT_TRUE(in.truth());
  in.end_object();
  in.end();
  EXPECT_FALSE(in.error()) << in.error()->detail;
}

TEST(JsonReader, ReadsEveryEscape) {
  EXPECT_EQ(one_text(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(one_text(R"("\u0041\u00fc\u20AC\ud83d\ude00")"), "Aü€😀");
  for (const char* bad : {R"("\x")", R"("\u12")", R"("\u12g4")", R"("\ud83d")", R"("\ud83dA")",
                          R"("\ude00")", R"("\)", "\"a", "\"a\nb\"", "\"\xff\"", "a", ""}) {
    EXPECT_EQ(one_text(bad).substr(0, 5), "error") << bad;
  }
}

TEST(JsonReader, TakesNumbersAsJsonWritesThem) {
  const auto number = [](std::string_view json) {
    JsonReader in(json);
    const std::uint64_t n = in.number();
    in.end();
    return in.error() ? ~std::uint64_t{0} : n;
  };
  EXPECT_EQ(number(" 17 "), 17U);
  EXPECT_EQ(number("0"), 0U);
  for (const char* bad : {"-1", "01", "1.", ".5", "1.5", "+1", "1e", "1e2", "18446744073709551616",
                          "nan", "0x10", "--1", ""}) {
    EXPECT_EQ(number(bad), ~std::uint64_t{0}) << bad;
  }
  for (const char* good : {"-1.5e-3", "1E+2", "0.25", "-0"}) EXPECT_EQ(skipped(good), good);
}

TEST(JsonReader, SkipsAnyValueAndNothingElse) {
  for (const char* good : {R"({"a": [1, {"b": null}, "]"], "c": {}})", "[]", "[[], [[]]]", "true",
                           R"("x")", R"([1,2])"}) {
    EXPECT_EQ(skipped(good), good);
  }
  for (const char* bad : {"[1 2]", "[1,]", "[,1]", "{\"a\" 1}", "{a: 1}", "{\"a\":}", "{\"a\":1,}",
                          "[1}", "[", "{", "]", "nul", "truee", "[1] 2", ""}) {
    EXPECT_EQ(skipped(bad), "error") << bad;
  }
}

TEST(JsonReader, IsNotLedDown) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(skipped(nested(JsonReader::kMaxDepth)), nested(JsonReader::kMaxDepth));
  EXPECT_EQ(skipped(nested(JsonReader::kMaxDepth + 1)), "error");
  EXPECT_EQ(skipped(nested(1'000'000)), "error");
}

TEST(JsonReader, KeepsTheFirstFaultAndItsByte) {
  JsonReader in(R"({"a": 1, "b": x, "c": 3})");
  in.begin_object();
  in.key("a");
  EXPECT_EQ(in.number(), 1U);
  in.key("b");
  EXPECT_EQ(in.number(), 0U);
  in.key("c");
  EXPECT_EQ(in.number(), 0U);
  ASSERT_TRUE(in.error());
  EXPECT_EQ(in.error()->offset, 14U);
}

}  // namespace
}  // namespace intarsia
