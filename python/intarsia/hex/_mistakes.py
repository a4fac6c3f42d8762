"""The conventions in which encoders of Hex differ, and positions in which it shows."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from .._recipes import (
    Cases,
    Change,
    Conventions,
    Group,
    Mistake,
    both,
    framed,
    renamed,
    step,
    swapped,
    valued,
)

# Cells are counted from a corner, so that they fit every board from 4 on; capitals count from the
# far one. No symmetry maps the boards to themselves.
LEAST_SIZE = 4
_GAMES = [
    "",
    "b1",
    "b1 c2",
    "b1 b1",  # a swap
    "b1 b1 c3",
    "c1 c1 b3 A2",
    "a2 c1 d1 b3",
    "a2 c1 d1 b3 C1",
    "d2 a4 c2 A1 b2 b4",
    "d2 a4 c2 A1 b2 b4 B1",
]


def texts(size: int) -> list[str]:
    """TRMPH lines on a board of the size."""

    def cell(name: str) -> str:
        column, row = ord(name[0].lower()) - ord("a"), int(name[1]) - 1
        if name[0].isupper():
            column, row = size - 1 - column, size - 1 - row
        return f"{chr(ord('a') + column)}{row + 1}"

    return [f"#{size},{''.join(cell(name) for name in game.split())}" for game in _GAMES]


def _moves(text: str) -> tuple[str, list[str]]:
    size, moves = text[1:].split(",")
    return size, re.findall(r"[a-z]\d+", moves)


def _swap_ignored(text: str) -> str:
    size, moves = _moves(text)
    if len(moves) < 2 or moves[0] != moves[1]:
        return text
    rest = f" moves {' '.join(moves[2:])}" if moves[2:] else ""
    return f"hex {size} blue {moves[0]} turn blue{rest}"


def _swap_twice(text: str) -> str:
    size, moves = _moves(text)
    if len(moves) < 2 or moves[0] != moves[1]:
        return text
    return f"hex {size} moves {' '.join([moves[0], 'swap', *moves[2:]])}"


def _read(reading: Callable[[str], str]) -> Change:
    return lambda recipe: recipe._replace(reading=reading)


_SIDE = r"^X(?=\.)"
_TO_COLORS = both(
    renamed(r"^us\.", "blue."), renamed(r"^them\.", "red."), renamed(r"codes\.mover", "codes.piece")
)
_TO_SIDES = both(
    renamed(r"^blue\.", "us."), renamed(r"^red\.", "them."), renamed(r"codes\.piece", "codes.mover")
)

_VIEWS = (
    (
        Mistake("the board is not transposed when Red moves", framed("blue")),
        Mistake("the board is transposed when Red moves", framed("mover")),
        Mistake(
            "Blue's stones always come first, in Blue's view", both(_TO_COLORS, framed("blue"))
        ),
        Mistake(
            "the mover's stones come first and the board is transposed when Red moves",
            both(_TO_SIDES, framed("mover")),
        ),
        Mistake("the mover's stones come first instead of Blue's", _TO_SIDES),
        Mistake("Blue's stones come first instead of the mover's", _TO_COLORS),
    ),
    (
        Mistake("Red's stones come before Blue's", swapped("blue", "red", _SIDE)),
        Mistake("them comes before us: the colours are exchanged", swapped("us", "them", _SIDE)),
    ),
    (
        Mistake("rows and columns are exchanged", step(lambda p, *_: p.swapaxes(2, 3))),
        Mistake("rows are upside down: row 1 is at the bottom", step(lambda p, *_: p[:, :, ::-1])),
        Mistake("columns are reversed: a is on the right", step(lambda p, *_: p[..., ::-1])),
        Mistake("the board is rotated by 180°", step(lambda p, *_: p[:, :, ::-1, ::-1])),
    ),
    (
        Mistake("a swap is left out: Blue's stone stays", _read(_swap_ignored)),
        Mistake(
            "the cell of a swap is taken for the opening: the stone stands transposed",
            _read(_swap_twice),
        ),
    ),
)

_CODES = Group(
    r"^codes\.",
    (
        (
            Mistake(
                "piece codes: 1 and 2 are exchanged",
                valued(r"^codes\.", lambda p, _: np.where(p > 0, 3 - p, p)),
            ),
        ),
    ),
)

_TURN = Group(
    r"^turn\.",
    (
        (
            Mistake(
                "the player to move is 1 for Blue", renamed(r"^turn\.(player|red)$", "turn.blue")
            ),
            Mistake("the player to move is 1 for Red", renamed(r"^turn\.blue$", "turn.player")),
        ),
    ),
)


def cases(size: int) -> Cases:
    """TRMPH lines have their moves in them."""
    if size < LEAST_SIZE:
        raise ValueError(f"layout: expected boards of size {LEAST_SIZE} or more")
    lines = [(text, "") for text in texts(size)]
    return Cases(lines, Conventions(_VIEWS, (_CODES, _TURN, Group("", ()))), _cell)


def _cell(row: int, column: int, is_turned: bool) -> str:
    """The cell that is drawn there."""
    row, column = (column, row) if is_turned else (row, column)
    return f"{chr(ord('a') + column)}{row + 1}"
