#include "bench/gpu_layouts.h"

#include <string>

#include "bench/gpu_sample.h"
#include "intarsia/base/keys.h"
#include "intarsia/games/registry.h"

namespace intarsia::bench {

namespace {

constexpr layout::Dtype kDtypes[] = {layout::Dtype::kFloat32, layout::Dtype::kFloat16,
                                     layout::Dtype::kBFloat16, layout::Dtype::kUint8,
                                     layout::Dtype::kInt8};
constexpr layout::Order kOrders[] = {layout::Order::kChw, layout::Order::kHwc,
                                     layout::Order::kFlat};

// Every fact of two plies in each frame; and features at random.
std::vector<layout::Layout> more_layouts(const game::GameType& type, int size) {
  const layout::Catalogue& c = type.catalogue(size);
  std::vector<layout::Layout> all;
  KeySequence random(19);
  const auto below = [&](std::size_t n) { return random.next() % n; };
  for (std::size_t frame = 0; frame < c.frames.size(); ++frame) {
    layout::Layout l{.id = "every fact",
                     .catalogue = &c,
                     .frame = static_cast<layout::FrameId>(frame),
                     .order = layout::Order::kChw,
                     .dtype = layout::Dtype::kFloat32,
                     .features = {}};
    for (std::uint16_t ago = 0; ago < 2; ++ago) {
      for (const layout::Fact& f : c.facts) l.features.push_back({f.id, 1, ago});
    }
    all.push_back(l);
    l.id = "random";
    for (int i = 0; i < 3; ++i) {
      l.features.clear();
      for (std::size_t f = 1 + below(30); f > 0; --f) {
        l.features.push_back({static_cast<layout::FactId>(below(c.facts.size())),
                              below(2) == 0 ? 1.0 : 3.0, static_cast<std::uint16_t>(below(9))});
      }
      all.push_back(l);
    }
  }
  return all;
}

layout::Layout declared(const layout::Catalogue& c, std::string id,
                        const std::vector<std::string>& features, layout::FrameId frame) {
  layout::Layout l{.id = std::move(id),
                   .catalogue = &c,
                   .frame = frame,
                   .order = layout::Order::kChw,
                   .dtype = layout::Dtype::kFloat32,
                   .features = {}};
  for (const std::string& text : features) {
    const auto read = must(layout::read_features(c, text));
    l.features.insert(l.features.end(), read.begin(), read.end());
  }
  return l;
}

}  // namespace

std::vector<Case> all_cases(std::uint64_t step) {
  std::vector<Case> cases;
  std::uint64_t number = 0;
  for (const game::GameType* type : games::all_games()) {
    std::vector<int> sizes = {type->sizes.usual};
    if (!type->sizes.is_one()) sizes.push_back(type->sizes.all.back());
    for (const int size : sizes) {
      Case c{type, size, {}};
      auto layouts = type->layouts(size);
      const auto more = more_layouts(*type, size);
      layouts.insert(layouts.end(), more.begin(), more.end());
      for (const layout::Layout& l : layouts) {
        for (const layout::Dtype d : kDtypes) {
          for (const layout::Order o : kOrders) {
            auto plan = layout::Plan::make(l, o, d);
            if (plan && number++ % step == 0) c.plans.push_back(*std::move(plan));
          }
        }
      }
      cases.push_back(std::move(c));
    }
  }
  return cases;
}

layout::Layout history112(const layout::Catalogue& c) {
  std::vector<std::string> features;
  for (int ago = 0; ago < 8; ++ago) {
    const std::string at = ago == 0 ? "" : "@" + std::to_string(ago);
    for (const char* group : {"us.pieces", "them.pieces", "occurrences.twice"}) {
      features.push_back(group + at);
    }
  }
  for (const char* more :
       {"us.castling", "them.castling", "turn.black", "clock", "zeros", "ones"}) {
    features.emplace_back(more);
  }
  return declared(c, "112 planes, 8 plies", features, 1);
}

layout::Layout of_a_user(const layout::Catalogue& c) {
  return declared(c, "a user's 25 planes",
                  {"them.pieces", "us.pieces", "them.occupied", "us.occupied", "occupied", "empty",
                   "us.castling", "them.castling", "clock/100", "fullmove/500", "turn.white"},
                  1);
}

}  // namespace intarsia::bench
