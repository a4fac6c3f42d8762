// Orders of epochs and rows of batches: which records come when.

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "intarsia/io/hash.h"
#include "python/bind/array.h"
#include "python/bind/bind.h"
#include "python/bind/orders.h"

namespace intarsia::bind {

namespace {

using data::Shuffle;

constexpr std::pair<std::string_view, Shuffle> kShuffles[] = {{"none", Shuffle::kNone},
                                                              {"global", Shuffle::kGlobal},
                                                              {"blocks", Shuffle::kBlocks},
                                                              {"lanes", Shuffle::kLanes}};

Shuffle shuffle_in(std::string_view name) {
  for (const auto& [known, shuffle] : kShuffles) {
    if (name == known) return shuffle;
  }
  throw nb::value_error("no such shuffle");
}

std::string_view suggested_shuffle(std::uint64_t bytes) {
  const Shuffle suggested = data::suggested_shuffle(bytes);
  return std::find_if(std::begin(kShuffles), std::end(kShuffles),
                      [&](const auto& s) { return s.second == suggested; })
      ->first;
}

using Counts = Array<const std::uint64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;

void make_order(OrderObject* self, const Counts& shards, std::uint64_t seed, std::uint64_t epoch,
                std::string_view shuffle, std::uint64_t record_bytes) {
  const std::vector<std::uint64_t> records(shards.data(), shards.data() + shards.shape(0));
  const std::uint64_t bytes = std::max<std::uint64_t>(1, record_bytes);
  new (self) OrderObject(records, {.seed = seed,
                                   .epoch = epoch,
                                   .shuffle = shuffle_in(shuffle),
                                   .run = std::max<std::uint64_t>(1, data::kRunBytes / bytes)});
}

void make_rows(RowsObject* self, std::vector<OrderObject> orders, std::uint64_t first,
               std::uint64_t count, std::uint64_t begin, std::uint64_t end) {
  std::vector<std::shared_ptr<const data::Order>> epochs;
  std::uint64_t places = 0;
  for (const OrderObject& order : orders) {
    epochs.push_back(order.shared());
    places += order.order().size();
    const bool is_alike = order.order().size() == epochs.front()->size() &&
                          order.order().lanes() == epochs.front()->lanes();
    if (!is_alike) throw nb::value_error("orders of one set are needed");
  }
  if (first > places || count > places - first) throw nb::index_error("no such place");
  if (begin > end || end > count) throw nb::index_error("no such row");
  data::BatchRows rows(std::move(epochs), first, count, begin, end);
  new (self) RowsObject{std::move(orders), std::move(rows)};
}

void fill_numbers(const RowsObject& self,
                  const Array<std::uint64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>& out) {
  if (out.shape(0) != self.rows.size()) throw nb::value_error("a number for each row");
  self.rows.fill(0, {out.data(), out.shape(0)});
}

// Of each row which of the orders it is of.
void fill_epochs(const RowsObject& self,
                 const Array<std::uint64_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>& out) {
  if (out.shape(0) != self.rows.size()) throw nb::value_error("a number for each row");
  for (const data::BatchRows::Stretch& s : self.rows.stretches()) {
    std::fill_n(out.data() + s.row, s.count, s.epoch);
  }
}

}  // namespace

void bind_orders(nb::module_& m) {
  nb::class_<OrderObject>(m, "Order", "The order in which an epoch visits records.")
      .def("__init__", make_order, nb::arg("shards").noconvert(), nb::arg("seed"), nb::arg("epoch"),
           nb::arg("shuffle"), nb::arg("record_bytes"));
  nb::class_<RowsObject>(m, "BatchRows", "What a rank takes of a global batch.")
      .def("__init__", make_rows, nb::arg("orders"), nb::arg("first"), nb::arg("count"),
           nb::arg("begin"), nb::arg("end"))
      .def("__len__", [](const RowsObject& self) { return self.rows.size(); })
      .def("numbers", fill_numbers, nb::arg("out").noconvert())
      .def("epochs", fill_epochs, nb::arg("out").noconvert());
  m.def(
      "xxh3",
      [](const Array<const std::uint8_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>& bytes) {
        return io::xxh3(std::as_bytes(std::span(bytes.data(), bytes.shape(0))));
      },
      nb::arg("bytes").noconvert());
  m.attr("LANES") = data::kLaneCount;
  m.def("suggested_shuffle", suggested_shuffle, nb::arg("bytes"));
}

}  // namespace intarsia::bind
