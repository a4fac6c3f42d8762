"""The conventions in which encoders differ, as changes of a recipe that can be tried out.

A recipe says how tensors of a layout are made: which features, in whose view, and what is done to
the planes afterwards. A mistake is a function from a recipe to the recipe of an encoder that makes
it; one that changes nothing for the layout at hand is no candidate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ._layouts import Layout
from ._tensors import encode

# Planes (n, planes, rows, columns) and whether the second player moves in each of the n positions.
Step = Callable[[np.ndarray, np.ndarray], np.ndarray]


class Recipe(NamedTuple):
    features: tuple[str, ...]
    frame: str
    steps: tuple[Step, ...] = ()
    reading: Callable[[str], str] = str  # what is made of a position's text

    def planes(self, texts: Sequence[str], layout: Layout, is_second: np.ndarray) -> np.ndarray:
        """As values in float32: (n, planes, rows, columns)."""
        size = layout.size
        plain = Layout(layout.game, self.features, frame=self.frame, order="CHW", size=size)
        planes = encode([self.reading(text) for text in texts], plain)
        for step in self.steps:
            planes = step(planes, is_second)
        return planes


class Mistake(NamedTuple):
    convention: str
    change: Callable[[Recipe], Recipe]


def step(function: Step) -> Callable[[Recipe], Recipe]:
    return lambda recipe: recipe._replace(steps=(*recipe.steps, function))


def renamed(pattern: str, to: str | Callable[[re.Match[str]], str]) -> Callable[[Recipe], Recipe]:
    """Another fact for each feature whose name fits."""
    return lambda recipe: recipe._replace(
        features=tuple(re.sub(pattern, to, name) for name in recipe.features)
    )


def swapped(a: str, b: str, pattern: str) -> Callable[[Recipe], Recipe]:
    """Features change places: where the pattern, with X for either word, fits a name."""

    def swap(match: re.Match[str]) -> str:
        return b if match.group() == a else a

    return renamed(pattern.replace("X", f"({a}|{b})"), swap)


def framed(frame: str) -> Callable[[Recipe], Recipe]:
    return lambda recipe: recipe._replace(frame=frame)


def both(*changes: Callable[[Recipe], Recipe]) -> Callable[[Recipe], Recipe]:
    def change(recipe: Recipe) -> Recipe:
        for each in changes:
            recipe = each(recipe)
        return recipe

    return change


def _where_black(function: Callable[[np.ndarray], np.ndarray]) -> Callable[[Recipe], Recipe]:
    return step(
        lambda planes, black: np.where(black[:, None, None, None], function(planes), planes)
    )


def _pawn_square(recipe: Recipe) -> Recipe:
    """The square of the pawn that stepped instead of the one that it passed."""
    marked = [i for i, name in enumerate(recipe.features) if re.match(_EP_CELLS, name)]

    def step(planes: np.ndarray, black: np.ndarray) -> np.ndarray:
        planes = planes.copy()
        for i in marked:
            cells = planes[:, i]
            # The square passed over lies on row 2 of the board as drawn, or on row 5.
            planes[:, i] = np.roll(cells, 1, 1) * (cells[:, 2:3].sum((1, 2)) > 0)[:, None, None]
            planes[:, i] += np.roll(cells, -1, 1) * (cells[:, 5:6].sum((1, 2)) > 0)[:, None, None]
        return planes

    return recipe._replace(steps=(*recipe.steps, step)) if marked else recipe


_SIDE = r"^X(?=\.)"
_CASTLING_SIDE = r"^X(?=\.castling)"
_MEN_SIDE = r"^X(?=\.(pawn|knight|bishop|rook|queen|king)($|@))"
_PIECE = r"(?<=\.)X(?=$|@)"  # not the cell of a king, nor attacks
_EP_CELLS = r"en_passant\.(always|pseudo|legal)(@|$)"
_UP_DOWN = (slice(None), slice(None), slice(None, None, -1))
_LEFT_RIGHT = (..., slice(None, None, -1))


def _meaning(name: str) -> Callable[[Recipe], Recipe]:
    return renamed(r"^en_passant\.(always|pseudo|legal)", f"en_passant.{name}")


_TO_COLORS = both(renamed(r"^us\.", "white."), renamed(r"^them\.", "black."))
_TO_SIDES = both(renamed(r"^white\.", "us."), renamed(r"^black\.", "them."))

MISTAKES = [
    Mistake("the board is not mirrored when Black moves", framed("white")),
    Mistake("the board is mirrored when Black moves", framed("mover")),
    Mistake(
        "White's men always come first, in White's view: not the mover's",
        both(_TO_COLORS, framed("white")),
    ),
    Mistake(
        "the mover's men come first and the board is mirrored when Black moves: not White's view",
        both(_TO_SIDES, framed("mover")),
    ),
    Mistake("the mover's men come first instead of White's", _TO_SIDES),
    Mistake(
        "the board is mirrored when Black moves, but White's men still come first",
        _TO_COLORS,
    ),
    Mistake(
        "the board is rotated when Black moves (files reversed too) instead of mirrored",
        _where_black(lambda planes: planes[_LEFT_RIGHT]),
    ),
    Mistake("files are reversed: the h-file comes first", step(lambda p, _: p[_LEFT_RIGHT])),
    Mistake(
        "ranks are upside down: rank 1 is on top (row = square // 8)",
        step(lambda p, _: p[_UP_DOWN]),
    ),
    Mistake(
        "the whole board is rotated: rank 1 on top and the h-file first",
        step(lambda p, _: p[_UP_DOWN][_LEFT_RIGHT]),
    ),
    Mistake("rows and columns are exchanged", step(lambda p, _: p.swapaxes(2, 3))),
    Mistake("them comes before us: the colours are exchanged", swapped("us", "them", _SIDE)),
    Mistake("Black's planes come before White's", swapped("white", "black", _SIDE)),
    Mistake("piece order: the opponent's men come first", swapped("us", "them", _MEN_SIDE)),
    Mistake("piece order: Black's men come first", swapped("white", "black", _MEN_SIDE)),
    Mistake("castling: queenside comes before kingside", swapped("kingside", "queenside", r"X")),
    Mistake("castling: the opponent's rights come first", swapped("us", "them", _CASTLING_SIDE)),
    Mistake("castling: Black's rights come first", swapped("white", "black", _CASTLING_SIDE)),
    Mistake("piece order: bishops come before knights", swapped("bishop", "knight", _PIECE)),
    Mistake(
        "piece order: from the king down (K Q R B N P)",
        both(
            swapped("pawn", "king", _PIECE),
            swapped("knight", "queen", _PIECE),
            swapped("bishop", "rook", _PIECE),
        ),
    ),
    Mistake("en passant is set after every double step (always)", _meaning("always")),
    Mistake(
        "en passant is set when a pawn stands ready, even a pinned one (pseudo)", _meaning("pseudo")
    ),
    Mistake("en passant is set only when a capture is legal (legal)", _meaning("legal")),
    Mistake("en passant marks the pawn that stepped, not the square behind it", _pawn_square),
    Mistake("en passant is never set", renamed(r"^en_passant\.(always|pseudo|legal)$", "zeros")),
    Mistake("occurrences: the plane is 0 for a new position", renamed(r"^occurrences.*", "zeros")),
    Mistake(
        "occurrences: the count is not divided by 3", renamed(r"^occurrences/3$", "occurrences")
    ),
    Mistake("turn is 1 or 0 instead of +1 or -1", renamed(r"^turn\.sign$", "turn.white")),
    Mistake("turn is +1 or -1 instead of 1 or 0", renamed(r"^turn\.(white|black)$", "turn.sign")),
    Mistake("turn is 1 when Black moves", renamed(r"^turn\.white$", "turn.black")),
    Mistake("turn is 1 when White moves", renamed(r"^turn\.black$", "turn.white")),
    Mistake("the clock is not divided", renamed(r"^(clock[a-z.]*)/.*", r"\1")),
    Mistake("the clock is divided by 50", renamed(r"^(clock[a-z.]*)/.*", r"\1/50")),
    Mistake("the clock is divided by 100", renamed(r"^(clock[a-z.]*)$", r"\1/100")),
    Mistake("the clock goes on beyond 100", renamed(r"^clock\.capped", "clock")),
    Mistake("the clock stops at 100", renamed(r"^clock(?!\.)", "clock.capped")),
    Mistake("the number of the move is divided by 100", renamed(r"^fullmove$", "fullmove/100")),
    Mistake(
        "piece codes: P N B R Q K are 1 to 6 (bishop 3)", renamed(r"^codes\..*", "codes.signed")
    ),
    Mistake("piece codes: bishop 2 and knight 3", renamed(r"^codes\..*", "codes.naive")),
    Mistake("piece codes: Black's are 7 to 12", renamed(r"^codes\..*", "codes.mailbox")),
    Mistake("values are 255 times as large", step(lambda p, _: p * np.float32(255))),
    Mistake("values are divided by 255", step(lambda p, _: p / np.float32(255))),
]
