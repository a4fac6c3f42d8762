// `encode`: positions, games, data sets, or tensors of another layout, to one array in a .npy file.

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "apps/cli/input.h"
#include "apps/cli/input_kind.h"
#include "apps/cli/input_sizes.h"
#include "apps/cli/layout_choice.h"
#include "apps/cli/lost_parts.h"
#include "apps/cli/print.h"
#include "apps/cli/progress.h"
#include "apps/cli/set_input.h"
#include "apps/cli/set_json.h"
#include "apps/cli/target_files.h"
#include "apps/cli/tensor_input.h"
#include "apps/cli/tensor_output.h"
#include "apps/cli/verb.h"
#include "intarsia/games/formats.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/input.h"
#include "intarsia/layout/describe.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;
using layout::Plan;

struct EncodeOptions {
  Common common;
  LayoutChoice choice;
  std::vector<std::string> inputs;
  std::vector<InputKind> kinds = {};  // of the inputs
  std::string from;                   // the layout of tensors
  std::string format;                 // that of games: both by --from
  std::string turn;
  std::string split;
  std::string output;
  layout::TargetChoice targets;
  bool has_targets = false;
  bool has_final = false;
  bool force = false;
};

// Takes positions from all inputs and hands them to the file.
class Encoding {
 public:
  Encoding(const EncodeOptions& o, const Plan& plan, TensorOutput& output, TargetFiles targets)
      : o_(o),
        plan_(plan),
        game_(games::game_of(plan.layout())),
        output_(output),
        targets_(std::move(targets)),
        progress_(o.common.progress, "positions", 0) {}

  int run() {
    int code = kDone;
    warn_of_repeated(o_.inputs, "encode");
    for (std::size_t i = 0; i < o_.inputs.size(); ++i) {
      const int result = take(o_.inputs[i], o_.kinds[i]);
      if (result == kUsage || result == kFailed) return result;
      code = std::max(code, result);
    }
    if (is_too_large_) return fail("encode", too_large(output_.count() + 1), kFailed);
    if (output_.count() == 0 && other_sizes_ > 0) return fail("encode", no_such_size(), kFailed);
    if (output_.count() == 0) return say_nothing();
    const std::string words = done_words();
    if (const auto error = output_.finish(targets_.finish()))
      return fail("encode", *error, kFailed);
    say_done(words);
    // Boards that were not asked for by --size are input that was refused.
    const bool is_cut = other_sizes_ > 0 && !o_.choice.size && !o_.common.lenient;
    return is_cut ? std::max<int>(code, kSomeRejected) : code;
  }

 private:
  int take(const std::string& input, InputKind kind) {
    switch (kind) {
      case InputKind::kDataSet:
        return take_set(input);
      case InputKind::kTensors:
        return take_tensors(input);
      case InputKind::kPositions:
        break;
    }
    return take_positions(input);
  }

  // No file is left behind.
  int say_nothing() const {
    say("intarsia encode: nothing came out, and nothing was written: {}\n",
        rejected_ == 0 ? "there were no positions in the input"
                       : fmt::format("{} refused", counted(rejected_, "position")));
    return o_.common.lenient ? kDone : kSomeRejected;
  }

  Error no_such_size() const {
    return Error{ErrorCode::kNotFound, 0,
                 fmt::format("no board of size {} among {}",
                             game_.sizes.to_text(plan_.layout().catalogue->size),
                             counted(other_sizes_, "input"))};
  }

  Error too_large(std::uint64_t positions) const {
    return Error{ErrorCode::kLimit, 0,
                 fmt::format("{} positions of {} bytes are {:.1f} GB; --force writes them",
                             positions, output_.bytes_each(),
                             static_cast<double>(positions * output_.bytes_each()) / 1e9)};
  }

  bool is_too_many(std::uint64_t positions) const {
    return !o_.force && positions > kLargeOutput / output_.bytes_each();
  }

  std::string_view dtype() const {
    return o_.choice.form() == layout::Form::kBits ? layout::kBitsName
                                                   : info(plan_.layout().dtype).name;
  }

  // Made before the files have their names: then nothing fails any more.
  std::string done_words() const {
    return fmt::format("{} position{}, {} {} each, in {}", output_.count(),
                       output_.count() == 1 ? "" : "s", layout::shape_text(plan_.layout()), dtype(),
                       fmt::join(output_.paths(), " and "));
  }

  void say_done(const std::string& words) const {
    const layout::Layout& l = plan_.layout();
    if (o_.common.json && o_.output != "-") {
      Json done = {{"schema", 1},
                   {"output", o_.output},
                   {"passport", passport_path(o_.output)},
                   {"layout", l.id},
                   {"dtype", dtype()},
                   {"shape", l.shape()},
                   {"count", output_.count()},
                   {"rejected", rejected_}};
      lost_.add_to(done);
      put("{}\n", done.dump());
    }
    if (other_sizes_ > 0) {
      say("{} with boards of other sizes left out\n", counted(other_sizes_, "input"));
    }
    if (lone_positions_ > 0 && !o_.targets.policy.empty()) {
      say("{} lines are positions, from which no move was played: they have no policy; --from {} "
          "reads lines as games\n",
          lone_positions_, line_format_);
    }
    say("{}\n", words);
  }

  int take_positions(const std::string& input) {
    const std::uint64_t lines = games::has_game_name(input) ? 0 : count_lines(input);
    if (is_too_many(output_.count() + lines)) {
      return fail("encode", too_large(output_.count() + lines), kFailed);
    }
    return read_positions(
        {&input, 1},
        {.common = o_.common, .verb = "encode", .format = o_.format, .reports = &reports_},
        [&](const game::ReadGame& read) { return take(read); },
        [&](const PositionPlace&, const Error&) { ++rejected_; });
  }

  // A position alone, or all positions of a game from which a move was played.
  std::optional<Error> take(const game::ReadGame& read) {
    const game::Line& line = *read.line;
    if (&line.type() != &game_) return games::wrong_game(line.type().name, plan_.layout());
    if (line.size() != plan_.layout().catalogue->size) {
      ++other_sizes_;
      return std::nullopt;
    }
    const int first = read.is_game ? 0 : read.shown;
    const int last = read.is_game ? line.ply() - (o_.has_final ? 0 : 1) : read.shown;
    if (!read.is_game && first == line.ply()) note_lone_position();
    if (last < first) return std::nullopt;
    const auto rows = static_cast<std::uint64_t>(last - first) + 1;
    is_too_large_ |= is_too_many(output_.count() + rows);
    if (is_too_large_) return std::nullopt;
    if (auto error = add_targets(read, first, last)) return error;
    for (int ply = first; ply <= last; ++ply) output_.encoder().add(line, ply);
    output_.write_added();
    progress_.update(output_.count());
    return std::nullopt;
  }

  void note_lone_position() {
    const auto& formats = game_.formats;
    const auto found = std::find_if(formats.begin(), formats.end(),
                                    [](const game::Format& f) { return f.has_position_lines; });
    if (found == formats.end()) return;
    line_format_ = found->name;
    ++lone_positions_;
  }

  // Targets come from records: who won, what was played, what an engine said.
  std::optional<Error> add_targets(const game::ReadGame& read, int first, int last) {
    if (o_.targets.is_none()) return std::nullopt;
    const game::Line& line = *read.line;
    const auto rows = static_cast<std::size_t>(last - first) + 1;
    const std::size_t bytes = game_.record_type(line.size()).bytes;
    records_.resize(rows * bytes);
    row_targets_.assign(rows, {.outcome = outcome_of(read)});
    moments_.clear();
    for (std::size_t i = 0; i < rows; ++i) {
      const std::size_t ply = static_cast<std::size_t>(first) + i;
      const auto& evals = read.recorded.evals;
      if (ply < evals.size()) row_targets_[i].eval = evals[ply];
      moments_.push_back({records_.data() + i * bytes, 0});
    }
    line.pack(first, last, false, row_targets_, records_.data());
    return targets_.add(moments_);
  }

  // A position alone says how its game ends only if it ends there, or if its line says so.
  static Outcome outcome_of(const game::ReadGame& read) {
    if (read.is_game || read.recorded.outcome != Outcome::kUnknown) return read.recorded.outcome;
    const auto end = read.line->end();
    return end ? end->outcome : Outcome::kUnknown;
  }

  int take_set(const std::string& folder) {
    auto input = SetInput::open(folder, o_.split, plan_.layout());
    if (!input) return fail("encode", input.error(), kFailed);
    if (const auto error = input->refuse(plan_.layout())) return fail("encode", *error, kUsage);
    note_selection("encode", input->set(), o_.split);
    if (is_too_many(output_.count() + input->count())) {
      return fail("encode", too_large(output_.count() + input->count()), kFailed);
    }
    const auto error = input->encode(plan_, o_.common.threads, output_, targets_,
                                     [this](std::uint64_t done) { progress_.update(done); });
    return error ? fail("encode", *error, kFailed) : kDone;
  }

  int take_tensors(const std::string& path) {
    auto input = TensorInput::open(path, {.layout = o_.from, .size = o_.choice.size}, "--from");
    if (!input) return fail("encode", input.error(), code_of(input.error()));
    const layout::Layout& from = input->plan().layout();
    if (from.catalogue != plan_.layout().catalogue) {
      return fail("encode",
                  {ErrorCode::kInvalid, 0,
                   fmt::format("{} holds {} of {}: another game or another size of board", path,
                               layout::shape_text(from), from.catalogue->game)},
                  kUsage);
    }
    if (!o_.targets.is_none()) {
      return fail("encode",
                  {ErrorCode::kUnsupported, 0, path + ": targets come from games, not tensors"},
                  kUsage);
    }
    if (is_too_many(output_.count() + input->count())) {
      return fail("encode", too_large(output_.count() + input->count()), kFailed);
    }
    return transcode(path, *input);
  }

  int transcode(const std::string& path, TensorInput& input) {
    const auto turn = read_turn(game_, o_.turn);
    if (!turn) return fail("encode", turn.error(), kUsage);
    const auto refusal = game_.refuse_conversion(input.plan().layout(), plan_.layout(), *turn);
    if (refusal) return fail("encode", *refusal, kUsage);
    const auto decoder = game_.make_decoder(input.plan());
    const std::uint64_t before = rejected_;
    for (std::uint64_t row = 0; row < input.count(); ++row) {
      const auto tensor = input.next();
      if (!tensor) return fail("encode", about(path, tensor.error()), kFailed);
      auto error = decoder->decode(*tensor, *turn);
      if (!error) error = decoder->add_to(output_.encoder());
      if (error) {
        ++rejected_;
        reports_.add({path, row}, *error);
      }
      output_.write_added();
      progress_.update(output_.count());
    }
    lost_.say(input.plan().layout(), plan_.layout(), !o_.turn.empty());
    return rejected_ == before || o_.common.lenient ? kDone : kSomeRejected;
  }

  const EncodeOptions& o_;
  const Plan& plan_;
  const games::GameType& game_;
  TensorOutput& output_;
  TargetFiles targets_;
  Reports reports_;
  Progress progress_;
  std::uint64_t other_sizes_ = 0;
  std::uint64_t lone_positions_ = 0;  // lines that could be games as well,
  std::string_view line_format_;      // … in this format
  std::vector<std::byte> records_;
  std::vector<game::RecordTargets> row_targets_;
  std::vector<layout::RecordMoment> moments_;
  std::uint64_t rejected_ = 0;
  LostParts lost_;
  bool is_too_large_ = false;
};

// The layout on the board that the caller names, else on the one that all inputs have.
Result<Plan> plan_for(const EncodeOptions& o) {
  auto usual = o.choice.plan();
  if (!usual || o.choice.size || !usual->layout().catalogue->has_sizes) return usual;
  const games::GameType& game = games::game_of(usual->layout());
  const auto sizes = count_sizes(o.inputs, o.kinds, o.from, o.format, game, o.common);
  if (!sizes) return sizes.error();
  if (sizes->size() > 1) {
    std::string list;
    for (const auto& [n, count] : *sizes) {
      list += fmt::format(" {} ({})", game.sizes.to_text(n), counted(count, "input"));
    }
    return Error{ErrorCode::kAmbiguous, 0,
                 fmt::format("the boards have several sizes:{}\n  choose one with --size N", list)};
  }
  LayoutChoice choice = o.choice;
  if (!sizes->empty()) choice.size = sizes->begin()->first;
  return choice.plan();
}

int encode(EncodeOptions& o) {
  const auto formats = games::format_names();
  if (std::find(formats.begin(), formats.end(), o.from) != formats.end()) {
    o.format = std::exchange(o.from, {});
  }
  for (const std::string& input : o.inputs) {
    const auto kind = kind_of_input(input);
    if (!kind) return fail("encode", kind.error(), kFailed);
    o.kinds.push_back(*kind);
  }
  const auto plan = plan_for(o);
  if (!plan) return fail("encode", plan.error(), code_of(plan.error()));
  const auto usual = games::usual_targets(games::game_of(plan->layout()));
  if (o.has_targets && o.targets.policy.empty()) o.targets.policy = usual.policy;
  if (o.has_targets && o.targets.value.empty()) o.targets.value = usual.value;
  const auto count = [&o](InputKind k) { return std::count(o.kinds.begin(), o.kinds.end(), k); };
  if (count(InputKind::kTensors) == 0 && (!o.from.empty() || !o.turn.empty())) {
    return fail("encode",
                {ErrorCode::kSyntax, 0, "--turn, and --from with a layout, are for tensor files"},
                kUsage);
  }
  if (!o.split.empty() && count(InputKind::kDataSet) < std::ssize(o.inputs)) {
    return fail("encode", {ErrorCode::kSyntax, 0, "--split is for data sets"}, kUsage);
  }
  auto targets = TargetFiles::create(o.targets, plan->layout(), o.output, o.force);
  if (!targets) return fail("encode", targets.error(), code_of(targets.error()));
  const auto output =
      TensorOutput::create(*plan, o.choice.form(), o.output, o.force, targets->names());
  if (!output) return fail("encode", output.error(), kFailed);
  return Encoding(o, *plan, **output, *std::move(targets)).run();
}

}  // namespace

void add_encode(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("encode", "Positions or other tensors to a tensor file (.npy)");
  verb->group(kConvert);
  auto o = std::make_shared<EncodeOptions>();
  verb->add_option(
          "INPUT", o->inputs,
          fmt::format("Positions, files with one a line, games, also as {}, folders of data "
                      "sets, tensor files, or - for stdin",
                      io::packed_endings()))
      ->required();
  o->choice.add_to(*verb);
  verb->add_option("-o,--output", o->output, "File to write, its passport beside it; - for stdout")
      ->required();
  verb->add_option(
      "--from", o->from,
      "Layout of input tensors that have no passport, or the format of games whose name "
      "and text do not show it");
  add_turn(*verb, o->turn);
  verb->add_option("--split", o->split, "Of a data set: the records of this split");
  verb->add_flag("--targets", o->has_targets, "Also write OUT.policy.npy and OUT.value.npy");
  verb->add_option("--policy", o->targets.policy,
                   "Policy code (intarsia policies); with --targets the game's usual one");
  verb->add_option("--value", o->targets.value,
                   "Value: outcome (the usual), wdl, eval, mix:W; in some games training (0, 1)");
  verb->add_option("--view", o->targets.view,
                   "Whose value and cells: mover, or the first player's frame; else the layout's");
  verb->add_flag("--final", o->has_final, "Also the last position of each game");
  verb->add_flag("--force", o->force, "Replace files that exist; write more than 8 GB");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia encode games.pgn.zst --layout chess/canonical18 -o games.npy\n"
      "  intarsia encode data --split validation --layout chess/planes25 --targets -o planes.npy\n"
      "  intarsia encode games.hsgf --layout hex/3nxn --targets -o hex.npy");
  verb->callback([o, &run] { run = [o] { return encode(*o); }; });
}

}  // namespace intarsia::cli
