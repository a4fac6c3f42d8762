"""Is my own encoder right? Compared over positions in which encoders go wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import _core, _hex_mistakes
from ._layouts import Layout, LayoutLike
from ._layouts import layout as find_layout
from ._mistakes import MISTAKES, Mistake, Recipe

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


class _Cases(NamedTuple):
    """The positions of a game on which encoders are compared, and what they may do otherwise."""

    texts: list[str]
    is_second: np.ndarray  # whether the second player moves
    mistakes: list[Mistake]


def _cases(chosen: Layout) -> _Cases:
    if chosen.game == "chess":
        return _Cases(_FENS, np.array([fen.split()[1] == "b" for fen in _FENS]), MISTAKES)
    if chosen.size < _hex_mistakes.LEAST_SIZE:
        raise ValueError(f"layout: expected boards of size {_hex_mistakes.LEAST_SIZE} or more")
    lines = _hex_mistakes.texts(chosen.size)
    is_red = np.array([_core.HexPosition(line).turn == "red" for line in lines])
    return _Cases(lines, is_red, _hex_mistakes.MISTAKES)


_TOLERANCE = 1e-3  # thirds may be written as 0.333
_MOST_MISTAKES = 3  # at once


class Difference(NamedTuple):
    """The first element that differs in one position. Without a plane the shape differs."""

    fen: str  # in Hex its TRMPH line
    plane: int | None
    name: str
    row: int
    column: int
    square: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        if self.plane is None:
            return f"expected the shape {self.expected}, found {self.found}"
        place = f" at row {self.row}, column {self.column} ({self.square})" if self.square else ""
        return (
            f"plane {self.plane} ({self.name}){place}: expected {self.expected:.6g}, "
            f"found {self.found:.6g}\n  in {self.fen}"
        )


class Check:
    """What was found. True if nothing differs.

    `differences` has the first place in each position that differs; `conventions` says in words
    what the encoder seems to do otherwise, and `is_explained` whether that accounts for all of it.
    """

    def __init__(
        self,
        layout: Layout,
        count: int,
        differences: list[Difference],
        conventions: list[str],
        is_explained: bool,
        notes: list[str],
    ):
        self.layout = layout
        self.count = count
        self.differences = differences
        self.conventions = conventions
        self.is_explained = is_explained
        self.notes = notes

    def __bool__(self) -> bool:
        return not self.differences

    def __repr__(self) -> str:
        notes = "".join(f"\nnote: {note}" for note in self.notes)
        if self:
            return f"right: {self.count} positions are as {self.layout.id} has them{notes}"
        lines = [
            f"{len(self.differences)} of {self.count} positions differ from {self.layout.id}",
            f"first: {self.differences[0]}",
        ]
        lines += [f"it seems: {convention}" for convention in self.conventions]
        if self.conventions and not self.is_explained:
            lines.append("that explains a part; more differs")
        if not self.conventions:
            lines.append("no usual convention explains it; ia.show draws a tensor")
        return "\n".join(lines) + notes


def check_encoder(
    function: Callable[[Any], Any], layout: LayoutLike, of: Callable[[str], Any] = str
) -> Check:
    """Compares your own encoder with a layout, over positions in which encoders go wrong.

    `function` takes one position, made from a FEN by `of` (python-chess: `of=chess.Board`), and
    returns its tensor. For layouts of Hex `of` gets TRMPH lines (`of=ia.HexPosition`), on the
    layout's size.

    >>> def mine(fen):  # forgets to mirror the board for Black
    ...     features = ia.layout("chess/canonical18").passport["features"]
    ...     return ia.encode(fen, ia.Layout("chess", features, frame="white", order="HWC"))
    >>> ia.check_encoder(mine, "chess/canonical18").conventions
    ['the board is not mirrored when Black moves']
    """
    chosen = find_layout(layout)
    cases = _cases(chosen)
    count = len(cases.texts)
    tensors = [np.asarray(function(of(text))) for text in cases.texts]
    of_shape = Difference(cases.texts[0], None, "", 0, 0, "", chosen.shape, tensors[0].shape)
    notes = []
    if tensors[0].dtype != chosen.numpy_dtype:
        notes.append(f"its type is {tensors[0].dtype}, the layout's {chosen.dtype}")
    found, axes = _in_shape(tensors, chosen)
    if found is None:
        return Check(chosen, count, [of_shape], [], False, notes)
    right = Recipe(tuple(plane.name for plane in chosen.planes), chosen.frame)
    differences = _differences(_elements(right, cases, chosen), found, cases, chosen)
    conventions, is_explained = _explain(right, found, cases, chosen)
    if axes:
        conventions.insert(0, axes)
        differences = differences or [of_shape]
    return Check(chosen, count, differences, conventions, is_explained, notes)


def _in_shape(tensors: list[np.ndarray], chosen: Layout) -> tuple[np.ndarray | None, str]:
    """All tensors in the layout's own shape, if they can be, and what had to be done for it."""
    shape = tensors[0].shape
    if any(tensor.shape != shape for tensor in tensors):
        return None, ""
    stacked = np.stack(tensors).astype(np.float64)
    if shape in (chosen.shape, (1, *chosen.shape)):
        return stacked.reshape(-1, *chosen.shape), ""
    for order, axes in (("CHW", (0, 2, 3, 1)), ("HWC", (0, 3, 1, 2))):
        if chosen.order != "flat" and shape == find_layout(chosen, order=order).shape:
            convention = f"axes are in the order {order}, the layout's is {chosen.order}"
            return stacked.transpose(axes), convention
    if stacked[0].size == np.prod(chosen.shape):
        return stacked.reshape(-1, *chosen.shape), f"axes: the shape is {shape}; a reshape fits"
    return None, ""


def _elements(recipe: Recipe, cases: _Cases, chosen: Layout) -> np.ndarray:
    """What an encoder by the recipe gives, in the layout's shape."""
    planes = recipe.planes(cases.texts, chosen, cases.is_second).astype(np.float64) * chosen.divisor
    if chosen.order == "CHW":
        return planes
    if chosen.order == "HWC":
        return planes.transpose(0, 2, 3, 1)
    parts = [
        planes[:, i].reshape(len(planes), -1)[:, : feature["elements"]]
        for i, feature in enumerate(chosen._table["features"])
    ]
    return np.concatenate(parts, 1).reshape(len(planes), *chosen.shape)


def _is_wrong(expected: np.ndarray, found: np.ndarray) -> np.ndarray:
    return ~(np.abs(expected - found) <= _TOLERANCE)  # NaN is wrong too


def _explain(
    recipe: Recipe, found: np.ndarray, cases: _Cases, chosen: Layout
) -> tuple[list[str], bool]:
    """The fewest mistakes, one after the other, that leave the least unexplained."""
    conventions: list[str] = []
    left = np.count_nonzero(_is_wrong(_elements(recipe, cases, chosen), found))
    while left and len(conventions) < _MOST_MISTAKES:
        best, best_left = None, left
        for mistake in cases.mistakes:
            tried = mistake.change(recipe)
            if tried == recipe:
                continue
            now = np.count_nonzero(_is_wrong(_elements(tried, cases, chosen), found))
            if now < best_left:
                best, best_left, better = mistake, now, tried
        if best is None:
            break
        conventions.append(best.convention)
        recipe, left = better, best_left
    return conventions, left == 0


def _differences(
    expected: np.ndarray, found: np.ndarray, cases: _Cases, chosen: Layout
) -> list[Difference]:
    differences = []
    for i, text in enumerate(cases.texts):
        right, mine = expected[i], found[i]
        wrong = np.argwhere(_is_wrong(right, mine))
        if len(wrong):
            at = min(map(tuple, wrong), key=lambda element: _place(element, chosen))
            plane, cell = _place(at, chosen)
            elements = chosen._table["features"][plane]["elements"]
            name = chosen.planes[plane].name
            square = _square(cell, chosen, cases.is_second[i]) if elements > 1 else ""
            place = (plane, name, cell // chosen.size, cell % chosen.size, square)
            differences.append(Difference(text, *place, float(right[at]), float(mine[at])))
    return differences


def _place(at: tuple[int, ...], chosen: Layout) -> tuple[int, int]:
    """Plane and cell of an element."""
    if chosen.order == "CHW":
        return int(at[0]), int(chosen.size * at[1] + at[2])
    if chosen.order == "HWC":
        return int(at[2]), int(chosen.size * at[0] + at[1])
    element = int(np.ravel_multi_index(at, chosen.shape))
    plane = max(i for i, p in enumerate(chosen.planes) if p.index <= element)
    return plane, element - chosen.planes[plane].index


def _square(cell: int, chosen: Layout, is_second: bool) -> str:
    """The square or cell that is drawn there."""
    row, column = divmod(cell, chosen.size)
    is_turned = chosen.frame == "mover" and is_second
    if chosen.game == "hex":
        row, column = (column, row) if is_turned else (row, column)
    elif not is_turned:
        row = chosen.size - 1 - row
    return f"{chr(ord('a') + column)}{row + 1}"
