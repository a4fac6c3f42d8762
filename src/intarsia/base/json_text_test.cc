#include "intarsia/base/json_text.h"

#include <limits>

#include <gtest/gtest.h>

namespace intarsia {
namespace {

void write_example(JsonText& out) {
  out.begin_object();
  out.key("id").value("a\"b\\c\n");
  out.key("list").begin_list().value(1).value(0.1).value(true).end_list();
  out.key("empty").begin_object().end_object();
  out.key("none").value(std::numeric_limits<double>::quiet_NaN());
  out.end_object();
}

TEST(JsonText, WritesOneLine) {
  JsonText out;
  write_example(out);
  EXPECT_EQ(out.text(), R"({"id":"a\"b\\c\u000a","list":[1,0.1,true],"empty":{},"none":null})");
}

TEST(JsonText, WritesALineForEachKey) {
  JsonText out(true);
  write_example(out);
  EXPECT_EQ(out.text(),
            "{\n  \"id\": \"a\\\"b\\\\c\\u000a\",\n  \"list\": [1, 0.1, true],\n  \"empty\": {},\n"
            "  \"none\": null\n}");
}

}  // namespace
}  // namespace intarsia
