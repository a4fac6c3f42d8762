#include "python/bind/tensor.h"

#include <cstdlib>
#include <string>

#include "intarsia/base/text.h"
#include "intarsia/layout/describe.h"

namespace intarsia::bind {

namespace {

using nb::dlpack::dtype_code;

bool has_type(nb::dlpack::dtype found, layout::Dtype wanted) {
  const auto code = static_cast<dtype_code>(found.code);
  if (found.lanes != 1 || found.bits != 8 * info(wanted).bytes) return false;
  switch (wanted) {
    case layout::Dtype::kFloat32:
    case layout::Dtype::kFloat16:
      return code == dtype_code::Float;
    case layout::Dtype::kBFloat16:  // NumPy has none: its bits
      return code == dtype_code::Bfloat || code == dtype_code::UInt;
    case layout::Dtype::kUint8:
      return code == dtype_code::UInt;
    case layout::Dtype::kInt8:
      return code == dtype_code::Int;
  }
  return false;
}

template <class Array>
std::string shape_in(const Array& array) {
  std::string text = "(";
  for (std::size_t i = 0; i < array.ndim(); ++i) {
    text += concat({i == 0 ? "" : ", ", std::to_string(array.shape(i))});
  }
  return text + (array.ndim() == 1 ? ",)" : ")");
}

// Whether the last axes are the shape of one tensor, without gaps.
template <class Array>
bool has_shape(const Array& array, const std::vector<std::size_t>& shape) {
  if (array.ndim() != shape.size() + 1) return false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (array.shape(i + 1) != shape[i]) return false;
  }
  return true;
}

template <class Array>
bool has_whole_rows(const Array& array) {
  if (array.shape(0) == 0) return true;  // strides of nothing say nothing
  std::int64_t expected = 1;
  for (std::size_t i = array.ndim() - 1; i >= 1; --i) {
    if (array.shape(i) != 1 && array.stride(i) != expected) return false;
    expected *= static_cast<std::int64_t>(array.shape(i));
  }
  return true;
}

template <class Byte, class Array>
Rows<Byte> checked(const Array& array, const layout::Plan& plan) {
  const layout::Layout& l = plan.layout();
  const auto element = info(l.dtype);
  if (!has_type(array.dtype(), l.dtype)) {
    const bool has_none = l.dtype == layout::Dtype::kBFloat16;
    throw nb::type_error(concat({"expected an array of ", element.name,
                                 has_none ? " (its bits, uint16)" : "", " for ", l.id})
                             .c_str());
  }
  if (!has_shape(array, l.shape())) {
    std::string wanted = layout::shape_text(l);
    wanted.replace(0, 1, l.shape().empty() ? "(n" : "(n, ");
    throw nb::value_error(
        concat({"expected the shape ", wanted, " for ", l.id, ", not ", shape_in(array)}).c_str());
  }
  if (!has_whole_rows(array)) {
    throw nb::value_error(
        "expected tensors without gaps: each row of the first axis must be contiguous");
  }
  return {static_cast<Byte*>(static_cast<void*>(const_cast<void*>(  // NOLINT: ro is in the type
              static_cast<const void*>(array.data())))),
          array.shape(0),
          array.ndim() == 0 ? 0 : static_cast<std::ptrdiff_t>(array.stride(0) * element.bytes)};
}

}  // namespace

TensorsOut tensors_out_in(nb::handle object, const std::string& name) {
  return writable_in<TensorsOut>(
      object, name,
      "an array in the memory of the CPU (NumPy's, or by DLPack) that can be written");
}

Rows<std::byte> rows_of(const TensorsOut& array, const layout::Plan& plan) {
  const auto rows = checked<std::byte>(array, plan);
  const auto bytes = static_cast<std::ptrdiff_t>(plan.bytes());
  if (rows.count > 1 && std::abs(rows.stride) < bytes) {
    throw nb::value_error("out: the rows lie over one another");
  }
  return rows;
}

Rows<const std::byte> rows_of(const Tensors& array, const layout::Plan& plan) {
  return checked<const std::byte>(array, plan);
}

layout::Stores stores_for(const layout::Plan& plan, const Rows<std::byte>& rows) {
  const bool is_dense = rows.stride == static_cast<std::ptrdiff_t>(plan.bytes());
  const bool is_streamed = is_dense && plan.bytes() >= layout::kStreamedTensorBytes &&
                           rows.count * plan.bytes() >= layout::kStreamedBytes;
  return is_streamed ? layout::Stores::kStreamed : layout::Stores::kCached;
}

}  // namespace intarsia::bind
