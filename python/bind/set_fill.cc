#include "python/bind/set_fill.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>

#include "intarsia/base/text.h"
#include "intarsia/games/set_encode.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/output.h"

namespace intarsia::bind {

namespace {

using data::Set;
using layout::Plan;

Error no_record(std::uint64_t number) {
  return Error{ErrorCode::kInvalid, 0, concat({"no record ", std::to_string(number)})};
}

// A number that was found to lie in the set.
Result<std::uint64_t> number_at(const Set& set, const Numbers& numbers, std::size_t i) {
  const std::uint64_t number = numbers(i);  // read once: it may change
  if (number < set.size()) return number;
  return no_record(number);
}

// Those of `set`, so that numbers count in it. A set that lacks one answers with an error.
std::optional<Error> to_numbers_of_set(const Set& set, const Choice& choice,
                                       std::span<std::uint64_t> numbers) {
  if (!choice) return std::nullopt;
  return std::visit(
      [&](const auto& chosen) -> std::optional<Error> {
        for (std::uint64_t& n : numbers) {
          n = chosen(n);
          if (n >= set.size()) return no_record(n);
        }
        return std::nullopt;
      },
      *choice);
}

std::uint64_t size_of(const Set& set, const Choice& choice) {
  if (!choice) return set.size();
  return std::visit([](const auto& chosen) { return chosen.shape(0); }, *choice);
}

// Which records come into a batch: rows of the set's order, or numbers.
struct Chosen {
  const data::BatchRows* rows = nullptr;
  const Numbers* numbers = nullptr;
  const Choice& choice;

  // Those of rows from `row` on.
  std::optional<Failure> fill(const Set& set, std::size_t row, std::span<std::uint64_t> out) const {
    if (rows != nullptr) {
      rows->fill(row, out);
      if (auto error = to_numbers_of_set(set, choice, out)) return Failure{row, *std::move(error)};
      return std::nullopt;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto number = number_at(set, *numbers, row + i);
      if (!number) return Failure{row + i, number.error()};
      out[i] = *number;
    }
    return std::nullopt;
  }
};

// One thread's share of a batch. With `keys`, one for each epoch of its rows, records are shown in
// symmetries.
class BatchWork {
 public:
  BatchWork(Set& set, const Plan& plan, const games::Targets& targets, const Chosen& chosen,
            const games::BatchRows& out, layout::Stores stores,
            const std::vector<std::uint64_t>& keys)
      : encoder_(set, plan, targets),
        set_(set),
        targets_(targets),
        chosen_(chosen),
        out_(out),
        stores_(stores),
        keys_(keys) {}

  std::optional<Failure> operator()(const Chunk& chunk) {
    numbers_.resize(chunk.size());
    if (auto failure = chosen_.fill(set_, chunk.first(), numbers_)) return failure;
    if (keys_.empty()) return encode(chunk.first(), numbers_);
    std::size_t row = chunk.first();
    for (std::span<const std::uint64_t> left = numbers_; !left.empty();) {
      const auto& s = chosen_.rows->stretch_at(row);
      const auto here = left.first(std::min(left.size(), s.row + s.count - row));
      encoder_.use_symmetries(keys_[s.epoch]);
      if (auto failure = encode(row, here)) return failure;
      left = left.subspan(here.size());
      row += here.size();
    }
    return std::nullopt;
  }

 private:
  std::optional<Failure> encode(std::size_t row, std::span<const std::uint64_t> numbers) {
    auto error = encoder_.fill(numbers, out_.from(row, targets_), stores_);
    return error ? std::optional(Failure{row, *std::move(error)}) : std::nullopt;
  }

  games::SetEncoder encoder_;
  Set& set_;
  const games::Targets& targets_;
  const Chosen& chosen_;
  const games::BatchRows& out_;
  layout::Stores stores_;
  const std::vector<std::uint64_t>& keys_;
  std::vector<std::uint64_t> numbers_;
};

// Rows of targets as long as the batch and as wide as they must be.
template <class Array>
auto* target_rows(std::optional<Array>& array, std::size_t count, std::size_t width) {
  using Number = std::remove_pointer_t<decltype(array->data())>;
  if (!array) return static_cast<Number*>(nullptr);
  const bool fits = array->shape(0) == count && (array->ndim() == 1 || array->shape(1) == width);
  if (width == 0 || !fits) throw nb::value_error("targets have a row for each record");
  return array->data();
}

// That the system may fetch what comes soon. Blocks of a choice lie scattered, so that it would fetch
// much that nobody asks for; the shards of lanes are read as a whole.
void announce(Set& set, const Choice& choice, const RowsObject& rows) {
  for (const data::BatchRows::Stretch& s : rows.rows.stretches()) {
    const OrderObject& order = rows.orders[s.epoch];
    if (choice && order.order().lanes() == 1) return;
    order.announce(s, [&](std::uint64_t first, std::uint64_t count) {
      std::array<std::uint64_t, 2> ends = {first, first + count - 1};
      if (to_numbers_of_set(set, choice, ends)) return;  // said when it is read
      if (ends[0] <= ends[1]) set.expect(ends[0], ends[1] - ends[0] + 1);
    });
  }
}

constexpr std::size_t kBatchChunk = 512;

}  // namespace

void read_records(Set& set, const Numbers& numbers, const RecordRows<std::uint8_t>& out) {
  if (numbers.shape(0) == 0) return;
  check_records(out, record_bytes(set));
  if (!set.has_one_type()) throw nb::value_error("records of several sizes of boards");
  if (out.shape(0) != numbers.shape(0)) throw nb::value_error("as many rows as records are needed");
  data::Window window;
  std::vector<std::uint64_t> some;
  const auto work = [&](const Chunk& chunk) -> std::optional<Failure> {
    some.clear();
    for (std::size_t i = chunk.first(); i < chunk.first() + chunk.size(); ++i) {
      const auto number = number_at(set, numbers, i);
      if (!number) return Failure{i, number.error()};
      some.push_back(*number);
    }
    if (auto error = set.read(some, 0, window)) return Failure{chunk.first(), *std::move(error)};
    for (std::size_t i = 0; i < some.size(); ++i) {
      std::memcpy(record_at(out, chunk.first() + i), window.moments[i].now, out.shape(1));
    }
    return std::nullopt;
  };
  run_batch(numbers.shape(0), kChunk, 1, [&]() -> Work { return work; });
}

void fill(Set& set, const Plan& plan, const games::Targets& targets, const RowsObject* rows,
          std::optional<Numbers> numbers, const Choice& choice, nb::handle planes,
          std::optional<PolicyRows> policy, std::optional<ValueRows> value,
          std::optional<MaskRows> mask, unsigned threads, const std::vector<std::uint64_t>& keys) {
  const Output output(planes, plan, "planes");
  const std::size_t count = output.count();
  if (auto error = games::refuse_layout(set, plan.layout())) raise(*error);
  if ((rows == nullptr) == !numbers) throw nb::value_error("rows of an order or numbers");
  if (numbers && numbers->shape(0) != count) throw nb::value_error("a row for each number");
  if (rows != nullptr) {
    if (rows->rows.size() != count) throw nb::value_error("a row for each record");
    if (!keys.empty() && keys.size() != rows->orders.size())
      throw nb::value_error("a key an epoch");
    for (const OrderObject& order : rows->orders) {
      if (order.order().size() != size_of(set, choice))
        throw nb::value_error("another set's order");
    }
  } else if (!keys.empty()) {
    throw nb::value_error("symmetries are those of an epoch");
  }
  if (count == 0) return;
  const std::size_t moves =
      targets.has_policy() ? static_cast<std::size_t>(targets.policy().size) : 0;
  games::BatchRows out = output.rows();
  out.targets = {
      .policy = target_rows(policy, count, moves),
      .value = target_rows(value, count, targets.has_value() ? targets.value_form().width() : 0),
      .mask = target_rows(mask, count, moves)};
  if (rows != nullptr) announce(set, choice, *rows);
  const Chosen chosen{rows == nullptr ? nullptr : &rows->rows, numbers ? &*numbers : nullptr,
                      choice};
  run_batch(count, kBatchChunk, thread_count(threads, count, kBatchChunk), [&]() -> Work {
    return shared_work<BatchWork>(set, plan, targets, chosen, out, output.stores(), keys);
  });
}

}  // namespace intarsia::bind
