// The arguments of ia.build as options of the library.

#pragma once

#include <nanobind/nanobind.h>

#include "intarsia/games/build.h"
#include "python/bind/lock.h"
#include "python/bind/watch.h"

namespace intarsia::bind {

// Everything that decides about the bytes, and no inputs.
games::BuildOptions build_options_in(const nb::dict& settings, const nb::dict& game_options);

// work(run) without Python's lock, watched by the caller's thread. What a handler of signals or
// `progress` raised is raised when what was finished is safe.
template <class Work>
auto run_watched(data::PipelineOptions& run, nb::handle progress, Work work) {
  auto done = [&] {
    Unlocked unlocked;
    Watch watch(unlocked, progress);
    run.stop = &watch.stop();
    run.progress = [&watch](const data::Progress& p) {
      watch({p.bytes, p.games, p.positions, p.rejected});
    };
    return work();
  }();
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  return done;
}

}  // namespace intarsia::bind
