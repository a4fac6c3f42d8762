#include "apps/cli/input_sizes.h"

#include "apps/cli/input.h"
#include "apps/cli/set_input.h"
#include "apps/cli/tensor_input.h"

namespace intarsia::cli {

namespace {

// A fault of the input, not of the command.
Error unreadable(Error e) {
  e.code = ErrorCode::kIo;
  return e;
}

}  // namespace

Result<std::map<int, std::uint64_t>> count_sizes(std::span<const std::string> inputs,
                                                 std::span<const InputKind> kinds,
                                                 const std::string& from, const std::string& format,
                                                 const game::GameType& game, const Common& common) {
  std::map<int, std::uint64_t> sizes;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string& input = inputs[i];
    if (input == "-" && kinds[i] == InputKind::kTensors) {
      return Error{ErrorCode::kSyntax, 0, "tensors on standard input: say --size N"};
    }
    if (kinds[i] == InputKind::kDataSet) {
      const auto found = SetInput::sizes(input);
      if (!found) return unreadable(found.error());
      for (const int n : *found) ++sizes[n];
    } else if (kinds[i] == InputKind::kTensors) {
      const auto tensors = TensorInput::open(input, {.layout = from}, "--from");
      if (!tensors) return tensors.error();
      const layout::Catalogue& board = *tensors->plan().layout().catalogue;
      if (board.has_sizes) ++sizes[board.size];
    } else {
      const auto count = [&](const game::ReadGame& read) {
        if (&read.line->type() == &game) ++sizes[read.line->size()];
      };
      const auto error =
          peek_positions(input, {.common = common, .verb = {}, .format = format}, count);
      if (error) return unreadable(*error);
    }
  }
  return sizes;
}

}  // namespace intarsia::cli
