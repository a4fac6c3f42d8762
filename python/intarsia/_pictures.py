"""Boards and planes to look at."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _core
from ._arguments import (
    array_in,
    fitting,
    game_in,
    is_one,
    kind_of,
    layout_for,
    layout_in,
    layout_of_tensor,
    rows_in,
    sizes_in,
    turns_in,
)
from ._description import Description
from ._description_plot import figure_of
from ._layouts import LayoutLike
from ._tensors import encode


class Picture:
    """A board and the planes of its tensor: `svg`, `html` and `text`; notebooks show it."""

    def __init__(self, drawing: _core.Drawing):
        self._drawing = drawing

    @property
    def svg(self) -> str:
        """One SVG file; values show on hovering."""
        return self._drawing.svg

    @property
    def html(self) -> str:
        """One page that says what lies under the pointer."""
        return self._drawing.html

    @property
    def text(self) -> str:
        """Characters for a terminal; the same for the same tensor, so a diff can show it."""
        return self._drawing.text()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes .svg, .html or .txt."""
        file = pathlib.Path(path)
        forms = {".svg": "svg", ".html": "html", ".txt": "text"}
        if file.suffix not in forms:
            raise ValueError(f"save: expected a name that ends in {', '.join(forms)}")
        file.write_text(getattr(self, forms[file.suffix]), encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return self.text.rstrip("\n")


def show(
    position_or_tensor: Any,
    layout: LayoutLike | None = None,
    planes: str | int | Sequence[str | int] | None = None,
    *,
    numbers: bool = False,
    turn: str | None = None,
    order: str | None = None,
) -> Picture:
    """A picture of a position's board, with a layout of its planes too, or of a tensor as it is.

    >>> print(ia.show("hex 3 moves b1 a2 b2 c2 b3", numbers=True).text)
    hex 3 blue b1 b2 b3 red a2 c2 turn red
    <BLANKLINE>
      a   b   c
    1 ·  (B1) ·
      2 R2 (B3) R4
        3 ·  [B5] ·
    Blue's view; Blue has won
    [ ] last move   ( ) wins
    <BLANKLINE>
    >>> print(ia.show("startpos", "chess/canonical18", planes=["us.king"]).text[-48:])
    . . . . . . . .
    . . . . . . . .
    . . . . 1 . . .
    <BLANKLINE>

    `planes` are names or indices. `numbers` writes on each man the number of the move that brought
    it there, as far as the moves are known. `turn` says who moves where a tensor does not show it,
    as in decode; without a layout a tensor must fit exactly one that is built in. A HexSetup is
    drawn as well.
    """
    names = _names_of(planes)
    setup = _core.picture_of_setup(position_or_tensor, numbers)
    if setup is not None and layout is None and not names:
        return Picture(setup)
    if setup is not None and layout is not None:  # as far as its tensor shows it
        position_or_tensor = encode(position_or_tensor, layout, order=order)
    if is_one(position_or_tensor):
        if layout is None:
            return _board(position_or_tensor, names, numbers, turn)
        chosen = layout_in(layout, order, None)
        turns_in(turn, chosen.game)
        row = _core.find_game(position_or_tensor) or _core.game_type(chosen.game)
        position = _core.position_of(row, position_or_tensor)
        if chosen._plan.has_sizes:
            chosen = layout_for(layout, order, None, sizes_in(chosen.game, (position,)))
        return Picture(_core.picture_of_position(chosen._plan, position, names, numbers))
    if np.asarray(position_or_tensor).dtype.kind not in "biuf":
        raise TypeError(f"expected a position or a tensor, not {kind_of(position_or_tensor)}")
    array = array_in(position_or_tensor)
    chosen = fitting(array) if layout is None else layout_of_tensor(layout, order, array)
    mover = turns_in(turn, chosen.game)
    rows = rows_in(array, chosen)
    return Picture(_core.picture_of_tensor(chosen._plan, rows, mover, names, numbers))


def _board(position: Any, names: str, numbers: bool, turn: str | None) -> Picture:
    """The board alone."""
    if names:
        raise ValueError("planes: they are a layout's; name one: ia.show(position, layout, planes)")
    row = game_in((position,))
    turns_in(turn, row.name)
    return Picture(_core.picture_of_board(_core.position_of(row, position), numbers))


def _names_of(planes: str | int | Sequence[str | int] | None) -> str:
    if planes is None or isinstance(planes, str):
        return planes or ""
    chosen = [planes] if isinstance(planes, (int, np.integer)) else list(planes)
    return ",".join(str(plane) for plane in chosen)


def plot(
    position_or_tensor: Any,
    layout: LayoutLike | None = None,
    planes: str | int | Sequence[str | int] | None = None,
    *,
    columns: int = 6,
    turn: str | None = None,
    order: str | None = None,
) -> Any:
    """The planes as a matplotlib figure, for papers; needs the extra 'plot'.

    Arguments are those of `show`; `columns` is the number of planes side by side. What
    `ds.describe()` answers is drawn as bars, without a layout.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("ia.plot needs matplotlib: pip install 'intarsia[plot]'") from None
    if isinstance(position_or_tensor, Description):
        return figure_of(position_or_tensor)
    if layout is None:
        raise TypeError("layout: ia.plot draws planes, and they are a layout's: name one")
    if columns < 1:
        raise ValueError(f"columns: expected 1 or more, not {columns}")
    picture = show(position_or_tensor, layout, planes, turn=turn, order=order)
    drawn = picture._drawing.planes
    rows = -(-len(drawn) // columns)
    shape = picture._drawing.board
    figure = Figure(figsize=(1.6 * columns, 1.9 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).ravel()
    for axis in axes:
        axis.set_axis_off()
    for axis, (index, name, lo, hi, values) in zip(axes, drawn, strict=False):
        cells = np.resize(values, shape)  # a filled plane has one value
        axis.imshow(cells, vmin=min(lo, 0), vmax=hi, cmap="viridis", interpolation="nearest")
        axis.set_title(f"{index} {name}", fontsize=7)
    figure.suptitle(f"{picture._drawing.title}: {picture._drawing.position}", fontsize=8)
    return figure
