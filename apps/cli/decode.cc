// `decode`: tensors back to positions, one a line.

#include <memory>

#include <nlohmann/json.hpp>

#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/tensor_input.h"
#include "apps/cli/verb.h"
#include "intarsia/base/json_text.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/layout/changes.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;

struct DecodeOptions {
  Common common;
  GameOptions writing;
  LayoutChoice choice;
  std::string input;
  std::string turn;
};

// What the layout loses, as JSON.
std::string lost_json(const layout::Layout& l) {
  JsonText out;
  out.begin_list();
  for (const layout::Part* p : layout::losses(l)) out.value(p->name);
  for (const layout::Feature* f : rounded(l)) out.value(layout::rounded_name(name(l, *f)));
  return out.end_list().text();
}

void print_row(std::uint64_t row, const game::Decoder& decoder, const std::string& lost, bool json,
               const game::Options& writing) {
  if (!json) {
    put("{}\n", decoder.text(0, writing));
    return;
  }
  JsonText out;
  out.begin_object().key("schema").value(1).key("row").value(row);
  decoder.add_json(0, out, writing);
  out.key("history").begin_list();
  for (std::size_t i = 1; i < decoder.plies(); ++i) {
    out.begin_object().key("ago").value(decoder.ago(i));
    decoder.add_json(i, out, writing);
    out.end_object();
  }
  out.end_list().key("lost").json(lost);
  put("{}\n", out.end_object().text());
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

void say_lost(const layout::Layout& l, std::string_view said_turn, std::string_view unsaid) {
  say("{} does not show:\n", l.id);
  for (const layout::Part* p : layout::losses(l)) {
    const bool is_said = p->name == "turn" && !said_turn.empty();
    say("  {:16} {} (read as: {})\n", p->name, p->meaning,
        is_said ? fmt::format("{}, by --turn", said_turn) : std::string(p->stand_in));
  }
  for (const layout::Feature* f : rounded(l)) {
    say("  {:16} exactly: {} rounds it\n", name(l, *f), info(l.dtype).name);
  }
  if (!unsaid.empty()) say("  {}, --json does\n", unsaid);
}

int decode(const DecodeOptions& o) {
  auto input = TensorInput::open(o.input, o.choice);
  if (!input) {
    const auto kind = io::kind_of(o.input);
    const bool is_missing = o.input != "-" && (!kind || *kind == io::FileKind::kNone);
    return fail("decode", input.error(), is_missing ? kFailed : kUsage);
  }
  const layout::Layout& l = input->plan().layout();
  const games::GameType& type = games::game_of(l);
  const auto turn = read_turn(type, o.turn);
  if (!turn) return fail("decode", turn.error(), kUsage);
  const auto decoder = type.make_decoder(input->plan());
  const std::string lost = lost_json(l);
  const game::Options writing = o.writing.options();
  std::uint64_t refused = 0;
  std::string_view unsaid;
  Progress progress(o.common.progress, "tensors", input->count());
  for (std::uint64_t row = 0; row < input->count(); ++row) {
    const auto tensor = input->next();
    if (!tensor) return fail("decode", about(o.input, tensor.error()), kFailed);
    if (const auto error = decoder->decode(*tensor, *turn)) {
      ++refused;
      print_refused(o, row, input->offset(), *error);
      continue;
    }
    if (unsaid.empty()) unsaid = decoder->unsaid(0);
    print_row(row, *decoder, lost, o.common.json, writing);
    progress.update(row + 1);
  }
  say_lost(l, o.turn, o.common.json ? std::string_view{} : unsaid);
  if (refused == 0) return kDone;
  say("{} of {} tensors refused\n", refused, input->count());
  return o.common.lenient ? kDone : kSomeRejected;
}

}  // namespace

void add_decode(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("decode", "A tensor file back to positions, one a line");
  verb->group(kConvert);
  auto o = std::make_shared<DecodeOptions>();
  verb->add_option("IN.npy", o->input, "Tensor file, or - for stdin")->required();
  o->choice.add_to(*verb);
  add_turn(*verb, o->turn);
  o->writing.add_to(*verb, game::OptionInfo::Use::kPositions);
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia decode planes.npy\n"
      "  intarsia decode mine.npy --layout chess/canonical18 --turn black\n"
      "  intarsia decode planes.npy --json | jq .fen");
  verb->callback([o, &run] { run = [o] { return decode(*o); }; });
}

}  // namespace intarsia::cli
