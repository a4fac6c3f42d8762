// Games of Hex in TRMPH, a line each, as tensors with the moves played and the outcomes.
//
//   hex_policies games.trmph

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "intarsia/hex.h"

using namespace intarsia;

namespace {

constexpr int kSize = 13;

// What a network learns from, a row for each position.
struct Samples {
  std::vector<float> planes;
  std::vector<std::int32_t> moves;  // numbers of hex/cells: a cell, or N * N for the swap
  std::vector<float> winners;       // 0 Blue, 1 Red
};

// The positions of a game in which a move was played.
std::optional<Error> add(const hex::Game& game, hex::Encoder& encoder, Samples& out) {
  const std::size_t elements = encoder.plan().elements();
  hex::Replay line(game.start());
  for (const hex::Move move : game.moves) {
    out.planes.resize(out.planes.size() + elements);
    const auto tensor = std::span(out.planes).last(elements);
    if (auto error = encoder.encode(line.state(), tensor)) return error;
    out.moves.push_back(hex::policy_index(line.position(), move, hex::kBlueFrame));
    out.winners.push_back(to_training(*game.winner));
    line.play(move);
  }
  return std::nullopt;
}

std::optional<Error> add_line(std::string_view line, hex::Encoder& encoder, Samples& out) {
  if (is_comment(line)) return std::nullopt;
  const auto read = hex::read_trmph(line);
  if (!read) return read.error();
  if (!read->game.winner) return std::nullopt;  // nothing to learn
  return add(read->game, encoder, out);         // an error if it is for another size
}

}  // namespace

int main(int argc, char** argv) {
  const auto plan = layout::Plan::make(*hex::find_layout("hex/3nxn", kSize));
  hex::Encoder encoder(*plan);
  Samples samples;
  const char* const file = argc > 1 ? argv[1] : "games.trmph";
  std::ifstream in(file);
  if (!in) {
    std::fprintf(stderr, "%s cannot be read\n", file);
    return 1;
  }
  std::size_t number = 1;
  for (std::string line; std::getline(in, line); ++number) {
    if (auto error = add_line(line, encoder, samples)) {
      std::fprintf(stderr, "line %zu: %s\n", number, error->detail.c_str());
    }
  }
  std::printf("%zu positions of %s, %d moves to choose from\n", samples.moves.size(),
              shape_text(plan->layout()).c_str(), hex::policy_size(kSize));
}
