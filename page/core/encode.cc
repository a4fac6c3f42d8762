// The tensor of a position, as values, as bytes and as a picture.

#include <algorithm>

#include "intarsia/draw/svg.h"
#include "intarsia/io/npy.h"
#include "intarsia/layout/describe.h"
#include "page/core/drawing.h"
#include "page/core/function.h"
#include "page/core/subject.h"

namespace intarsia::page {

namespace {

// The position and its layout, drawn.
struct Drawn {
  game::LinePtr line;
  layout::Plan plan;
  draw::Picture picture;
};

Result<Drawn> draw(const Arguments& in) {
  auto line = line_of(in);
  if (!line) return std::move(line).error();
  auto plan = plan_for(**line, in);
  if (!plan) return std::move(plan).error();
  auto picture = (*line)->type().picture(**line, plan->layout(), {});
  if (!picture) return std::move(picture).error();
  return Drawn{*std::move(line), *std::move(plan), *std::move(picture)};
}

std::vector<std::byte> tensor_of(const Drawn& d) {
  const auto encoder = d.line->type().make_encoder(d.plan);
  encoder->add(*d.line, d.line->ply());
  std::vector<std::byte> tensor(d.plan.bytes());
  encoder->encode(tensor.data(), 0);
  return tensor;
}

// A file of this one tensor, with its count of 1 as `encode` writes it.
std::vector<std::byte> file_of(const Drawn& d, std::span<const std::byte> tensor) {
  const layout::Layout& l = d.plan.layout();
  std::vector<std::uint64_t> shape = {1};
  for (const std::size_t n : l.shape()) shape.push_back(n);
  const std::string header = io::to_npy_header(info(l.dtype).npy, shape);
  const auto bytes = std::as_bytes(std::span(header));
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  file.insert(file.end(), tensor.begin(), tensor.end());
  return file;
}

}  // namespace

std::optional<Error> encode_position(const Arguments& in, Answer& out) {
  const auto drawn = draw(in);
  if (!drawn) return drawn.error();
  const layout::Layout& l = drawn->plan.layout();
  add_planes(out, drawn->picture, l);
  const auto tensor = tensor_of(*drawn);
  out.add_array("tensor", tensor);
  out.add_array("file", file_of(*drawn, tensor));
  out.json.key("passport").value(layout::to_passport(drawn->plan));
  out.json.key("known_plies").value(std::min(l.history(), drawn->line->ply()));
  return std::nullopt;
}

std::optional<Error> draw_position(const Arguments& in, Answer& out) {
  const auto drawn = draw(in);
  if (!drawn) return drawn.error();
  out.json.key("svg").value(draw::to_svg(drawn->picture));
  return std::nullopt;
}

}  // namespace intarsia::page
