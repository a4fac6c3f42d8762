#include "intarsia/cuda/device.h"

#include <string_view>
#include <vector>

#include "intarsia/base/text.h"
#include "intarsia/cuda/compile.h"
#include "intarsia/cuda/driver.h"

namespace intarsia::cuda {

namespace {

// Of cuda.h.
constexpr int kMultiprocessors = 16;
constexpr int kMajor = 75;
constexpr int kMinor = 76;
constexpr int kMaxDynamicShared = 8;
constexpr unsigned kNoTiming = 2;
constexpr unsigned kUsualShared = 48U << 10;

std::string in_bytes(std::uint64_t n) { return std::to_string(n) + " bytes"; }

Error no_memory(const Device& device, std::size_t wanted, Error error) {
  if (error.code != ErrorCode::kLimit) return error;
  const auto room = device.room();
  if (!room) return error;
  error.detail =
      concat({"out of memory on ", device.name(), ": ", in_bytes(wanted), " wanted, ",
              in_bytes(room->free), " free of ", in_bytes(room->total), " (", error.detail, ")"});
  return error;
}

}  // namespace

Device::State::~State() {
  if (pool != nullptr) driver->destroy_pool.call(pool);
  if (context != nullptr) driver->release_context.call(handle);
}

Result<Device> Device::open(int number) {
  const auto found = cuda::driver();
  if (!found) return found.error();
  const Driver& d = **found;
  int count = 0;
  if (auto error = d(d.device_count, &count)) return *std::move(error);
  if (number < 0 || number >= count) {
    return Error{ErrorCode::kNotFound, 0,
                 concat({"there is no card ", std::to_string(number), "; they are numbered 0 to ",
                         std::to_string(count - 1)})};
  }
  auto state = std::make_shared<State>();
  state->driver = &d;
  state->number = number;
  std::vector<char> name(256);
  int major = 0;
  int minor = 0;
  if (auto error = d(d.device, &state->handle, number)) return *std::move(error);
  if (auto error = d(d.device_name, name.data(), 255, state->handle)) return *std::move(error);
  if (auto error = d(d.device_attribute, &major, kMajor, state->handle)) return *std::move(error);
  if (auto error = d(d.device_attribute, &minor, kMinor, state->handle)) return *std::move(error);
  if (auto error =
          d(d.device_attribute, &state->multiprocessors, kMultiprocessors, state->handle)) {
    return *std::move(error);
  }
  state->name = name.data();
  state->architecture = 10 * major + minor;
  if (auto error = d(d.retain_context, &state->context, state->handle)) return *std::move(error);
  if (auto error = make_pool(*state)) return *std::move(error);
  return Device(std::move(state));
}

// Of our own, since the card's usual one gives all memory back whenever somebody waits, which costs more
// than a batch.
std::optional<Error> Device::make_pool(State& state) {
  constexpr int kOnDevice = 1, kPinned = 1, kReleaseThreshold = 4;
  struct Wanted {  // CUmemPoolProps
    int allocation_type = kPinned;
    int handle_types = 0;
    int location_type = kOnDevice;
    int location = 0;
    void* security = nullptr;
    std::size_t most = 0;
    unsigned short usage = 0;
    unsigned char reserved[54] = {};
  } wanted;
  static_assert(sizeof wanted == 88);
  wanted.location = state.handle;
  std::uint64_t kept = std::uint64_t{1} << 30;
  const Driver& d = *state.driver;
  if (auto error = d(d.create_pool, &state.pool, static_cast<const void*>(&wanted))) return error;
  return d(d.set_pool_attribute, state.pool, kReleaseThreshold, static_cast<void*>(&kept));
}

Result<Device::Room> Device::room() const {
  const Current current(*this);
  if (current.error()) return *current.error();
  Room room;
  if (auto error = driver()(driver().memory_info, &room.free, &room.total)) {
    return *std::move(error);
  }
  return room;
}

Result<std::shared_ptr<const Module>> Device::load(const std::string& program) const {
  {
    const std::lock_guard lock(state_->loading);
    if (auto module = state_->modules[program].lock()) return module;
  }
  // Others may compile meanwhile, even the same: the last one is kept.
  const auto made = compiled(program, architecture());
  if (!made) return made.error();
  auto module = Module::load(*this, made->binary);
  if (!module) return module;
  const std::lock_guard lock(state_->loading);
  state_->modules[program] = *module;
  return module;
}

Current::Current(const Device& device)
    : driver_(device.driver()), error_(driver_(driver_.push_context, device.state_->context)) {}

Current::~Current() {
  Handle popped = nullptr;
  if (!error_) driver_.pop_context.call(&popped);
}

Result<Memory> Memory::allocate(const Device& device, std::size_t bytes) {
  if (bytes == 0) return Memory(device, 0, 0);
  const Driver& d = device.driver();
  const Current current(device);
  if (current.error()) return *current.error();
  DevicePointer address = 0;
  if (auto error = d(d.allocate, &address, bytes)) {
    return no_memory(device, bytes, *std::move(error));
  }
  return Memory(device, address, bytes);
}

Result<Memory> Memory::allocate_in(const Device& device, std::size_t bytes, Handle stream) {
  if (bytes == 0) return Memory(device, 0, 0);
  const Driver& d = device.driver();
  const Current current(device);
  if (current.error()) return *current.error();
  DevicePointer address = 0;
  if (auto error = d(d.allocate_async, &address, bytes, device.state_->pool, stream)) {
    return no_memory(device, bytes, *std::move(error));
  }
  return Memory(device, address, bytes, stream);
}

Result<Memory> Memory::holding(const Device& device, std::span<const std::byte> bytes) {
  auto memory = allocate(device, bytes.size());
  if (!memory || bytes.empty()) return memory;
  const Driver& d = device.driver();
  const Current current(device);
  if (current.error()) return *current.error();
  if (auto error = d(d.copy_in, memory->address(), bytes.data(), bytes.size(), nullptr)) {
    return *std::move(error);
  }
  if (auto error = d(d.synchronize_stream, nullptr)) return *std::move(error);
  return memory;
}

// A device is shared: what was moved from keeps it. NOLINTBEGIN(performance-move-constructor-init)
Memory::Memory(Memory&& other) noexcept
    : device_(other.device_),
      address_(std::exchange(other.address_, 0)),
      bytes_(std::exchange(other.bytes_, 0)),
      stream_(other.stream_) {}

Memory& Memory::operator=(Memory&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(address_, other.address_);
  std::swap(bytes_, other.bytes_);
  std::swap(stream_, other.stream_);
  return *this;
}

Memory::~Memory() {
  if (address_ == 0) return;
  const Current current(device_);
  const Driver& d = device_.driver();
  stream_ ? d.free_async.call(address_, *stream_) : d.free.call(address_);
}

Result<Pinned> Pinned::allocate(const Device& device, std::size_t bytes) {
  const Driver& d = device.driver();
  const Current current(device);
  if (current.error()) return *current.error();
  void* data = nullptr;
  if (auto error = d(d.allocate_host, &data, bytes, 0U)) return *std::move(error);
  return Pinned(device, static_cast<std::byte*>(data), bytes);
}

Pinned::Pinned(Pinned&& other) noexcept
    : device_(other.device_),
      data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

Pinned& Pinned::operator=(Pinned&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Pinned::~Pinned() {
  if (data_ == nullptr) return;
  const Current current(device_);
  device_.driver().free_host.call(data_);
}

Result<Event> Event::make(const Device& device) {
  const Current current(device);
  if (current.error()) return *current.error();
  Handle event = nullptr;
  if (auto error = device.driver()(device.driver().create_event, &event, kNoTiming)) {
    return *std::move(error);
  }
  return Event(device, event);
}

Event::Event(Event&& other) noexcept
    : device_(other.device_), event_(std::exchange(other.event_, nullptr)) {}
// NOLINTEND(performance-move-constructor-init)

Event& Event::operator=(Event&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(event_, other.event_);
  return *this;
}

Event::~Event() {
  if (event_ == nullptr) return;
  const Current current(device_);
  device_.driver().destroy_event.call(event_);
}

std::optional<Error> Event::record(Handle stream) const {
  const Current current(device_);
  if (current.error()) return current.error();
  return device_.driver()(device_.driver().record_event, event_, stream);
}

std::optional<Error> Event::wait() const {
  const Current current(device_);
  if (current.error()) return current.error();
  return device_.driver()(device_.driver().synchronize_event, event_);
}

std::optional<Error> Event::wait_in(Handle stream) const {
  const Current current(device_);
  if (current.error()) return current.error();
  return device_.driver()(device_.driver().wait_event, stream, event_, 0U);
}

Result<std::shared_ptr<const Module>> Module::load(const Device& device,
                                                   const std::string& binary) {
  const Current current(device);
  if (current.error()) return *current.error();
  Handle module = nullptr;
  if (auto error = device.driver()(device.driver().load_module, &module, binary.c_str())) {
    return *std::move(error);
  }
  return std::shared_ptr<const Module>(new Module(device, module));
}

Module::~Module() {
  const Current current(device_);
  device_.driver().unload_module.call(module_);
}

std::optional<Error> Module::launch(const char* kernel, const Grid& grid, Handle stream,
                                    void** parameters) const {
  const Driver& d = device_.driver();
  const Current current(device_);
  if (current.error()) return current.error();
  Handle function = nullptr;
  if (auto error = d(d.function, &function, module_, kernel)) return error;
  if (grid.shared_bytes > kUsualShared) {
    if (auto error = d(d.set_function_attribute, function, kMaxDynamicShared,
                       static_cast<int>(grid.shared_bytes))) {
      return error;
    }
  }
  return d(d.launch, function, grid.blocks, 1U, 1U, grid.threads, 1U, 1U, grid.shared_bytes, stream,
           parameters, nullptr);
}

}  // namespace intarsia::cuda
