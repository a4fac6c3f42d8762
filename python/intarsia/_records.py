"""The structures of records and of tables of games, as C++ writes them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from . import _core
from ._layouts import board_size

#: A position and its targets in 32 bytes, as in data sets (docs/formats.md).
RECORD = np.dtype(_core.record_fields("chess", 8))

#: A row of a data set's table of games.
GAME_ROW = np.dtype(_core.game_fields())

HEX_SIZES = range(_core.sizes_of("hex")[0], _core.sizes_of("hex")[1] + 1)


def hex_record(size: int) -> np.dtype:
    """The Hex record of one size (docs/formats.md)."""
    if board_size(size) not in HEX_SIZES:
        raise ValueError(f"size: boards have sizes from 1 to {HEX_SIZES[-1]}, not {size}")
    return _hex_record(int(size))


@cache
def _hex_record(size: int) -> np.dtype:
    return np.dtype(_core.record_fields("hex", size))


@cache
def _sizes_by_form() -> dict[Any, tuple[int, ...]]:
    forms: dict[Any, tuple[int, ...]] = {}
    for size in HEX_SIZES:
        record = _hex_record(size)
        for form in (record, record.itemsize):
            forms[form] = (*forms.get(form, ()), size)
    return forms


def hex_sizes_of(form: np.dtype | int) -> tuple[int, ...]:
    """The sizes of boards whose records have this structure, or so many bytes."""
    return _sizes_by_form().get(form, ())


def bytes_of(records: np.ndarray) -> np.ndarray:
    return records.view(np.uint8).reshape(-1, records.dtype.itemsize)
