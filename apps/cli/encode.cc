// `encode`: positions, games, data sets, or tensors of another layout, to one array in a .npy file.

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "apps/cli/any_tensor.h"
#include "apps/cli/game_files.h"
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
  std::string from;
  std::string turn;
  std::string split;
  std::string output;
  layout::TargetChoice targets;
  bool has_targets = false;
  bool has_final = false;
  bool force = false;
};

int fail(const Error& e, int code) {
  say("intarsia encode: {}\n", e.detail);
  return code;
}

// A position alone says how its game ends only if it ends there.
chess::Score score_of(const std::optional<chess::Outcome>& outcome) {
  if (!outcome) return chess::Score::kUnknown;
  if (!outcome->winner) return chess::Score::kDraw;
  return *outcome->winner == chess::kWhite ? chess::Score::kWhite : chess::Score::kBlack;
}

// Takes positions from all inputs and hands them to the file.
class Encoding {
 public:
  Encoding(const EncodeOptions& o, const Plan& plan, TensorOutput& output, TargetFiles targets)
      : o_(o),
        plan_(plan),
        output_(output),
        targets_(std::move(targets)),
        progress_(o.common.progress, "positions", 0) {}

  int run() {
    int code = kDone;
    for (std::size_t i = 0; i < o_.inputs.size(); ++i) {
      const int result = take(o_.inputs[i], o_.kinds[i]);
      if (result == kUsage || result == kFailed) return result;
      code = std::max(code, result);
    }
    if (is_too_large_) return fail(too_large(output_.count() + 1), kFailed);
    if (output_.count() == 0 && other_sizes_ > 0) return fail(no_such_size(), kFailed);
    const std::string words = done_words();
    if (const auto error = output_.finish(targets_.finish())) return fail(*error, kFailed);
    say_done(words);
    return code;
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

  Error no_such_size() const {
    return Error{ErrorCode::kNotFound, 0,
                 fmt::format("no board of size {} among {} input{}", plan_.layout().catalogue->rows,
                             other_sizes_, other_sizes_ == 1 ? "" : "s")};
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

  // Past the limit nothing more is written, and nothing stays.
  template <class State>
  void add(std::span<const State> line) {
    is_too_large_ |= is_too_many(output_.count() + 1);
    if (is_too_large_) return;
    output_.add(line);
    progress_.update(output_.count());
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
      say("{} inputs with boards of other sizes left out\n", other_sizes_);
    }
    if (lone_positions_ > 0 && !o_.targets.policy.empty()) {
      say("{} lines are positions, from which no move was played: they have no policy. To "
          "read lines as games, give them in a file named .trmph\n",
          lone_positions_);
    }
    say("{}\n", words);
  }

  int take_positions(const std::string& input) {
    const std::uint64_t lines = has_game_name(input) ? 0 : count_lines(input);
    if (is_too_many(output_.count() + lines)) {
      return fail(too_large(output_.count() + lines), kFailed);
    }
    return read_positions(
        {&input, 1}, o_.common, "encode",
        [&](const AnyLine& line) {
          return std::visit([this](const auto& l) { return take(l); }, line);
        },
        [&](const PositionText&, const Error&) { ++rejected_; });
  }

  // The plies of a line that become rows: a position alone, or all positions of a game from which a
  // move was played.
  struct Rows {
    std::size_t first, end;
  };
  Rows rows(int ply, bool is_game) const {
    const auto plies = static_cast<std::size_t>(ply);
    return {is_game ? 0 : plies, plies + (o_.has_final || !is_game ? 1 : 0)};
  }

  // The state after `i` moves and what the layout wants of those before it.
  template <class State>
  std::span<const State> moment(const std::vector<State>& all, std::size_t i) const {
    const auto history = std::min(i, static_cast<std::size_t>(plan_.layout().history()));
    return std::span(all).subspan(i - history, history + 1);
  }

  std::optional<Error> take(const ChessLine& line) {
    if (is_hex(plan_.layout())) return wrong_game("chess", plan_.layout());
    const chess::Replay& r = line.position.replay;
    const auto all = r.last_states(line.is_game ? r.ply() : plan_.layout().history());
    const auto plies = static_cast<std::size_t>(r.ply());
    const Rows rows = this->rows(r.ply(), line.is_game);
    const std::size_t known = plies + 1 - all.size();
    const chess::Score score = line.is_game ? line.score : score_of(r.outcome());
    for (std::size_t i = rows.first; i < rows.end; ++i) {
      add(moment(all, i - known));
      if (is_too_large_) break;
      targets_.add(all[i - known].position, i < plies ? r.moves()[i] : chess::Move::none(), score,
                   i < line.evals.size() ? line.evals[i] : chess::kNoEval);
    }
    return std::nullopt;
  }

  std::optional<Error> take(const HexLine& line) {
    if (!is_hex(plan_.layout())) return wrong_game("hex", plan_.layout());
    const hex::Replay& r = line.replay;
    if (r.position().size() != plan_.layout().catalogue->rows) {
      ++other_sizes_;
      return std::nullopt;
    }
    const auto all = r.last_states(r.ply());
    const auto plies = static_cast<std::size_t>(r.ply());
    const Rows rows = this->rows(r.ply(), line.is_game);
    lone_positions_ += line.is_game ? 0 : 1;
    for (std::size_t i = rows.first; i < rows.end; ++i) {
      add(moment(all, i));
      if (!is_too_large_) {
        targets_.add(all[i].position, i < plies ? r.moves()[i] : hex::Move::none(),
                     line.is_game ? line.winner : r.winner());
      }
    }
    return std::nullopt;
  }

  int take_set(const std::string& folder) {
    auto input = SetInput::open(folder, o_.split, plan_.layout());
    if (!input) return fail(input.error(), kFailed);
    if (const auto error = input->refuse(plan_.layout())) return fail(*error, kUsage);
    note_selection("encode", input->set(), o_.split);
    if (is_too_many(output_.count() + input->count())) {
      return fail(too_large(output_.count() + input->count()), kFailed);
    }
    const auto error = input->encode(plan_, o_.common.threads, output_, targets_,
                                     [this](std::uint64_t done) { progress_.update(done); });
    return error ? fail(*error, kFailed) : kDone;
  }

  int take_tensors(const std::string& path) {
    auto input = TensorInput::open(path, {.layout = o_.from, .size = o_.choice.size}, "--from");
    if (!input) return fail(input.error(), code_of(input.error()));
    const layout::Layout& from = input->plan().layout();
    if (from.catalogue != plan_.layout().catalogue) {
      return fail({ErrorCode::kInvalid, 0,
                   fmt::format("{} holds {} of {}: another game or another size of board", path,
                               layout::shape_text(from), from.catalogue->game)},
                  kUsage);
    }
    if (!o_.targets.is_none()) {
      return fail({ErrorCode::kUnsupported, 0, path + ": targets come from games, not tensors"},
                  kUsage);
    }
    if (is_too_many(output_.count() + input->count())) {
      return fail(too_large(output_.count() + input->count()), kFailed);
    }
    return with_game(from, [&](auto game) { return take_tensors(path, *input, game); });
  }

  template <class Tensors>
  int take_tensors(const std::string& path, TensorInput& input, Tensors) {
    const auto turn = Tensors::turn(o_.turn);
    if (!turn) return fail(turn.error(), kUsage);
    if (const auto error = Tensors::refuse(input.plan().layout(), plan_.layout(), *turn)) {
      return fail(*error, kUsage);
    }
    typename Tensors::Decoder decoder(input.plan());
    std::vector<typename Tensors::State> line;
    const auto take = [&](const std::byte* tensor) -> std::optional<Error> {
      const auto plies = decoder.decode(tensor, *turn);
      if (!plies) return plies.error();
      if (auto error = line_of(*plies, plan_.layout(), line)) return error;
      add(std::span<const typename Tensors::State>(line));
      return std::nullopt;
    };
    const std::uint64_t before = rejected_;
    for (std::uint64_t row = 0; row < input.count(); ++row) {
      const auto tensor = input.next();
      if (!tensor) return fail(about(path, tensor.error()), kFailed);
      if (const auto error = take(*tensor)) {
        ++rejected_;
        say("{}: row {}: {}\n", path, row, error->detail);
      }
    }
    lost_.say(input.plan().layout(), plan_.layout(), !o_.turn.empty());
    return rejected_ == before || o_.common.lenient ? kDone : kSomeRejected;
  }

  const EncodeOptions& o_;
  const Plan& plan_;
  TensorOutput& output_;
  TargetFiles targets_;
  Progress progress_;
  std::uint64_t other_sizes_ = 0;
  std::uint64_t lone_positions_ = 0;  // of Hex
  std::uint64_t rejected_ = 0;
  LostParts lost_;
  bool is_too_large_ = false;
};

// The layout on the board that the caller names, else on the one that all inputs have.
Result<Plan> plan_for(const EncodeOptions& o) {
  auto usual = o.choice.plan();
  if (!usual || o.choice.size || !usual->layout().catalogue->has_sizes) return usual;
  const auto sizes = count_sizes(o.inputs, o.kinds, o.from, o.common);
  if (!sizes) return sizes.error();
  if (sizes->size() > 1) {
    std::string list;
    for (const auto& [n, count] : *sizes) list += fmt::format(" {} ({} inputs)", n, count);
    return Error{ErrorCode::kAmbiguous, 0,
                 fmt::format("the boards have several sizes:{}\n  choose one with --size N", list)};
  }
  LayoutChoice choice = o.choice;
  if (!sizes->empty()) choice.size = sizes->begin()->first;
  return choice.plan();
}

int encode(EncodeOptions o) {
  for (const std::string& input : o.inputs) {
    const auto kind = kind_of_input(input);
    if (!kind) return fail(kind.error(), kFailed);
    o.kinds.push_back(*kind);
  }
  const auto plan = plan_for(o);
  if (!plan) return fail(plan.error(), code_of(plan.error()));
  const auto usual = games::usual_targets(plan->layout().catalogue->game);
  if (o.has_targets && o.targets.policy.empty()) o.targets.policy = usual.policy;
  if (o.has_targets && o.targets.value.empty()) o.targets.value = usual.value;
  const auto count = [&o](InputKind k) { return std::count(o.kinds.begin(), o.kinds.end(), k); };
  if (count(InputKind::kTensors) == 0 && (!o.from.empty() || !o.turn.empty())) {
    return fail({ErrorCode::kSyntax, 0, "--from and --turn are for tensor files"}, kUsage);
  }
  if (!o.split.empty() && count(InputKind::kDataSet) < std::ssize(o.inputs)) {
    return fail({ErrorCode::kSyntax, 0, "--split is for data sets"}, kUsage);
  }
  auto targets = TargetFiles::create(o.targets, plan->layout(), o.output, o.force);
  if (!targets) return fail(targets.error(), code_of(targets.error()));
  const auto output =
      TensorOutput::create(*plan, o.choice.form(), o.output, o.force, targets->names());
  if (!output) return fail(output.error(), kFailed);
  return Encoding(o, *plan, **output, *std::move(targets)).run();
}

}  // namespace

void add_encode(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("encode", "Positions or other tensors to a tensor file (.npy)");
  verb->group(kConvert);
  auto o = std::make_shared<EncodeOptions>();
  verb->add_option(
          "INPUT", o->inputs,
          "Positions, files with one a line, games (.pgn[.zst|.gz], .trmph, .sgf), folders of "
          "data sets, tensor files, or - for stdin")
      ->required();
  o->choice.add_to(*verb);
  verb->add_option("-o,--output", o->output, "File to write, its passport beside it; - for stdout")
      ->required();
  verb->add_option("--from", o->from, "Layout of input tensors that have no passport");
  verb->add_option("--turn", o->turn, kTurnHelp)->check(CLI::IsMember(kTurns));
  verb->add_option("--split", o->split, "Of a data set: the records of this split");
  verb->add_flag("--targets", o->has_targets, "Also write OUT.policy.npy and OUT.value.npy");
  verb->add_option("--policy", o->targets.policy,
                   "Policy code (intarsia policies); with --targets chess/az4672 or hex/cells");
  verb->add_option("--value", o->targets.value,
                   "Value: outcome (the usual), wdl, eval, mix:W; Hex also training (0, 1)");
  verb->add_option(
      "--view", o->targets.view,
      "Whose value and squares: mover, white or blue; else those of the layout's frame");
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
