// Cards: their memory, records and encoders there. ia.cuda and DataSet.to stand on it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "intarsia/cuda/batcher.h"
#include "intarsia/cuda/compile.h"
#include "intarsia/cuda/device.h"
#include "intarsia/cuda/driver.h"
#include "intarsia/cuda/encoder.h"
#include "intarsia/cuda/program.h"
#include "intarsia/cuda/records.h"
#include "intarsia/games/registry.h"
#include "intarsia/games/set_encode.h"
#include "intarsia/games/targets.h"
#include "intarsia/layout/dtype.h"
#include "python/bind/array.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/lock.h"
#include "python/bind/orders.h"

namespace intarsia::bind {

namespace {

using cuda::Batcher;
using cuda::Choice;
using cuda::Device;
using cuda::DevicePointer;
using cuda::Encoder;
using cuda::Memory;
using cuda::Records;
using data::Set;
using game::GameType;
using layout::Plan;

using Numbers = Array<const std::uint64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using Bytes = Array<const std::uint8_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using BytesOut = Array<std::uint8_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;

// MemoryError where memory was lacking, RuntimeError for what the driver refuses or is not there.
[[noreturn]] void raise_cuda(const Error& e) {
  PyObject* const type = e.code == ErrorCode::kLimit     ? PyExc_MemoryError
                         : e.code == ErrorCode::kInvalid ? PyExc_ValueError
                                                         : PyExc_RuntimeError;
  PyErr_SetString(type, e.detail.c_str());
  throw nb::python_error();
}
template <class T>
T on_card(Result<T> result) {
  if (!result) raise_cuda(result.error());
  return *std::move(result);
}
void on_card(const std::optional<Error>& error) {
  if (error) raise_cuda(*error);
}

// What runs without Python's lock.
template <class Work>
auto unlocked(Work work) {
  const Unlocked released;
  return work();
}

cuda::Handle stream_of(std::uint64_t stream) {
  return reinterpret_cast<cuda::Handle>(stream);  // NOLINT(performance-no-int-to-ptr)
}

void check_span(const Memory& memory, std::size_t bytes) {
  if (bytes > memory.bytes()) throw nb::value_error("more bytes than the memory has");
}

void copy_in(const Memory& memory, const Bytes& bytes, std::uint64_t stream) {
  check_span(memory, bytes.shape(0));
  const auto& d = memory.device().driver();
  on_card(unlocked([&]() -> std::optional<Error> {
    const cuda::Current current(memory.device());
    if (current.error()) return current.error();
    if (auto error = d(d.copy_in, memory.address(), static_cast<const void*>(bytes.data()),
                       bytes.shape(0), stream_of(stream))) {
      return error;
    }
    return d(d.synchronize_stream, stream_of(stream));
  }));
}

// From any memory of the card, after what the stream has been given.
void copy_out(const Device& device, DevicePointer from, const BytesOut& out, std::uint64_t stream) {
  const auto& d = device.driver();
  on_card(unlocked([&]() -> std::optional<Error> {
    const cuda::Current current(device);
    if (current.error()) return current.error();
    if (auto error =
            d(d.copy_out, static_cast<void*>(out.data()), from, out.shape(0), stream_of(stream))) {
      return error;
    }
    return d(d.synchronize_stream, stream_of(stream));
  }));
}

void synchronize(const Device& device, std::uint64_t stream) {
  const auto& d = device.driver();
  on_card(unlocked([&]() -> std::optional<Error> {
    const cuda::Current current(device);
    if (current.error()) return current.error();
    return d(d.synchronize_stream, stream_of(stream));
  }));
}

// What `later` is given from here on waits for what `earlier` has been given.
void order_streams(const Device& device, std::uint64_t earlier, std::uint64_t later) {
  const auto event = on_card(cuda::Event::make(device));
  on_card(event.record(stream_of(earlier)));
  on_card(event.wait_in(stream_of(later)));
}

// The number of the card in whose memory an address lies; None: in none.
std::optional<int> card_of(const Device& device, DevicePointer address) {
  constexpr int kMemoryType = 2, kOrdinal = 9, kDeviceMemory = 2;
  const auto& d = device.driver();
  const cuda::Current current(device);
  on_card(current.error());
  unsigned type = 0;
  int ordinal = 0;
  if (d(d.pointer_attribute, static_cast<void*>(&type), kMemoryType, address) ||
      type != kDeviceMemory ||
      d(d.pointer_attribute, static_cast<void*>(&ordinal), kOrdinal, address)) {
    return std::nullopt;
  }
  return ordinal;
}

std::unique_ptr<Records> upload(const Device& device, Set& set, std::uint64_t limit,
                                bool may_stream, const std::optional<Numbers>& chosen,
                                unsigned threads) {
  std::vector<std::uint64_t> numbers;
  if (chosen) numbers.assign(chosen->data(), chosen->data() + chosen->shape(0));
  auto records = unlocked([&] {
    return Records::upload(
        device, set,
        {.limit = limit, .may_stream = may_stream, .chosen = numbers, .threads = threads});
  });
  return on_card(std::move(records));
}

std::unique_ptr<Choice> choose(const Device& device, const Numbers& numbers) {
  std::vector<std::uint64_t> all(numbers.data(), numbers.data() + numbers.shape(0));
  return std::make_unique<Choice>(on_card(Choice::upload(device, std::move(all))));
}

std::shared_ptr<Encoder> make_encoder(const Device& device, const Plan& plan,
                                      const games::Targets* targets) {
  const GameType& type = games::game_of(plan.layout());
  cuda::TargetsWanted wanted;
  if (targets != nullptr) {
    wanted.frame = targets->frame();
    if (targets->has_policy()) wanted.policy = targets->policy().id;
    if (targets->has_value()) wanted.value = targets->value_form();
  }
  auto encoder = unlocked([&] { return Encoder::make(device, plan, type.device, wanted); });
  return std::make_shared<Encoder>(on_card(std::move(encoder)));
}

void encode(const Encoder& encoder, std::uint64_t stream, DevicePointer records,
            std::uint64_t count, bool has_history, DevicePointer planes) {
  on_card(unlocked([&] {
    return encoder.encode(stream_of(stream),
                          {.records = records, .count = count, .has_history = has_history},
                          {.planes = planes});
  }));
}

// An encoder of a set's batches, with the set and all else that it needs.
struct SetBatches {
  SetBatches(const Records& records, std::shared_ptr<Encoder> of, Set& set)
      : encoder(std::move(of)),
        size(set.size()),
        type(games::game_of(encoder->plan().layout())),
        batcher(records, *encoder, set, type.record_history(encoder->plan().layout())) {}

  std::shared_ptr<Encoder> encoder;
  std::uint64_t size;
  const GameType& type;
  Batcher batcher;
};

std::unique_ptr<SetBatches> make_batches(const Records& records, std::shared_ptr<Encoder> encoder,
                                         Set& set) {
  if (auto error = games::refuse_layout(set, encoder->plan().layout())) raise(*error);
  return std::make_unique<SetBatches>(records, std::move(encoder), set);
}

void fill_rows(SetBatches& b, std::uint64_t stream, const RowsObject& rows, const Choice* choice,
               DevicePointer planes, DevicePointer policy, bool is_policy_wide, DevicePointer value,
               const std::vector<std::uint64_t>& keys) {
  const std::uint64_t size = choice == nullptr ? b.size : choice->numbers().size();
  if (choice != nullptr && choice->end() > b.size) throw nb::index_error("no such record");
  for (const OrderObject& order : rows.orders) {
    if (order.order().size() != size) throw nb::value_error("another set's order");
  }
  if (!keys.empty() && keys.size() != rows.orders.size()) throw nb::value_error("a key an epoch");
  const auto symmetries = static_cast<std::uint32_t>(
      keys.empty() || !b.type.symmetries ? 0 : b.type.symmetries->names.size());
  on_card(unlocked([&] {
    return b.batcher.fill(
        stream_of(stream), rows.rows,
        {.choice = choice,
         .keys = symmetries == 0 ? std::span<const std::uint64_t>() : keys,
         .symmetries = symmetries},
        {.planes = planes, .policy = policy, .value = value, .is_policy_wide = is_policy_wide});
  }));
}

void fill_numbers(SetBatches& b, std::uint64_t stream, const Numbers& numbers, DevicePointer planes,
                  DevicePointer policy, bool is_policy_wide, DevicePointer value) {
  std::vector<std::uint64_t> all(numbers.data(), numbers.data() + numbers.shape(0));
  for (const std::uint64_t n : all) {
    if (n >= b.size) throw nb::index_error(("no record " + std::to_string(n)).c_str());
  }
  on_card(unlocked([&] {
    return b.batcher.fill(
        stream_of(stream), all,
        {.planes = planes, .policy = policy, .value = value, .is_policy_wide = is_policy_wide});
  }));
}

// Memory of a card as others take it. The owner lives as long as they do.
nb::object to_dlpack(nb::object owner, DevicePointer address, const std::vector<std::size_t>& shape,
                     const std::string& type, int card) {
  using Code = nb::dlpack::dtype_code;
  nb::dlpack::dtype dtype{};
  dtype.lanes = 1;
  if (const auto found = layout::find_dtype(type)) {
    constexpr Code kCodes[] = {Code::Float, Code::Float, Code::Bfloat, Code::UInt, Code::Int};
    dtype.code = static_cast<std::uint8_t>(kCodes[static_cast<std::size_t>(*found)]);
    dtype.bits = static_cast<std::uint8_t>(8 * layout::info(*found).bytes);
  } else if (type == "int32" || type == "int64") {
    dtype.code = static_cast<std::uint8_t>(Code::Int);
    dtype.bits = type == "int32" ? 32 : 64;
  } else {
    throw nb::type_error(("no such type: " + type).c_str());
  }
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver's addresses are numbers.
  const nb::ndarray<> array(reinterpret_cast<void*>(address), shape.size(), shape.data(), owner,
                            nullptr, dtype, nb::device::cuda::value, card);
  return nb::cast(array);
}

// What an array on a card says of itself by DLPack: itself, address, shape, type, and whether its rows
// lie one after the other.
nb::tuple from_dlpack(const nb::ndarray<nb::ro, nb::device::cuda>& array) {
  std::vector<std::size_t> shape;
  bool is_dense = true;
  std::int64_t next = 1;
  for (std::size_t i = array.ndim(); i-- > 0;) {
    shape.insert(shape.begin(), array.shape(i));
    is_dense = is_dense && (array.shape(i) == 1 || array.stride(i) == next);
    next *= static_cast<std::int64_t>(array.shape(i));
  }
  using Code = nb::dlpack::dtype_code;
  const auto code = static_cast<Code>(array.dtype().code);
  const std::string kind = code == Code::Bfloat  ? "bfloat"
                           : code == Code::Float ? "float"
                           : code == Code::UInt  ? "uint"
                           : code == Code::Int   ? "int"
                                                 : "code";
  return nb::make_tuple(nb::cast(array), reinterpret_cast<DevicePointer>(array.data()),
                        nb::tuple(nb::cast(shape)), kind + std::to_string(array.dtype().bits),
                        is_dense);
}

// What the compiler says of the program for a plan, for a card of that architecture: none is needed.
std::string compile_log(const Plan& plan, int architecture, std::uint32_t alignment) {
  const std::vector<std::string> options = {"--ptxas-options=-v"};
  const GameType& type = games::game_of(plan.layout());
  const auto made = cuda::compile(
      cuda::to_text(cuda::Program(plan, alignment), type.device, plan.layout().catalogue->size),
      architecture, options);
  return on_card(made).log;
}

}  // namespace

void bind_cuda(nb::module_& m) {
  nb::class_<Device>(m, "CudaDevice", "A card.")
      .def_static(
          "open", [](int number) { return on_card(Device::open(number)); }, nb::arg("number"))
      .def_prop_ro("number", &Device::number)
      .def_prop_ro("name", &Device::name)
      .def_prop_ro("architecture", &Device::architecture)
      .def_prop_ro("room",
                   [](const Device& d) {
                     const auto room = on_card(d.room());
                     return nb::make_tuple(room.free, room.total);
                   })
      .def("copy_out", copy_out, nb::arg("address"), nb::arg("out").noconvert(), nb::arg("stream"))
      .def("synchronize", synchronize, nb::arg("stream"))
      .def("order", order_streams, nb::arg("earlier"), nb::arg("later"))
      .def("card_of", card_of, nb::arg("address"));
  nb::class_<Memory>(m, "CudaMemory", "Memory of a card.")
      .def_static(
          "allocate",
          [](const Device& device, std::size_t bytes, std::uint64_t stream) {
            return std::make_unique<Memory>(
                on_card(Memory::allocate_in(device, bytes, stream_of(stream))));
          },
          nb::arg("device"), nb::arg("size"), nb::arg("stream"))
      .def_prop_ro("address", &Memory::address)
      .def_prop_ro("size", &Memory::bytes)
      .def("copy_in", copy_in, nb::arg("bytes").noconvert(), nb::arg("stream"))
      .def(
          "use_in", [](Memory& memory, std::uint64_t stream) { memory.use_in(stream_of(stream)); },
          nb::arg("stream"));
  nb::class_<Choice>(m, "CudaChoice", "Numbers of records that were chosen, on a card.")
      .def_static("upload", choose, nb::arg("device"), nb::arg("numbers").noconvert());
  nb::class_<Records>(m, "CudaRecords", "The records of a data set on a card.")
      .def_static("upload", upload, nb::arg("device"), nb::arg("set"), nb::arg("limit"),
                  nb::arg("may_stream"), nb::arg("chosen").noconvert().none(), nb::arg("threads"))
      .def_prop_ro("size", &Records::bytes)
      .def_prop_ro("kept", &Records::kept)
      .def_prop_ro("is_whole", &Records::is_whole)
      .def_prop_ro("slots", &Records::slots)
      .def(
          "find_bad_move",
          [](const Records& r, const Encoder& e) {
            const auto found =
                on_card(unlocked([&] { return e.find_bad_move(r.address(), r.kept()); }));
            return found < r.kept() ? std::optional(found) : std::nullopt;
          },
          nb::arg("encoder"));
  nb::class_<Encoder>(m, "CudaEncoder", "Records on a card to planes and targets there.")
      .def_static("make", make_encoder, nb::arg("device"), nb::arg("plan"),
                  nb::arg("targets").none())
      .def("encode", encode, nb::arg("stream"), nb::arg("records"), nb::arg("count"),
           nb::arg("has_history"), nb::arg("planes"));
  nb::class_<SetBatches>(m, "CudaBatches", "Batches of a data set, made on a card.")
      .def_static("make", make_batches, nb::arg("records"), nb::arg("encoder"), nb::arg("set"),
                  nb::keep_alive<0, 1>(), nb::keep_alive<0, 3>())
      .def("fill_rows", fill_rows, nb::arg("stream"), nb::arg("rows"), nb::arg("choice").none(),
           nb::arg("planes"), nb::arg("policy"), nb::arg("is_policy_wide"), nb::arg("value"),
           nb::arg("symmetry_keys"))
      .def(
          "follow",
          [](SetBatches& b, const OrderObject& epoch) { b.batcher.follow(epoch.shared()); },
          nb::arg("epoch"))
      .def("fill_numbers", fill_numbers, nb::arg("stream"), nb::arg("numbers").noconvert(),
           nb::arg("planes"), nb::arg("policy"), nb::arg("is_policy_wide"), nb::arg("value"));
  m.def(
      "look_for_nvrtc", [](const std::vector<std::string>& paths) { cuda::look_for_nvrtc(paths); },
      nb::arg("paths"));
  m.def("cuda_dlpack", to_dlpack, nb::arg("owner"), nb::arg("address"), nb::arg("shape"),
        nb::arg("type"), nb::arg("card"));
  m.def("cuda_array", from_dlpack, nb::arg("array"));
  m.def("cuda_compile_log", compile_log, nb::arg("plan"), nb::arg("architecture"),
        nb::arg("alignment") = 16);
}

}  // namespace intarsia::bind
