// Layers back to tensors: masks and values that come from Python, expanded in one call.

#include <cstdint>
#include <vector>

#include "intarsia/layout/layer_expander.h"
#include "python/bind/batch.h"
#include "python/bind/bind.h"
#include "python/bind/tensor.h"

namespace intarsia::bind {

namespace {

using Masks = Array<const std::uint64_t, nb::ndim<3>, nb::device::cpu, nb::c_contig>;
using Values = Array<const float, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

// One thread's share of the work.
class ExpandWork {
 public:
  ExpandWork(const layout::Plan& plan, const Masks& masks, const Values& values,
             const Rows<std::byte>& out)
      : expander_(plan),
        masks_(masks),
        values_(values),
        out_(out),
        stores_(stores_for(plan, out)) {}

  std::optional<Failure> operator()(const Chunk& chunk) {
    expander_.begin(stores_ == layout::Stores::kStreamed);
    auto failure = chunk.each([this](std::size_t i) {
      return expander_.write(masks_.data() + i * masks_.shape(1) * masks_.shape(2),
                             values_.data() + i * values_.shape(1), out_.row(i));
    });
    expander_.finish();
    return failure;
  }

 private:
  layout::LayerExpander expander_;
  const Masks& masks_;
  const Values& values_;
  const Rows<std::byte>& out_;
  layout::Stores stores_;
};

void expand(const layout::Plan& plan, const Masks& masks, const Values& values, nb::handle out,
            unsigned threads) {
  const auto array = tensors_out_in(out, "out");
  const auto rows = rows_of(array, plan);
  const std::size_t layers = plan.layers().size();
  if (masks.shape(0) != rows.count || masks.shape(1) != layers ||
      masks.shape(2) != plan.layout().catalogue->words() || values.shape(0) != rows.count ||
      values.shape(1) != layers) {
    throw nb::value_error("masks and values have rows of the layout's layers");
  }
  run_batch(rows.count, kChunk, thread_count(threads, rows.count, kChunk),
            [&]() -> Work { return shared_work<ExpandWork>(plan, masks, values, rows); });
}

}  // namespace

void bind_bits(nb::module_& m) {
  m.def("expand", expand, nb::arg("plan"), nb::arg("masks").noconvert(),
        nb::arg("values").noconvert(), nb::arg("out"), nb::arg("threads"));
}

}  // namespace intarsia::bind
