#include "intarsia/games/named_inputs.h"

#include "intarsia/io/logical_name.h"

namespace intarsia::games {

namespace {

io::InputPaths streams_of(const BuildOptions& o) {
  io::InputPaths found;
  for (const std::string& name : o.inputs) {
    found.paths.push_back({.path = name, .name = name, .stream = o.stream});
  }
  return found;
}

}  // namespace

Result<io::InputPaths> find_named_inputs(const BuildOptions& o) {
  if (o.stream) return streams_of(o);
  auto found = io::find_inputs(o.inputs);
  if (!found) return found.error();
  for (io::InputPath& input : found->paths) {
    if (input.path == "-") {
      input.name = o.stdin_name;
    } else if (o.root) {
      auto name = io::logical_name(input.path, *o.root);
      if (!name) return name.error();
      input.name = *std::move(name);
    }
  }
  return found;
}

}  // namespace intarsia::games
