#include "intarsia/cuda/records.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <future>
#include <limits>

#include "intarsia/base/text.h"
#include "intarsia/cuda/driver.h"
#include "intarsia/cuda/free_memory.h"
#include "intarsia/cuda/kernel/args.h"
#include "intarsia/cuda/order_args.h"

namespace intarsia::cuda {

namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kPinnedBytes = std::size_t{32} << 20;
// What is left free of a card for batches and networks, if nobody says how much may be used.
constexpr std::uint64_t kReserve = std::uint64_t{2} << 30;
constexpr unsigned kListThreads = 256;

template <class T>
T* at(DevicePointer p) {
  return reinterpret_cast<T*>(p);  // NOLINT(performance-no-int-to-ptr): the driver's numbers
}

// Copies to the card by turns through two pinned buffers, so that reading and copying go on at once.
class Upload {
 public:
  static Result<Upload> begin(const Device& device) {
    Upload u(device);
    for (int i = 0; i < 2; ++i) {
      auto pinned = Pinned::allocate(device, kPinnedBytes);
      if (!pinned) return pinned.error();
      auto event = Event::make(device);
      if (!event) return event.error();
      u.buffers_.push_back({*std::move(pinned), *std::move(event), false});
    }
    return u;
  }

  std::optional<Error> copy(std::span<const std::byte> from, DevicePointer to) {
    while (!from.empty()) {
      Buffer& b = buffers_[turn_ ^= 1];
      if (b.is_busy) {
        if (auto error = b.copied.wait()) return error;
      }
      const std::size_t size = std::min(from.size(), b.memory.bytes());
      std::memcpy(b.memory.data(), from.data(), size);
      {
        const Current current(device_);
        if (current.error()) return current.error();
        const Driver& d = device_.driver();
        if (auto error = d(d.copy_in, to, static_cast<const void*>(b.memory.data()), size,
                           Handle{nullptr})) {
          return error;
        }
      }
      if (auto error = b.copied.record(nullptr)) return error;
      b.is_busy = true;
      from = from.subspan(size);
      to += size;
    }
    return std::nullopt;
  }
  std::optional<Error> finish() {
    for (const Buffer& b : buffers_) {
      if (!b.is_busy) continue;
      if (auto error = b.copied.wait()) return error;
    }
    return std::nullopt;
  }

 private:
  struct Buffer {
    Pinned memory;
    Event copied;
    bool is_busy;
  };
  explicit Upload(const Device& device) : device_(device) {}

  Device device_;
  std::vector<Buffer> buffers_;
  std::size_t turn_ = 0;
};

}  // namespace

Result<Choice> Choice::upload(const Device& device, std::vector<std::uint64_t> numbers) {
  auto memory = Memory::holding(device, std::as_bytes(std::span(numbers)));
  if (!memory) return memory.error();
  return Choice(*std::move(memory), std::move(numbers));
}

Result<std::unique_ptr<Records>> Records::upload(const Device& device, data::Set& set,
                                                 const UploadOptions& options) {
  if (set.parts() != 0 && !set.has_one_type()) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({set.name(), " has boards of several sizes: choose one when opening it"})};
  }
  std::unique_ptr<Records> r(new Records(device));
  const std::size_t record_bytes = set.parts() == 0 ? 1 : set.type().bytes;
  if (auto error = r->plan_parts(set, options)) return *std::move(error);
  if (auto error = r->fit(record_bytes, options)) return *std::move(error);
  const std::uint64_t room = r->kept_ + r->slots_ * r->slot_records_;
  auto memory = Memory::allocate(device, room * record_bytes);
  if (!memory) return memory.error();
  r->memory_ = *std::move(memory);
  if (auto error = r->copy_parts(set, options.threads)) return *std::move(error);
  auto lister = device.load("#include \"intarsia/cuda/kernel/rows.h\"\n");
  if (!lister) return lister.error();
  r->lister_ = *std::move(lister);
  if (r->slots_ != 0) {
    if (auto error = r->load_shards(set, options.threads)) return *std::move(error);
  }
  if (!r->places_.empty()) {
    auto places = Memory::holding(device, std::as_bytes(std::span(r->places_)));
    if (!places) return places.error();
    r->places_on_ = *std::move(places);
  }
  return r;
}

std::size_t Records::bytes() const {
  return memory_->bytes() + (places_on_ ? places_on_->bytes() : 0);
}

// Which games of each shard are kept, and where their records come to lie.
std::optional<Error> Records::plan_parts(const data::Set& set, const UploadOptions& options) {
  size_ = set.size();
  std::uint64_t first = 0;  // number of the part's first record
  std::uint64_t place = 0;
  bool is_identity = options.chosen.empty();
  for (std::size_t i = 0; i < set.parts(); ++i) {
    auto selected = set.selected(i);
    if (!selected) return selected.error();
    const auto games = set.games(set.shard_of(i));
    if (!games) return games.error();
    KeptPart part{.number = i,
                  .numbers_first = first,
                  .numbers_end = first + selected->size(),
                  .first_place = place,
                  .runs = {}};
    const auto is_wanted = [&](std::uint64_t number) {
      return options.chosen.empty() ||
             std::binary_search(options.chosen.begin(), options.chosen.end(), number);
    };
    std::size_t next = 0;
    std::vector<std::uint32_t> places(selected->size(), kNowhere);
    for (const game::GameRow& row : *games) {
      const std::size_t begin = next;
      bool is_kept = false;
      while (next < selected->size() && (*selected)[next] < row.first + row.records) {
        is_kept = is_kept || is_wanted(first + next);
        ++next;
      }
      if (!is_kept) continue;
      for (std::size_t n = begin; n < next; ++n) {
        const std::uint64_t at = place + part.records + ((*selected)[n] - row.first);
        if (at >= kNowhere) {
          return Error{ErrorCode::kLimit, 0, "a card holds at most 4,294,967,295 records of a set"};
        }
        places[n] = static_cast<std::uint32_t>(at);
      }
      if (!part.runs.empty() && part.runs.back().first + part.runs.back().count == row.first) {
        part.runs.back().count += row.records;
      } else {
        part.runs.push_back({row.first, row.records});
      }
      part.records += row.records;
    }
    for (std::size_t n = 0; n < places.size() && is_identity; ++n) {
      is_identity = places[n] == first + n;
    }
    places_.insert(places_.end(), places.begin(), places.end());
    first = part.numbers_end;
    place += part.records;
    parts_.push_back(std::move(part));
  }
  if (is_identity) places_ = {};
  return std::nullopt;
}

// How many of the parts there is room for: whole ones, from the first on.
std::optional<Error> Records::fit(std::size_t record_bytes, const UploadOptions& options) {
  const auto room = device_.room();
  if (!room) return room.error();
  const std::uint64_t usable = room->free > 2 * kReserve ? room->free - kReserve : room->free / 2;
  std::uint64_t limit = options.limit == 0 ? usable : options.limit;
  std::uint64_t all = 0;
  for (const KeptPart& p : parts_) all += p.records * record_bytes;
  const std::uint64_t tables = places_.size() * sizeof(std::uint32_t);
  if (all + tables > limit && !options.may_stream) {
    return Error{
        ErrorCode::kLimit, 0,
        concat({"the records take ", std::to_string(all + tables), " bytes, and ",
                std::to_string(limit),
                " may be used of the card's memory: raise limit=, narrow the set, or let it ",
                "be streamed (stream=True)"})};
  }
  limit -= std::min(limit, tables);
  if (all > limit) reserve_slots(record_bytes, limit, all);
  limit -= slots_ * slot_records_ * record_bytes;
  for (; staying_ < parts_.size(); ++staying_) {
    const std::uint64_t bytes = parts_[staying_].records * record_bytes;
    if (bytes > limit) break;
    limit -= bytes;
    kept_ += parts_[staying_].records;
    resident_ = parts_[staying_].numbers_end;
  }
  return std::nullopt;
}

// Lanes stand at one shard each, and as many come next. Small batches do with less.
void Records::reserve_slots(std::size_t record_bytes, std::uint64_t limit, std::uint64_t all) {
  constexpr std::uint64_t kWanted = 2 * data::kLaneCount;
  constexpr std::uint64_t kFewest = 8;
  for (const KeptPart& p : parts_) slot_records_ = std::max(slot_records_, p.records);
  const std::uint64_t fitting = limit / std::max<std::uint64_t>(1, slot_records_ * record_bytes);
  if (fitting < kFewest) return;
  const std::uint64_t wanted = std::min(fitting, kWanted);
  const std::uint64_t taken = wanted * slot_records_ * record_bytes;
  // What waits may take half of this machine's free memory: else it is read record by record.
  if (all - (limit - taken) <= free_memory() / 2) slots_ = wanted;
}

// Shards are read by several threads, some ahead of the copying.
std::optional<Error> Records::copy_parts(data::Set& set, unsigned threads) {
  auto upload = Upload::begin(device_);
  if (!upload) return upload.error();
  std::deque<std::future<Result<io::Memory>>> reading;
  std::size_t next = 0;
  DevicePointer to = memory_->address();
  for (const KeptPart& part : std::span(parts_).first(staying_)) {
    while (next < staying_ && reading.size() < std::max(1U, threads)) {
      const std::size_t number = parts_[next++].number;
      reading.push_back(
          std::async(std::launch::async, [&set, number] { return set.whole(number); }));
    }
    const auto shard = reading.front().get();
    reading.pop_front();
    if (!shard) return shard.error();
    const std::size_t each = set.type().bytes;
    for (const KeptPart::Run& run : part.runs) {
      const auto bytes = shard->bytes().subspan(run.first * each, run.count * each);
      if (auto error = upload->copy(bytes, to)) return error;
      to += bytes.size();
    }
  }
  return upload->finish();
}

// What is streamed waits in pinned memory of this machine.
std::optional<Error> Records::load_shards(data::Set& set, unsigned threads) {
  auto shards = Shards::load(device_, set, parts_, staying_,
                             {.memory = memory_->address(),
                              .first_row = kept_,
                              .count = slots_,
                              .records = slot_records_,
                              .record_bytes = set.type().bytes},
                             lister_, threads);
  if (!shards) return shards.error();
  shards_ = *std::move(shards);
  return std::nullopt;
}

Result<const Memory*> Records::lanes_of(const std::shared_ptr<const data::Order>& order) const {
  constexpr std::size_t kKept = 4;
  const std::lock_guard lock(lanes_lock_);
  for (const auto& known : lanes_) {
    if (known->order == order) return &known->memory;
  }
  const data::Lanes& lanes = *order->in_lanes();
  std::vector<std::uint64_t> table(lanes.firsts().begin(), lanes.firsts().end());
  table.insert(table.end(), lanes.begins().begin(), lanes.begins().end());
  auto memory = Memory::holding(device_, std::as_bytes(std::span(table)));
  if (!memory) return memory.error();
  // Freeing waits for the card, so that nobody reads what goes.
  if (lanes_.size() == kKept) lanes_.erase(lanes_.begin());
  lanes_.push_back(std::make_unique<Lanes>(Lanes{order, *std::move(memory)}));
  return &lanes_.back()->memory;
}

std::optional<Error> Records::list(Handle stream, const data::BatchRows& batch,
                                   const Choice* choice, std::span<const std::uint64_t> keys,
                                   std::uint32_t symmetries, const Listed& out) const {
  const auto& stretches = batch.stretches();
  for (std::size_t s = 0; s < stretches.size();) {
    const std::size_t epoch = stretches[s].epoch;
    const auto& order = batch.epochs()[epoch];
    kernel::RowsArgs a{};
    if (order->in_lanes()) {
      const auto tables = lanes_of(order);
      if (!tables) return tables.error();
      a.order = order_args(*order, (*tables)->address());
    } else {
      a.order = order_args(*order, 0);
    }
    a.step = order->lanes();
    while (s < stretches.size() && stretches[s].epoch == epoch &&
           a.stretch_count < kernel::RowsArgs::kMostStretches) {
      a.stretches[a.stretch_count++] = {stretches[s].first, stretches[s].row};
      a.end = stretches[s].row + stretches[s].count;
      ++s;
    }
    a.choice = choice == nullptr ? nullptr : at<kernel::u64>(choice->memory().address());
    a.places = places_on_ ? at<kernel::u32>(places_on_->address()) : nullptr;
    if (out.is_streamed) {
      const ShardTable& table = shards_->table();
      a.part_firsts = at<kernel::u64>(table.firsts());
      a.part_bases = at<kernel::u64>(table.bases());
      a.part_count = table.parts();
    }
    a.rows = at<kernel::u64>(out.rows);
    if (!keys.empty()) {
      a.symmetries = at<kernel::u8>(out.symmetries);
      a.symmetry_key = keys[epoch];
      a.symmetry_count = symmetries;
    }
    const std::uint64_t rows = a.end - a.stretches[0].row;
    const Module::Grid grid{
        .blocks = static_cast<unsigned>((rows + kListThreads - 1) / kListThreads),
        .threads = kListThreads};
    if (auto error = lister_->launch("intarsia_rows", grid, stream, a)) return error;
  }
  return std::nullopt;
}

}  // namespace intarsia::cuda
