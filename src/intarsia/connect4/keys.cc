#include "intarsia/connect4/keys.h"

namespace intarsia::connect4 {

namespace {

constexpr KeyTable make_keys() {
  KeySequence next(kKeySeed);
  KeyTable t{};
  for (auto& of_player : t.discs) {
    for (Key& k : of_player) k = next.next();
  }
  t.second_to_move = next.next();
  for (Key& k : t.sizes) k = next.next();
  return t;
}

}  // namespace

constinit const KeyTable kKeys = make_keys();

}  // namespace intarsia::connect4
