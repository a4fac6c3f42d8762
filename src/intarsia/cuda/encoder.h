// Records in a card's memory as planes and targets there.
//
//   const auto device = cuda::Device::open();
//   const auto encoder = cuda::Encoder::make(*device, plan, code, targets);
//   encoder->encode(stream, {.records = address, .count = n}, {.planes = planes, .value = value});
//
// The call returns as soon as the card has its orders; what it writes is there when the stream has come
// to it. Any number of threads may use an encoder at once.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "intarsia/base/result.h"
#include "intarsia/cuda/device.h"
#include "intarsia/game/device_code.h"
#include "intarsia/layout/encode.h"
#include "intarsia/layout/targets.h"

namespace intarsia::cuda {

// Which targets stand beside the planes.
struct TargetsWanted {
  std::string policy = {};  // a code of the game
  std::optional<layout::ValueForm> value = std::nullopt;
  layout::FrameId frame = 0;
};

// Records that lie one after the other, at a multiple of 8 bytes.
struct RecordsOn {
  DevicePointer records = 0;
  std::uint64_t count = 0;  // of the batch
  // For each of the batch which record it is, 64 bits; none: the first `count`.
  DevicePointer rows = 0;
  DevicePointer staged = 0;      // records of rows that have the bit kStagedRow
  DevicePointer symmetries = 0;  // for each in which symmetry it is shown, a byte
  // The records before one are those before it in its game, up to the game's first.
  bool has_history = true;
};
inline constexpr std::uint64_t kStagedRow = std::uint64_t{1} << 63;

// Where a batch goes; 0: nowhere. Planes may lie at any address that is a multiple of an element.
struct BatchOn {
  DevicePointer planes = 0;
  DevicePointer policy = 0;  // int32, or int64
  DevicePointer value = 0;   // float32, as many as the form has numbers
  bool is_policy_wide = false;
};

class Encoder {
 public:
  static Result<Encoder> make(const Device& device, const layout::Plan& plan,
                              const game::DeviceCode& code, const TargetsWanted& targets = {});

  [[nodiscard]] std::optional<Error> encode(Handle stream, const RecordsOn& in,
                                            const BatchOn& out) const;

  // The first of the records whose move is no move of the policy's code, or `count`. Waits for it.
  Result<std::uint64_t> find_bad_move(DevicePointer records, std::uint64_t count) const;

  const layout::Plan& plan() const { return plan_; }

 private:
  Encoder(const Device& device, const layout::Plan& plan);

  struct Part;
  struct Parts;
  Result<const Part*> part_for(DevicePointer planes) const;

  Device device_;
  layout::Plan plan_;
  game::DeviceCode code_;
  layout::FrameId target_frame_ = 0;
  std::uint32_t value_width_ = 0;
  bool has_evals_ = false;
  std::shared_ptr<Memory> elements_, policy_, worth_;
  std::shared_ptr<Parts> parts_;
};

}  // namespace intarsia::cuda
