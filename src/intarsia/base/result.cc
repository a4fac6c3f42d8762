#include "intarsia/base/result.h"

#include <cstdio>
#include <cstdlib>

namespace intarsia::internal {

void misused_result(const Error* error) {
  if (error != nullptr) {
    std::fprintf(stderr, "intarsia: a Result was used that holds an error: %s\n",
                 error->detail.c_str());
  } else {
    std::fputs("intarsia: the error of a Result was used that holds a value\n", stderr);
  }
  std::abort();
}

}  // namespace intarsia::internal
