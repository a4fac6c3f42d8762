# Texts of files as C++, for programs that compile them again: kernel_texts() of cuda/compile.h.
#   cmake -DSOURCE=src -DFILES="a;b" -DOUT=texts.cc -P embed.cmake

cmake_policy(VERSION 3.25)
set(rows)
set(text "// Made by cmake/embed.cmake.\n#include \"intarsia/cuda/compile.h\"\n\nnamespace intarsia::cuda {\n\n")
string(APPEND text "namespace {\nconstexpr KernelText kTexts[] = {\n")
foreach(file ${FILES})
  file(READ ${SOURCE}/${file} content)
  string(APPEND text "    {\"${file}\", R\"text(${content})text\"},\n")
endforeach()
string(APPEND text "};\n}  // namespace\n\n")
string(APPEND text "std::span<const KernelText> kernel_texts() { return kTexts; }\n\n}  // namespace intarsia::cuda\n")
file(WRITE ${OUT} "${text}")
