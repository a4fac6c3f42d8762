// intarsia._core: the library as Python sees it. The package in python/intarsia stands on it.

#include "python/bind/bind.h"
#include "python/bind/classes.h"
#include "python/bind/errors.h"

NB_MODULE(_core, m) {  // NOLINT: the name of an argument is nanobind's business
  using namespace intarsia::bind;
  nb::set_leak_warnings(false);  // layouts in Python's caches live until the process ends
  prepare_to_throw();
  m.doc() = "Positions, games and tensors in C++.";
  m.attr("version") = INTARSIA_VERSION;
  bind_outcome(m);
  bind_position(m);
  bind_game(m);
  bind_classes(m);
  bind_row(m);
  bind_read(m);
  bind_layout(m);
  bind_encode(m);
  bind_decode(m);
  bind_bits(m);
  bind_records(m);
  bind_policy(m);
  bind_targets(m);
  bind_symmetry(m);
  bind_data(m);
  bind_shards(m);
  bind_orders(m);
  bind_build(m);
  bind_parts(m);
  bind_columns(m);
  bind_draw(m);
  bind_graph(m);
  bind_walker(m);
  bind_writer(m);
  bind_evaluator(m);
  bind_cuda(m);
}
