// How a game writes its table of facts: one row for all facts that differ only in a word, such as
// whose men they are about. Rows are made into facts at compile time.
//
//   constexpr Word kSideWords[] = {{"side", {"white", "black", "us", "them"}},
//                                  {"who", {"White", "Black", "the mover", "the opponent"}}};
//   constexpr Axis kAxes[] = {{.size = 4, .words = kSideWords, .is_sides = true}};
//   constexpr Fact kRows[] = {{kStones, "{side}.stones", "{who}'s stones", ...},   // four facts
//                             {kEmpty, "empty", "cells without a stone", ...}};    // one
//   constexpr FactTable<kFactCount> kTable(kRows, kAxes);
//   constexpr auto kFacts = kTable.facts();
//   static_assert(is_in_order(kFacts) && has_partners(kFacts) && has_families(kFacts));

#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "intarsia/layout/fact.h"

namespace intarsia::layout {

// Every fact stands where its id says.
constexpr bool is_in_order(std::span<const Fact> facts) {
  for (std::size_t i = 0; i < facts.size(); ++i) {
    if (facts[i].id != i) return false;
  }
  return true;
}

// Every fact is its partner's partner, and both have one kind and range.
constexpr bool has_partners(std::span<const Fact> facts) {
  for (const Fact& f : facts) {
    if (f.partner >= facts.size()) return false;
    const Fact& other = facts[f.partner];
    if (other.partner != f.id || other.kind != f.kind) return false;
    if (other.lo != f.lo || other.hi != f.hi) return false;
  }
  return true;
}

// Every fact that is gathered has a family.
constexpr bool has_families(std::span<const Fact> facts) {
  for (const Fact& f : facts) {
    if (f.kind == FactKind::kCodes ? f.family != kNoFamily : f.family >= kMaxFamilies) return false;
  }
  return true;
}

// A word of the rows' texts, there in braces, and its form in each fact. Forms may name words too.
struct Word {
  std::string_view name;
  std::string_view forms[8];
};

// What a row is repeated over: sides, kinds of men, files. A row is repeated over the axes whose
// words its name has, the last axis fastest, and each place on the first of them is a family.
struct Axis {
  std::size_t size;
  std::span<const Word> words;
  // The two players, then us and them: facts of one are the partners of facts of the other, and
  // those of us and them need the turn.
  bool is_sides = false;

  constexpr const Word* find(std::string_view name) const {
    for (const Word& w : words) {
      if (w.name == name) return &w;
    }
    return nullptr;
  }
};

// The facts of rows, with their texts. `N` is their number.
template <std::size_t N>
class FactTable {
 public:
  constexpr FactTable(std::span<const Fact> rows, std::span<const Axis> axes) : axes_(axes) {
    for (const Fact& row : rows) add(row);
  }

  // Names and meanings are views into this table, which must be a constant of the program.
  constexpr std::array<Fact, N> facts() const {
    std::array<Fact, N> facts = facts_;
    for (std::size_t i = 0; i < N; ++i) {
      facts[i].name = view(names_[i]);
      facts[i].meaning = view(meanings_[i]);
    }
    return facts;
  }

 private:
  static constexpr std::size_t kMaxAxes = 8;
  static constexpr std::size_t kCharsEach = 64;  // on average; the compiler refuses more

  struct Place {
    std::size_t first = 0, size = 0;
  };

  // The row once for every combination of places on its axes.
  constexpr void add(const Fact& row) {
    std::array<bool, kMaxAxes> is_used{};
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      for (const Word& w : axes_[a].words) is_used[a] = is_used[a] || has_word(row.name, w.name);
    }
    std::size_t count = 1;
    for (std::size_t a = 0; a < axes_.size(); ++a) count *= is_used[a] ? axes_[a].size : 1;
    for (std::size_t i = 0; i < count; ++i) {
      Fact f = row;
      f.id = static_cast<FactId>(row.id + i);
      f.partner = static_cast<FactId>(row.partner + i);
      std::size_t step = count;  // from one place on the axis to the next
      for (std::size_t a = 0; a < axes_.size(); ++a) {
        at_[a] = 0;
        if (!is_used[a]) continue;
        const bool is_outermost = step == count;
        step /= axes_[a].size;
        at_[a] = i / step % axes_[a].size;
        if (is_outermost) f.family = static_cast<FamilyId>(f.family + at_[a]);
        if (!axes_[a].is_sides) continue;
        f.partner = static_cast<FactId>(at_[a] % 2 == 0 ? f.id + step : f.id - step);
        f.needs_turn = f.needs_turn || at_[a] >= 2;
        f.whose = static_cast<Whose>(static_cast<std::size_t>(Whose::kFirst) + at_[a]);
      }
      names_[count_] = written(row.name);
      meanings_[count_] = written(row.meaning);
      f.name = f.meaning = {};
      facts_[count_++] = f;
    }
  }

  static constexpr bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      if (at > 0 && text[at - 1] == '{' && text[at + word.size()] == '}') return true;
    }
    return false;
  }

  constexpr Place written(std::string_view text) {
    const std::size_t first = used_;
    write(text);
    return {first, used_ - first};
  }
  constexpr void write(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '{') {
        const std::size_t end = text.find('}', i);
        write(form(text.substr(i + 1, end - i - 1)));
        i = end;
      } else {
        chars_[used_++] = text[i];
      }
    }
  }
  constexpr std::string_view form(std::string_view word) const {
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      if (const Word* const w = axes_[a].find(word)) return w->forms[at_[a]];
    }
    refuse_unknown_word();
    return {};
  }
  static void refuse_unknown_word() {}  // no constant expression: the compiler stops here

  constexpr std::string_view view(Place p) const { return {chars_.data() + p.first, p.size}; }

  std::span<const Axis> axes_;
  std::array<Fact, N> facts_{};  // without texts
  std::array<Place, N> names_{};
  std::array<Place, N> meanings_{};
  std::array<char, kCharsEach * N> chars_{};
  std::array<std::size_t, kMaxAxes> at_{};  // the places of the fact that is being made
  std::size_t count_ = 0;
  std::size_t used_ = 0;
};

}  // namespace intarsia::layout
