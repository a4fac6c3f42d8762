"""The structures of records and of tables of games, as C++ writes them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from . import _core
from ._layouts import board_size

#: A row of a data set's table of games.
GAME_ROW = np.dtype(_core.game_fields())


def record_dtype(game: str, size: int | str | None = None) -> np.dtype:
    """The record of a game on boards of a size, or of the usual one (docs/formats.md).

    >>> ia.record_dtype("chess").itemsize, ia.record_dtype("hex", 13).names
    (32, ('blue', 'red', 'flags', 'ply', 'move'))
    """
    row = _core.game_type(game)
    number = row.size(board_size(size))
    return _record_dtype(game, row.usual_size if number is None else number)


@cache
def _record_dtype(game: str, size: int) -> np.dtype:
    return np.dtype(_core.record_fields(game, size))


@cache
def _boards_by_form() -> dict[Any, dict[str, tuple[int, ...]]]:
    forms: dict[Any, dict[str, tuple[int, ...]]] = {}
    for row in _core.games():
        for size, *_ in row.boards:
            record = _record_dtype(row.name, size)
            for form in (record, record.itemsize):
                sizes = forms.setdefault(form, {})
                sizes[row.name] = (*sizes.get(row.name, ()), size)
    return forms


def boards_of(form: np.dtype | int, game: str | None = None) -> tuple[str, tuple[int, ...]] | None:
    """The game, and its sizes of boards, whose records have this structure, or so many bytes.

    Of several games the first: bytes do not say whose they are.
    """
    found = _boards_by_form().get(form, {})
    if game is not None:
        return (game, found[game]) if game in found else None
    return next(iter(found.items()), None)


def bytes_of(records: np.ndarray) -> np.ndarray:
    return records.view(np.uint8).reshape(-1, records.dtype.itemsize)


def count_bits(field: np.ndarray) -> np.ndarray:
    """How many bits are set in each row of a field."""
    width = field.dtype.itemsize * int(np.prod(field.shape[1:]))
    bytes_ = np.frombuffer(np.ascontiguousarray(field), np.uint8).reshape(len(field), width)
    return np.unpackbits(bytes_, axis=1).sum(axis=1, dtype=np.int32)
