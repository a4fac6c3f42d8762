#include "apps/cli/tensor_input.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "intarsia/games/layout_json.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/small_file.h"
#include "intarsia/layout/describe.h"
#include "intarsia/layout/diff.h"

namespace intarsia::cli {

namespace {

using layout::Layout;
using layout::Order;
using layout::Plan;

// The shape of one tensor: all of the array's, or without its first dimension, the count.
bool fits(const io::NpyHeader& h, const Layout& l) {
  const auto one = l.shape();
  const auto& all = h.shape;
  return std::equal(all.begin(), all.end(), one.begin(), one.end()) ||
         (!all.empty() && std::equal(all.begin() + 1, all.end(), one.begin(), one.end()));
}

// What --layout, --order and --dtype say must be what the passport says.
std::optional<Error> disagreement(const std::string& path, const games::Passport& passport,
                                  const LayoutChoice& choice) {
  const Layout& found = passport.plan.layout();
  const std::string_view dtype =
      passport.form == layout::Form::kBits ? layout::kBitsName : info(found.dtype).name;
  const bool other_order = !choice.order.empty() && choice.order != name(found.order);
  const bool other_dtype = !choice.dtype.empty() && choice.dtype != dtype;
  if (other_order || other_dtype) {
    return Error{ErrorCode::kInvalid, 0,
                 fmt::format("{} says that the tensor is {} {}", path, name(found.order), dtype)};
  }
  if (choice.layout.empty()) return std::nullopt;
  const bool takes_size = found.catalogue->has_sizes && !choice.size;
  const auto wanted = find_layout(
      choice.layout, takes_size ? std::optional<int>(found.catalogue->size) : choice.size);
  if (!wanted) return wanted.error();
  if (wanted->catalogue->game != found.catalogue->game) {
    return Error{ErrorCode::kInvalid, 0,
                 fmt::format("{} says that the tensor is one of {}, not of {}", path,
                             found.catalogue->game, wanted->catalogue->game)};
  }
  if (wanted->catalogue == found.catalogue && wanted->frame == found.frame &&
      wanted->features == found.features) {
    return std::nullopt;
  }
  return Error{
      ErrorCode::kInvalid, 0,
      fmt::format("{} says that the tensor has other planes than {}:\n{}", path, wanted->id,
                  layout::to_text(layout::difference(found, *wanted), found, *wanted))};
}

Result<games::Passport> from_passport(const std::string& path, const LayoutChoice& choice) {
  const auto text = io::read_small_file(path, games::kMaxLayoutBytes);
  if (!text) return text.error();
  auto passport = games::read_passport(*text);
  if (!passport) return about(path, passport.error());
  if (auto error = disagreement(path, *passport, choice)) return *std::move(error);
  return passport;
}

// The layout that the caller names, on every board and perhaps in every order that the array's shape
// could have.
std::vector<Plan> fitting_plans(const io::NpyHeader& h, LayoutChoice choice,
                                std::span<const int> sizes, bool has_any_order) {
  std::vector<Plan> fitting;
  for (const int n : sizes) {
    choice.size = n;
    const auto plan = choice.plan();
    for (Order o : {Order::kChw, Order::kHwc, Order::kFlat}) {
      if (!plan || (!has_any_order && o != plan->layout().order)) continue;
      auto other = Plan::make(plan->layout(), o);
      if (other && fits(h, other->layout())) fitting.push_back(*std::move(other));
    }
  }
  return fitting;
}

// Where nobody has said a size, the usual one is but an example.
Error wrong_shape(const std::string& path, const io::NpyHeader& h, const Layout& l, bool has_size) {
  const game::Sizes& sizes = games::game_of(l).sizes;
  const std::string shape = fmt::format("{} has the shape ({})", path, fmt::join(h.shape, ", "));
  const std::string wanted = fmt::format("{}, or a count before that", layout::shape_text(l));
  if (has_size || sizes.is_one()) {
    return Error{ErrorCode::kInvalid, 0,
                 fmt::format("{}, but tensors of {} in the order {} have {}", shape, l.id,
                             name(l.order), wanted)};
  }
  return Error{
      ErrorCode::kInvalid, 0,
      fmt::format("{}, which tensors of {} have on no board (sizes {}); on one of size {} "
                  "they have, in the order {}, {}",
                  shape, l.id, sizes.help(), sizes.to_text(sizes.usual), name(l.order), wanted)};
}

// Without a passport: the layout that the caller names, in the type of the array and in the size and
// order that its shape has.
Result<Plan> from_choice(const io::NpyHeader& h, LayoutChoice choice) {
  if (choice.dtype.empty()) {
    const auto* type = std::find_if(std::begin(layout::kDtypes), std::end(layout::kDtypes),
                                    [&](const auto& d) { return d.npy == h.type; });
    if (type != std::end(layout::kDtypes)) choice.dtype = type->name;
  }
  auto plan = choice.plan();
  if (!plan) return plan;
  std::span<const int> sizes = games::game_of(plan->layout()).sizes.all;
  if (choice.size) sizes = {&*choice.size, 1};
  auto fitting = fitting_plans(h, choice, sizes, false);
  if (fitting.empty() && choice.order.empty()) fitting = fitting_plans(h, choice, sizes, true);
  return fitting.size() == 1 ? fitting.front() : *plan;
}

}  // namespace

namespace {

std::string stem_of(std::string_view path) {
  for (std::string_view end : {".npy", ".masks", ".values"}) {
    if (path.ends_with(end)) path.remove_suffix(end.size());
  }
  return std::string(path);
}

}  // namespace

Error about(const std::string& path, Error e) {
  e.detail = fmt::format("{}: {}", path, e.detail);
  return e;
}

std::string passport_path(const std::string& tensor_path) {
  return stem_of(tensor_path) + ".layout.json";
}

std::string bits_path(const std::string& tensor_path, std::string_view array) {
  return fmt::format("{}.{}.npy", stem_of(tensor_path), array);
}

Result<TensorInput> TensorInput::open(const std::string& path, const LayoutChoice& choice,
                                      std::string_view flag) {
  const std::string passport = passport_path(path);
  const auto kind = io::kind_of(passport);
  if (!kind) return kind.error();
  std::optional<Plan> plan;
  if (*kind == io::FileKind::kFile) {
    auto read = from_passport(passport, choice);
    if (!read) return read.error();
    if (read->form == layout::Form::kBits) return open_bits(path, std::move(read->plan));
    plan = std::move(read->plan);
  }
  auto reader = io::NpyReader::open(path);
  if (!reader) return about(path, reader.error());
  if (!plan && choice.layout.empty()) {
    return Error{ErrorCode::kNotFound, 0,
                 fmt::format("{} has no passport{}: say which layout it is\n  {}",
                             path == "-" ? "standard input" : path,
                             path == "-" ? "" : fmt::format(" ({})", passport),
                             nothing_chosen(flag).detail)};
  }
  if (!plan) {
    auto chosen = from_choice(reader->header(), choice);
    if (!chosen) return chosen.error();
    plan = *std::move(chosen);
  }
  const Layout& l = plan->layout();
  const io::NpyHeader& h = reader->header();
  if (h.type != info(l.dtype).npy) {
    return Error{ErrorCode::kInvalid, 0,
                 fmt::format("{} holds {}, but {} in {} is stored as {}", path, h.type, l.id,
                             info(l.dtype).name, info(l.dtype).npy)};
  }
  if (!fits(h, l)) return wrong_shape(path, h, l, *kind == io::FileKind::kFile || choice.size);
  const std::uint64_t count = h.shape.size() == l.shape().size() ? 1 : h.shape[0];
  return TensorInput(*std::move(reader), *std::move(plan), count);
}

Result<TensorInput> TensorInput::open_bits(const std::string& path, Plan plan) {
  auto masks = io::NpyReader::open(bits_path(path, "masks"));
  if (!masks) return about(bits_path(path, "masks"), masks.error());
  auto values = io::NpyReader::open(bits_path(path, "values"));
  if (!values) return about(bits_path(path, "values"), values.error());
  const std::uint64_t layers = plan.layers().size();
  const std::uint64_t words = plan.layout().catalogue->words();
  const auto& shape = masks->header().shape;
  const std::uint64_t count = shape.empty() ? 0 : shape[0];
  if (masks->header().type != "<u8" || values->header().type != "<f4" ||
      shape != std::vector<std::uint64_t>{count, layers, words} ||
      values->header().shape != std::vector<std::uint64_t>{count, layers}) {
    return Error{ErrorCode::kInvalid, 0,
                 fmt::format("{}: bits of {} are masks <u8 (count, {}, {}) and values <f4 (count, "
                             "{})",
                             path, plan.layout().id, layers, words, layers)};
  }
  TensorInput input(*std::move(masks), std::move(plan), count);
  input.bits_ = std::make_unique<Bits>(Bits{*std::move(values), layout::LayerExpander(input.plan_),
                                            std::vector<std::uint64_t>(layers * words),
                                            std::vector<float>(layers)});
  return input;
}

std::optional<Error> TensorInput::read_bits() {
  if (auto error = reader_.read(std::as_writable_bytes(std::span(bits_->mask_row)))) return error;
  const auto values = std::as_writable_bytes(std::span(bits_->value_row));
  if (auto error = bits_->values.read(values)) return error;
  bits_->expander.begin(false);
  auto error = bits_->expander.write(bits_->mask_row.data(), bits_->value_row.data(), row_.data());
  bits_->expander.finish();
  if (error) error->detail = fmt::format("row {}: {}", read_, error->detail);
  return error;
}

Result<const std::byte*> TensorInput::next() {
  if (auto error = bits_ ? read_bits() : reader_.read(row_)) return *std::move(error);
  offset_ = reader_.header().data_offset + read_++ * row_.size();
  return static_cast<const std::byte*>(row_.data());
}

}  // namespace intarsia::cli
