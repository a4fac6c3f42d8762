"""The conventions in which encoders of chess differ."""

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
from ._piece_order import order_names
from ._positions import FENS, LINES


def _drawn(function: Callable[[np.ndarray], np.ndarray], where_black: bool = False) -> Change:
    """Boards drawn otherwise: cells change places, and with them the numbers of cells."""
    numbers = function(np.arange(64.0).reshape(1, 1, 8, 8)).ravel()
    places = np.argsort(numbers).astype(float)  # old cell -> new cell

    def draw(planes: np.ndarray, features: tuple[str, ...], black: np.ndarray) -> np.ndarray:
        is_number = np.array([name.endswith(".cell") for name in features])[None, :, None, None]
        cells = np.clip(planes, 0, 63).astype(int)
        moved = np.where(planes >= 0, places[cells], planes)
        drawn = np.where(is_number, moved, function(planes))
        return np.where(black[:, None, None, None], drawn, planes) if where_black else drawn

    return step(draw)


def _toward_middle(planes: np.ndarray, _: np.ndarray) -> np.ndarray:
    """From the square that a pawn passed (row 2 of the board as drawn, or 5) to the pawn's."""
    result = np.zeros_like(planes)
    result[:, :, 3], result[:, :, 4] = planes[:, :, 2], planes[:, :, 5]
    return result


def _own_view(planes: np.ndarray, features: tuple[str, ...], _: np.ndarray) -> np.ndarray:
    """Odd plies ago the opponent moved: his board is the other way round."""
    is_odd = np.array([_age(name) % 2 == 1 for name in features])[None, :, None, None]
    return np.where(is_odd, planes[_UP_DOWN], planes)


def _with_history(change: Change) -> Change:
    return lambda recipe: change(recipe) if any(map(_age, recipe.features)) else recipe


def _age(name: str) -> int:
    return int(name.partition("@")[2] or 0)


_UP_DOWN = (slice(None), slice(None), slice(None, None, -1))
_LEFT_RIGHT = (..., slice(None, None, -1))
_SIDE = r"^X(?=\.)"
_MEN_NAMES = r"^(us|them|white|black)\.(pawn|knight|bishop|rook|queen|king)(@|$)"
_CASTLING = r"castling"
_EN_PASSANT = r"^en_passant\."
_EP_CELLS = r"^en_passant\.[a-z]+(@|$)"
_TO_COLORS = both(renamed(r"^us\.", "white."), renamed(r"^them\.", "black."))
_TO_SIDES = both(renamed(r"^white\.", "us."), renamed(r"^black\.", "them."))
_TO_WHITE_VIEW = both(_TO_COLORS, framed("white"))
_TO_MOVER_VIEW = both(_TO_SIDES, framed("mover"))


def _bits(function: Callable[[np.ndarray], np.ndarray]) -> Change:
    return valued(r"^castling\.bits", lambda planes, _: function(planes.astype(int)))


def _meaning(name: str) -> Change:
    return renamed(r"^en_passant\.(always|pseudo|legal)", f"en_passant.{name}")


def _file_reversed(match: re.Match[str]) -> str:
    return "abcdefgh"["hgfedcba".index(match.group())]


#: What concerns the whole tensor: whose view, whose planes first, how the board is drawn.
VIEWS = (
    (
        Mistake("the board is not mirrored when Black moves", framed("white")),
        Mistake("the board is mirrored when Black moves", framed("mover")),
        Mistake("White's men always come first, in White's view: not the mover's", _TO_WHITE_VIEW),
        Mistake(
            "the mover's men come first and the board is mirrored when Black moves: not White's "
            "view",
            _TO_MOVER_VIEW,
        ),
        Mistake("the mover's men come first instead of White's", _TO_SIDES),
        Mistake(
            "the board is mirrored when Black moves, but White's men still come first", _TO_COLORS
        ),
        Mistake(
            "the board is rotated when Black moves (files reversed too) instead of mirrored",
            _drawn(lambda planes: planes[_LEFT_RIGHT], where_black=True),
        ),
    ),
    (
        Mistake("them comes before us: the colours are exchanged", swapped("us", "them", _SIDE)),
        Mistake("Black's planes come before White's", swapped("white", "black", _SIDE)),
    ),
    (
        Mistake("files are reversed: the h-file comes first", _drawn(lambda p: p[_LEFT_RIGHT])),
        Mistake(
            "ranks are upside down: rank 1 is on top (row = square // 8)",
            _drawn(lambda p: p[_UP_DOWN]),
        ),
        Mistake(
            "the whole board is rotated: rank 1 on top and the h-file first",
            _drawn(lambda p: p[_UP_DOWN][_LEFT_RIGHT]),
        ),
        Mistake("rows and columns are exchanged", _drawn(lambda p: p.swapaxes(2, 3))),
        Mistake(
            "rows are files, from a1 on: row = square % 8, column = square // 8",
            _drawn(lambda p: p[_UP_DOWN].swapaxes(2, 3)),
        ),
    ),
)

_HISTORY = (
    Mistake("history: the planes of earlier plies are empty", renamed(r"^.*@.*$", "zeros")),
    Mistake(
        "history: the planes of earlier plies repeat the position of now", renamed(r"@\d+$", "")
    ),
    Mistake(
        "history: earlier plies are in the view of who moved then, not of who moves now",
        _with_history(both(swapped("us", "them", r"^X(?=.*@\d*[13579]$)"), step(_own_view))),
    ),
)


_MEN = Group(
    _MEN_NAMES,
    (
        (
            Mistake(
                "the opponent's men are -1 instead of 1",
                valued(r"^(them|black)\.", lambda p, _: -p),
            ),
        ),
        _HISTORY,
    ),
    order_names,
)

_CASTLING_GROUP = Group(
    _CASTLING,
    (
        (
            Mistake("castling: the opponent's rights come first", swapped("us", "them", _SIDE)),
            Mistake("castling: Black's rights come first", swapped("white", "black", _SIDE)),
            Mistake("castling: White's rights come first, whoever moves", _TO_COLORS),
            Mistake("castling: the mover's rights come first", _TO_SIDES),
            Mistake("castling is never set", renamed(r".*castling.*", "zeros")),
            Mistake(
                "castling bits: Black's are 1 and 2, White's 4 and 8",
                _bits(lambda v: v >> 2 | (v & 3) << 2),
            ),
            Mistake(
                "castling bits: from 8 down (White kingside is 8)",
                _bits(lambda v: v >> 3 | (v & 4) >> 1 | (v & 2) << 1 | (v & 1) << 3),
            ),
        ),
        (
            Mistake(
                "castling: queenside comes before kingside",
                swapped("kingside", "queenside", "X"),
            ),
            Mistake(
                "castling bits: queenside comes before kingside",
                _bits(lambda v: (v & 5) << 1 | (v & 10) >> 1),
            ),
        ),
        _HISTORY,
    ),
)

_EN_PASSANT_GROUP = Group(
    _EN_PASSANT,
    (
        (
            Mistake("en passant is set after every double step (always)", _meaning("always")),
            Mistake(
                "en passant is set when a pawn stands ready, even a pinned one (pseudo)",
                _meaning("pseudo"),
            ),
            Mistake("en passant is set only when a capture is legal (legal)", _meaning("legal")),
            Mistake(
                "en passant is never set",
                both(
                    valued(r"\.(cell|file)(@|$)", lambda p, _: np.full_like(p, -1)),
                    renamed(r"^en_passant\.[a-z]+(\.file\.[a-h])?(@\d+)?$", "zeros"),
                ),
            ),
        ),
        (
            Mistake(
                "en passant marks the pawn that stepped, not the square behind it",
                valued(_EP_CELLS, _toward_middle),
            ),
            Mistake(
                "en passant: 0 stands for none instead of -1",
                valued(r"\.(cell|file)(@|$)", lambda p, _: np.maximum(p, 0)),
            ),
            Mistake(
                "en passant: the whole plane is set",
                valued(
                    _EP_CELLS, lambda p, _: np.broadcast_to(p.max((2, 3), keepdims=True), p.shape)
                ),
            ),
            Mistake(
                "en passant: the whole file is set",
                valued(_EP_CELLS, lambda p, _: np.broadcast_to(p.max(2, keepdims=True), p.shape)),
            ),
            Mistake(
                "en passant: files run from h to a",
                renamed(r"(?<=\.file\.)[a-h]", _file_reversed),
            ),
        ),
        (
            Mistake("en passant: the square is not mirrored when Black moves", framed("white")),
            Mistake("en passant: the square is mirrored when Black moves", framed("mover")),
        ),
        _HISTORY,
    ),
)

_OCCURRENCES = Group(
    r"^occurrences",
    (
        (
            Mistake(
                "occurrences: the plane is 0 for a new position",
                valued(r"^occurrences(/|@|$)", lambda p, _: p - p.min()),
            ),
            Mistake("occurrences: the plane is always 0", renamed(r"^occurrences.*", "zeros")),
            Mistake(
                "occurrences: repetitions are not counted, it is always 1",
                renamed(r"^occurrences(/\d+)?(@\d+)?$", r"ones\1"),
            ),
            Mistake(
                "occurrences: the count is not divided by 3",
                renamed(r"^occurrences/3", "occurrences"),
            ),
            Mistake("occurrences: the plane is always 1", renamed(r"^occurrences.*", "ones")),
        ),
    ),
)

_TURN = Group(
    r"^turn\.",
    (
        (
            Mistake("turn is 1 or 0 instead of +1 or -1", renamed(r"^turn\.sign", "turn.white")),
            Mistake(
                "turn is +1 or -1 instead of 1 or 0",
                renamed(r"^turn\.(white|black)", "turn.sign"),
            ),
            Mistake("turn is 1 when Black moves", renamed(r"^turn\.white", "turn.black")),
            Mistake("turn is 1 when White moves", renamed(r"^turn\.black", "turn.white")),
            Mistake("turn is always 1", renamed(r"^turn\..*", "ones")),
            Mistake("turn is always 0", renamed(r"^turn\..*", "zeros")),
        ),
    ),
)

_CLOCK = Group(
    r"^clock",
    (
        (
            Mistake("the clock is not divided", renamed(r"^(clock[a-z.]*)/\d+", r"\1")),
            Mistake("the clock is divided by 50", renamed(r"^(clock[a-z.]*)/\d+", r"\1/50")),
            Mistake("the clock is divided by 100", renamed(r"^(clock[a-z.]*)(@|$)", r"\1/100\2")),
            Mistake("the clock is always 0", renamed(r"^clock.*", "zeros")),
        ),
        (
            Mistake("the clock goes on beyond 100", renamed(r"^clock\.capped", "clock")),
            Mistake("the clock stops at 100", renamed(r"^clock(?!\.)", "clock.capped")),
        ),
    ),
)

_FULLMOVE = Group(
    r"^fullmove",
    (
        (
            Mistake(
                "the number of the move is divided by 100", renamed(r"^fullmove$", "fullmove/100")
            ),
            Mistake(
                "the number of the move counts plies",
                valued(r"^fullmove$", lambda p, black: 2 * (p - 1) + black),
            ),
        ),
    ),
)

_CODES = Group(
    r"^codes\.",
    (
        (
            Mistake(
                "piece codes: P N B R Q K are 1 to 6 (bishop 3)",
                renamed(r"^codes\.[a-z]+", "codes.signed"),
            ),
            Mistake(
                "piece codes: bishop 2 and knight 3", renamed(r"^codes\.[a-z]+", "codes.naive")
            ),
            Mistake(
                "piece codes: Black's are 7 to 12", renamed(r"^codes\.[a-z]+", "codes.mailbox")
            ),
        ),
        _HISTORY,
    ),
)

_KINGS = Group(
    r"king\.cell",
    (
        (
            Mistake(
                "king cells: ranks are counted from the other side than on the board",
                _drawn(lambda p: p[_UP_DOWN]),
            ),
        ),
    ),
)

_OTHERS = Group(r"", (_HISTORY,))


def _cell(row: int, column: int, is_turned: bool) -> str:
    """The square that is drawn there."""
    return f"{chr(ord('a') + column)}{(row if is_turned else 7 - row) + 1}"


CASES = Cases(
    [*((fen, "") for fen in FENS), *LINES],
    Conventions(
        VIEWS,
        (
            _MEN,
            _CASTLING_GROUP,
            _EN_PASSANT_GROUP,
            _OCCURRENCES,
            _TURN,
            _CLOCK,
            _FULLMOVE,
            _CODES,
            _KINGS,
            _OTHERS,
        ),
    ),
    _cell,
    r"^occurrences|@",
    "a FEN has no history, so this was not tested with one: {}; of=ia.Position or of=chess.Board "
    "gives positions with their moves",
)
