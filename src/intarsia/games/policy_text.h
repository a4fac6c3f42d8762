// Policy codes in words: for terminals, documents and programs.

#pragma once

#include <string>

#include "intarsia/layout/targets.h"

namespace intarsia::games {

std::string to_text(const layout::PolicyInfo& p);
std::string to_markdown(const layout::PolicyInfo& p);
std::string to_json(const layout::PolicyInfo& p);  // one line

}  // namespace intarsia::games
