// Tensors from outside: which layouts they fit, and what they show.

#include <algorithm>

#include "intarsia/base/text.h"
#include "intarsia/games/layout_json.h"
#include "intarsia/games/layout_text.h"
#include "intarsia/games/registry.h"
#include "intarsia/io/npy.h"
#include "page/core/drawing.h"
#include "page/core/function.h"
#include "page/core/subject.h"

namespace intarsia::page {

namespace {

using layout::Layout;
using layout::Plan;

// How many tensors of the layout an array of that shape is; nothing if it is none of it.
std::optional<std::uint64_t> rows_in(const std::vector<std::uint64_t>& shape, const Layout& l) {
  const auto one = l.shape();
  const auto is_one = [&](auto first) {
    return std::equal(first, shape.end(), one.begin(), one.end());
  };
  if (is_one(shape.begin())) return 1;
  if (!shape.empty() && is_one(shape.begin() + 1)) return shape[0];
  return std::nullopt;
}

bool needs_turn(const Layout& l) {
  const layout::Part* turn = l.catalogue->find_part("turn");
  return turn != nullptr && !layout::shows(l, *turn);
}

// `is_own`: in the order and type that the layout itself says.
void add_fit(JsonText& out, const Plan& plan, std::uint64_t rows, bool is_own) {
  const Layout& l = plan.layout();
  out.begin_object().key("layout").value(games::to_short_text(l));
  out.key("title").value(l.id).key("game").value(l.catalogue->game);
  out.key("size").value(l.catalogue->size);
  out.key("order").value(name(l.order)).key("dtype").value(info(l.dtype).name);
  out.key("shape").begin_list();
  for (const std::size_t n : l.shape()) out.value(n);
  out.end_list().key("rows").value(rows).key("row_bytes").value(plan.bytes());
  out.key("needs_turn").value(needs_turn(l)).key("is_own").value(is_own).end_object();
}

// A layout in every order and the type of the file, the layout's own order first.
void add_fits_of(JsonText& out, const Layout& l, layout::Dtype dtype,
                 const std::vector<std::uint64_t>& shape) {
  for (const bool is_own : {true, false}) {
    for (const auto order : {layout::Order::kChw, layout::Order::kHwc, layout::Order::kFlat}) {
      if ((order == l.order) != is_own) continue;
      const auto plan = Plan::make(l, order, dtype);
      if (!plan) continue;
      if (const auto rows = rows_in(shape, plan->layout())) {
        add_fit(out, *plan, *rows, is_own && dtype == l.dtype);
      }
    }
  }
}

// The type of the file's elements; null where no layout has it.
const layout::DtypeInfo* dtype_of(const io::NpyHeader& h) {
  const auto* found = std::find_if(std::begin(layout::kDtypes), std::end(layout::kDtypes),
                                   [&](const auto& d) { return d.npy == h.type; });
  return found == std::end(layout::kDtypes) ? nullptr : found;
}

// Every built-in layout; before them one of the user's own, if there is one.
std::optional<Error> add_fits_of_all(JsonText& out, std::string_view own, layout::Dtype dtype,
                                     const std::vector<std::uint64_t>& shape) {
  if (!own.empty()) {
    const auto l = read_layout(own, std::nullopt);
    if (!l) return l.error();
    if (!games::is_built_in(*l)) add_fits_of(out, *l, dtype, shape);
  }
  for (const games::GameType* g : games::all_games()) {
    for (const int size : g->sizes.all) {
      for (const Layout& l : g->layouts(size)) add_fits_of(out, l, dtype, shape);
    }
  }
  return std::nullopt;
}

std::optional<Error> add_fit_of_passport(JsonText& out, std::string_view json,
                                         const io::NpyHeader& h) {
  const auto passport = games::read_passport(json);
  if (!passport) return passport.error();
  if (passport->form == layout::Form::kBits) {
    return Error{ErrorCode::kUnsupported, 0,
                 "bits are two files: make planes of them first, by intarsia encode"};
  }
  const Layout& l = passport->plan.layout();
  const auto rows = rows_in(h.shape, l);
  if (!rows || h.type != info(l.dtype).npy) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"the passport is one of ", info(l.dtype).npy, " and ",
                         layout::shape_text(l), ", the file is another"})};
  }
  add_fit(out, passport->plan, *rows, true);
  return std::nullopt;
}

// Where in the planes a byte of the tensor lies.
struct Place {
  int plane = -1, cell = -1, element = -1;
};

Place place_of(const draw::Picture& picture, std::uint64_t element) {
  for (const draw::Plane& p : picture.planes) {
    for (std::size_t c = 0; c < p.values.size(); ++c) {
      if (p.first + c * p.stride != element) continue;
      return {static_cast<int>(p.index), static_cast<int>(c), static_cast<int>(element)};
    }
  }
  return {};
}

void add_fault(JsonText& out, const Error& e, const draw::Picture& picture, const Layout& l) {
  const Place at = place_of(picture, e.offset / info(l.dtype).bytes);
  out.begin_object().key("code").value(name(e.code)).key("offset").value(e.offset);
  out.key("detail").value(as_utf8(e.detail)).key("plane").value(at.plane);
  out.key("cell").value(at.cell).key("element").value(at.element).end_object();
}

void add_plies(JsonText& out, const game::Decoder& decoder) {
  out.key("plies").begin_list();
  for (std::size_t i = 0; i < decoder.plies(); ++i) {
    const game::LinePtr line = decoder.line(i);
    out.begin_object().key("ago").value(decoder.ago(i)).key("text").value(decoder.text(i, {}));
    out.key("unsaid").value(decoder.unsaid(i));
    out.key("line").value(line ? line->text() : std::string()).key("options");
    add_options(out, line ? line->options() : game::Options());
    out.end_object();
  }
  out.end_list();
}

Result<game::Turn> read_turn(const game::GameType& type, std::string_view word) {
  const auto turn = type.find_turn(word);
  if (turn) return *turn;
  return Error{ErrorCode::kNotFound, 0, concat({"nobody is called ", in_quotes(word)})};
}

}  // namespace

std::optional<Error> find_fitting(const Arguments& in, Answer& out) {
  const auto h = io::read_npy_header(in.byte_text(), *in.large_number("file_size"));
  if (!h) return h.error();
  JsonText& json = out.json;
  json.key("type").value(h->type).key("shape").begin_list();
  for (const std::uint64_t n : h->shape) json.value(n);
  json.end_list().key("data_offset").value(h->data_offset).key("fits").begin_list();
  std::optional<Error> error;
  if (const auto passport = in.text("passport"); !passport.empty()) {
    error = add_fit_of_passport(json, passport, *h);
  } else if (const auto* dtype = dtype_of(*h)) {
    error = add_fits_of_all(json, in.text("layout"), *layout::find_dtype(dtype->name), h->shape);
  }
  json.end_list();
  return error;
}

std::optional<Error> decode_tensor(const Arguments& in, Answer& out) {
  const auto plan = plan_of(in);
  if (!plan) return plan.error();
  if (in.bytes().size() != plan->bytes()) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"a tensor of this layout has ", std::to_string(plan->bytes()),
                         " bytes, not ", std::to_string(in.bytes().size())})};
  }
  const Layout& l = plan->layout();
  const games::GameType& type = games::game_of(l);
  const auto turn = read_turn(type, in.text("turn"));
  if (!turn) return turn.error();
  const draw::Picture picture = type.tensor_picture(*plan, in.bytes().data(), *turn);
  add_planes(out, picture, l);
  const auto decoder = type.make_decoder(*plan);
  const auto fault = decoder->decode(in.bytes().data(), *turn);
  add_plies(out.json, *decoder);
  out.json.key("fault");
  fault ? add_fault(out.json, *fault, picture, l) : void(out.json.null());
  add_losses(out.json, l);
  return std::nullopt;
}

}  // namespace intarsia::page
