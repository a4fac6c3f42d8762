"""Is my own encoder right? Compared over positions in which encoders go wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import kind_of
from ._explain import explain
from ._layouts import Layout, LayoutLike
from ._layouts import layout as find_layout
from ._mistakes import Bank, Recipe

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

_TOLERANCE = 1e-3  # thirds may be written as 0.333
_PRECISION = {"bfloat16": 2**-8, "float16": 2**-11}
_HISTORY_PLANES = ("occurrences", "@")


class Difference(NamedTuple):
    """The first element that differs in one position, a FEN or a position line. Without a plane
    the shape differs."""

    fen: str
    plane: int | None
    name: str
    row: int
    column: int
    square: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        if self.plane is None:
            return f"expected the shape {self.expected}, found {self.found}\n  in {self.fen}"
        place = f" at row {self.row}, column {self.column} ({self.square})" if self.square else ""
        return (
            f"plane {self.plane} ({self.name}){place}: expected {self.expected:.6g}, "
            f"found {self.found:.6g}\n  in {self.fen}"
        )


class Check:
    """What was found. True if nothing differs.

    `differences` has the first place in each position that differs; `conventions` says in words
    what the encoder seems to do otherwise, and `unexplained` names the planes that differ all the
    same. `notes` say what else there is to know, such as planes that could not be tested.
    """

    def __init__(
        self,
        layout: Layout,
        count: int,
        differences: list[Difference],
        conventions: list[str],
        unexplained: list[str],
        notes: list[str],
    ):
        self.layout = layout
        self.count = count
        self.differences = differences
        self.conventions = conventions
        self.unexplained = unexplained
        self.notes = notes

    @property
    def is_explained(self) -> bool:
        """Whether the conventions account for every difference."""
        return not self.unexplained

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
            lines.append(f"that explains a part; more differs in {', '.join(self.unexplained)}")
        if not self.conventions:
            lines.append("no usual convention explains it; ia.show draws a tensor")
        return "\n".join(lines) + notes


def check_encoder(
    function: Callable[[Any], Any], layout: LayoutLike, of: Callable[[str], Any] = str
) -> Check:
    """Compares your own encoder with a layout, over positions in which encoders go wrong.

    `function` takes one position, made from a FEN by `of`, and returns its tensor. Boards of
    python-chess (`of=chess.Board`), ia.Position and ia.ChessGame also come with moves, so that
    planes of history and repetition are tested; a FEN has none, and the answer says what it could
    not test.

    >>> def mine(fen):  # forgets to mirror the board for Black
    ...     features = ia.layout("chess/canonical18").passport["features"]
    ...     return ia.encode(fen, ia.Layout("chess", features, frame="white", order="HWC"))
    >>> ia.check_encoder(mine, "chess/canonical18").conventions
    ['the board is not mirrored when Black moves']
    """
    chosen = find_layout(layout)
    if chosen.game != "chess":
        raise ValueError(f"layout: check_encoder knows positions of chess; {chosen.id} is another")
    if not callable(of):
        raise TypeError(f"of: expected a function of a FEN, such as ia.Position, not {kind_of(of)}")
    lines = [(fen, "") for fen in _FENS]
    has_moves = _can_move(of(_START))
    lines += _LINES if has_moves else []
    tensors = [_taken(function(_made(of, *line)), chosen) for line in lines]
    texts = [f"{fen} moves {moves}" if moves else fen for fen, moves in lines]
    notes = _notes(tensors[0], chosen, has_moves)
    found, axes, misfits = _in_shape(tensors, chosen, texts)
    if found is None:
        return Check(chosen, len(lines), misfits, [], ["the shape"], notes)
    positions = [_core.Position(text) for text in texts]
    bank = Bank(positions, [position.turn == "black" for position in positions], chosen.game)
    right = Recipe(tuple(plane.name for plane in chosen.planes), chosen.frame)
    is_wrong = _comparison(chosen)
    differences = _differences(right.planes(bank), found, chosen, texts, is_wrong)
    explanation = explain(bank, right, found, is_wrong)
    return Check(
        chosen,
        len(lines),
        differences or misfits,
        axes + explanation.conventions,
        [chosen.planes[i].name for i in explanation.wrong],
        notes,
    )


def _can_move(position: Any) -> bool:
    return any(hasattr(position, name) for name in ("push_uci", "push", "after"))


def _made(of: Callable[[str], Any], fen: str, moves: str) -> Any:
    """A position as the encoder takes it, after moves."""
    position = of(fen)
    for move in moves.split():
        if hasattr(position, "push_uci"):  # python-chess
            position.push_uci(move)
        elif hasattr(position, "push"):
            position.push(move)
        else:
            position = position.after(move)
    return position


def _taken(result: Any, chosen: Layout) -> np.ndarray:
    """A copy of what the encoder gave: its buffer may be used again."""
    if "bfloat16" in str(getattr(result, "dtype", "")) and hasattr(result, "float"):
        result = result.float()  # of torch: NumPy has no such type
    array = np.array(result)
    if array.dtype.kind in "cSUmM":
        raise TypeError(f"function: expected a tensor of numbers, not {kind_of(array)}")
    if chosen.dtype == "bfloat16" and array.dtype == np.uint16:  # bits
        array = (array.astype(np.uint32) << 16).view(np.float32)
    return array


def _notes(tensor: np.ndarray, chosen: Layout, has_moves: bool) -> list[str]:
    notes = []
    wanted = np.dtype(np.float32) if chosen.dtype == "bfloat16" else chosen.numpy_dtype
    if tensor.dtype != wanted:
        notes.append(f"its type is {tensor.dtype}, the layout's {chosen.dtype}")
    names = [plane.name for plane in chosen.planes]
    untested = [n for n in names if n.startswith(_HISTORY_PLANES[0]) or _HISTORY_PLANES[1] in n]
    if untested and not has_moves:
        shown = ", ".join(untested[:4]) + (", …" if len(untested) > 4 else "")
        notes.append(
            f"a FEN has no history, so this was not tested with one: {shown}; of=ia.Position or "
            "of=chess.Board gives positions with their moves"
        )
    return notes


def _in_shape(
    tensors: list[np.ndarray], chosen: Layout, texts: list[str]
) -> tuple[np.ndarray | None, list[str], list[Difference]]:
    """All tensors as values of planes (n, planes, 8, 8), if they can be; what had to be done for
    it; and the positions whose shape is not the layout's."""
    shape = chosen.shape
    misfits = [
        Difference(text, None, "", 0, 0, "", shape, tensor.shape)
        for text, tensor in zip(texts, tensors, strict=True)
        if tensor.shape not in (shape, (1, *shape))
    ]
    if not misfits:
        return _planes(np.stack([tensor.reshape(shape) for tensor in tensors]), chosen), [], []
    found = tensors[0].shape
    if any(tensor.shape != found for tensor in tensors):
        return None, [], misfits
    stacked = np.stack(tensors)
    for order, axes in (("CHW", (0, 2, 3, 1)), ("HWC", (0, 3, 1, 2))):
        if chosen.order != "flat" and found == find_layout(chosen, order=order).shape:
            convention = f"axes are in the order {order}, the layout's is {chosen.order}"
            return _planes(stacked.transpose(axes), chosen), [convention], misfits
    if stacked[0].size == np.prod(shape):
        convention = f"axes: the shape is {found}; a reshape fits"
        return _planes(stacked.reshape(-1, *shape), chosen), [convention], misfits
    return None, [], misfits


def _planes(tensors: np.ndarray, chosen: Layout) -> np.ndarray:
    """Tensors of the layout's shape as values of planes; one value fills its plane."""
    values = tensors.astype(np.float64) / chosen.divisor
    if chosen.order == "CHW":
        return values
    if chosen.order == "HWC":
        return values.transpose(0, 3, 1, 2)
    flat = values.reshape(len(values), -1)
    planes = np.empty((len(flat), len(chosen.planes), 64))
    for i, (plane, size) in enumerate(zip(chosen.planes, _sizes(chosen), strict=True)):
        planes[:, i] = flat[:, plane.index : plane.index + size]
    return planes.reshape(len(flat), -1, 8, 8)


def _sizes(chosen: Layout) -> list[int]:
    """How many elements each plane has in a flat tensor."""
    return [feature["elements"] for feature in chosen._table["features"]]


def _comparison(chosen: Layout) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Which values differ by more than their type can help."""
    rounding = 0.5 / chosen.divisor if chosen.divisor != 1 else 0
    relative = _PRECISION.get(chosen.dtype, 0)

    def is_wrong(expected: np.ndarray, found: np.ndarray) -> np.ndarray:
        allowed = _TOLERANCE + rounding + relative * np.abs(expected)
        return ~(np.abs(expected - found) <= allowed)  # NaN is wrong too

    return is_wrong


def _differences(
    expected: np.ndarray,
    found: np.ndarray,
    chosen: Layout,
    texts: list[str],
    is_wrong: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> list[Difference]:
    differences = []
    wrong = is_wrong(expected, found).reshape(len(texts), len(chosen.planes), 64)
    for i, text in enumerate(texts):
        if not wrong[i].any():
            continue
        plane, cell = (int(at) for at in np.argwhere(wrong[i])[0])
        has_cells = chosen.order != "flat" or _sizes(chosen)[plane] > 1
        square = _square(cell, chosen, text) if has_cells else ""
        row, column = divmod(cell, 8)
        values = [float(each[i, plane, row, column] * chosen.divisor) for each in (expected, found)]
        name = chosen.planes[plane].name
        differences.append(Difference(text, plane, name, row, column, square, *values))
    return differences


def _square(cell: int, chosen: Layout, text: str) -> str:
    """The square that is drawn there."""
    is_mirrored = chosen.frame == "mover" and _core.Position(text).turn == "black"
    rank = cell // 8 + 1 if is_mirrored else 8 - cell // 8
    return f"{'abcdefgh'[cell % 8]}{rank}"
