"""Which conventions explain what an encoder does otherwise.

A view is chosen for the whole tensor, and in it for each group of planes the fewest mistakes that
set all of them right, in every cell of every position. A view is named only if it sets right at
least half of the planes that are wrong without it. So chance agreement is not taken for a reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ._recipes import SCALES, Aspects, Bank, Conventions, Recipe

IsWrong = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Explanation(NamedTuple):
    """What the encoder seems to do, and the planes that differ all the same."""

    conventions: list[str]
    wrong: list[int]

    def rank(self) -> tuple[int, int]:
        return len(self.wrong), len(self.conventions)


def explain(
    right: Recipe, found: np.ndarray, bank: Bank, conventions: Conventions, is_wrong: IsWrong
) -> Explanation:
    """`found` and what recipes make are values: (n, planes, rows, columns)."""
    search = _Search(found, bank, conventions, is_wrong)
    views = conventions.views
    best = search.best_view(list(_combinations(right, views)))
    if best.wrong:
        scaled = search.best_view(list(_combinations(right, (*views, SCALES))))
        best = min(best, scaled, key=Explanation.rank)
    return best


def _combinations(recipe: Recipe, aspects: Aspects) -> Iterator[tuple[list[str], Recipe]]:
    """Recipes with at most one mistake of each aspect, those with the fewest first."""
    made: list[tuple[list[str], Recipe]] = [([], recipe)]
    for aspect in aspects:
        for names, each in list(made):
            changed = [(mistake.convention, mistake.change(each)) for mistake in aspect]
            made += [([*names, name], to) for name, to in changed if to != each]
    return iter(sorted(made, key=lambda names_and_recipe: len(names_and_recipe[0])))


class _Search:
    def __init__(self, found: np.ndarray, bank: Bank, conventions: Conventions, is_wrong: IsWrong):
        self.found = found
        self.bank = bank
        self.groups = conventions.groups
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
        parts = [self.best_part(i, recipe, at) for i, at in self.planes_by_group(recipe)]
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
        for names, recipe in _combinations(part, self.groups[group].aspects):
            for more, ordered in self.orders(group, recipe, found):
                if not self.wrong_planes(ordered, found).any():
                    return [*names, *more]
        return None

    def wrong_planes(self, recipe: Recipe, found: np.ndarray) -> np.ndarray:
        return self.is_wrong(self.bank.planes(recipe), found).any((0, 2, 3))

    def orders(
        self, group: int, recipe: Recipe, found: np.ndarray
    ) -> Iterator[tuple[list[str], Recipe]]:
        """The recipe as it is and, where it is worth it, with its planes in the order found."""
        yield [], recipe
        own = [name for name in recipe.features if "@" not in name]
        in_words = self.groups[group].order
        if in_words is None or len(own) < 2 or len(set(own)) < len(own):
            return
        at = [recipe.features.index(name) for name in own]
        planes, found = self.bank.planes(recipe)[:, at], found[:, at]
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
            names = in_words(own, order)
            yield names, recipe._replace(features=tuple(map(moved, recipe.features)))

    def planes_by_group(self, recipe: Recipe) -> list[tuple[int, list[int]]]:
        """By the names that a view leaves them."""
        found: dict[int, list[int]] = {}
        for i, name in enumerate(recipe.features):
            group = next(g for g, each in enumerate(self.groups) if re.search(each.pattern, name))
            found.setdefault(group, []).append(i)
        return list(found.items())
