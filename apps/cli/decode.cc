// `decode`: tensors back to positions, one a line.

#include <memory>

#include <nlohmann/json.hpp>

#include "apps/cli/any_tensor.h"
#include "apps/cli/hex_json.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/tensor_input.h"
#include "apps/cli/verb.h"
#include "intarsia/chess/fen.h"
#include "intarsia/hex/position_line.h"
#include "intarsia/layout/changes.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

struct DecodeOptions {
  Common common;
  LayoutChoice choice;
  std::string input;
  std::string turn;
};

// The en passant square is written as the tensor shows it, so that encoding gives the tensor again.
std::string text_of(const chess::Decoded& d, int) { return chess::to_fen(d.setup); }
std::string text_of(const hex::Decoded& d, int n) {
  return hex::to_position_line(n, d.stones[0], d.stones[1], d.turn);
}

Json ply_json(const chess::Decoded& d, int n) {
  return {{"fen", text_of(d, n)},
          {"turn", name(d.setup.turn)},
          {"occurrences", d.occurrences},
          {"playable", d.position.has_value()}};
}
Json ply_json(const hex::Decoded& d, int n) {
  const auto winner = d.state ? hex::winner(d.state->position) : std::nullopt;
  return {{"position", text_of(d, n)},
          {"size", n},
          {"turn", color_json(d.turn)},
          {"winner", color_json(winner)},
          {"stones", stones_json(n, d.stones[0], d.stones[1])},
          {"playable", d.state && d.turn}};
}

bool has_stood_before(const chess::Decoded& d) { return d.occurrences > 1; }
bool has_stood_before(const hex::Decoded&) { return false; }

Json lost_json(const layout::Layout& l) {
  Json names = Json::array();
  for (const layout::Part* p : layout::losses(l)) names.push_back(p->name);
  for (const layout::Feature* f : rounded(l)) names.push_back(layout::rounded_name(name(l, *f)));
  return names;
}

template <class Decoded>
void print_row(std::uint64_t row, std::span<const Decoded> plies, int n, const Json& lost,
               bool json) {
  if (!json) {
    put("{}\n", text_of(plies.front(), n));
    return;
  }
  Json history = Json::array();
  for (const Decoded& d : plies.subspan(1)) {
    Json ply = {{"ago", d.ago}};
    ply.update(ply_json(d, n));
    history.push_back(std::move(ply));
  }
  Json out = {{"schema", 1}, {"row", row}};
  out.update(ply_json(plies.front(), n));
  out["history"] = std::move(history);
  out["lost"] = lost;
  put("{}\n", out.dump());
}

void print_refused(const DecodeOptions& o, std::uint64_t row, std::uint64_t offset,
                   const Error& e) {
  say("{}: row {}: {}\n", o.input, row, e.detail);
  if (!o.common.json) return;
  const Json out = {
      {"row", row},
      {"error", {{"code", name(e.code)}, {"offset", offset + e.offset}, {"detail", e.detail}}}};
  put("{}\n", out.dump());
}

void say_lost(const layout::Layout& l, bool has_repetitions) {
  say("{} does not show:\n", l.id);
  for (const layout::Part* p : layout::losses(l)) {
    say("  {:16} {} (read as: {})\n", p->name, p->meaning, p->stand_in);
  }
  for (const layout::Feature* f : rounded(l)) {
    say("  {:16} exactly: {} rounds it\n", name(l, *f), info(l.dtype).name);
  }
  if (has_repetitions) {
    say("  some positions have stood before: a FEN cannot say so, --json does\n");
  }
}

int fail(const Error& e, int code) {
  say("intarsia decode: {}\n", e.detail);
  return code;
}

template <class Tensors>
int decode_rows(const DecodeOptions& o, TensorInput& input, Tensors) {
  const auto turn = Tensors::turn(o.turn);
  if (!turn) return fail(turn.error(), kUsage);
  const layout::Layout& l = input.plan().layout();
  typename Tensors::Decoder decoder(input.plan());
  const Json lost = lost_json(l);
  std::uint64_t refused = 0;
  bool has_repetitions = false;
  Progress progress(o.common.progress, "tensors", input.count());
  for (std::uint64_t row = 0; row < input.count(); ++row) {
    const auto tensor = input.next();
    if (!tensor) return fail(about(o.input, tensor.error()), kFailed);
    const auto plies = decoder.decode(*tensor, *turn);
    if (!plies) {
      ++refused;
      print_refused(o, row, input.offset(), plies.error());
      continue;
    }
    has_repetitions |= has_stood_before(plies->front());
    print_row(row, *plies, l.catalogue->rows, lost, o.common.json);
    progress.update(row + 1);
  }
  say_lost(l, has_repetitions && !o.common.json);
  if (refused == 0) return kDone;
  say("{} of {} tensors refused\n", refused, input.count());
  return o.common.lenient ? kDone : kSomeRejected;
}

int decode(const DecodeOptions& o) {
  auto input = TensorInput::open(o.input, o.choice);
  if (!input) return fail(input.error(), kUsage);
  return with_game(input->plan().layout(), [&](auto game) { return decode_rows(o, *input, game); });
}

}  // namespace

void add_decode(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("decode", "A tensor file back to positions, one a line");
  verb->group(kConvert);
  auto o = std::make_shared<DecodeOptions>();
  verb->add_option("IN.npy", o->input, "Tensor file, or - for stdin")->required();
  o->choice.add_to(*verb);
  verb->add_option("--turn", o->turn, kTurnHelp)->check(CLI::IsMember(kTurns));
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia decode planes.npy\n"
      "  intarsia decode mine.npy --layout chess/canonical18 --turn black\n"
      "  intarsia decode planes.npy --json | jq .fen");
  verb->callback([o, &run] { run = [o] { return decode(*o); }; });
}

}  // namespace intarsia::cli
