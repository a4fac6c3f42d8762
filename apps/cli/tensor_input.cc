#include "apps/cli/tensor_input.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "intarsia/games/layout_json.h"
#include "intarsia/games/registry.h"
#include "intarsia/layout/describe.h"
#include "intarsia/layout/diff.h"

namespace intarsia::cli {

namespace {

using layout::Layout;
using layout::Order;
using layout::Plan;

Error about(const std::string& path, Error e) {
  e.detail = fmt::format("{}: {}", path, e.detail);
  return e;
}

// The shape of one tensor: all of the array's, or without its first dimension, the count.
bool fits(const io::NpyHeader& h, const Layout& l) {
  const auto one = l.shape();
  const auto& all = h.shape;
  return std::equal(all.begin(), all.end(), one.begin(), one.end()) ||
         (!all.empty() && std::equal(all.begin() + 1, all.end(), one.begin(), one.end()));
}

Result<Plan> from_passport(const std::string& path, const LayoutChoice& choice) {
  const auto text = read_text_file(path, games::kMaxLayoutBytes);
  if (!text) return text.error();
  auto plan = games::read_layout(*text);
  if (!plan) return about(path, plan.error());
  if (choice.layout.empty()) return plan;
  const Layout& found = plan->layout();
  const bool takes_size = found.catalogue->has_sizes && !choice.size;
  const auto wanted = find_layout(
      choice.layout, takes_size ? std::optional<int>(found.catalogue->rows) : choice.size);
  if (!wanted) return wanted.error();
  if (wanted->catalogue->game != found.catalogue->game) {
    return Error{ErrorCode::kInvalid, 0,
                 fmt::format("{} says that the tensor is one of {}, not of {}", path,
                             found.catalogue->game, wanted->catalogue->game)};
  }
  if (wanted->catalogue == found.catalogue && wanted->frame == found.frame &&
      wanted->features == found.features) {
    return plan;
  }
  return Error{
      ErrorCode::kInvalid, 0,
      fmt::format("{} says that the tensor has other planes than {}:\n{}", path, wanted->id,
                  layout::to_text(layout::difference(found, *wanted), found, *wanted))};
}

// The layout that the caller names, on every board and perhaps in every order that the array's shape
// could have.
std::vector<Plan> fitting_plans(const io::NpyHeader& h, LayoutChoice choice, games::Sizes sizes,
                                bool has_any_order) {
  std::vector<Plan> fitting;
  for (int n = sizes.least; n <= sizes.most; ++n) {
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
  games::Sizes sizes = games::find_game(plan->layout().catalogue->game)->sizes;
  if (choice.size) sizes.least = sizes.most = *choice.size;
  auto fitting = fitting_plans(h, choice, sizes, false);
  if (fitting.empty() && choice.order.empty()) fitting = fitting_plans(h, choice, sizes, true);
  return fitting.size() == 1 ? fitting.front() : *plan;
}

}  // namespace

std::string passport_path(const std::string& tensor_path) {
  const std::string_view stem = tensor_path;
  return std::string(stem.ends_with(".npy") ? stem.substr(0, stem.size() - 4) : stem) +
         ".layout.json";
}

bool is_tensor_file(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;
  std::ifstream in(path, std::ios::binary);
  char magic[6] = {};
  in.read(magic, sizeof magic);
  return std::string_view(magic, sizeof magic) == "\x93NUMPY";
}

Result<TensorInput> TensorInput::open(const std::string& path, const LayoutChoice& choice) {
  auto reader = io::NpyReader::open(path);
  if (!reader) return about(path, reader.error());
  const std::string passport = passport_path(path);
  std::error_code none;
  const bool has_passport = std::filesystem::exists(passport, none);
  if (!has_passport && choice.layout.empty()) {
    return Error{ErrorCode::kNotFound, 0,
                 fmt::format("{} has no passport ({}): say which layout it is\n  {}", path,
                             passport, find_layout("").error().detail)};
  }
  auto plan =
      has_passport ? from_passport(passport, choice) : from_choice(reader->header(), choice);
  if (!plan) return plan.error();
  const Layout& l = plan->layout();
  const io::NpyHeader& h = reader->header();
  if (h.type != info(l.dtype).npy) {
    return Error{ErrorCode::kInvalid, 0,
                 fmt::format("{} holds {}, but {} in {} is stored as {}", path, h.type, l.id,
                             info(l.dtype).name, info(l.dtype).npy)};
  }
  if (!fits(h, l)) {
    return Error{
        ErrorCode::kInvalid, 0,
        fmt::format("{} has the shape ({}), but tensors of {} in the order {} have {}, or "
                    "a count before that",
                    path, fmt::join(h.shape, ", "), l.id, name(l.order), layout::shape_text(l))};
  }
  const std::uint64_t count = h.shape.size() == l.shape().size() ? 1 : h.shape[0];
  return TensorInput(*std::move(reader), *std::move(plan), count);
}

Result<const std::byte*> TensorInput::next() {
  if (auto error = reader_.read(row_)) return *std::move(error);
  offset_ = reader_.header().data_offset + read_++ * row_.size();
  return static_cast<const std::byte*>(row_.data());
}

}  // namespace intarsia::cli
