// The browser page as a file, opened at a state.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "intarsia/base/result.h"

namespace intarsia::cli {

// The page, from where it was installed or built: one HTML file that needs nothing else.
Result<std::string> read_page();

// What the address of the page says after its #: v=1&line=…
std::string page_state(const std::vector<std::pair<std::string_view, std::string>>& fields);

// The page with a state that it opens at.
Result<std::string> page_at(std::string page, std::string_view state);

}  // namespace intarsia::cli
