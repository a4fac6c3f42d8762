#include "page/core/subject.h"

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/games/layout_json.h"
#include "intarsia/games/registry.h"

namespace intarsia::page {

namespace {

std::optional<Error> set_frame(layout::Layout& l, std::string_view frame) {
  const auto& frames = l.catalogue->frames;
  const auto found = std::find_if(frames.begin(), frames.end(),
                                  [&](const layout::Frame& f) { return f.name == frame; });
  if (found == frames.end()) {
    return Error{ErrorCode::kNotFound, 0, concat({"no frame ", in_quotes(frame)})};
  }
  const auto id = static_cast<layout::FrameId>(found - frames.begin());
  if (id != l.frame) l.id.clear();  // the name is that of other planes
  l.frame = id;
  return std::nullopt;
}

Result<layout::Plan> with_overrides(layout::Layout l, const Arguments& in) {
  std::optional<layout::Order> order;
  if (const auto word = in.text("order"); !word.empty()) {
    order = layout::find_order(word);
    if (!order) return Error{ErrorCode::kNotFound, 0, concat({"no order ", in_quotes(word)})};
  }
  std::optional<layout::Dtype> dtype;
  if (const auto word = in.text("dtype"); !word.empty()) {
    dtype = layout::find_dtype(word);
    if (!dtype) return Error{ErrorCode::kNotFound, 0, concat({"no dtype ", in_quotes(word)})};
  }
  if (const auto frame = in.text("frame"); !frame.empty()) {
    if (auto error = set_frame(l, frame)) return *std::move(error);
  }
  return layout::Plan::make(l, order, dtype);
}

}  // namespace

Result<game::LinePtr> whole_line_of(const Arguments& in) {
  auto read = games::read_line(in.text("line"), in.options());
  if (!read) return std::move(read).error();
  return std::move(read->line);
}

Result<game::LinePtr> line_of(const Arguments& in) {
  auto line = whole_line_of(in);
  const auto ply = in.number("ply");
  if (!line || !ply) return line;
  if (*ply > (*line)->ply()) {
    return Error{ErrorCode::kNotFound, 0,
                 concat({"the line has ", std::to_string((*line)->ply()), " moves, not ",
                         std::to_string(*ply)})};
  }
  return (*line)->at(*ply);
}

Result<layout::Layout> read_layout(std::string_view text, std::optional<int> size) {
  if (!trimmed(text).starts_with('{')) return games::find_layout(trimmed(text), size);
  const auto plan = games::read_layout(text, size);
  if (!plan) return plan.error();
  return plan->layout();
}

Result<layout::Plan> plan_for(const game::Line& line, const Arguments& in) {
  const std::string_view text = in.text("layout");
  // Whose it is, before a size of this line's board is asked of another game's layout.
  auto l = read_layout(text, std::nullopt);
  const bool is_sized = l && l->catalogue->has_sizes && l->catalogue->game == line.type().name;
  if (!l || is_sized) {
    const bool has_sizes = !line.type().sizes.is_one();
    l = read_layout(text, has_sizes ? std::optional(line.size()) : std::nullopt);
  }
  if (!l) return l.error();
  if (l->catalogue->game != line.type().name) return games::wrong_game(line.type().name, *l);
  return with_overrides(*std::move(l), in);
}

Result<layout::Plan> plan_of(const Arguments& in) {
  auto l = read_layout(in.text("layout"), in.number("size"));
  if (!l) return l.error();
  return with_overrides(*std::move(l), in);
}

void add_options(JsonText& out, const game::Options& options) {
  out.begin_object();
  for (const auto& [name, value] : options.all()) out.key(name).value(value);
  out.end_object();
}

}  // namespace intarsia::page
