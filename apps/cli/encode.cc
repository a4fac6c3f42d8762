// `encode`: positions to one array in a .npy file, with its passport beside it.

#include "intarsia/layout/encode.h"

#include <memory>

#include <fmt/format.h>

#include "apps/cli/input.h"
#include "apps/cli/layout_choice.h"
#include "apps/cli/verb.h"
#include "intarsia/chess/layouts.h"
#include "intarsia/chess/position_line.h"
#include "intarsia/io/atomic_file.h"
#include "intarsia/io/npy.h"

namespace intarsia::cli {

namespace {

using layout::Plan;

struct EncodeOptions {
  Common common;
  std::vector<std::string> inputs;
  std::string layout;
  std::string output;
  std::string order;
  std::string dtype;
  bool force = false;
};

// Encodes positions as they come and appends them to the file.
class Writer {
 public:
  Writer(const Plan& plan, io::AtomicFile file)
      : plan_(plan), file_(std::move(file)), tensor_(plan.bytes()) {
    file_.write(header());
  }

  void add(const chess::Replay& r) {
    const int history = std::min(plan_.layout().history(), r.ply());
    states_.clear();
    for (int ago = history; ago >= 0; --ago) states_.push_back(r.state(ago));
    const chess::Moment moment{&states_.back(), history};
    chess::encode(plan_, {&moment, 1}, tensor_.data(), 0);
    file_.write(tensor_);
    ++count_;
  }

  std::optional<Error> finish() {
    file_.rewrite_start(header());
    return file_.commit();
  }

  std::uint64_t count() const { return count_; }

 private:
  // Always of one size: 128 bytes hold any count.
  std::string header() const {
    std::vector<std::uint64_t> shape = {count_};
    for (std::size_t n : plan_.layout().shape()) shape.push_back(n);
    return io::to_npy_header(info(plan_.layout().dtype).npy, shape);
  }

  const Plan& plan_;
  io::AtomicFile file_;
  std::vector<std::byte> tensor_;
  std::vector<chess::State> states_;
  std::uint64_t count_ = 0;
};

int fail(const Error& e, int code) {
  fmt::print(stderr, "intarsia encode: {}\n", e.detail);
  return code;
}

Result<Plan> make_plan(const EncodeOptions& o) {
  auto chosen = find_layout(o.layout);
  if (!chosen) return std::move(chosen).error();
  const auto order = o.order.empty() ? chosen->order : *layout::find_order(o.order);
  const auto dtype = o.dtype.empty() ? chosen->dtype : *layout::find_dtype(o.dtype);
  return Plan::make(*chosen, order, dtype);
}

// OUT.npy -> OUT.layout.json
std::string passport_path(const std::string& output) {
  const std::string_view stem = output;
  return std::string(stem.ends_with(".npy") ? stem.substr(0, stem.size() - 4) : stem) +
         ".layout.json";
}

int encode(const EncodeOptions& o) {
  const auto plan = make_plan(o);
  if (!plan) return fail(plan.error(), kUsage);
  auto passport = io::AtomicFile::create(passport_path(o.output), o.force);
  if (!passport) return fail(passport.error(), kFailed);
  auto file = io::AtomicFile::create(o.output, o.force);
  if (!file) return fail(file.error(), kFailed);
  Writer writer(*plan, *std::move(file));

  const int code =
      read_positions(o.inputs, o.common, "encode",
                     [&](const chess::PositionLine& line) { writer.add(line.replay); });
  if (code == kUsage || code == kFailed) return code;
  passport->write(passport_json(plan->layout(), plan->divisor()));
  if (const auto error = writer.finish()) return fail(*error, kFailed);
  if (const auto error = passport->commit()) return fail(*error, kFailed);
  fmt::print(stderr, "{} positions, {} {} each, in {}\n", writer.count(),
             shape_text(plan->layout()), info(plan->layout().dtype).name, o.output);
  return code;
}

}  // namespace

void add_encode(CLI::App& app, Run& run) {
  auto* verb = app.add_subcommand("encode", "Positions to a tensor file (.npy)");
  verb->group(kConvert);
  auto o = std::make_shared<EncodeOptions>();
  verb->add_option("INPUT", o->inputs, "Positions, files with one a line, or - for stdin")
      ->required();
  verb->add_option("-l,--layout", o->layout, "Layout; see: intarsia layouts");
  verb->add_option("-o,--output", o->output, "File to write; its passport goes beside it")
      ->required();
  verb->add_option("--order", o->order, "CHW, HWC or flat instead of the layout's own")
      ->check(CLI::IsMember({"CHW", "HWC", "flat"}));
  verb->add_option("--dtype", o->dtype, "Element type instead of the layout's own")
      ->check(CLI::IsMember({"float32", "float16", "bfloat16", "uint8", "int8"}));
  verb->add_flag("--force", o->force, "Replace files that exist");
  o->common.add_to(*verb);
  verb->footer(
      "Examples:\n"
      "  intarsia encode startpos --layout chess/canonical18 -o start.npy\n"
      "  intarsia encode positions.txt --layout chess/planes25 --dtype float16 -o planes.npy\n"
      "  zcat positions.gz | intarsia encode - --layout chess/mailbox69 -o lists.npy");
  verb->callback([o, &run] { run = [o] { return encode(*o); }; });
}

}  // namespace intarsia::cli
