"""How planes of a layout are made, and changes of it that can be tried out.

A recipe says from which features planes are made, in whose view, and what is done to them
afterwards. A mistake is a function from a recipe to the recipe of an encoder that makes it; one
that changes nothing for the layout at hand is no candidate. Some concern the whole tensor (its
view), others only the planes of one group: men, castling, en passant and so on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ._layouts import Layout
from ._tensors import encode

# Planes (n, planes, rows, columns) of these features, and whether the second player moves in each
# of the n positions.
Step = Callable[[np.ndarray, "tuple[str, ...]", np.ndarray], np.ndarray]
Reading = Callable[[str], str]


class Bank:
    """The planes of facts in some positions, each encoded once."""

    def __init__(self, texts: Sequence[str], is_second: np.ndarray, layout: Layout):
        self.is_second = is_second
        self._texts = texts
        self._layout = layout
        self._planes: dict[tuple[str, str, Reading], np.ndarray] = {}

    def planes(self, recipe: Recipe) -> np.ndarray:
        """As values: (n, planes, rows, columns)."""
        found = [self._plane(name, recipe.frame, recipe.reading) for name in recipe.features]
        planes = np.concatenate(found, 1)
        for step in recipe.steps:
            planes = step(planes, recipe.features, self.is_second)
        return planes

    def _plane(self, feature: str, frame: str, reading: Reading) -> np.ndarray:
        key = (feature, frame, reading)
        if key not in self._planes:
            game, size = self._layout.game, self._layout.size
            plain = Layout(game, [feature], frame=frame, order="CHW", size=size)
            texts = [reading(text) for text in self._texts]
            self._planes[key] = encode(texts, plain).astype(np.float64)
        return self._planes[key]


class Recipe(NamedTuple):
    features: tuple[str, ...]
    frame: str
    steps: tuple[Step, ...] = ()
    reading: Reading = str  # what is made of a position's text

    def part(self, indices: Sequence[int]) -> Recipe:
        return self._replace(features=tuple(self.features[i] for i in indices))


Change = Callable[[Recipe], Recipe]


class Mistake(NamedTuple):
    convention: str
    change: Change


# What may be done otherwise, in at most one way of each aspect.
Aspects = tuple[tuple[Mistake, ...], ...]


class Group(NamedTuple):
    """Planes whose names fit, and in what they may differ; `order` says in words how an order of
    them (the second) differs from their own, where it is worth looking for one."""

    pattern: str
    aspects: Aspects
    order: Callable[[list[str], list[str]], list[str]] | None = None


class Conventions(NamedTuple):
    """Of a game. A plane belongs to the first group whose pattern fits its name."""

    views: Aspects
    groups: tuple[Group, ...]


class Cases(NamedTuple):
    """Positions in which encoders go wrong: texts, and moves to be played from there.

    A game's module makes them for a layout (`_check_cases`). `cell` names what is drawn at a row
    and a column, `is_turned`: in the second player's view. Where lines have moves, `history` fits
    the names of planes that only those test, and `untested` is said of them where nobody plays.
    """

    lines: list[tuple[str, str]]
    conventions: Conventions
    cell: Callable[[int, int, bool], str]
    history: str = "@"
    untested: str = "not tested with history: {}"

    def texts(self) -> list[str]:
        return [f"{text} moves {moves}" if moves else text for text, moves in self.lines]


def step(function: Step) -> Change:
    return lambda recipe: recipe._replace(steps=(*recipe.steps, function))


def valued(pattern: str, function: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Change:
    """Other values (of the values and whether the second player moves) in planes that fit."""

    def fill(planes: np.ndarray, features: tuple[str, ...], second: np.ndarray) -> np.ndarray:
        fits = np.array([re.search(pattern, name) is not None for name in features])
        changed = function(planes, second[:, None, None, None])
        return np.where(fits[None, :, None, None], changed, planes)

    def change(recipe: Recipe) -> Recipe:
        fits = any(re.search(pattern, name) for name in recipe.features)
        return recipe._replace(steps=(*recipe.steps, fill)) if fits else recipe

    return change


def renamed(pattern: str, to: str | Callable[[re.Match[str]], str]) -> Change:
    """Another fact for each feature whose name fits."""
    return lambda recipe: recipe._replace(
        features=tuple(re.sub(pattern, to, name) for name in recipe.features)
    )


def swapped(a: str, b: str, pattern: str) -> Change:
    """Features change places: where the pattern, with X for either word, fits a name."""

    def swap(match: re.Match[str]) -> str:
        return b if match.group() == a else a

    return renamed(pattern.replace("X", f"({a}|{b})"), swap)


def framed(frame: str) -> Change:
    return lambda recipe: recipe._replace(frame=frame)


def both(*changes: Change) -> Change:
    def change(recipe: Recipe) -> Recipe:
        for each in changes:
            recipe = each(recipe)
        return recipe

    return change


SCALES = (
    Mistake("values are 255 times as large", step(lambda p, *_: p * 255)),
    Mistake("values are divided by 255", step(lambda p, *_: p / 255)),
)
