#include "intarsia/games/layout_json.h"

#include <gtest/gtest.h>

#include "intarsia/games/registry.h"
#include "intarsia/layout/describe.h"

namespace intarsia::games {
namespace {

using layout::Dtype;
using layout::Order;
using layout::Plan;

std::string detail_of(std::string_view json) {
  const auto plan = read_layout(json);
  EXPECT_FALSE(plan) << json;
  return plan ? "" : plan.error().detail;
}

TEST(LayoutJson, ReadsNamesObjectsAndHistory) {
  const auto plan = read_layout(R"({"id": "my/tiny", "game": "chess", "frame": "mover",
      "order": "CHW", "dtype": "float16",
      "features": ["us.pieces", "them.pieces", {"fact": "clock", "per": 100},
                   {"last": 4, "features": ["us.pieces", "them.pieces"]},
                   {"fact": "us.king", "ago": 2}, "clock.capped/100@7"]})");
  ASSERT_TRUE(plan) << plan.error().detail;
  const layout::Layout& l = plan->layout();
  EXPECT_EQ(l.id, "my/tiny");
  EXPECT_EQ(l.order, Order::kChw);
  EXPECT_EQ(l.dtype, Dtype::kFloat16);
  EXPECT_EQ(l.catalogue->frames[l.frame].name, "mover");
  EXPECT_EQ(l.shape(), (std::vector<std::size_t>{12 + 1 + 48 + 2, 8, 8}));
  EXPECT_EQ(name(l, l.features[12]), "clock/100");
  EXPECT_EQ(name(l, l.features[13]), "us.pawn");
  EXPECT_EQ(name(l, l.features[25]), "us.pawn@1");
  EXPECT_EQ(name(l, l.features[60]), "them.king@3");
  EXPECT_EQ(name(l, l.features[61]), "us.king@2");
  EXPECT_EQ(name(l, l.features[62]), "clock.capped/100@7");
}

TEST(LayoutJson, APassportIsALayout) {
  const GameType& type = *all_games().front();
  for (const layout::Layout& l : type.layouts(type.sizes.usual)) {
    for (Dtype d : layout::dtypes(l)) {
      for (Order o : {Order::kChw, Order::kHwc, Order::kFlat}) {
        const auto plan = Plan::make(l, o, d);
        ASSERT_TRUE(plan);
        const auto again = read_layout(layout::to_passport(*plan));
        ASSERT_TRUE(again) << again.error().detail;
        EXPECT_EQ(again->layout().features, plan->layout().features);
        EXPECT_EQ(again->layout().shape(), plan->layout().shape());
        EXPECT_EQ(again->divisor(), plan->divisor());
        EXPECT_EQ(layout::to_passport(*again), layout::to_passport(*plan));
      }
    }
  }
}

TEST(LayoutJson, AChangedPassportIsRefused) {
  std::string passport = layout::to_passport(*Plan::make(*find_layout("chess/canonical18")));
  const auto changed = [&](std::string_view from, std::string_view to) {
    std::string text = passport;
    text.replace(text.find(from), from.size(), to);
    return detail_of(text);
  };
  EXPECT_NE(changed("[8, 8, 18]", "[8, 8, 19]").find("shape"), std::string::npos);
  EXPECT_NE(changed("\"divisor\": 1", "\"divisor\": 255").find("divisor"), std::string::npos);
  EXPECT_NE(changed("occurrences/3", "occurrences/2").find("hash"), std::string::npos);
  EXPECT_NE(changed("\"frame\": \"mover\"", "\"frame\": \"white\"").find("hash"),
            std::string::npos);
}

TEST(LayoutJson, ABuiltInNameMeansTheBuiltInPlanes) {
  const std::string detail = detail_of(
      R"({"id": "chess/signed64", "game": "chess", "order": "flat", "features": ["codes.naive"]})");
  EXPECT_NE(detail.find("\"chess/signed64\" is built in and has other planes"), std::string::npos)
      << detail;
  EXPECT_NE(detail.find("codes.naive | codes.signed"), std::string::npos) << detail;
}

TEST(LayoutJson, ErrorsNameThePlaceAndTheNearestName) {
  struct Case {
    std::string_view json, expected;
  };
  for (const Case& c : {
           Case{"[]", "expected an object"},
           Case{"{}", "game: is needed"},
           Case{R"({"game": "ches", "features": ["ones"]})", "did you mean chess?"},
           Case{R"({"game": 3, "features": ["ones"]})", "game: expected a string"},
           Case{R"({"game": "chess"})", "features: expected a list"},
           Case{R"({"game": "chess", "features": []})", "features: expected a list"},
           Case{R"({"game": "chess", "features": ["us.pawm"]})",
                "features[0]: chess has no fact or group \"us.pawm\"; did you mean us.pawn?"},
           Case{R"({"game": "chess", "featurs": ["ones"]})", "did you mean features?"},
           Case{R"({"game": "chess", "features": [{"fact": "clock", "pre": 2}]})",
                "features[0]: unknown key \"pre\""},
           Case{R"({"game": "chess", "features": [{"fact": "clock", "per": 0}]})",
                "features[0].per"},
           Case{R"({"game": "chess", "features": [{"fact": "clock", "ago": 1e3}]})",
                "features[0].ago"},
           Case{R"({"game": "chess", "features": [{"last": 0, "features": ["ones"]}]})",
                "features[0].last"},
           Case{
               R"({"game": "chess", "features": [{"last": 2, "features": ["zero"]}]})",
               "features[0].features[0]: chess has no fact or group \"zero\"; did you mean zeros?"},
           Case{R"({"game": "chess", "features": [{"last": 2, "features": [
                    {"last": 2, "features": ["ones"]}]}]})",
                "\"last\" inside \"last\""},
           Case{R"({"game": "chess", "features": [{"last": 1024, "features": ["us.pieces"]}]})",
                "more than 1024 features"},
           Case{R"({"game": "chess", "features": [{"last": 1024, "features": ["ones@5"]}]})",
                "looks back more than 1023 plies"},
           Case{R"({"game": "chess", "frame": "black", "features": ["ones"]})",
                "there are: white mover"},
           Case{R"({"game": "chess", "order": "WHC", "features": ["ones"]})", "CHW, HWC or flat"},
           Case{R"({"game": "chess", "dtype": "float64", "features": ["ones"]})", "dtype"},
           Case{R"({"game": "chess", "dtype": "uint8", "features": ["turn.sign"]})",
                "uint8 cannot hold turn.sign"},
           Case{R"({"game": "chess", "order": "flat", "rows": 5, "features": ["codes.signed"]})",
                "64 elements are not whole rows"},
           Case{R"({"game": "chess", "features": ["ones"], "features": ["zeros"]})",
                "the key \"features\" is there twice"},
           Case{R"({"schema": 2, "game": "chess", "features": ["ones"]})", "schema: is not 1"},
           Case{R"({"game": "chess", "features": ["ones"], "shape": [[[[[[[[[]]]]]]]]]})",
                "more than 8 brackets"},
           Case{R"({"game": "chess", "dtype": "bits", "features": ["ones"]})",
                "bits is a form of files"},
           Case{R"({"game": "chess", "rows": 2, "features": ["codes.signed"]})",
                "in a flat layout"},
           Case{"{\"game\": \"chess\", \"id\": \"a\\u0000\", \"features\": [\"ones\"]}",
                "without control characters"},
       }) {
    const std::string detail = detail_of(c.json);
    EXPECT_NE(detail.find(c.expected), std::string::npos) << c.json << '\n' << detail;
  }
}

TEST(LayoutJson, TablesOfValuesAreSharedAndLimited) {
  std::string same = R"({"game": "chess", "features": ["fullmove")";
  std::string different = same;
  for (int i = 1; i < 1'000; ++i) {
    same += R"(, "fullmove/7")";
    different += R"(, "fullmove/)" + std::to_string(i) + "\"";
  }
  EXPECT_TRUE(read_layout(same + "]}"));
  const auto plan = read_layout(different + "]}");
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code, ErrorCode::kLimit);
}

TEST(LayoutJson, BadJsonIsPlaced) {
  const auto plan = read_layout("{\"game\": \"chess\",}");
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().offset, 17U);
  EXPECT_EQ(plan.error().code, ErrorCode::kSyntax);
  EXPECT_FALSE(read_layout(""));
  EXPECT_FALSE(read_layout(std::string(100'000, '[')));
  EXPECT_EQ(read_layout(std::string(kMaxLayoutBytes + 1, ' ')).error().code, ErrorCode::kLimit);
}

TEST(Registry, AnUnknownLayoutIsAnsweredWithTheNearest) {
  const auto l = find_layout("chess/plane25");
  ASSERT_FALSE(l);
  EXPECT_NE(l.error().detail.find("did you mean chess/planes25?"), std::string::npos);
  EXPECT_NE(l.error().detail.find("chess/mailbox69"), std::string::npos);
}

}  // namespace
}  // namespace intarsia::games
