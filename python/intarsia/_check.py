"""Is my own encoder right? Compared over positions in which encoders go wrong."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import kind_of
from ._dtypes import BFLOAT16, BITS, is_bfloat16, rounding, values_of_bits
from ._explain import explain
from ._layouts import Layout, LayoutLike
from ._layouts import layout as find_layout
from ._plain_cases import plain_cases
from ._recipes import Bank, Cases, Recipe

_TOLERANCE = 1e-3  # thirds may be written as 0.333


class Difference(NamedTuple):
    """The first element that differs in one position. Without a plane the shape differs."""

    fen: str  # perhaps with moves; in Hex its TRMPH line
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

    def _about_shape(self) -> str:
        rows, columns = self.layout._plan.board
        found = self.differences[0].found
        return (
            f"your function returns the shape {found}; {self.layout.id} has {self.layout.shape}: "
            f"{len(self.layout.planes)} planes of {rows} x {columns} in the order "
            f"{self.layout.order}, for one position"
        )

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
        if self.differences[0].plane is None and not self.conventions:
            lines.append(self._about_shape())
        elif not self.conventions:
            lines.append("no usual convention explains it; ia.show draws a tensor")
        return "\n".join(lines) + notes


def check_encoder(
    function: Callable[[Any], Any], layout: LayoutLike, of: Callable[[str], Any] = str
) -> Check:
    """Compares your own encoder with a layout, over positions in which encoders go wrong.

    `function` takes one position, made from a FEN by `of`, and returns its tensor. Boards of
    python-chess (`of=chess.Board`), ia.Position and ia.ChessGame also come with moves, so that
    planes of history and repetition are tested; a FEN has none, and the result says what it could
    not test. For layouts of Hex `of` gets TRMPH lines (`of=ia.HexPosition`), on the layout's size;
    for those of games whose usual mistakes nobody has listed, their own lines, of random games.

    >>> def mine(fen):  # forgets to mirror the board for Black
    ...     features = ia.layout("chess/canonical18").passport["features"]
    ...     return ia.encode(fen, ia.Layout("chess", features, frame="white", order="HWC"))
    >>> ia.check_encoder(mine, "chess/canonical18").conventions
    ['the board is not mirrored when Black moves']
    """
    chosen = find_layout(layout)
    if not callable(of):
        raise TypeError(
            f"of: expected a function of a position's text, such as a class, not {kind_of(of)}"
        )
    cases, notes = _cases(chosen, of)
    tensors = [
        _taken(_called(function, _made(of, *line), text), chosen, text)
        for line, text in zip(cases.lines, cases.texts(), strict=True)
    ]
    notes += _notes(tensors[0], chosen)
    texts = cases.texts()
    found, axes, misfits = _in_shape(tensors, chosen, texts)
    if found is None:
        return Check(chosen, len(texts), misfits, [], ["the shape"], notes)
    bank = Bank(texts, _is_second(texts, chosen), chosen)
    right = Recipe(tuple(plane.name for plane in chosen.planes), chosen.frame)
    is_wrong = _comparison(chosen)
    explanation = explain(right, found, bank, cases.conventions, is_wrong)
    return Check(
        chosen,
        len(texts),
        _differences(right, found, bank, chosen, cases, is_wrong) or misfits,
        axes + explanation.conventions,
        [chosen.planes[i].name for i in explanation.wrong],
        notes,
    )


def _cases(chosen: Layout, of: Callable[[str], Any]) -> tuple[Cases, list[str]]:
    """The positions to compare, and what they cannot test. Lines with moves are for those who can
    play them."""
    cases = _cases_of(chosen)
    if not any(moves for _, moves in cases.lines) or _can_move(of(cases.lines[0][0])):
        return cases, []
    names = [plane.name for plane in chosen.planes]
    untested = [name for name in names if re.search(cases.history, name)]
    shown = ", ".join(untested[:4]) + (", …" if len(untested) > 4 else "")
    plain = [(text, moves) for text, moves in cases.lines if not moves]
    note = cases.untested.format(shown)
    return cases._replace(lines=plain), [note] if untested else []


def _cases_of(chosen: Layout) -> Cases:
    """What the game's own module knows of encoders, if it knows anything."""
    try:
        module = importlib.import_module(f"{__package__}.{chosen.game}")
        make = module._check_cases
    except (ImportError, AttributeError):
        make = plain_cases
    return make(chosen)


def _is_second(texts: list[str], chosen: Layout) -> np.ndarray:
    """Whether the second player moves."""
    second = _core.game_type(chosen.game).players[1]
    return np.array([_core.AnyPosition(chosen.game, text).turn == second for text in texts])


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


def _called(function: Callable[[Any], Any], position: Any, text: str) -> Any:
    """What the encoder gives. Its own error goes on, and says in which position it happened."""
    try:
        return function(position)
    except Exception as error:
        error.add_note(f"check_encoder: your function raised this for {text!r}")
        raise


def _taken(result: Any, chosen: Layout, text: str) -> np.ndarray:
    """A copy of what the encoder gave: its buffer may be used again."""
    expected = f"function: expected a tensor of shape {chosen.shape} for {chosen.id}"
    if result is None:
        raise TypeError(f"{expected}, but it returned None for {text!r}; is a return missing?")
    if is_bfloat16(getattr(result, "dtype", "")):
        result = result.float() if hasattr(result, "float") else result.astype(np.float32)
    try:
        array = np.array(result)
    except ValueError as error:
        raise TypeError(f"{expected}, not {kind_of(result)} for {text!r}: {error}") from None
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{expected}, of numbers, not {kind_of(array)} for {text!r}")
    if chosen.dtype == BFLOAT16 and array.dtype == BITS:
        array = values_of_bits(array)
    return array


def _notes(tensor: np.ndarray, chosen: Layout) -> list[str]:
    wanted = np.dtype(np.float32) if chosen.dtype == BFLOAT16 else chosen.numpy_dtype
    if tensor.dtype == wanted:
        return []
    return [f"its type is {tensor.dtype}, the layout's {chosen.dtype}"]


def _in_shape(
    tensors: list[np.ndarray], chosen: Layout, texts: list[str]
) -> tuple[np.ndarray | None, list[str], list[Difference]]:
    """All tensors as values of planes (n, planes, rows, columns), if they can be; what had to be
    done for it; and the positions whose shape is not the layout's."""
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
    rows, columns = chosen._plan.board
    planes = np.empty((len(flat), len(chosen.planes), rows * columns))
    for i, (plane, size) in enumerate(zip(chosen.planes, _sizes(chosen), strict=True)):
        planes[:, i] = flat[:, plane.index : plane.index + size]
    return planes.reshape(len(flat), -1, rows, columns)


def _sizes(chosen: Layout) -> list[int]:
    """How many elements each plane has in a flat tensor."""
    return [feature["elements"] for feature in chosen._table["features"]]


def _comparison(chosen: Layout) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Which values differ by more than their type can help."""
    absolute = _TOLERANCE + (0.5 / chosen.divisor if chosen.divisor != 1 else 0)
    relative = rounding(chosen.dtype)

    def is_wrong(expected: np.ndarray, found: np.ndarray) -> np.ndarray:
        allowed = absolute + relative * np.abs(expected)
        return ~(np.abs(expected - found) <= allowed)  # NaN is wrong too

    return is_wrong


def _differences(
    right: Recipe,
    found: np.ndarray,
    bank: Bank,
    chosen: Layout,
    cases: Cases,
    is_wrong: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> list[Difference]:
    differences = []
    expected = bank.planes(right)
    wrong = is_wrong(expected, found)
    for i, text in enumerate(cases.texts()):
        if not wrong[i].any():
            continue
        plane, row, column = (int(at) for at in np.argwhere(wrong[i])[0])
        has_cells = chosen.order != "flat" or _sizes(chosen)[plane] > 1
        is_turned = chosen.frame == "mover" and bool(bank.is_second[i])
        cell = cases.cell(row, column, is_turned) if has_cells else ""
        values = [float(each[i, plane, row, column] * chosen.divisor) for each in (expected, found)]
        name = chosen.planes[plane].name
        differences.append(Difference(text, plane, name, row, column, cell, *values))
    return differences
