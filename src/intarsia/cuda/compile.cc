#include "intarsia/cuda/compile.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

#include <unistd.h>

#include "intarsia/base/text.h"
#include "intarsia/cuda/driver.h"

namespace intarsia::cuda {

namespace {

namespace fs = std::filesystem;

constexpr int kOldest = 70;

// FNV-1a, twice with different starts: against accidents, not against forgers.
class Digest {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      for (std::uint64_t& h : hash_) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    for (std::uint64_t& h : hash_) h = (h ^ text.size()) * 0x100000001b3;
  }
  std::string text() const {
    std::string out;
    for (const std::uint64_t h : hash_) {
      for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[h >> shift & 15];
    }
    return out;
  }

 private:
  std::uint64_t hash_[2] = {0xcbf29ce484222325, 0x9e3779b97f4a7c15};
};

struct Version {
  int major = 0, minor = 0;
};

Error nvrtc_error(std::string_view call, Status status) {
  return Error{ErrorCode::kIo, 0, concat({call, ": error ", std::to_string(status)})};
}

Result<Version> version_of(const Nvrtc& n) {
  Version v;
  if (const Status s = n.version.call(&v.major, &v.minor)) return nvrtc_error(n.version.name, s);
  return v;
}

// A program while it is compiled.
class Work {
 public:
  explicit Work(const Nvrtc& n) : n_(n) {}
  ~Work() {
    if (program_ != nullptr) n_.destroy.call(&program_);
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  Result<Compiled> run(const std::string& text, const std::vector<std::string>& options,
                       bool is_binary) {
    std::vector<const char*> names, texts, arguments;
    for (const KernelText& k : kernel_texts()) {
      names.push_back(k.name);
      texts.push_back(k.text);
    }
    for (const std::string& o : options) arguments.push_back(o.c_str());
    if (const Status s = n_.create.call(&program_, text.c_str(), "intarsia.cu",
                                        static_cast<int>(names.size()), texts.data(), names.data()))
      return nvrtc_error(n_.create.name, s);
    const Status status =
        n_.compile.call(program_, static_cast<int>(arguments.size()), arguments.data());
    Compiled out{.binary = {}, .log = get(n_.log_size, n_.log)};
    if (status != 0) {
      Error error = nvrtc_error(n_.compile.name, status);
      error.detail += "\n" + out.log;
      return error;
    }
    out.binary = is_binary ? get(n_.cubin_size, n_.cubin) : get(n_.ptx_size, n_.ptx);
    return out;
  }

 private:
  template <class Size, class Get>
  std::string get(const Size& size, const Get& get) const {
    std::size_t bytes = 0;
    if (size.call(program_, &bytes) != 0) return {};
    std::string text(bytes, '\0');
    if (get.call(program_, text.data()) != 0) return {};
    return text;
  }

  const Nvrtc& n_;
  Handle program_ = nullptr;
};

// Machine code for the card, if NVRTC knows it; else PTX of the newest that it knows, from which the
// driver makes it.
Result<int> known_architecture(const Nvrtc& n, int wanted) {
  int count = 0;
  if (const Status s = n.arch_count.call(&count)) return nvrtc_error(n.arch_count.name, s);
  std::vector<int> all(static_cast<std::size_t>(count));
  if (const Status s = n.archs.call(all.data())) return nvrtc_error(n.archs.name, s);
  int best = 0;
  for (const int a : all) best = a <= wanted ? std::max(best, a) : best;
  if (best != 0 && wanted >= kOldest) return best;
  return Error{
      ErrorCode::kUnsupported, 0,
      concat({"the card is too old: its compute capability is ", std::to_string(wanted / 10), ".",
              std::to_string(wanted % 10), ", and this NVRTC begins at ",
              std::to_string(*std::min_element(all.begin(), all.end()) / 10), ".",
              std::to_string(*std::min_element(all.begin(), all.end()) % 10)})};
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Under another name first, so that nobody reads half of it.
void keep(const fs::path& path, const std::string& bytes) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  const fs::path draft = path.string() + "." + std::to_string(getpid());
  {
    std::ofstream out(draft, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) {
      fs::remove(draft, error);
      return;
    }
  }
  fs::rename(draft, path, error);
}

}  // namespace

std::string cache_folder() {
  if (const char* const own = std::getenv("INTARSIA_CACHE")) return own;
  if (const char* const xdg = std::getenv("XDG_CACHE_HOME")) return concat({xdg, "/intarsia/cuda"});
  if (const char* const home = std::getenv("HOME")) return concat({home, "/.cache/intarsia/cuda"});
  return {};
}

Result<Compiled> compile(const std::string& program, int architecture,
                         std::span<const std::string> options) {
  const auto n = nvrtc();
  if (!n) return n.error();
  const auto known = known_architecture(**n, architecture);
  if (!known) return known.error();
  const bool is_binary = *known == architecture;
  std::vector<std::string> all = {
      concat({"--gpu-architecture=", is_binary ? "sm_" : "compute_", std::to_string(*known)}),
      "--std=c++17", "--fmad=false", "--extra-device-vectorization"};
  all.insert(all.end(), options.begin(), options.end());
  return Work(**n).run(program, all, is_binary);
}

Result<Compiled> compiled(const std::string& program, int architecture) {
  const auto n = nvrtc();
  if (!n) return n.error();
  const auto version = version_of(**n);
  if (!version) return version.error();
  Digest digest;
  for (const KernelText& k : kernel_texts()) digest.add(k.text);
  digest.add(program);
  digest.add(concat({std::to_string(version->major), ".", std::to_string(version->minor)}));
  const std::string folder = cache_folder();
  const fs::path path =
      fs::path(folder) / concat({digest.text(), "-sm", std::to_string(architecture), ".cubin"});
  if (!folder.empty()) {
    if (std::string kept = read_file(path); !kept.empty()) {
      return Compiled{.binary = std::move(kept), .log = {}, .was_kept = true};
    }
  }
  auto made = compile(program, architecture);
  if (made && !folder.empty()) keep(path, made->binary);
  return made;
}

}  // namespace intarsia::cuda
