// `encode`: positions, or tensors of another layout, to one array in a .npy file.

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/input.h"
#include "apps/cli/layout_choice.h"
#include "apps/cli/progress.h"
#include "apps/cli/tensor_input.h"
#include "apps/cli/tensor_output.h"
#include "apps/cli/verb.h"
#include "intarsia/chess/decode.h"
#include "intarsia/layout/describe.h"

namespace intarsia::cli {

namespace {

using Json = nlohmann::ordered_json;
using layout::Plan;

struct EncodeOptions {
  Common common;
  LayoutChoice choice;
  std::vector<std::string> inputs;
  std::string from;
  std::string turn;
  std::string output;
  bool force = false;
};

int fail(const Error& e, int code) {
  fmt::print(stderr, "intarsia encode: {}\n", e.detail);
  return code;
}

// Takes positions from all inputs and hands them to the file.
class Encoding {
 public:
  Encoding(const EncodeOptions& o, const Plan& plan, TensorOutput& output)
      : o_(o), plan_(plan), output_(output), progress_(o.common.progress, "positions", 0) {}

  int run() {
    int code = kDone;
    for (const std::string& input : o_.inputs) {
      const int result = is_tensor_file(input) ? take_tensors(input) : take_positions(input);
      if (result == kUsage || result == kFailed) return result;
      code = std::max(code, result);
    }
    if (is_too_large_) return fail(too_large(output_.count() + 1), kFailed);
    if (const auto error = output_.finish()) return fail(*error, kFailed);
    say_done();
    return code;
  }

 private:
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
  void add(std::span<const chess::State> line) {
    is_too_large_ |= is_too_many(output_.count() + 1);
    if (is_too_large_) return;
    output_.add(line);
    progress_.update(output_.count());
  }

  void say_done() const {
    const layout::Layout& l = plan_.layout();
    const std::string_view dtype =
        o_.choice.form() == layout::Form::kBits ? layout::kBitsName : info(l.dtype).name;
    if (o_.common.json && o_.output != "-") {
      const Json done = {{"schema", 1},
                         {"output", o_.output},
                         {"passport", passport_path(o_.output)},
                         {"layout", l.id},
                         {"dtype", dtype},
                         {"shape", l.shape()},
                         {"count", output_.count()},
                         {"rejected", rejected_}};
      fmt::print("{}\n", done.dump());
    }
    fmt::print(stderr, "{} position{}, {} {} each, in {}\n", output_.count(),
               output_.count() == 1 ? "" : "s", layout::shape_text(l), dtype, o_.output);
  }

  int take_positions(const std::string& input) {
    if (const std::uint64_t lines = count_lines(input); is_too_many(output_.count() + lines)) {
      return fail(too_large(output_.count() + lines), kFailed);
    }
    return read_positions(
        {&input, 1}, o_.common, "encode",
        [&](const chess::PositionLine& line) {
          add(line.replay.last_states(plan_.layout().history()));
        },
        [&](const PositionText&, const Error&) { ++rejected_; });
  }

  int take_tensors(const std::string& path) {
    auto input = TensorInput::open(path, {.layout = o_.from, .order = {}, .dtype = {}});
    if (!input) return fail(input.error(), kUsage);
    const layout::Layout& from = input->plan().layout();
    if (!layout::shows(from, chess::all_pieces())) {
      return fail({ErrorCode::kUnsupported, 0,
                   fmt::format("{}: {} does not show all pieces", path, from.id)},
                  kUsage);
    }
    if (is_too_many(output_.count() + input->count())) {
      return fail(too_large(output_.count() + input->count()), kFailed);
    }
    chess::Decoder decoder(input->plan());
    const std::uint64_t before = rejected_;
    for (std::uint64_t row = 0; row < input->count(); ++row) {
      const auto tensor = input->next();
      if (!tensor) return fail(tensor.error(), kFailed);
      if (const auto error = take_tensor(decoder, *tensor)) {
        ++rejected_;
        fmt::print(stderr, "{}: row {}: {}\n", path, row, error->detail);
      }
    }
    say_lost(from);
    return rejected_ == before || o_.common.lenient ? kDone : kSomeRejected;
  }

  std::optional<Error> take_tensor(chess::Decoder& decoder, const std::byte* tensor) {
    const auto turn = wanted_turn(o_.turn);
    const auto plies = decoder.decode(tensor, turn);
    if (!plies) return plies.error();
    if (auto error = chess::line_of(*plies, plan_.layout(), line_)) return error;
    add(line_);
    return std::nullopt;
  }

  // What the old tensors show and the new ones do not, and the other way round.
  void say_lost(const layout::Layout& from) const {
    for (const layout::Part& p : from.catalogue->parts) {
      const bool was_shown = layout::shows(from, p);
      const bool is_shown = layout::shows(plan_.layout(), p);
      if (was_shown && !is_shown) fmt::print(stderr, "lost: {} ({})\n", p.name, p.meaning);
      const bool is_said = p.name == "turn" && !o_.turn.empty();
      if (!was_shown && is_shown && !is_said) {
        fmt::print(stderr, "not in {}: {} ({}), taken as: {}\n", from.id, p.name, p.meaning,
                   p.stand_in);
      }
    }
    const int plies = from.history();
    const int wanted = plan_.layout().history();
    if (plies > wanted) fmt::print(stderr, "lost: plies more than {} before\n", wanted);
    if (plies < wanted)
      fmt::print(stderr, "not in {}: plies more than {} before\n", from.id, plies);
  }

  const EncodeOptions& o_;
  const Plan& plan_;
  TensorOutput& output_;
  Progress progress_;
  std::vector<chess::State> line_;
  std::uint64_t rejected_ = 0;
  bool is_too_large_ = false;
};

int encode(const EncodeOptions& o) {
  const auto plan = o.choice.plan();
  if (!plan) return fail(plan.error(), kUsage);
  const bool has_tensors = std::any_of(o.inputs.begin(), o.inputs.end(), is_tensor_file);
  if (!has_tensors && (!o.from.empty() || !o.turn.empty())) {
    return fail({ErrorCode::kSyntax, 0, "--from and --turn are for tensor files"}, kUsage);
  }
  const auto output = TensorOutput::create(*plan, o.choice.form(), o.output, o.force);
  if (!output) return fail(output.error(), kFailed);
  return Encoding(o, *plan, **output).run();
}

}  // namespace

void add_encode(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("encode", "Positions or other tensors to a tensor file (.npy)");
  verb->group(kConvert);
  auto o = std::make_shared<EncodeOptions>();
  verb->add_option("INPUT", o->inputs,
                   "Positions, files with one a line, tensor files, or - for stdin")
      ->required();
  o->choice.add_to(*verb);
  verb->add_option("-o,--output", o->output, "File to write, its passport beside it; - for stdout")
      ->required();
  verb->add_option("--from", o->from, "Layout of input tensors that have no passport");
  verb->add_option("--turn", o->turn, "Who moves in input tensors that do not show it")
      ->check(CLI::IsMember({"white", "black"}));
  verb->add_flag("--force", o->force, "Replace files that exist; write more than 8 GB");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia encode startpos --layout chess/canonical18 -o start.npy\n"
      "  intarsia encode positions.txt --layout chess/planes25 --dtype float16 -o planes.npy\n"
      "  intarsia encode planes.npy --layout chess/mailbox69 -o lists.npy");
  verb->callback([o, &run] { run = [o] { return encode(*o); }; });
}

}  // namespace intarsia::cli
