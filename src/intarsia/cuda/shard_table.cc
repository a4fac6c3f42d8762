#include "intarsia/cuda/shard_table.h"

#include "intarsia/cuda/kernel/args.h"

namespace intarsia::cuda {

Result<ShardTable> ShardTable::make(const Device& device, std::shared_ptr<const Module> lister,
                                    std::span<const std::uint64_t> firsts) {
  auto firsts_on = Memory::holding(device, std::as_bytes(firsts));
  if (!firsts_on) return firsts_on.error();
  auto bases_on = Memory::holding(device, std::as_bytes(firsts));
  if (!bases_on) return bases_on.error();
  return ShardTable(std::move(lister), *std::move(firsts_on), *std::move(bases_on), firsts);
}

std::optional<Error> ShardTable::tell(Handle stream, std::span<const std::size_t> parts,
                                      std::span<const std::uint64_t> bases) {
  kernel::MovedArgs a{};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver's addresses are numbers.
  a.bases = reinterpret_cast<kernel::u64*>(bases_.address());
  const auto send = [&]() -> std::optional<Error> {
    if (a.count == 0) return std::nullopt;
    const Module::Grid grid{.blocks = 1, .threads = kernel::MovedArgs::kMost};
    auto error = lister_->launch("intarsia_moved", grid, stream, a);
    for (const auto& m : std::span(a.moved, error ? 0 : a.count)) told_[m.part] = m.base;
    a.count = 0;
    return error;
  };
  for (const std::size_t part : parts) {
    if (told_[part] == bases[part]) continue;
    a.moved[a.count++] = {part, bases[part]};
    if (a.count < kernel::MovedArgs::kMost) continue;
    if (auto error = send()) return error;
  }
  return send();
}

}  // namespace intarsia::cuda
