#include "intarsia/hex/keys.h"

namespace intarsia::hex {

namespace {

constexpr KeyTable make_keys() {
  KeySequence next(kKeySeed);
  KeyTable t{};
  for (auto& of_color : t.stones) {
    for (Key& k : of_color) k = next.next();
  }
  t.red_to_move = next.next();
  for (Key& k : t.sizes) k = next.next();
  t.swap_open = next.next();
  t.literal_swap_open = next.next();
  return t;
}

}  // namespace

constinit const KeyTable kKeys = make_keys();

}  // namespace intarsia::hex
