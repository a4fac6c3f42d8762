"""What only chess has: its classes, its records, and what encoders of it do otherwise.

>>> ia.chess.RECORD == ia.record_dtype("chess")
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from .._core import ChessGame, LegalMoves, Position, Setup, Transition
from .._records import record_dtype

if TYPE_CHECKING:
    from .._layouts import Layout
    from .._recipes import Cases

__all__ = ["RECORD", "ChessGame", "LegalMoves", "Position", "Setup", "Transition"]

#: A position and its targets in 32 bytes, as in data sets (docs/formats.md).
RECORD = record_dtype("chess")

Sequence.register(LegalMoves)


def __dir__() -> list[str]:
    return __all__


def _material(records: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    from ._points import material_of  # needed for ds.describe alone

    return material_of(records)


def _check_cases(layout: Layout) -> Cases:
    from ._mistakes import CASES  # needed for check_encoder alone

    return CASES
