"""Cells of a Hex board: by name, by row and column, by number."""

from __future__ import annotations

from typing import Any

from .. import _core
from .._arguments import kind_of

Cell = str | int | tuple[int, int]


def cell(cell: Cell, size: int) -> int:
    """The number of a cell, row * size + column: of its name, or of its row and column from 0.

    >>> ia.hex.cell("a3", 11), ia.hex.cell("A3", 11), ia.hex.cell((2, 0), 11), ia.hex.cell(22, 11)
    (22, 22, 22, 22)
    """
    return _core.hex_cell(cell, _size(size))


def cell_name(cell: Cell, size: int) -> str:
    """The name of a cell: the letter of its column, and its row from 1.

    >>> ia.hex.cell_name(22, 11), ia.hex.cell_name((2, 0), 11)
    ('a3', 'a3')
    """
    row, column = row_column(cell, size)
    return f"{chr(ord('a') + column)}{row + 1}"


def row_column(cell: Cell, size: int) -> tuple[int, int]:
    """Row and column of a cell from 0, as an array has them.

    >>> ia.hex.row_column("a3", 11)
    (2, 0)
    """
    row, column = divmod(_core.hex_cell(cell, _size(size)), size)
    return row, column


def _size(size: Any) -> int:
    number = _core.game_type("hex").size(size) if isinstance(size, int) else None
    if number is None:
        raise TypeError(f"size: expected the board's size, not {kind_of(size)}")
    return number
