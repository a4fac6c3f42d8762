#include "apps/cli/set_input.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "apps/cli/parallel.h"
#include "intarsia/games/record_types.h"
#include "intarsia/games/set_encode.h"

namespace intarsia::cli {

namespace {

constexpr std::size_t kPiece = 1'024;  // records of one thread
constexpr std::size_t kBlock = 16 * kPiece;

// What is encoded at once, and written before the next.
struct Block {
  Block(const layout::Plan& plan, const games::Targets& t)
      : planes(kBlock * plan.bytes()),
        policies(t.has_policy() ? kBlock : 0),
        values(t.has_value() ? kBlock * t.value_form().width() : 0),
        rows{.planes = planes.data(),
             .stride = static_cast<std::ptrdiff_t>(plan.bytes()),
             .policy = t.has_policy() ? policies.data() : nullptr,
             .value = t.has_value() ? values.data() : nullptr} {}

  std::vector<std::byte> planes;
  std::vector<std::int32_t> policies;
  std::vector<float> values;
  games::BatchRows rows;
};

// Encodes the records `first` … `first + count - 1` into the block, a piece after the other.
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
      for (std::size_t at = number * kPiece; at < count; at += crew * kPiece) {
        records.resize(std::min(kPiece, count - at));
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

// A record with those before it as positions, into the files.
std::optional<Error> add_chess(const layout::RecordMoment& m, TensorOutput& output,
                               TargetFiles& targets) {
  std::vector<chess::State> line;
  chess::Targets last;
  for (int ago = m.history; ago >= 0; --ago) {
    chess::Record r;
    std::memcpy(&r, m.now - static_cast<std::size_t>(ago) * sizeof r, sizeof r);
    const auto u = chess::unpack(r);
    if (!u) return u.error();
    line.push_back({u->position, u->targets.occurrences});
    last = u->targets;
  }
  output.add(std::span<const chess::State>(line));
  targets.add(line.back().position, last.move, last.score, last.eval);
  return std::nullopt;
}

std::optional<Error> add_hex(int n, const layout::RecordMoment& m, TensorOutput& output,
                             TargetFiles& targets) {
  const std::size_t bytes = hex::record_shape(n).bytes;
  std::vector<hex::State> line;
  std::optional<hex::Unpacked> before;
  for (int ago = m.history; ago >= 0; --ago) {
    const std::byte* const record = m.now - static_cast<std::size_t>(ago) * bytes;
    const auto u = hex::unpack(n, {reinterpret_cast<const std::uint8_t*>(record), bytes});
    if (!u) return u.error();
    line.push_back({u->position});
    if (before) line.back().last = hex::last_stone(before->targets.move, u->position);
    before = *u;
  }
  output.add(std::span<const hex::State>(line));
  targets.add(line.back().position, before->targets.move, before->targets.outcome);
  return std::nullopt;
}

}  // namespace

Result<SetInput> SetInput::open(const std::string& folder, const std::string& split,
                                const layout::Layout& l) {
  const int size = l.catalogue->has_sizes ? l.catalogue->rows : 0;
  auto set = data::Set::open(folder, games::find_record_type, {.split = split, .size = size});
  if (!set) return std::move(set).error();
  return SetInput(*std::move(set));
}

std::optional<Error> SetInput::refuse(const layout::Layout& l) const {
  if (auto error = games::refuse_layout(*set_, l)) return error;
  if (set_->parts() != 0 || set_->manifest().shards.empty()) return std::nullopt;
  return Error{ErrorCode::kInvalid, 0,
               set_->folder() + " has no boards of size " + std::to_string(l.catalogue->rows)};
}

Result<std::vector<int>> SetInput::sizes(const std::string& folder) {
  const auto set = data::Set::open(folder, games::find_record_type);
  if (!set) return set.error();
  return (*set)->manifest().game == "hex" ? (*set)->board_sizes() : std::vector<int>();
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
  const layout::Layout& l = plan.layout();
  const int history = games::RecordKind(l).history();
  data::Window window;
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t first = 0; first < count(); first += kPiece) {
    numbers.resize(std::min<std::uint64_t>(kPiece, count() - first));
    std::iota(numbers.begin(), numbers.end(), first);
    if (auto error = set_->read(numbers, history, window)) return error;
    for (const layout::RecordMoment& m : window.moments) {
      auto error = l.catalogue->game == "hex" ? add_hex(l.catalogue->rows, m, output, targets)
                                              : add_chess(m, output, targets);
      if (error) return error;
    }
    progress(output.count());
  }
  return std::nullopt;
}

}  // namespace intarsia::cli
