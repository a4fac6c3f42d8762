"""Positions to tensors and back, a batch a call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import (
    RECORD,
    Turn,
    aligned,
    array_in,
    bytes_of,
    checked_out,
    fitting,
    is_one,
    kind_of,
    layout_in,
    many,
    records_in,
    rows_in,
    thread_count,
    turns_in,
    type_name,
)
from ._layouts import LayoutLike


class Decoded(NamedTuple):
    """What tensors say, and which parts of a state they cannot say."""

    positions: list[_core.Position | _core.Setup]
    lost: list[str]

    @property
    def position(self) -> _core.Position | _core.Setup:
        """The only one."""
        if len(self.positions) != 1:
            raise ValueError(f"there are {len(self.positions)} positions, not one")
        return self.positions[0]


class Converted(NamedTuple):
    """Tensors of another layout; what it does not show (lost), and what the first one did not
    (assumed: part -> what stands in)."""

    tensor: np.ndarray
    lost: list[str]
    assumed: dict[str, str]


def encode(
    positions: Any,
    layout: LayoutLike,
    *,
    order: str | None = None,
    dtype: Any = None,
    out: Any = None,
    threads: int | None = None,
    rows: Any = None,
) -> Any:
    """Positions as tensors in a layout: one gives an array of its shape, many one row each.

    >>> int(ia.encode("startpos", "chess/canonical18")[..., 0].sum())
    8
    >>> ia.encode(["startpos", "startpos moves e2e4"], "chess/planes25").shape
    (2, 25, 8, 8)

    A position is a FEN or position line, a Position, a ChessGame (as it stands), a board of
    python-chess (with its moves), or a record; many are any iterable of these or an array of
    records. `order` and `dtype` replace the layout's own; bfloat16 comes as its bits in uint16.
    `out`, of the right shape and type, is filled and returned; its rows may lie apart and at any
    address. New arrays begin at a multiple of 64 bytes. Python's lock is released. `threads` is
    the number of threads, by default one for each core if there are thousands of positions; the
    result is the same.

    A record stands alone, without history. `rows` says that the records of an array lie as in a
    data set, games in order, and which of them are wanted: each then has the plies before it.
    """
    chosen = layout_in(layout, order, dtype)
    source, is_single, run = _source(positions)
    more: tuple[Any, ...] = ()
    count = len(source)
    if rows is not None:
        more = (_rows_in(rows, run is _core.encode_records and not is_single),)
        count = len(more[0])
    shape = chosen.shape if is_single else (count, *chosen.shape)
    result = aligned(shape, chosen.numpy_dtype) if out is None else checked_out(out, shape)
    run(chosen._plan, source, result[None] if is_single else result, thread_count(threads), *more)
    return result


def _rows_in(rows: Any, has_records: bool) -> np.ndarray:
    if not has_records:
        raise TypeError("rows: goes with an array of records")
    numbers = np.asarray(rows)
    if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
        raise TypeError(f"rows: expected a list of whole numbers, not {kind_of(rows)}")
    return np.ascontiguousarray(numbers, np.int64)


def _source(positions: Any) -> tuple[Any, bool, Callable[..., None]]:
    """The rows to encode, whether they are a single position, and what encodes them."""
    records = records_in(positions)
    if records is not None:
        return records.reshape(-1, RECORD.itemsize), records.ndim == 1, _core.encode_records
    if is_one(positions):
        return (positions,), True, _core.encode
    return many(positions), False, _core.encode


def decode(
    tensor: Any, layout: LayoutLike | None = None, turn: Turn = None, *, order: str | None = None
) -> Decoded:
    """The positions that tensors show, and what they cannot show.

    >>> found = ia.decode(ia.encode("startpos", "chess/canonical18"), "chess/canonical18")
    >>> found.position.fen
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    >>> found.lost[:2]
    ['turn', 'castling.rooks']

    `turn` says who moves where the layout does not show it: 'white', 'black', or one for each
    tensor; else it is White, or Black where White cannot be to move. A tensor that is no position
    raises ParseError with its plane, cell and `.row`. Layouts that do not show all pieces give
    Setups. Without a layout the shape must fit exactly one that is built in.
    """
    array = array_in(tensor)
    chosen = fitting(array) if layout is None else layout_in(layout, order, type_name(array))
    rows = rows_in(array, chosen)
    return Decoded(_core.decode(chosen._plan, rows, turns_in(turn)), chosen.lost)


def convert(
    tensor: Any,
    from_layout: LayoutLike,
    to_layout: LayoutLike,
    turn: Turn = None,
    *,
    order: str | None = None,
    dtype: Any = None,
    threads: int | None = None,
) -> Converted:
    """One layout's tensors as another's, with what is lost and what is assumed.

    >>> planes = ia.encode("startpos moves e2e4", "chess/planes25")
    >>> done = ia.convert(planes, "chess/planes25", "chess/canonical18")
    >>> done.tensor.shape, done.lost, done.assumed
    ((8, 8, 18), ['turn', 'en_passant.raw'], {'occurrences': '1'})

    `turn` is as in decode; `order` and `dtype` are those of the result.
    """
    array = array_in(tensor)
    source = layout_in(from_layout, None, type_name(array))
    target = layout_in(to_layout, order, dtype)
    rows = rows_in(array, source)
    out = aligned((len(rows), *target.shape), target.numpy_dtype)
    _core.convert(source._plan, target._plan, rows, turns_in(turn), out, thread_count(threads))
    lost, assumed = _core.changes(source._plan, target._plan)
    result = out[0] if array.ndim == len(source.shape) else out
    return Converted(result, [name for name, _ in lost], dict(assumed))


def to_records(positions: Any) -> np.ndarray:
    """Positions as records of 32 bytes: the form in which data sets keep them.

    >>> ia.to_records(["startpos"]).dtype.itemsize
    32
    """
    items = (positions,) if is_one(positions) else many(positions)
    records = np.empty(len(items), RECORD)
    _core.to_records(items, bytes_of(records))
    return records


def from_records(records: np.ndarray) -> list[_core.Position]:
    """The positions of records.

    >>> ia.from_records(ia.to_records("startpos moves e2e4"))[0].turn
    'black'
    """
    found = records_in(records)
    if found is None:
        raise TypeError(f"records: expected an array of ia.RECORD, not {kind_of(records)}")
    return _core.from_records(found.reshape(-1, RECORD.itemsize))
