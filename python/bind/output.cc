#include "python/bind/output.h"

#include "intarsia/base/text.h"

namespace intarsia::bind {

namespace {

template <class Number>
bool is_aligned(const Number* data) {
  return reinterpret_cast<std::uintptr_t>(data) % alignof(Number) == 0;
}

}  // namespace

Output::Output(nb::handle out, const layout::Plan& plan, const std::string& name) : plan_(plan) {
  if (PyTuple_Check(out.ptr()) && nb::len(out) == 2) {
    take_layers(out[0], out[1], name);
  } else {
    take_tensors(out, name);
  }
}

void Output::take_tensors(nb::handle array, const std::string& name) {
  tensors_ = tensors_out_in(array, name);
  const auto rows = rows_of(*tensors_, plan_);
  count_ = rows.count;
  rows_.planes = rows.data;
  rows_.stride = rows.stride;
  stores_ = stores_for(plan_, rows);
}

void Output::take_layers(nb::handle masks, nb::handle values, const std::string& name) {
  if (plan_.layout().dtype != layout::Dtype::kFloat32) {
    throw nb::value_error("layers are made of a layout in float32");
  }
  masks_ = writable_in<Masks>(masks, name + ".masks", "an array of uint64 that can be written");
  values_ =
      writable_in<Values>(values, name + ".values", "an array of float32 that can be written");
  count_ = masks_->shape(0);
  // An element's bits, as NumPy has them in a float32.
  rows_.layers =
      plan_.rows_of_layers(masks_->data(), reinterpret_cast<std::uint32_t*>(values_->data()));
  const std::size_t layers = rows_.layers.layers;
  if (masks_->shape(1) != layers || masks_->shape(2) != rows_.layers.words ||
      values_->shape(0) != count_ || values_->shape(1) != layers) {
    throw nb::value_error(
        concat({name, ": expected masks of the shape (n, ", std::to_string(layers), ", ",
                std::to_string(rows_.layers.words), ") and values (n, ", std::to_string(layers),
                ") for ", plan_.layout().id})
            .c_str());
  }
  if (!is_aligned(masks_->data()) || !is_aligned(values_->data())) {
    throw nb::value_error(concat({name, ": the arrays are not aligned"}).c_str());
  }
}

void Output::take(game::Encoder& encoder, std::size_t first) const {
  if (!has_layers()) return encoder.encode(tensor(first), rows_.stride, stores_);
  layout::Stack stack(plan_, rows_.layers.from(first), encoder.count());
  encoder.stack(0, stack);
}

void Output::take(game::RecordEncoder& encoder, std::span<const layout::RecordMoment> moments,
                  std::size_t first) const {
  if (!has_layers()) return encoder.encode(moments, tensor(first), rows_.stride, stores_);
  layout::Stack stack(plan_, rows_.layers.from(first), moments.size());
  encoder.stack(moments, 0, stack);
}

}  // namespace intarsia::bind
