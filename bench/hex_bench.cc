// Speed of Hex: play-outs, TRMPH text to positions, encoding beside the rate at which memory fills.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "bench/fill.h"
#include "bench/measure.h"
#include "intarsia/base/keys.h"
#include "intarsia/hex/connection.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/hex/tensor/encode.h"
#include "intarsia/hex/tensor/layouts.h"
#include "intarsia/hex/trmph.h"

namespace intarsia::bench {

namespace {

using namespace hex;  // NOLINT: a benchmark of this namespace

constexpr int kRuns = 7;

// Random games to the win; moves per second.
double playout_rate(int n, std::size_t games) {
  KeySequence random(7);
  std::vector<Cell> cells(static_cast<std::size_t>(cell_count(n)));
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<Cell>(i);
  return best_rate(kRuns, [&] {
    std::size_t moves = 0;
    for (std::size_t g = 0; g < games; ++g) {
      Connection chains(n);
      for (std::size_t i = 0; !chains.winner(); ++i) {
        // One step of a shuffle for each move: no cell is drawn that is not played.
        const std::uint64_t left = cells.size() - i;
        std::swap(cells[i], cells[i + (random.next() >> 32) * left / (std::uint64_t{1} << 32)]);
        chains.play(cells[i], i % 2 == 0 ? kBlue : kRed);
        ++moves;
      }
    }
    return moves;
  });
}

// Lines of random games to the win, as a file of them would be.
std::vector<std::string> random_lines(int n, std::size_t games) {
  KeySequence random(11);
  std::vector<std::string> lines;
  lines.reserve(games);
  for (std::size_t g = 0; g < games; ++g) {
    std::vector<Cell> cells(static_cast<std::size_t>(cell_count(n)));
    Game game{.size = n, .moves = {}};
    Connection chains(n);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] = static_cast<Cell>(i);
      std::swap(cells[i], cells[random.next() % (i + 1)]);
    }
    for (std::size_t i = 0; !chains.winner(); ++i) {
      game.moves.emplace_back(cells[i]);
      chains.play(cells[i], i % 2 == 0 ? kBlue : kRed);
    }
    game.winner = chains.winner();
    lines.push_back(to_trmph(game));
  }
  return lines;
}

// Every position of every line; positions per second.
double trmph_rate(const std::vector<std::string>& lines) {
  Key all = 0;
  return best_rate(kRuns, [&] {
    std::size_t positions = 0;
    for (const std::string& line : lines) {
      const auto reading = read_trmph(line);
      Position p = reading->game.start();
      for (Move m : reading->game.moves) {
        all ^= p.key();
        p = p.after(m);
        ++positions;
      }
    }
    keep(all);
    return positions;
  });
}

std::vector<State> states_of(int n, std::size_t count) {
  std::vector<State> states;
  for (const std::string& line : random_lines(n, count / 40 + 1)) {
    const Replay r = replay_of(*read_trmph(line));
    for (const State& s : r.last_states(r.ply())) states.push_back(s);
  }
  states.resize(count, State{Position(n)});
  return states;
}

constexpr std::size_t kCached = std::size_t{16} << 10;
constexpr std::size_t kMemory = std::size_t{256} << 20;

std::size_t fill_cached(std::byte* buffer) {
  constexpr std::size_t kTimes = (std::size_t{64} << 20) / kCached;
  for (std::size_t t = 0; t < kTimes; ++t) {
    fill(buffer, kCached, static_cast<int>(t));
    keep(*buffer);
  }
  return kTimes * kCached;
}

std::size_t stream_all(std::byte* buffer) {
  alignas(64) std::byte ones[kFillStep];
  fill(ones, sizeof ones, 1);
  stream(ones, sizeof ones, buffer, kMemory);
  return kMemory;
}

void print_encoding(int n, std::byte* buffer) {
  const auto plan = layout::Plan::make(layouts(n)[2]);
  const auto states = states_of(n, 4'096);
  std::vector<Moment> moments;
  moments.reserve(kMemory / plan->bytes());
  for (std::size_t i = 0; i < kMemory / plan->bytes(); ++i)
    moments.push_back({&states[i % states.size()]});
  const auto encode_to = [&](std::span<const Moment> some, std::size_t stride) {
    encode(*plan, some, buffer, static_cast<std::ptrdiff_t>(stride));
    keep(*buffer);
    return some.size() * plan->bytes();
  };
  const Rates cached = best_rates(
      5 * kRuns,
      [&] {
        return encode_to({moments.data(), states.size()}, 0);
      },
      [&] { return fill_cached(buffer); });
  const Rates memory = best_rates(
      kRuns, [&] { return encode_to(moments, plan->bytes()); }, [&] { return stream_all(buffer); });
  const auto millions = [&](double rate) {
    return rate / static_cast<double>(plan->bytes()) / 1e6;
  };
  std::printf("| hex/3nxn float32, N = %d | %.1f M/s | %.0f %% | %.1f M/s | %.0f %% |\n", n,
              millions(cached.ours), 100 * cached.ratio(), millions(memory.ours),
              100 * memory.ratio());
}

struct PlainRates {
  double moves = 0, positions = 0;
};

// What plain_hex.py measures of itself, best of three.
PlainRates plain_python_rates() {
  PlainRates best;
  for (int i = 0; i < 3; ++i) {
    std::FILE* const out = popen("python3 " INTARSIA_BENCH_FOLDER "/plain_hex.py", "r");
    PlainRates r;
    const bool is_read = out != nullptr && std::fscanf(out, "%lf %lf", &r.moves, &r.positions) == 2;
    if (out != nullptr) pclose(out);
    if (!is_read) continue;
    best = {std::max(best.moves, r.moves), std::max(best.positions, r.positions)};
  }
  return best;
}

void run() {
  const double moves = playout_rate(11, 2'000);
  const double positions = trmph_rate(random_lines(11, 2'000));
  const PlainRates plain = plain_python_rates();
  std::printf(
      "| one thread, 11 x 11 | here | plain Python | ratio | due |\n|---|---|---|---|---|\n");
  std::printf("| random play-outs with winner, moves | %.1f M/s | %.2f M/s | %.0f x | 5 M/s |\n",
              moves / 1e6, plain.moves / 1e6, moves / plain.moves);
  std::printf("| TRMPH text to positions | %.1f M/s | %.2f M/s | %.0f x | 8 M/s |\n\n",
              positions / 1e6, plain.positions / 1e6, positions / plain.positions);

  const std::unique_ptr<std::byte, void (*)(void*)> memory(
      static_cast<std::byte*>(std::aligned_alloc(64, kMemory)), std::free);
  std::printf("| encode | cached | of fill (due 33 %%) | to memory | of stream (due 85 %%) |\n");
  std::printf("|---|---|---|---|---|\n");
  for (int n : {11, 13, 19}) print_encoding(n, memory.get());
}

}  // namespace

}  // namespace intarsia::bench

int main() { intarsia::bench::run(); }  // NOLINT: an exception may end a benchmark
