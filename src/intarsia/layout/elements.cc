#include "intarsia/layout/elements.h"

#include <string>

#include "intarsia/base/text.h"

namespace intarsia::layout {

namespace {

std::string board_text(const Catalogue& c) {
  if (!c.has_sizes) return std::string(c.game);
  return concat({c.game, " on ", std::to_string(c.columns), "x", std::to_string(c.rows)});
}

}  // namespace

std::optional<Error> refuse_elements(const Layout& l, std::size_t count, Dtype dtype,
                                     std::size_t size) {
  // Bits of 16 are either half's.
  const bool is_type = dtype == l.dtype || (info(dtype).bytes == 2 && info(l.dtype).bytes == 2);
  if (!is_type) {
    return Error{ErrorCode::kInvalid, 0,
                 concat({"tensors of ", l.id, " are ", info(l.dtype).name, " here, not ",
                         info(dtype).bytes == 2 ? "16 bits" : info(dtype).name,
                         ": Plan::make takes another type"})};
  }
  const std::size_t wanted = count * l.elements();
  if (size == wanted) return std::nullopt;
  return Error{ErrorCode::kInvalid, 0,
               concat({std::to_string(count), count == 1 ? " tensor of " : " tensors of ", l.id,
                       count == 1 ? " has " : " have ", std::to_string(wanted), " elements, not ",
                       std::to_string(size)})};
}

Error wrong_board(const Layout& l, const Catalogue& found) {
  return Error{ErrorCode::kInvalid, 0,
               concat({"a position of ", board_text(found), ", but ", l.id, " is a layout of ",
                       board_text(*l.catalogue), " here"})};
}

}  // namespace intarsia::layout
