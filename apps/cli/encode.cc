// `encode`: positions, or tensors of another layout, to one array in a .npy file.

#include <filesystem>
#include <memory>

#include <fmt/format.h>

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
  Encoding(const EncodeOptions& o, const Plan& plan, TensorOutput output)
      : o_(o),
        plan_(plan),
        output_(std::move(output)),
        progress_(o.common.progress, "positions", 0) {}

  int run() {
    int code = kDone;
    for (const std::string& input : o_.inputs) {
      const int result = is_tensor_file(input) ? take_tensors(input) : take_positions(input);
      if (result == kUsage || result == kFailed) return result;
      code = std::max(code, result);
    }
    if (is_too_large_) return fail(too_large(output_.bytes()), kFailed);
    if (const auto error = output_.finish()) return fail(*error, kFailed);
    fmt::print(stderr, "{} positions, {} {} each, in {}\n", output_.count(),
               layout::shape_text(plan_.layout()), info(plan_.layout().dtype).name, o_.output);
    return code;
  }

 private:
  Error too_large(std::uint64_t bytes) const {
    return Error{ErrorCode::kLimit, 0,
                 fmt::format("the output has {:.1f} GB ({} bytes a position); --force writes it",
                             static_cast<double>(bytes) / 1e9, plan_.bytes())};
  }

  // Past the limit nothing more is written, and nothing stays.
  void add(std::span<const chess::State> line) {
    is_too_large_ |= !o_.force && output_.bytes() + plan_.bytes() > kLargeOutput;
    if (is_too_large_) return;
    output_.add(line);
    progress_.update(output_.count());
  }

  int take_positions(const std::string& input) {
    return read_positions({&input, 1}, o_.common, "encode", [&](const chess::PositionLine& line) {
      add(line.replay.last_states(plan_.layout().history()));
    });
  }

  int take_tensors(const std::string& path) {
    auto input = TensorInput::open(path, {.layout = o_.from, .order = {}, .dtype = {}});
    if (!input) return fail(input.error(), kUsage);
    const std::uint64_t bytes = output_.bytes() + input->count() * plan_.bytes();
    if (!o_.force && bytes > kLargeOutput) return fail(too_large(bytes), kFailed);
    chess::Decoder decoder(input->plan());
    std::uint64_t refused = 0;
    for (std::uint64_t row = 0; row < input->count(); ++row) {
      const auto tensor = input->next();
      if (!tensor) return fail(tensor.error(), kFailed);
      if (const auto error = take_tensor(decoder, *tensor)) {
        ++refused;
        fmt::print(stderr, "{}: row {}: {}\n", path, row, error->detail);
      }
    }
    say_lost(input->plan().layout());
    return refused == 0 || o_.common.lenient ? kDone : kSomeRejected;
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
      if (!was_shown && is_shown) {
        fmt::print(stderr, "not in {}: {} ({}), taken as: {}\n", from.id, p.name, p.meaning,
                   p.stand_in);
      }
    }
  }

  const EncodeOptions& o_;
  const Plan& plan_;
  TensorOutput output_;
  Progress progress_;
  std::vector<chess::State> line_;
  bool is_too_large_ = false;
};

int encode(const EncodeOptions& o) {
  const auto plan = o.choice.plan();
  if (!plan) return fail(plan.error(), kUsage);
  auto output = TensorOutput::create(*plan, o.output, o.force);
  if (!output) return fail(output.error(), kFailed);
  return Encoding(o, *plan, *std::move(output)).run();
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
