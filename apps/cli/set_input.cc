#include "apps/cli/set_input.h"

#include <algorithm>
#include <numeric>

#include "apps/cli/parallel.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/set_encode.h"

namespace intarsia::cli {

namespace {

constexpr std::size_t kChunk = 1'024;  // records of one thread
constexpr std::size_t kBlock = 16 * kChunk;

// What is encoded at once, and written before the next.
struct Block {
  Block(const layout::Plan& plan, const games::Targets& t)
      : planes(kBlock * plan.bytes()),
        policies(t.has_policy() ? kBlock : 0),
        values(t.has_value() ? kBlock * t.value_form().width() : 0),
        rows{.planes = planes.data(),
             .stride = static_cast<std::ptrdiff_t>(plan.bytes()),
             .targets = {.policy = t.has_policy() ? policies.data() : nullptr,
                         .value = t.has_value() ? values.data() : nullptr}} {}

  std::vector<std::byte> planes;
  std::vector<std::int32_t> policies;
  std::vector<float> values;
  games::BatchRows rows;
};

// Encodes the records `first` … `first + count - 1` into the block, a chunk after the other.
class Crew {
 public:
  Crew(data::Set& set, const layout::Plan& plan, const games::Targets& targets, unsigned threads)
      : targets_(targets) {
    for (unsigned i = 0; i < threads; ++i) {
      encoders_.push_back(std::make_unique<games::SetEncoder>(set, plan, targets));
    }
  }

  std::optional<Error> encode(std::uint64_t first, std::size_t count, const games::BatchRows& out) {
    const auto crew = static_cast<unsigned>(encoders_.size());
    std::vector<std::optional<Error>> errors(crew);
    io::in_parallel(crew, crew, [&](std::size_t number) {
      std::vector<std::uint64_t> records;
      for (std::size_t at = number * kChunk; at < count; at += crew * kChunk) {
        records.resize(std::min(kChunk, count - at));
        std::iota(records.begin(), records.end(), first + at);
        errors[number] = encoders_[number]->fill(records, out.from(at, targets_));
        if (errors[number]) return;
      }
    });
    const auto failed = std::find_if(errors.begin(), errors.end(), [](auto& e) { return e; });
    return failed == errors.end() ? std::nullopt : *failed;
  }

 private:
  const games::Targets& targets_;
  std::vector<std::unique_ptr<games::SetEncoder>> encoders_;
};

}  // namespace

Result<SetInput> SetInput::open(const std::string& folder, const std::string& split,
                                const layout::Layout& l) {
  const int size = l.catalogue->has_sizes ? l.catalogue->size : 0;
  auto set = data::Set::open(folder, games::find_record_type, {.split = split, .size = size});
  if (!set) return std::move(set).error();
  return SetInput(*std::move(set));
}

std::optional<Error> SetInput::refuse(const layout::Layout& l) const {
  if (auto error = games::refuse_layout(*set_, l)) return error;
  if (set_->parts() != 0 || set_->manifest().shards.empty()) return std::nullopt;
  return Error{ErrorCode::kInvalid, 0,
               set_->name() + " has no boards of size " +
                   games::game_of(l).sizes.to_text(l.catalogue->size)};
}

Result<std::vector<int>> SetInput::sizes(const std::string& folder) {
  const auto set = data::Set::open(folder, games::find_record_type);
  if (!set) return set.error();
  const auto type = games::find_game((*set)->manifest().game);
  return type && !(*type)->sizes.is_one() ? (*set)->board_sizes() : std::vector<int>();
}

std::optional<Error> SetInput::encode(const layout::Plan& plan, unsigned threads,
                                      TensorOutput& output, TargetFiles& targets,
                                      const std::function<void(std::uint64_t)>& progress) {
  if (output.form() == layout::Form::kBits) return stack(plan, output, targets, progress);
  Block block(plan, targets.targets());
  Crew crew(*set_, plan, targets.targets(), thread_count(threads));
  for (std::uint64_t first = 0; first < count(); first += kBlock) {
    const auto rows = static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, count() - first));
    if (auto error = crew.encode(first, rows, block.rows)) return error;
    output.add(std::span<const std::byte>(block.planes).first(rows * plan.bytes()));
    targets.add(block.policies.data(), block.values.data(), rows);
    progress(output.count());
  }
  return std::nullopt;
}

std::optional<Error> SetInput::stack(const layout::Plan& plan, TensorOutput& output,
                                     TargetFiles& targets, const Tell& progress) {
  const games::GameType& type = games::game_of(plan.layout());
  const int history = type.record_history(plan.layout());
  const auto encoder = type.make_record_encoder(plan);
  data::Window window;
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t first = 0; first < count(); first += kChunk) {
    numbers.resize(std::min<std::uint64_t>(kChunk, count() - first));
    std::iota(numbers.begin(), numbers.end(), first);
    if (auto error = set_->read(numbers, history, window)) return error;
    output.add_bits(*encoder, window.moments);
    if (auto error = targets.add(window.moments)) return error;
    progress(output.count());
  }
  return std::nullopt;
}

}  // namespace intarsia::cli
