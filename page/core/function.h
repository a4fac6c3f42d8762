// A function of the page: what it takes, and what it does. functions.cc has the table of them all.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "intarsia/base/result.h"
#include "page/core/answer.h"
#include "page/core/arguments.h"

namespace intarsia::page {

struct Function {
  std::string_view name;
  std::string_view answer;  // the interface in page/src/answers.ts
  std::string_view about;   // a sentence
  bool takes_bytes = false;
  std::span<const ArgumentInfo> arguments = {};
  std::optional<Error> (*run)(const Arguments& in, Answer& out) = nullptr;
};

std::span<const Function> functions();

// What a call gives: an answer, or {"error": …} if it failed.
struct Called {
  std::string text;
  std::vector<std::byte> bytes = {};
  bool has_failed = false;
};

// Function number `index` with its arguments as JSON. Pure: nothing is kept from call to call.
Called call(std::size_t index, std::string_view json, std::span<const std::byte> bytes);

// The types of the arguments for the script: page/src/generated/types.ts.
std::string to_typescript();

// The functions, by the file that has them.
std::optional<Error> list_functions(const Arguments& in, Answer& out);  // functions.cc
std::optional<Error> list_catalogue(const Arguments& in, Answer& out);  // catalogue.cc
std::optional<Error> read_anything(const Arguments& in, Answer& out);   // read.cc
std::optional<Error> show_moves(const Arguments& in, Answer& out);      // position.cc
std::optional<Error> show_position(const Arguments& in, Answer& out);
std::optional<Error> play_move(const Arguments& in, Answer& out);
std::optional<Error> set_up_board(const Arguments& in, Answer& out);     // set_up.cc
std::optional<Error> describe_layout(const Arguments& in, Answer& out);  // layout.cc
std::optional<Error> compare_layouts(const Arguments& in, Answer& out);
std::optional<Error> encode_position(const Arguments& in, Answer& out);  // encode.cc
std::optional<Error> draw_position(const Arguments& in, Answer& out);
std::optional<Error> find_fitting(const Arguments& in, Answer& out);  // tensor.cc
std::optional<Error> decode_tensor(const Arguments& in, Answer& out);
std::optional<Error> number_moves(const Arguments& in, Answer& out);  // policy.cc
std::optional<Error> find_move(const Arguments& in, Answer& out);
std::optional<Error> write_recipe(const Arguments& in, Answer& out);  // recipe.cc

}  // namespace intarsia::page
