"""The conventions in which encoders of chess differ, and positions in which it shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from ._recipes import (
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

# Boards that no reflection maps to themselves, with what encoders get wrong.
_FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",  # nobody can capture
    "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3",  # somebody can
    "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1",  # a capture would bare the king: ready, not legal
    "7K/8/8/8/k1pP3R/8/8/8 b - d3 0 1",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 40",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w K - 3 20",  # each right alone
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w Q - 3 20",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R b k - 3 20",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R b q - 3 20",
    "r3k2r/pb4pp/8/8/8/2N5/PP5P/R3K2R b Kq - 5 21",
    "r3k2r/pb4pp/8/8/8/2N5/PP5P/R3K2R w Qk - 5 21",
    "5rk1/pp4pp/4p3/2R3Q1/3n4/2q4r/P1P2PPP/5RK1 b - - 1 23",
    "1QQ5/8/8/k7/8/6q1/1n4K1/5N1b w - - 12 80",  # promoted men
    "8/P6k/8/8/8/8/p5K1/8 b - - 0 60",
    "8/5k2/8/8/3N4/8/1K6/8 w - - 99 120",  # clocks
    "8/5k2/8/8/3N4/8/1K6/8 b - - 100 300",
    "8/5k2/8/8/3N4/8/1K4R1/8 b - - 137 300",
    "r1bqk1nr/pppp1ppp/2n5/2b1p3/1PB1P3/5N2/P1PP1PPP/RNBQK2R b KQkq b3 0 4",
]

# Positions that have a past: repeated or not, early and late, with what moves can do.
_START = _FENS[0]
_SHUFFLE = "g1f3 g8f6 f3g1 f6g8"
_LINES = [
    (_START, "e2e4"),
    (_START, "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3"),
    (_START, "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 f6e4"),  # castled
    (_START, _SHUFFLE),  # the second time
    (_START, f"{_SHUFFLE} {_SHUFFLE}"),  # the third
    (_START, f"{_SHUFFLE} {_SHUFFLE} {_SHUFFLE}"),  # three or more
    (_START, f"{_SHUFFLE} g1f3"),  # the second time, Black to move
    (_START, "e2e4 g8f6 g1f3 f6g8 f3g1"),  # the second time: nobody could capture en passant
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "e1e2 e8e7 e2e1 e7e8"),  # new: rights are lost
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5f6 g8f6 d2d4"),
    ("4k3/P7/8/8/8/8/7p/4K3 w - - 0 50", "a7a8q e8e7 a8b7 e7e6"),  # promoted
]

_LETTERS = {"pawn": "P", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"}
_USUAL_ORDER = "P N B R Q K"
_KNOWN_ORDERS = {
    "P B N R Q K": "piece order: bishops come before knights",
    "K Q R B N P": "piece order: from the king down (K Q R B N P)",
}
_WHOSE = {"us": "the mover's", "them": "the opponent's", "white": "White's", "black": "Black's"}


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
    _order_names,
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

CASES = Cases(
    [*((fen, "") for fen in _FENS), *_LINES],
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
)
