// The structures of records and of tables of games, as NumPy's dtype takes them.

#include <span>
#include <string_view>

#include <nanobind/stl/string_view.h>

#include "intarsia/data/game_row.h"
#include "intarsia/games/record_types.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"

namespace intarsia::bind {

namespace {

nb::list described(std::span<const data::Field> fields) {
  nb::list list;
  for (const data::Field& f : fields) {
    list.append(f.count == 0 ? nb::make_tuple(f.name, f.type)
                             : nb::make_tuple(f.name, f.type, nb::make_tuple(f.count)));
  }
  return list;
}

nb::list record_fields(std::string_view game, int size) {
  return described(value_of(games::find_record_type(game, size)).fields);
}

}  // namespace

void bind_fields(nb::module_& m) {
  m.def("record_fields", record_fields, nb::arg("game"), nb::arg("size"));
  m.def("game_fields", [] { return described(data::kGameFields); });
}

}  // namespace intarsia::bind
