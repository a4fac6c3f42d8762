// NVRTC without CUDA, for tests: the host's compiler makes a shared library of the same text, in which
// loops stand for threads (cuda/kernel/entry.h). FAKE_NVRTC_CXX names the compiler.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

namespace {

namespace fs = std::filesystem;

struct Program {
  fs::path folder;
  std::string binary, log;
  ~Program() { fs::remove_all(folder); }
};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& path, const char* text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

int give(const std::string& text, std::size_t* size) {
  *size = text.size();
  return 0;
}
int give(const std::string& text, char* out) {
  std::memcpy(out, text.data(), text.size());
  return 0;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int nvrtcVersion(int* major, int* minor) {
  *major = 0;
  *minor = 0;
  return 0;
}
int nvrtcGetNumSupportedArchs(int* count) {
  *count = 2;
  return 0;
}
int nvrtcGetSupportedArchs(int* archs) {
  archs[0] = 80;
  archs[1] = 90;
  return 0;
}

int nvrtcCreateProgram(void** out, const char* text, const char* name, int headers,
                       const char* const* texts, const char* const* names) {
  static int number = 0;
  auto* const p =
      new Program{fs::temp_directory_path() /
                      ("fake_nvrtc." + std::to_string(getpid()) + "." + std::to_string(++number)),
                  {},
                  {}};
  for (int i = 0; i < headers; ++i) write(p->folder / names[i], texts[i]);
  write(p->folder / (std::string(name) + ".cc"), text);
  *out = p;
  return 0;
}
int nvrtcDestroyProgram(void** program) {
  delete static_cast<Program*>(*program);
  *program = nullptr;
  return 0;
}

int nvrtcCompileProgram(void* program, int, const char* const*) {
  auto& p = *static_cast<Program*>(program);
  const char* const named = std::getenv("FAKE_NVRTC_CXX");
  const std::string folder = p.folder.string();
  const std::string command = std::string(named == nullptr ? "g++" : named) +
                              " -std=c++17 -O1 -fno-strict-aliasing -fPIC -shared -I" + folder +
                              " -o " + folder + "/program.so " + folder + "/intarsia.cu.cc 2>" +
                              folder + "/log";
  const int status = std::system(command.c_str());
  p.log = read(p.folder / "log");
  const std::string library = read(p.folder / "program.so");
  const std::uint64_t size = library.size();
  p.binary.assign(reinterpret_cast<const char*>(&size), sizeof size);
  p.binary += library;
  return status == 0 ? 0 : 6;
}
int nvrtcGetProgramLogSize(void* program, std::size_t* size) {
  return give(static_cast<Program*>(program)->log, size);
}
int nvrtcGetProgramLog(void* program, char* out) {
  return give(static_cast<Program*>(program)->log, out);
}
int nvrtcGetCUBINSize(void* program, std::size_t* size) {
  return give(static_cast<Program*>(program)->binary, size);
}
int nvrtcGetCUBIN(void* program, char* out) {
  return give(static_cast<Program*>(program)->binary, out);
}
int nvrtcGetPTXSize(void* program, std::size_t* size) { return nvrtcGetCUBINSize(program, size); }
int nvrtcGetPTX(void* program, char* out) { return nvrtcGetCUBIN(program, out); }

}  // extern "C"
#pragma GCC visibility pop
