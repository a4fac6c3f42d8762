#include "intarsia/io/npy.h"

#include <gtest/gtest.h>

namespace intarsia::io {
namespace {

TEST(Npy, HeadersReadBack) {
  for (const std::vector<std::uint64_t>& shape :
       {std::vector<std::uint64_t>{}, {0}, {7}, {3, 8, 8, 18}, {1, 2, 3, 4, 5, 6}}) {
    for (std::string_view type : kNpyTypes) {
      const std::string header = to_npy_header(type, shape);
      ASSERT_EQ(header.size() % 64, 0U);
      std::uint64_t bytes = static_cast<std::uint64_t>(type[2] - '0');
      for (std::uint64_t n : shape) bytes *= n;
      const auto r = read_npy_header(header, header.size() + bytes);
      ASSERT_TRUE(r) << r.error().detail;
      ASSERT_EQ(r->type, type);
      ASSERT_EQ(r->shape, shape);
      ASSERT_EQ(r->data_offset, header.size());
    }
  }
}

TEST(Npy, HasNumpysBytes) {
  // What numpy.save writes for np.zeros((2, 3), "f4").
  const std::string header = to_npy_header("<f4", {2, 3});
  EXPECT_EQ(header.substr(0, 10), std::string("\x93NUMPY\1\0v\0", 10));
  EXPECT_EQ(header.substr(10, 59), "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
  EXPECT_EQ(header.size(), 128U);
}

std::string refusal(std::string dictionary, std::uint64_t data = 96) {
  dictionary += '\n';
  std::string file("\x93NUMPY\1\0", 8);
  file += static_cast<char>(dictionary.size());
  file += '\0';
  file += dictionary;
  const auto r = read_npy_header(file, file.size() + data);
  return r ? "" : std::string(name(r.error().code));
}

TEST(Npy, ReadsItsListOfTypesAndNothingElse) {
  EXPECT_EQ(refusal("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 6), }"), "");
  EXPECT_EQ(refusal("{\"shape\":(24,),\"fortran_order\":False,\"descr\":\"<f4\"}"), "");
  EXPECT_EQ(refusal("{'descr': '|O', 'fortran_order': False, 'shape': (4, 6), }"), "unsupported");
  EXPECT_EQ(refusal("{'descr': '>f4', 'fortran_order': False, 'shape': (4, 6), }"), "unsupported");
  EXPECT_EQ(refusal("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (4,), }"),
            "unsupported");
  EXPECT_EQ(refusal("{'descr': '<f4', 'fortran_order': True, 'shape': (4, 6), }"), "unsupported");
  EXPECT_EQ(refusal("{'descr': '<f4', 'fortran_order': False, 'shape': (-4, 6), }"), "syntax");
  EXPECT_EQ(refusal("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 7), }"), "invalid");
  EXPECT_EQ(
      refusal("{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808, 8), }"),
      "invalid");
  EXPECT_EQ(refusal("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }"),
            "syntax");
  EXPECT_EQ(refusal("{'descr': '<f4', 'shape': (4, 6), "), "syntax");
  EXPECT_EQ(refusal("{'descr': '<f4', 'shape': (4, 6), }"), "syntax");
  EXPECT_EQ(refusal("__import__('os').system('true')"), "syntax");
}

}  // namespace
}  // namespace intarsia::io
