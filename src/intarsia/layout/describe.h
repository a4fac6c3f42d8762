// Layouts in words: for terminals, documents and programs. All of it follows from the tables.

#pragma once

#include <string>
#include <vector>

#include "intarsia/layout/encode.h"
#include "intarsia/layout/layout.h"
#include "intarsia/layout/targets.h"

namespace intarsia::layout {

// "(8, 8, 18)".
std::string shape_text(const Layout& l);

// "0.333333 to 1": the values of a feature, after its divisor.
std::string range_text(const Layout& l, const Feature& f);

// Where a feature lies: its plane, or its elements in a flat layout ("0-63").
std::string place_text(const Layout& l, std::size_t feature);

// Every plane with name, range and meaning, and what the layout loses.
std::string to_text(const Layout& l);
std::string to_markdown(const Layout& l);
std::string to_json(const Layout& l);  // one line

// Everything that layouts of the game can choose from.
std::string to_markdown(const Catalogue& c);

// The element types that hold the layout.
std::vector<Dtype> dtypes(const Layout& l);

// What somebody who finds a tensor must know to read it: a JSON object that is a layout itself, with
// its features by name, the divisor of its elements and a hash. `Form::kBits` is the passport of
// layers (masks and values) instead of elements.
enum class Form : std::uint8_t { kElements, kBits };
inline constexpr std::string_view kBitsName = "bits";  // in the place of a dtype
// Targets that lie beside the tensors are named in it.
std::string to_passport(const Plan& plan, Form form = Form::kElements,
                        const TargetChoice& targets = {});

// Differs if any element may mean something else: game, board, frame, order, type, divisor, features.
// The id is a name and not part of it.
std::uint64_t hash(const Layout& l, double divisor);

}  // namespace intarsia::layout
