"""What callers hand over, checked and brought into the form in which C++ takes it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from . import _core
from ._layouts import Layout, LayoutLike, layout, layouts

#: A position and its targets in 32 bytes, as in data sets (docs/formats.md).
RECORD = np.dtype(
    [
        ("occupied", "<u8"),
        ("pieces", "u1", (16,)),
        ("clock", "u1"),
        ("flags", "u1"),
        ("fullmove", "<u2"),
        ("move", "<u2"),
        ("eval", "<i2"),
    ]
)

_ALIGNMENT = 64
_TYPE_NAMES = {"f4": "float32", "f2": "float16", "u2": "bfloat16", "u1": "uint8", "i1": "int8"}

Turn = str | None | Iterable[str | None]


def layout_in(source: LayoutLike, order: str | None, dtype: Any) -> Layout:
    if order is not None and not isinstance(order, str):
        raise TypeError(f"order: expected CHW, HWC or flat, not {kind_of(order)}")
    return layout(source, order, dtype)


def kind_of(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} with shape {value.shape}"
    return type(value).__name__


def is_one(positions: Any) -> bool:
    return isinstance(positions, (str, _core.Position, _core.ChessGame)) or hasattr(
        positions, "occupied_co"
    )


def many(positions: Any) -> tuple[Any, ...]:
    if isinstance(positions, (bytes, dict)) or not isinstance(positions, Iterable):
        raise TypeError(
            "positions: expected a FEN or position line, a Position, a ChessGame, a python-chess "
            f"board, records, or an iterable of these, not {kind_of(positions)}"
        )
    return tuple(positions)


def records_in(positions: Any) -> np.ndarray | None:
    """Records as rows of bytes (one record: one row), if that is what they are."""
    if isinstance(positions, np.void):
        positions = np.array(positions)
    if not isinstance(positions, np.ndarray) or positions.dtype.kind in "OU":
        return None
    if positions.dtype == RECORD and positions.ndim <= 1:
        return bytes_of(np.ascontiguousarray(positions))[0 if positions.ndim == 0 else slice(None)]
    is_bytes = positions.dtype == np.uint8 and positions.shape[-1:] == (RECORD.itemsize,)
    if is_bytes and positions.ndim <= 2:
        return np.ascontiguousarray(positions)
    raise TypeError(
        f"positions: {kind_of(positions)} is no array of records; expected ia.RECORD, or uint8 "
        "with shape (n, 32). A tensor is read by ia.decode"
    )


def bytes_of(records: np.ndarray) -> np.ndarray:
    return records.view(np.uint8).reshape(-1, RECORD.itemsize)


def aligned(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """A new array at a multiple of 64 bytes: whole lines of the cache."""
    size = math.prod(shape) * dtype.itemsize
    memory = np.empty(size + _ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % _ALIGNMENT
    return memory[start : start + size].view(dtype).reshape(shape)


def checked_out(out: Any, shape: tuple[int, ...]) -> Any:
    """What C++ does not see: it checks type, strides and the rest of the shape."""
    if not isinstance(out, np.ndarray) and not hasattr(out, "__dlpack__"):
        raise TypeError(f"out: expected an array, not {kind_of(out)}")
    if isinstance(out, np.ndarray) and not out.flags.writeable:
        raise ValueError("out: the array is read-only")
    if tuple(out.shape) != shape:
        raise ValueError(f"out: expected the shape {shape}, not {tuple(out.shape)}")
    return out


def thread_count(threads: int | None) -> int:
    if threads is None:
        return 0
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)):
        raise TypeError(f"threads: expected a number or None, not {kind_of(threads)}")
    if not 1 <= threads <= 1024:
        raise ValueError(f"threads: expected 1 to 1024, not {threads}")
    return int(threads)


def array_in(tensor: Any) -> np.ndarray:
    if isinstance(tensor, (str, bytes, _core.Position, _core.ChessGame)):
        raise TypeError(f"tensor: expected an array, not {kind_of(tensor)}")
    array = np.asarray(tensor)
    if array.dtype == np.float64:
        array = array.astype(np.float32)
    if array.dtype.str[1:] not in _TYPE_NAMES or array.dtype.names:
        raise TypeError(
            f"tensor: expected elements of {', '.join(_TYPE_NAMES.values())} (bfloat16 as its "
            f"bits in uint16), not {array.dtype}"
        )
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def type_name(array: np.ndarray) -> str:
    return _TYPE_NAMES[array.dtype.str[1:]]


def rows_in(array: np.ndarray, chosen: Layout) -> np.ndarray:
    """As (n, …shape), each row without gaps."""
    shape = chosen.shape
    if array.shape not in (shape, (*array.shape[:1], *shape)):
        raise ValueError(
            f"tensor: expected the shape {shape} or (n, {str(shape)[1:]} for {chosen.id} in order "
            f"{chosen.order}, not {array.shape}"
        )
    rows = array[None] if array.shape == shape else array
    return rows if len(rows) and rows[0].flags.c_contiguous else np.ascontiguousarray(rows)


def fitting(array: np.ndarray) -> Layout:
    """The one built-in layout whose tensors look so."""
    found = [
        known
        for known in layouts()
        if known.dtype == type_name(array) and known.shape in (array.shape, array.shape[1:])
    ]
    if len(found) == 1:
        return found[0]
    names = " and ".join(known.id for known in found) or "no layout"
    raise ValueError(f"layout: {kind_of(array)} fits {names}; say which it is")


def turns_in(turn: Turn) -> str:
    """One letter for all or one for each: w, b, or - for unknown."""
    letters = {"white": "w", "black": "b", None: "-"}
    turns: list[Any] = [turn]
    if isinstance(turn, Iterable) and not isinstance(turn, str):
        turns = list(turn)
    for each in turns:
        if each is not None and not isinstance(each, str):
            raise TypeError(f"turn: expected 'white', 'black' or None, not {kind_of(each)}")
        if each not in letters:
            raise ValueError(f"turn: expected 'white', 'black' or None, not {each!r}")
    return "".join(letters[each] for each in turns)
