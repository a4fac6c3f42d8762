"""What only Connect Four has: the exchange of left and right, and the names of its boards.

>>> g = ia.Game("connect4")
>>> for column in "4453":
...     g.push(column)
>>> g.turn, g.legal_moves, g.outcome
('first', ['1', '2', '3', '4', '5', '6', '7'], None)
>>> g.encode("connect4/2planes").shape
(2, 6, 7)
>>> ia.connect4.mirrored(g.position).text
'connect4 4435'

Boards have C columns and R rows: `size="6x5"`, or the number 10 * C + R.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._arguments import (
    aligned,
    array_in,
    kind_of,
    layout_of_tensor,
    record_size,
    records_in,
    rows_in,
)
from ._layouts import LayoutLike
from ._records import bytes_of, count_bits
from ._records import record_dtype as _record_dtype

__all__ = ["mirrored", "record_dtype"]

_ROW = _core.game_type("connect4")
_MIRRORED = _ROW.symmetries[1]


def __dir__() -> list[str]:
    return __all__


def record_dtype(size: int | str | None = None) -> np.dtype:
    """The record of Connect Four: 32 bytes (docs/formats.md).

    >>> ia.connect4.record_dtype().itemsize
    32
    """
    return _record_dtype(_ROW.name, size)


def mirrored(thing: Any, layout: LayoutLike | None = None) -> Any:
    """A position, records, or tensors and their layout, with left and right exchanged.

    >>> planes = ia.encode("connect4 1", "connect4/signed")
    >>> ia.connect4.mirrored(planes, "connect4/signed")[5].tolist()
    [0, 0, 0, 0, 0, 0, 1]
    """
    if isinstance(thing, str):
        thing = _core.Game(_ROW.name, thing).position
    if isinstance(thing, _core.AnyPosition):
        return _core.turned_position(_MIRRORED, thing)
    if layout is not None:
        return _tensor(thing, layout)
    found = records_in(thing, _ROW.name)
    if found is None:
        raise TypeError(
            "expected a position of Connect Four, its records, or an array and its layout, not "
            f"{kind_of(thing)}"
        )
    out = np.empty(len(found.rows), _record_dtype(_ROW.name))
    _core.turned_records(_MIRRORED, _ROW, _size_of(found), found.rows, bytes_of(out))
    return out.reshape(thing.shape) if thing.dtype.names is not None else out


def _size_of(found: Any) -> int:
    """The size of boards that the first record names."""
    if not len(found.rows):
        return _ROW.usual_size
    first = found.rows[0].view(_record_dtype(_ROW.name))[0]
    return record_size(found, int(10 * first["columns"] + first["rows"]))


def _tensor(tensor: Any, layout: LayoutLike) -> np.ndarray:
    array = array_in(tensor)
    chosen = layout_of_tensor(layout, None, array)
    if chosen.game != _ROW.name:
        raise ValueError(f"{chosen.id} is no layout of {_ROW.name}")
    rows = rows_in(array, chosen)
    out = aligned(rows.shape, rows.dtype)
    _core.turned_tensors(_MIRRORED, chosen._plan, rows, out)
    return out.reshape(array.shape)


def _material(records: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Discs."""
    return count_bits(records["first"]), count_bits(records["second"])
