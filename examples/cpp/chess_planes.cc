// The positions of a chess game as planes, a batch at once, and back.
//
//   chess_planes chess/canonical18 e4 e5 Nf3 Nc6 Bb5

#include <cstdio>
#include <vector>

#include "intarsia/chess.h"

using namespace intarsia;

namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.detail.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const auto layout = chess::find_layout(argc > 1 ? argv[1] : "chess/canonical18");
  if (!layout) return fail(layout.error());
  // Whatever the layout's own type is: floats. An error if they cannot hold it.
  const auto plan = layout::Plan::make(*layout, std::nullopt, layout::Dtype::kFloat32);
  if (!plan) return fail(plan.error());

  // A replay counts repetitions, which some planes show.
  chess::Replay game;
  std::vector<chess::State> states = {game.state()};
  for (int i = 2; i < argc; ++i) {
    const auto move = chess::read_san(game.position(), argv[i]);
    if (!move) return fail(move.error());
    game.play(*move);
    states.push_back(game.state());
  }

  // The states lie one after the other, so each has those before it as its history.
  std::vector<chess::Moment> moments;
  for (const chess::State& s : states) moments.push_back({&s, static_cast<int>(moments.size())});

  chess::Encoder encoder(*plan);  // keeps its memory: use it again, one for each thread
  std::vector<float> planes(states.size() * plan->elements());
  if (auto error = encoder.encode(moments, planes)) return fail(*error);
  std::printf("%zu positions, %s each\n", states.size(), shape_text(plan->layout()).c_str());

  chess::Decoder decoder(*plan);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::span<const float> tensor(planes.data() + i * plan->elements(), plan->elements());
    const auto plies = decoder.decode(tensor, states[i].position.turn());
    if (!plies) return fail(plies.error());
    std::printf("%s\n", to_fen(plies->front().setup).c_str());
  }
  for (const layout::Part* lost : losses(*layout)) {
    std::printf("not shown: %s\n", std::string(lost->name).c_str());
  }
}
