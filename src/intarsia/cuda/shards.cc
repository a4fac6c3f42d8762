#include "intarsia/cuda/shards.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <future>

#include "intarsia/cuda/driver.h"

namespace intarsia::cuda {

namespace {

constexpr unsigned kApart = 1;  // a stream that waits for no other
// Shards that are copied as one: who waits for one of them waits for all.
constexpr std::size_t kTogether = 8;

template <class Coming>
bool is_among(const std::vector<Coming>& coming, std::size_t part) {
  return std::any_of(coming.begin(), coming.end(), [&](const Coming& c) { return c.part == part; });
}

// What is kept of a shard, side by side.
Result<Pinned> pinned_part(const Device& device, const data::Set& set, const KeptPart& part,
                           std::size_t each) {
  const auto shard = set.whole(part.number);
  if (!shard) return shard.error();
  auto pinned = Pinned::allocate(device, std::max<std::size_t>(1, part.records * each));
  if (!pinned) return pinned;
  std::byte* to = pinned->data();
  for (const KeptPart::Run& run : part.runs) {
    std::memcpy(to, shard->data() + run.first * each, run.count * each);
    to += run.count * each;
  }
  return pinned;
}

}  // namespace

Result<std::unique_ptr<Shards>> Shards::load(const Device& device, const data::Set& set,
                                             std::span<const KeptPart> parts, std::size_t staying,
                                             const Slots& slots,
                                             std::shared_ptr<const Module> lister,
                                             unsigned threads) {
  std::unique_ptr<Shards> s(new Shards(device, slots));
  s->staying_ = staying;
  for (const KeptPart& p : parts) {
    s->ends_.push_back(p.numbers_end);
    s->bases_.push_back(p.first_place);
  }
  std::deque<std::future<Result<Pinned>>> reading;
  for (std::size_t next = staying; s->waiting_.size() < parts.size() - staying;) {
    while (next < parts.size() && reading.size() < std::max(1U, threads)) {
      reading.push_back(std::async(std::launch::async, [&, part = next++] {
        return pinned_part(device, set, parts[part], slots.record_bytes);
      }));
    }
    auto pinned = reading.front().get();
    reading.pop_front();
    if (!pinned) return pinned.error();
    s->waiting_.push_back(*std::move(pinned));
  }
  auto table = ShardTable::make(device, std::move(lister), s->bases_);
  if (!table) return table.error();
  s->table_ = *std::move(table);
  s->slots_.resize(slots.count);
  s->slot_of_.assign(parts.size(), slots.count);
  const Current current(device);
  if (current.error()) return *current.error();
  if (auto error = device.driver()(device.driver().create_stream, &s->copying_, kApart)) {
    return *std::move(error);
  }
  return s;
}

Shards::~Shards() {
  if (copying_ == nullptr) return;
  const Current current(device_);
  device_.driver().synchronize_stream.call(copying_);
  device_.driver().destroy_stream.call(copying_);
}

std::size_t Shards::part_of(std::uint64_t number) const {
  const auto behind = std::upper_bound(ends_.begin(), ends_.end(), number);
  return static_cast<std::size_t>(behind - ends_.begin());
}

Shards::Slot* Shards::find(std::size_t part) {
  return slot_of_[part] == slots_.size() ? nullptr : &slots_[slot_of_[part]];
}

void Shards::keep(std::span<const std::size_t> parts, std::uint64_t turn) {
  for (const std::size_t part : parts) {
    if (Slot* const slot = find(part)) slot->turn = turn;
  }
}

// The slot that was wanted longest ago, for what is wanted in `turn`; null where all others are, too.
Shards::Slot* Shards::claim(std::uint64_t turn) {
  const auto oldest = std::min_element(
      slots_.begin(), slots_.end(), [](const Slot& a, const Slot& b) { return a.turn < b.turn; });
  if (oldest->turn >= turn) return nullptr;
  if (oldest->part) slot_of_[*oldest->part] = slots_.size();
  oldest->part.reset();
  oldest->turn = turn;
  return &*oldest;
}

// Slots for those that are not there, as far as they go.
std::vector<Shards::Coming> Shards::find_room(std::span<const std::size_t> parts,
                                              std::uint64_t turn) {
  std::vector<Coming> coming;
  for (const std::size_t part : parts) {
    if (part < staying_ || find(part) != nullptr || is_among(coming, part)) continue;
    Slot* const slot = claim(turn);
    if (slot == nullptr) break;
    coming.push_back({part, slot});
  }
  return coming;
}

std::optional<Error> Shards::bring(std::span<const Coming> coming) {
  while (!coming.empty()) {
    const std::size_t count = std::min(kTogether, coming.size());
    if (auto error = bring_together(coming.first(count))) return error;
    coming = coming.subspan(count);
  }
  return std::nullopt;
}

// Copies follow each other: a wait before and a mark behind each one would hold small shards up.
std::optional<Error> Shards::bring_together(std::span<const Coming> coming) {
  const Event* waited = nullptr;
  for (const Coming& c : coming) {
    const Event* const used = c.slot->used.get();
    if (used == nullptr || used == waited) continue;
    if (auto error = used->wait_in(copying_)) return error;
    waited = used;
  }
  auto event = Event::make(device_);
  if (!event) return event.error();
  const auto arrived = std::make_shared<const Event>(*std::move(event));
  const auto row_of = [&](const Slot& slot) {
    return slots_at_.first_row +
           static_cast<std::uint64_t>(&slot - slots_.data()) * slots_at_.records;
  };
  {
    const Current current(device_);
    if (current.error()) return current.error();
    const Driver& d = device_.driver();
    for (const Coming& c : coming) {
      const Pinned& from = waiting_[c.part - staying_];
      if (auto error = d(d.copy_in, slots_at_.memory + row_of(*c.slot) * slots_at_.record_bytes,
                         static_cast<const void*>(from.data()), from.bytes(), copying_)) {
        return error;
      }
    }
  }
  if (auto error = arrived->record(copying_)) return error;
  ++arrivals_;
  for (const auto& [part, slot] : coming) {
    slot->part = part;
    slot->arrived = arrived;
    slot->arrival = arrivals_;
    slot->used = nullptr;
    slot_of_[part] = static_cast<std::size_t>(slot - slots_.data());
    bases_[part] = row_of(*slot);
  }
  return std::nullopt;
}

bool Shards::has_room(std::vector<std::size_t> parts) const {
  std::sort(parts.begin(), parts.end());
  const auto end = std::unique(parts.begin(), parts.end());
  return end - std::lower_bound(parts.begin(), end, staying_) <= std::ssize(slots_);
}

Result<bool> Shards::need(const Wanted& wanted, Handle stream) {
  if (!has_room(wanted.now)) return false;
  turn_ += 2;
  // All that is there is kept before a slot is claimed for what is not.
  keep(wanted.next, turn_ - 1);
  keep(wanted.now, turn_);
  if (auto error = bring(find_room(wanted.now, turn_))) return *std::move(error);
  // Streams are not told apart: one that ended may have left its address to another. So each batch waits
  // for the last batch, which read the table that is written now, and for the copy that was made last.
  if (latest_use_ != nullptr) {
    if (auto error = latest_use_->wait_in(stream)) return *std::move(error);
  }
  const Slot* latest = nullptr;
  for (const std::size_t part : wanted.now) {
    const Slot* const slot = find(part);
    if (slot != nullptr && (latest == nullptr || slot->arrival > latest->arrival)) latest = slot;
  }
  if (latest != nullptr) {
    if (auto error = latest->arrived->wait_in(stream)) return *std::move(error);
  }
  if (auto error = table_->tell(stream, wanted.now, bases_)) return *std::move(error);
  return true;
}

std::optional<Error> Shards::used(Handle stream) {
  auto event = Event::make(device_);
  auto error = event ? event->record(stream) : event.error();
  if (error) {  // nothing may come over what the stream still reads
    const Current current(device_);
    device_.driver().synchronize_stream.call(stream);
    return error;
  }
  latest_use_ = std::make_shared<const Event>(*std::move(event));
  for (Slot& slot : slots_) {
    if (slot.turn == turn_) slot.used = latest_use_;
  }
  return std::nullopt;
}

std::optional<Error> Shards::expect(const Wanted& wanted) {
  return bring(find_room(wanted.next, turn_ - 1));
}

}  // namespace intarsia::cuda
