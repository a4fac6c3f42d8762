#include "intarsia/graph/priority.h"

#include <algorithm>
#include <cmath>

namespace intarsia::graph {

Priority by_cost(double weight) {
  return [weight](const Candidate& c) {
    const double loss = std::max(0.0, double{c.parent_score} - double{c.score});
    return c.parent_priority + std::log(static_cast<double>(c.siblings)) + weight * loss;
  };
}

}  // namespace intarsia::graph
