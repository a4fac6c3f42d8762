#include "intarsia/cuda/encoder.h"

#include <algorithm>
#include <bit>

#include "intarsia/cuda/driver.h"
#include "intarsia/cuda/kernel/args.h"
#include "intarsia/cuda/program.h"
#include "intarsia/cuda/worth.h"

namespace intarsia::cuda {

namespace {

// A batch is cut into so many blocks for each multiprocessor, where it is large enough.
constexpr std::uint64_t kBlocksEach = 8;
constexpr std::uint32_t kFewestPositions = 4;
constexpr unsigned kScratchBlocks = 4;

template <class T>
T* at(DevicePointer p) {
  return reinterpret_cast<T*>(p);  // NOLINT(performance-no-int-to-ptr): the driver's numbers
}

template <class T>
Result<std::shared_ptr<Memory>> uploaded(const Device& device, std::span<const T> values) {
  auto memory = Memory::holding(device, std::as_bytes(values));
  if (!memory) return memory.error();
  return std::make_shared<Memory>(*std::move(memory));
}

// The entries that layers point to.
std::size_t element_count(const layout::Plan& plan) {
  std::size_t count = 0;
  for (const auto& l : plan.layers()) {
    const layout::Fact& fact = plan.layout().catalogue->facts[l.fact];
    const double most = l.is_value ? std::max(fact.hi, 0.0) : 0;
    count = std::max(count, l.zero + static_cast<std::size_t>(most) + 1);
  }
  return count;
}

}  // namespace

// The program for planes that begin at a multiple of so many bytes.
struct Encoder::Part {
  Program program;
  std::shared_ptr<const Module> module;
};
// Of 1 to 16 bytes, each made when it is needed.
struct Encoder::Parts {
  static constexpr int kCount = 5;
  std::mutex making;
  std::optional<Part> by_alignment[kCount];
};

Encoder::Encoder(const Device& device, const layout::Plan& plan)
    : device_(device), plan_(plan), parts_(std::make_shared<Parts>()) {}

static_assert(kStagedRow == kernel::EncodeArgs::kStaged);

Result<Encoder> Encoder::make(const Device& device, const layout::Plan& plan,
                              const game::DeviceCode& code, const TargetsWanted& targets) {
  Encoder e(device, plan);
  e.code_ = code;
  e.target_frame_ = targets.frame;
  auto elements = uploaded(device, std::span(plan.element_table(), element_count(plan)));
  if (!elements) return elements.error();
  e.elements_ = *std::move(elements);
  if (!targets.policy.empty() && code.policy_table != nullptr) {
    const std::vector<std::int32_t> table = code.policy_table(targets.policy);
    auto policy = uploaded(device, std::span(table));
    if (!policy) return policy.error();
    e.policy_ = *std::move(policy);
  }
  if (targets.value) {
    const WorthTable table = worth_table(*targets.value);
    auto worth = uploaded(device, std::span(table.values));
    if (!worth) return worth.error();
    e.worth_ = *std::move(worth);
    e.value_width_ = table.width;
    e.has_evals_ = table.has_evals;
  }
  // What cannot be compiled is said now.
  if (const auto part = e.part_for(0); !part) return part.error();
  return e;
}

Result<const Encoder::Part*> Encoder::part_for(DevicePointer planes) const {
  const int most = Parts::kCount - 1;
  const int alignment = planes == 0 ? most : std::min(std::countr_zero(planes), most);
  const std::lock_guard lock(parts_->making);
  std::optional<Part>& part = parts_->by_alignment[alignment];
  if (!part) {
    Program program(plan_, 1U << alignment);
    const auto module = device_.load(to_text(program, code_, plan_.layout().catalogue->size));
    if (!module) return module.error();
    part = Part{std::move(program), *module};
  }
  return &*part;
}

std::optional<Error> Encoder::encode(Handle stream, const RecordsOn& in, const BatchOn& out) const {
  if (in.count == 0) return std::nullopt;
  const auto found = part_for(out.planes);
  if (!found) return found.error();
  const Program& p = (*found)->program;
  const auto blocks_of = [&](std::uint64_t each) { return (in.count + each - 1) / each; };
  std::uint32_t positions = p.positions;
  const std::uint64_t enough = kBlocksEach * static_cast<std::uint64_t>(device_.multiprocessors());
  while (positions > kFewestPositions && blocks_of(positions) < enough) positions /= 2;
  kernel::EncodeArgs a{};
  a.records = at<kernel::u8>(in.records);
  a.staged = at<kernel::u8>(in.staged);
  a.rows = at<kernel::u64>(in.rows);
  a.symmetries = at<kernel::u8>(in.symmetries);
  a.count = in.count;
  a.positions = positions;
  a.planes = at<kernel::u8>(out.planes);
  a.elements = at<kernel::u32>(elements_->address());
  a.policy = at<void>(out.policy);
  a.is_policy_wide = out.is_policy_wide ? 1 : 0;
  a.code = policy_ ? at<kernel::i32>(policy_->address()) : nullptr;
  a.value = at<float>(out.value);
  a.worth = worth_ ? at<float>(worth_->address()) : nullptr;
  a.value_width = value_width_;
  a.has_evals = has_evals_ ? 1 : 0;
  a.target_frame = target_frame_;
  a.has_history = in.has_history ? 1 : 0;
  Module::Grid grid{.blocks = static_cast<unsigned>(
                        std::min<std::uint64_t>(blocks_of(positions), std::uint64_t{1} << 30)),
                    .threads = p.threads,
                    .shared_bytes = positions * p.row_bytes};
  if (!p.needs_scratch) return (*found)->module->launch("intarsia_encode", grid, stream, a);

  grid.shared_bytes = 0;
  grid.blocks =
      std::min(grid.blocks, kScratchBlocks * static_cast<unsigned>(device_.multiprocessors()));
  const auto scratch = Memory::allocate_in(device_, std::size_t{grid.blocks} * p.row_bytes, stream);
  if (!scratch) return scratch.error();
  a.scratch = at<kernel::u8>(scratch->address());
  return (*found)->module->launch("intarsia_encode", grid, stream, a);
}

Result<std::uint64_t> Encoder::find_bad_move(DevicePointer records, std::uint64_t count) const {
  const auto part = part_for(0);
  if (!part) return part.error();
  std::uint64_t found = count;
  auto place = Memory::holding(device_, std::as_bytes(std::span(&found, 1)));
  if (!place) return place.error();
  kernel::CheckArgs a{};
  a.records = at<kernel::u8>(records);
  a.count = count;
  a.code = policy_ ? at<kernel::i32>(policy_->address()) : nullptr;
  a.target_frame = target_frame_;
  a.found = at<kernel::u64>(place->address());
  const Module::Grid grid{.blocks = 8 * static_cast<unsigned>(device_.multiprocessors()),
                          .threads = 256};
  if (auto error = (*part)->module->launch("intarsia_check", grid, nullptr, a)) {
    return *std::move(error);
  }
  const Driver& d = device_.driver();
  const Current current(device_);
  if (current.error()) return *current.error();
  if (auto error = d(d.copy_out, static_cast<void*>(&found), place->address(), sizeof found,
                     Handle{nullptr})) {
    return *std::move(error);
  }
  if (auto error = d(d.synchronize_stream, Handle{nullptr})) return *std::move(error);
  return found;
}

}  // namespace intarsia::cuda
