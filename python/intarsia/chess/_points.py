"""What stands on the board in points: pawns 1, knights and bishops 3, rooks 5, queens 9."""

from __future__ import annotations

import numpy as np

from .._records import count_bits

_POINTS = (1, 3, 3, 5, 9, 0, 5, 1)  # by kind, as records have it: the last two have rights
_SQUARES = 32  # nibbles of a record


def _by_byte(is_black: bool) -> np.ndarray:
    """The points of one side in two nibbles."""
    nibble = [_POINTS[n & 7] * ((n >> 3) == is_black) for n in range(16)]
    return np.array([nibble[byte & 15] + nibble[byte >> 4] for byte in range(256)], np.uint8)


_WHITE, _BLACK = _by_byte(False), _by_byte(True)


def material_of(records: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """White's points and Black's."""
    pieces = records["pieces"]
    unused = _SQUARES - count_bits(records["occupied"])  # nibbles that look like white pawns
    white = _WHITE[pieces].sum(axis=1, dtype=np.int32) - unused * _POINTS[0]
    return white, _BLACK[pieces].sum(axis=1, dtype=np.int32)
