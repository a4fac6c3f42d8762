// Files of games, one by one: ia.read stands on them.

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include "intarsia/games/game_files.h"
#include "python/bind/bind.h"
#include "python/bind/errors.h"
#include "python/bind/hex_line.h"
#include "python/bind/lock.h"

namespace intarsia::bind {

namespace {

using games::GameFile;
using games::GameItem;

// Errors of the system are Python's own.
[[noreturn]] void raise_os(const Error& e) {
  if (e.code != ErrorCode::kIo && e.code != ErrorCode::kNotFound) raise(e);
  PyErr_SetString(e.code == ErrorCode::kNotFound ? PyExc_FileNotFoundError : PyExc_OSError,
                  e.detail.c_str());
  throw nb::python_error();
}

// code, detail, line, column, offset
nb::tuple fault_tuple(const games::PlacedError& fault) {
  const std::string_view code = name(fault.error.code);
  return nb::make_tuple(nb::str(code.data(), code.size()), fault.error.detail, fault.place.line,
                        fault.place.column, fault.place.offset);
}

// (game or None, number, faults), or None at the end.
nb::object next(GameFile& self) {
  std::optional<GameItem> item;
  {
    const Unlocked unlocked;
    item = self.next();
  }
  if (!item) {
    if (const auto error = self.error()) raise_os(*error);
    return nb::none();
  }
  nb::list faults;
  for (const auto& fault : item->faults) faults.append(fault_tuple(fault));
  nb::object game = nb::none();
  if (const auto* hex = std::get_if<hex::Reading>(&item->record)) {
    game = nb::cast(object_of(hex->game));
  }
  return nb::make_tuple(game, item->number, faults);
}

}  // namespace

void bind_read(nb::module_& m) {
  nb::class_<GameFile>(m, "GameFile", "The games of a file: ia.Reader stands on one.")
      .def("next", next,
           nb::sig("def next(self) -> tuple[HexGame | None, int, list[tuple]] | None"));
  m.def(
      "open_games",
      [](const std::string& path, std::string_view swap) {
        auto opened = games::open_games(path, {.hex = {swap_rule_in(swap)}});
        if (!opened) raise_os(opened.error());
        return *std::move(opened);
      },
      nb::arg("path"), nb::arg("swap"));
}

}  // namespace intarsia::bind
