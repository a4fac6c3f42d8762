"""What only Hex has: its codes of colours, its symmetries, its records.

Colours are 'blue' and 'red' everywhere; a bare number never means one. Each of the codes in which
programs write them has a conversion by name:

>>> ia.hex.to_piece("red"), ia.hex.to_channel("red"), ia.hex.to_training("red")
(2, 1, 1.0)
>>> ia.hex.from_trmph("1"), ia.hex.from_piece(ia.hex.EMPTY_PIECE)
('blue', None)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import _records
from .._core import HexGame, HexPosition, HexSetup
from ._cells import cell, cell_name, row_column
from ._codes import (
    _CONSTANTS as _CONSTANTS,
)
from ._codes import (
    BLUE_CHANNEL,
    BLUE_PIECE,
    BLUE_PLAYER,
    EMPTY_ONEHOT,
    EMPTY_PIECE,
    PIECE_ONEHOT,
    PLAYER_CHANNEL,
    RED_CHANNEL,
    RED_PIECE,
    RED_PLAYER,
    TRAINING_BLUE_WIN,
    TRAINING_RED_WIN,
    TRMPH_BLUE_WIN,
    TRMPH_RED_WIN,
    from_channel,
    from_piece,
    from_player,
    from_training,
    from_trmph,
    infer_turn,
    normalise_swap,
    to_channel,
    to_piece,
    to_player,
    to_training,
    to_trmph,
)
from ._symmetry import (
    ANTI_TRANSPOSED,
    IDENTITY,
    ROTATED,
    SYMMETRIES,
    TRANSPOSED,
    Symmetry,
    symmetries,
)

if TYPE_CHECKING:
    from .._layouts import Layout
    from .._recipes import Cases

__all__ = [
    "ANTI_TRANSPOSED",
    "BLUE_CHANNEL",
    "BLUE_PIECE",
    "BLUE_PLAYER",
    "EMPTY_ONEHOT",
    "EMPTY_PIECE",
    "IDENTITY",
    "PIECE_ONEHOT",
    "PLAYER_CHANNEL",
    "RED_CHANNEL",
    "RED_PIECE",
    "RED_PLAYER",
    "ROTATED",
    "SYMMETRIES",
    "TRAINING_BLUE_WIN",
    "TRAINING_RED_WIN",
    "TRANSPOSED",
    "TRMPH_BLUE_WIN",
    "TRMPH_RED_WIN",
    "HexGame",
    "HexPosition",
    "HexSetup",
    "Symmetry",
    "cell",
    "cell_name",
    "from_channel",
    "from_piece",
    "from_player",
    "from_training",
    "from_trmph",
    "infer_turn",
    "normalise_swap",
    "record_dtype",
    "row_column",
    "symmetries",
    "to_channel",
    "to_piece",
    "to_player",
    "to_training",
    "to_trmph",
]


def __dir__() -> list[str]:
    return __all__


def record_dtype(size: int) -> np.dtype:
    """The Hex record of one size (docs/formats.md)."""
    return _records.record_dtype("hex", size)


def _material(records: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Stones."""
    return _records.count_bits(records["blue"]), _records.count_bits(records["red"])


def _check_cases(layout: Layout) -> Cases:
    from ._mistakes import cases  # needed for check_encoder alone

    return cases(layout._plan.size)
