#include "apps/cli/page_file.h"

#include <cstdlib>
#include <filesystem>

#include "intarsia/base/text.h"
#include "intarsia/io/file_kind.h"
#include "intarsia/io/small_file.h"

namespace intarsia::cli {

namespace {

constexpr std::uint64_t kMaxPageBytes = std::uint64_t{4} << 20;

// Where the page has room for a state (page/src/index.html).
constexpr std::string_view kRoom = R"(<meta name="intarsia-state" content="">)";

// Beside the tool as it is installed, in a wheel, and in a build tree.
std::vector<std::string> page_paths() {
  if (const char* named = std::getenv("INTARSIA_PAGE")) return {named};
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  return {(folder / "../share/intarsia/page.html").string(),
          (folder / "../intarsia/page.html").string(),
          (folder / "../../page/intarsia.html").string()};
}

// As forms are written: everything but letters, digits and a few marks as %NN.
std::string form_encoded(std::string_view text) {
  constexpr std::string_view kPlain = "-._~/:,";
  std::string out;
  for (const char c : text) {
    const bool is_word = is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         kPlain.find(c) != kPlain.npos;
    if (is_word) {
      out += c;
    } else if (c == ' ') {
      out += '+';
    } else {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

}  // namespace

Result<std::string> read_page() {
  for (const std::string& path : page_paths()) {
    const auto kind = io::kind_of(path);
    if (kind && *kind == io::FileKind::kFile) return io::read_small_file(path, kMaxPageBytes);
  }
  return Error{ErrorCode::kNotFound, 0,
               "the page is not there: ./dev page builds it (build/page/intarsia.html), and "
               "INTARSIA_PAGE names it where it lies elsewhere"};
}

std::string page_state(const std::vector<std::pair<std::string_view, std::string>>& fields) {
  std::string state = "v=1";
  for (const auto& [name, value] : fields) {
    if (!value.empty()) state += concat({"&", name, "=", form_encoded(value)});
  }
  return state;
}

Result<std::string> page_at(std::string page, std::string_view state) {
  const std::size_t at = page.find(kRoom);
  if (at == page.npos) {
    return Error{ErrorCode::kInvalid, 0, "the page is one of another version: build it again"};
  }
  std::string content;
  for (const char c : state) content += c == '&' ? std::string("&amp;") : std::string(1, c);
  page.replace(at, kRoom.size(),
               concat({R"(<meta name="intarsia-state" content=")", content, "\">"}));
  return page;
}

}  // namespace intarsia::cli
