// NumPy's .npz: arrays under names in one file, a zip archive without compression.
//
//   NpzWriter out([&](std::string_view bytes) { file.write(bytes); });
//   out.begin("move", "<u2", {count});
//   out.write(bytes);                      // all of them
//   out.finish();
//
// Written in one go, so it may go to a pipe. Arrays may be larger than 4 GB (zip64).

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace intarsia::io {

class NpzWriter {
 public:
  using Sink = std::function<void(std::string_view bytes)>;

  explicit NpzWriter(Sink sink) : sink_(std::move(sink)) {}

  // The array before is complete.
  void begin(const std::string& name, std::string_view type,
             const std::vector<std::uint64_t>& shape);
  void write(std::string_view data);
  void finish();

 private:
  struct Member {
    std::string name;
    std::uint64_t offset;
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;
  };

  void put(std::string_view bytes);
  void end_member();

  Sink sink_;
  std::uint64_t at_ = 0;
  std::vector<Member> members_;
};

}  // namespace intarsia::io
