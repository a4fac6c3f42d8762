// A card: its memory, its streams, and the programs that were loaded onto it.
//
// Everything here keeps the card's primary context, the one that PyTorch and others use too, and makes
// it current for the time of a call alone. Streams come from the caller; nothing waits for the card
// unless its name says so.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "intarsia/base/result.h"
#include "intarsia/cuda/handles.h"

namespace intarsia::cuda {

class Module;

class Device {
 public:
  // By its number, as CUDA counts cards.
  static Result<Device> open(int number = 0);

  int number() const { return state_->number; }
  const std::string& name() const { return state_->name; }
  // Major * 10 + minor of the compute capability.
  int architecture() const { return state_->architecture; }
  int multiprocessors() const { return state_->multiprocessors; }
  const Driver& driver() const { return *state_->driver; }

  struct Room {
    std::size_t free = 0, total = 0;
  };
  Result<Room> room() const;

  // The program, compiled and loaded once.
  Result<std::shared_ptr<const Module>> load(const std::string& program) const;

 private:
  friend class Current;
  friend class Memory;
  struct State {
    const Driver* driver = nullptr;
    int number = 0;
    int handle = 0;
    Handle context = nullptr;
    Handle pool = nullptr;  // of memory that comes and goes in the order of streams
    std::string name;
    int architecture = 0;
    int multiprocessors = 0;
    std::mutex loading;
    std::map<std::string, std::weak_ptr<const Module>> modules;  // by program
    ~State();
  };
  explicit Device(std::shared_ptr<State> state) : state_(std::move(state)) {}
  static std::optional<Error> make_pool(State& state);

  std::shared_ptr<State> state_;
};

// The card's context, current while this lives.
class Current {
 public:
  explicit Current(const Device& device);
  ~Current();
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

  const std::optional<Error>& error() const { return error_; }

 private:
  const Driver& driver_;
  std::optional<Error> error_;
};

// Memory of the card, freed when this goes.
class Memory {
 public:
  // An error says how much was wanted and how much there is.
  static Result<Memory> allocate(const Device& device, std::size_t bytes);
  // The same in the order of a stream: it is freed when the stream has done what it was given until
  // then. What waits for nothing, for memory that comes and goes.
  static Result<Memory> allocate_in(const Device& device, std::size_t bytes, Handle stream);
  // With these bytes, there when this returns.
  static Result<Memory> holding(const Device& device, std::span<const std::byte> bytes);

  Memory(Memory&& other) noexcept;
  Memory& operator=(Memory&& other) noexcept;
  ~Memory();

  // Of memory in the order of a stream: this one is the last that uses it.
  void use_in(Handle stream) {
    if (stream_) stream_ = stream;
  }

  DevicePointer address() const { return address_; }
  std::size_t bytes() const { return bytes_; }
  const Device& device() const { return device_; }

 private:
  Memory(Device device, DevicePointer address, std::size_t bytes,
         std::optional<Handle> stream = std::nullopt)
      : device_(std::move(device)), address_(address), bytes_(bytes), stream_(stream) {}

  Device device_;
  DevicePointer address_;
  std::size_t bytes_;
  std::optional<Handle> stream_;  // in whose order it is freed
};

// Memory of this machine from which the card copies without help of the processor.
class Pinned {
 public:
  static Result<Pinned> allocate(const Device& device, std::size_t bytes);
  Pinned(Pinned&& other) noexcept;
  Pinned& operator=(Pinned&& other) noexcept;
  ~Pinned();

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  Pinned(Device device, std::byte* data, std::size_t bytes)
      : device_(std::move(device)), data_(data), bytes_(bytes) {}

  Device device_;
  std::byte* data_;
  std::size_t bytes_;
};

// A point in a stream.
class Event {
 public:
  static Result<Event> make(const Device& device);
  Event(Event&& other) noexcept;
  Event& operator=(Event&& other) noexcept;
  ~Event();

  [[nodiscard]] std::optional<Error> record(Handle stream) const;
  // Until the stream has come there: the processor, or another stream.
  [[nodiscard]] std::optional<Error> wait() const;
  [[nodiscard]] std::optional<Error> wait_in(Handle stream) const;

 private:
  Event(Device device, Handle event) : device_(std::move(device)), event_(event) {}

  Device device_;
  Handle event_;
};

// A program on a card.
class Module {
 public:
  static Result<std::shared_ptr<const Module>> load(const Device& device,
                                                    const std::string& binary);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  struct Grid {
    unsigned blocks;
    unsigned threads;
    unsigned shared_bytes = 0;
  };
  // Starts a kernel that takes one struct.
  template <class Arguments>
  [[nodiscard]] std::optional<Error> launch(const char* kernel, const Grid& grid, Handle stream,
                                            const Arguments& arguments) const {
    void* parameters[] = {const_cast<Arguments*>(&arguments)};
    return launch(kernel, grid, stream, parameters);
  }

 private:
  Module(Device device, Handle module) : device_(std::move(device)), module_(module) {}
  std::optional<Error> launch(const char* kernel, const Grid& grid, Handle stream,
                              void** parameters) const;

  Device device_;
  Handle module_;
};

}  // namespace intarsia::cuda
