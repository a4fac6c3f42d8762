"""The four symmetries of Hex."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import _core
from .._arguments import (
    aligned,
    array_in,
    kind_of,
    layout_of_tensor,
    record_size,
    records_in,
    rows_in,
)
from .._layouts import LayoutLike
from .._records import bytes_of
from ._codes import to_piece

_ROW = _core.game_type("hex")


class Symmetry:
    """One of the four symmetries of Hex; mirrors and quarter turns are none.

    Called with a position, a game, records, or tensors and their layout, it returns the same,
    turned. Colours, the player to move and the winner go along where colours are exchanged. `size`
    is that of boards below 5, whose records do not say it.

    >>> ia.hex.TRANSPOSED(ia.HexPosition("#5,c1")).stones
    {'blue': [], 'red': ['a3']}
    """

    def __init__(self, name: str, exchanges_colors: bool, exchanges_edges: bool):
        self.name = name
        self.exchanges_colors = exchanges_colors
        self._exchanges_edges = exchanges_edges

    def __call__(
        self, thing: Any, layout: LayoutLike | None = None, *, size: int | None = None
    ) -> Any:
        if isinstance(thing, _core.HexGame):
            return _core.hex_turned_game(self.name, thing)
        if _is_position(thing):
            return _core.turned_position(self.name, _core.HexPosition(thing))
        if layout is not None:
            return self._tensor(thing, layout)
        if isinstance(thing, (np.ndarray, np.void)) and thing.dtype.names is not None:
            return self._records(thing, size)
        raise TypeError(
            "expected a HexPosition, a HexGame, a line of Hex, Hex records, or an array and its "
            f"layout, not {kind_of(thing)}"
        )

    def _tensor(self, tensor: Any, layout: LayoutLike) -> np.ndarray:
        array = array_in(tensor)
        chosen = layout_of_tensor(layout, None, array)
        rows = rows_in(array, chosen)
        out = aligned(rows.shape, rows.dtype)
        if chosen.game != _ROW.name:
            raise ValueError(f"{chosen.id} is no layout of {_ROW.name}")
        _core.turned_tensors(self.name, chosen._plan, rows, out)
        return out.reshape(array.shape)

    def _records(self, records: Any, size: int | None) -> np.ndarray:
        found = records_in(records)
        if not found or found.game != _ROW.name:
            raise TypeError(f"expected records of Hex, not {kind_of(records)}")
        out = np.empty(len(found.rows), records.dtype)
        number = record_size(found, size)
        _core.turned_records(self.name, _ROW, number, found.rows, bytes_of(out))
        return out.reshape(records.shape)

    def color(self, color: str) -> str:
        """What becomes of a colour: of a player to move, or of a winner."""
        to_piece(color)
        return {"blue": "red", "red": "blue"}[color] if self.exchanges_colors else color

    def policy(self, policy: Any, frame: str = "blue") -> np.ndarray:
        """What becomes of numbers for each cell, and perhaps for the swap, on the last axis.

        `frame` is that of the layout: in the mover's view a transposed board looks as before.
        """
        array = np.asarray(policy)
        size = math.isqrt(array.shape[-1]) if array.ndim else 0
        if size == 0 or array.shape[-1] - size * size not in (0, 1):
            raise ValueError(f"policy: expected N² or N² + 1 numbers, not the shape {array.shape}")
        out = np.empty_like(array)
        out[..., self._cells(size, frame)] = array[..., : size * size]
        out[..., size * size :] = array[..., size * size :]
        return out

    def index(self, index: Any, size: int, frame: str = "blue") -> Any:
        """What becomes of moves as numbers: cells, size² for the swap, -1 for none.

        An array keeps its type, unless that is too narrow for the board's numbers.
        """
        array = np.asarray(index)
        if array.dtype.kind not in "iu":
            raise TypeError(f"index: expected whole numbers, not {kind_of(array)}")
        cells = self._cells(size, frame)
        if array.size and not (array.min() >= -1 and array.max() <= size * size):
            raise ValueError(f"index: expected -1 to {size * size}")
        moves = np.array([*cells, size * size, -1])
        if not array.ndim:
            return int(moves[array])
        is_wide = np.iinfo(array.dtype).max >= size * size
        return moves[array].astype(array.dtype if is_wide else moves.dtype)

    def value(self, value: Any, frame: str = "blue") -> Any:
        """What becomes of a value, +1 to -1: Blue's in the frame 'blue', else the mover's."""
        return -value if self.exchanges_colors and _is_absolute(frame) else value

    def training(self, winner: Any) -> Any:
        """What becomes of a winner as a training target: 0.0 Blue, 1.0 Red."""
        return 1 - winner if self.exchanges_colors else winner

    def then(self, other: Symmetry) -> Symmetry:
        """First this, then the other. Each is its own inverse."""
        return _BY_NAME[_core.hex_symmetry_then(self.name, other.name)]

    def _cells(self, size: int, frame: str) -> list[int]:
        name = self.name
        if not _is_absolute(frame):
            name = "rotated" if self._exchanges_edges else "identity"
        return _core.hex_cell_map(name, size)

    def __reduce__(self):
        return self.name.upper()

    def __repr__(self) -> str:
        return f"ia.hex.{self.name.upper()}"


def _is_position(thing: Any) -> bool:
    if not isinstance(thing, (str, _core.AnyPosition)):
        return False
    found = _core.find_game(thing)
    return found is not None and found.name == _ROW.name


def _is_absolute(frame: str) -> bool:
    if not isinstance(frame, str) or frame not in ("blue", "mover"):
        raise ValueError(f"frame: expected 'blue' or 'mover', not {frame!r}")
    return frame == "blue"


#: All four.
SYMMETRIES = tuple(Symmetry(*row) for row in _core.hex_symmetries())
IDENTITY, ROTATED, TRANSPOSED, ANTI_TRANSPOSED = SYMMETRIES
_BY_NAME = {symmetry.name: symmetry for symmetry in SYMMETRIES}


def symmetries(
    thing: Any = None, layout: LayoutLike | None = None, *, size: int | None = None
) -> list[Any]:
    """A position, a game, records, or tensors with their layout, as the four symmetries show it.

    >>> [p.turn for p in ia.hex.symmetries(ia.HexPosition("#5,c1"))]
    ['red', 'red', 'blue', 'blue']
    >>> len(ia.hex.symmetries(ia.HexGame(5).encode("hex/3nxn"), "hex/3nxn"))
    4

    The order is that of SYMMETRIES: identity, rotated by 180°, and with colours exchanged
    transposed and anti-transposed. Policies and values have methods of their own. Without an
    argument it gives the symmetries themselves.
    """
    if thing is None:
        return list(SYMMETRIES)
    return [symmetry(thing, layout, size=size) for symmetry in SYMMETRIES]
