"""Which conventions explain what an encoder does otherwise.

A view is chosen for the whole tensor, and in it for each group of planes the fewest mistakes that
set all of them right, in every cell of every position. A view is named only if it sets right at
least half of the planes that are wrong without it. So chance agreement is not taken for a reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ._mistakes import GROUPS, MEN, SCALES, VIEWS, Bank, Mistake, Recipe

IsWrong = Callable[[np.ndarray, np.ndarray], np.ndarray]

_LETTERS = {"pawn": "P", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"}
_USUAL_ORDER = "P N B R Q K"
_KNOWN_ORDERS = {
    "P B N R Q K": "piece order: bishops come before knights",
    "K Q R B N P": "piece order: from the king down (K Q R B N P)",
}
_WHOSE = {"us": "the mover's", "them": "the opponent's", "white": "White's", "black": "Black's"}


class Explanation(NamedTuple):
    """What the encoder seems to do, and the planes that differ all the same."""

    conventions: list[str]
    wrong: list[int]

    def rank(self) -> tuple[int, int]:
        return len(self.wrong), len(self.conventions)


def explain(bank: Bank, right: Recipe, found: np.ndarray, is_wrong: IsWrong) -> Explanation:
    """`found` and what recipes make are values: (n, planes, 8, 8)."""
    search = _Search(bank, found, is_wrong)
    best = search.best_view(list(_combinations(right, VIEWS)))
    if best.wrong:
        scaled = search.best_view(list(_combinations(right, (*VIEWS, SCALES))))
        best = min(best, scaled, key=Explanation.rank)
    return best


def _combinations(
    recipe: Recipe, aspects: Sequence[Sequence[Mistake]]
) -> Iterator[tuple[list[str], Recipe]]:
    """Recipes with at most one mistake of each aspect, those with the fewest first."""
    made: list[tuple[list[str], Recipe]] = [([], recipe)]
    for aspect in aspects:
        for names, each in list(made):
            changed = [(mistake.convention, mistake.change(each)) for mistake in aspect]
            made += [([*names, name], to) for name, to in changed if to != each]
    return iter(sorted(made, key=lambda names_and_recipe: len(names_and_recipe[0])))


class _Search:
    def __init__(self, bank: Bank, found: np.ndarray, is_wrong: IsWrong):
        self.bank = bank
        self.found = found
        self.is_wrong = is_wrong
        self.parts: dict[tuple[int, Recipe], Explanation] = {}

    def best_view(self, views: list[tuple[list[str], Recipe]]) -> Explanation:
        """`views` begin with the layout's own; those with fewer mistakes come first."""
        best = plain = self.in_view(*views[0])
        for names, recipe in views[1:]:
            if not best.wrong and len(best.conventions) <= len(names):
                break  # no later one has fewer
            tried = self.in_view(names, recipe)
            if 2 * len(tried.wrong) <= len(plain.wrong):
                best = min(best, tried, key=Explanation.rank)
        return best

    def in_view(self, names: list[str], recipe: Recipe) -> Explanation:
        parts = [self.best_part(i, recipe, at) for i, at in _planes_by_group(recipe)]
        named = names + [name for part in parts for name in part.conventions]
        wrong = sorted(i for part in parts for i in part.wrong)
        return Explanation(list(dict.fromkeys(named)), wrong)

    def best_part(self, group: int, recipe: Recipe, planes: list[int]) -> Explanation:
        """Of the planes of one group: the fewest mistakes that set all right, or none."""
        part = recipe.part(planes)
        if (group, part) not in self.parts:
            found = self.found[:, planes]
            wrong = [planes[i] for i in np.flatnonzero(self.wrong_planes(part, found))]
            right = self.right_part(group, part, found) if wrong else []
            self.parts[group, part] = Explanation(right or [], wrong if right is None else [])
        return self.parts[group, part]

    def right_part(self, group: int, part: Recipe, found: np.ndarray) -> list[str] | None:
        for names, recipe in _combinations(part, GROUPS[group].aspects):
            for more, ordered in self.orders(recipe, found):
                if not self.wrong_planes(ordered, found).any():
                    return [*names, *more]
        return None

    def wrong_planes(self, recipe: Recipe, found: np.ndarray) -> np.ndarray:
        return self.is_wrong(recipe.planes(self.bank), found).any((0, 2, 3))

    def orders(self, recipe: Recipe, found: np.ndarray) -> Iterator[tuple[list[str], Recipe]]:
        """The recipe as it is and, for men, with its planes in the order that is found."""
        yield [], recipe
        own = [name for name in recipe.features if re.match(MEN, name) and "@" not in name]
        if len(set(own)) < 2 or len(set(own)) < len(own):
            return
        at = [recipe.features.index(name) for name in own]
        planes, found = recipe.planes(self.bank)[:, at], found[:, at]
        if self.is_wrong(planes.sum(1), found.sum(1)).any():
            return  # no order of planes changes their sum
        # fits[i, j]: what is found at i is the plane of own[j].
        differs = self.is_wrong(planes[:, None], found[:, :, None])
        fits = ~differs.any((0, 3, 4))
        if (fits.sum(0) != 1).any() or (fits.sum(1) != 1).any():
            return
        order = [own[j] for j in fits.argmax(1)]
        place = dict(zip(own, order, strict=True))

        def moved(name: str) -> str:
            base, at, age = name.partition("@")
            return place.get(base, base) + at + age

        if order != own:
            yield (
                _order_names(own, order),
                recipe._replace(features=tuple(map(moved, recipe.features))),
            )


def _planes_by_group(recipe: Recipe) -> list[tuple[int, list[int]]]:
    """By the names that a view leaves them."""
    groups: dict[int, list[int]] = {}
    for i, name in enumerate(recipe.features):
        group = next(g for g, each in enumerate(GROUPS) if re.search(each.pattern, name))
        groups.setdefault(group, []).append(i)
    return list(groups.items())


def _order_names(own: list[str], order: list[str]) -> list[str]:
    """An order of men in words: of kinds, and of colours."""
    sides, kinds = zip(*(name.split(".") for name in order), strict=True)
    own_sides, own_kinds = zip(*(name.split(".") for name in own), strict=True)
    by_side = {_letters_of(side, sides, kinds) for side in sides}
    letters = by_side.pop()
    own_letters = _letters_of(own_sides[0], own_sides, own_kinds)
    if by_side:
        return [f"piece order: {', '.join(order)}"]
    names = []
    if sides != own_sides:
        is_alternating = len(set(sides[:2])) == 2
        names.append(
            "piece order: the colours alternate, kind by kind"
            if is_alternating
            else f"piece order: {_WHOSE[sides[0]]} men come first"
        )
    if letters != own_letters:
        known = _KNOWN_ORDERS.get(letters) if own_letters == _USUAL_ORDER else None
        names.append(known or f"piece order: {letters}")
    return names


def _letters_of(side: str, sides: Sequence[str], kinds: Sequence[str]) -> str:
    return " ".join(_LETTERS[kind] for each, kind in zip(sides, kinds, strict=True) if each == side)
