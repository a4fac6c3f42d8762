#include "intarsia/data/batch_sink.h"

#include "intarsia/base/text.h"

namespace intarsia::data {

namespace {

constexpr std::size_t kMaxReasons = 32;

// What is not supported is reported by name, each of them; anything else by the kind of error.
std::string reason_of(const Refusal& r) {
  if (r.is_damage) return std::string(kDamageReason);
  constexpr std::size_t kMostBytes = 80;
  std::string reason(name(r.code));
  if (r.code == ErrorCode::kUnsupported) reason += concat({": ", as_utf8(r.detail)});
  return reason.size() > kMostBytes ? std::string(name(r.code)) : reason;
}

void count(Reasons& reasons, const std::string& reason, const Place& place) {
  PlacedCount& same = reasons[reason];
  if (same.games++ == 0) same.first = place;
}

}  // namespace

std::string count_rejected(Manifest& m, const Refusal& r) {
  std::string reason = reason_of(r);
  const bool is_new = !m.rejected.contains(reason);
  if (is_new && m.rejected.size() >= kMaxReasons) reason = name(r.code);
  count(m.rejected, reason, r.place);
  return reason;
}

void count_mended(Manifest& m, const Entry& e) {
  if (!e.mended.empty()) count(m.mended, std::string(e.mended), e.place);
}

std::optional<Error> refuse_unbalanced(const Manifest& m, std::string_view where) {
  if (m.is_balanced()) return std::nullopt;
  return Error{ErrorCode::kInvalid, 0,
               concat({where,
                       ": the games stored, dropped and rejected are not those read: a fault of "
                       "this program; it is not complete, please report it"})};
}

}  // namespace intarsia::data
