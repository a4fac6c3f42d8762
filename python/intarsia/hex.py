"""What only Hex has: its codes of colours, its symmetries, its records.

Colours are 'blue' and 'red' everywhere; a bare number never means one. Each of the codes in which
programs write them has a conversion by name:

>>> ia.hex.to_piece("red"), ia.hex.to_channel("red"), ia.hex.to_training("red")
(2, 1, 1.0)
>>> ia.hex.from_trmph("1"), ia.hex.from_piece(ia.hex.EMPTY_PIECE)
('blue', None)
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from . import _core
from ._arguments import (
    aligned,
    array_in,
    is_hex,
    kind_of,
    layout_of_tensor,
    record_size,
    records_in,
    rows_in,
)
from ._layouts import LayoutLike
from ._records import bytes_of
from ._records import hex_record as record_dtype

_CONSTANTS = _core.hex_constants()

EMPTY_PIECE: int = _CONSTANTS["EMPTY_PIECE"]
BLUE_PIECE: int = _CONSTANTS["BLUE_PIECE"]
RED_PIECE: int = _CONSTANTS["RED_PIECE"]
PIECE_ONEHOT: int = _CONSTANTS["PIECE_ONEHOT"]
EMPTY_ONEHOT: int = _CONSTANTS["EMPTY_ONEHOT"]
BLUE_CHANNEL: int = _CONSTANTS["BLUE_CHANNEL"]
RED_CHANNEL: int = _CONSTANTS["RED_CHANNEL"]
PLAYER_CHANNEL: int = _CONSTANTS["PLAYER_CHANNEL"]
BLUE_PLAYER: int = _CONSTANTS["BLUE_PLAYER"]
RED_PLAYER: int = _CONSTANTS["RED_PLAYER"]
TRMPH_BLUE_WIN: str = _CONSTANTS["TRMPH_BLUE_WIN"]
TRMPH_RED_WIN: str = _CONSTANTS["TRMPH_RED_WIN"]
TRAINING_BLUE_WIN: float = _CONSTANTS["TRAINING_BLUE_WIN"]
TRAINING_RED_WIN: float = _CONSTANTS["TRAINING_RED_WIN"]

__all__ = [
    "ANTI_TRANSPOSED",
    "IDENTITY",
    "ROTATED",
    "SYMMETRIES",
    "TRANSPOSED",
    "Symmetry",
    "from_channel",
    "from_piece",
    "from_player",
    "from_training",
    "from_trmph",
    "infer_turn",
    "normalise_swap",
    "record_dtype",
    "symmetries",
    "to_channel",
    "to_piece",
    "to_player",
    "to_training",
    "to_trmph",
    *_CONSTANTS,
]


def to_piece(color: str) -> int:
    """The code of the N x N form: 1 Blue, 2 Red."""
    return _core.hex_to_piece(color)


def to_channel(color: str) -> int:
    """The channel of the one-hot forms: 0 Blue, 1 Red."""
    return _core.hex_to_channel(color)


def to_player(color: str) -> int:
    """The player to move: 0 Blue, 1 Red."""
    return _core.hex_to_player(color)


def to_trmph(color: str, *, legacy: bool = False) -> str:
    """The winner column of TRMPH: b or r; in old files 1 or 2."""
    return _core.hex_to_trmph(color, legacy)


def to_training(color: str) -> float:
    """The winner as a training target: 0.0 Blue, 1.0 Red."""
    return _core.hex_to_training(color)


def from_piece(piece: int) -> str | None:
    """The colour of a piece of the N x N form; None for an empty cell."""
    return _core.hex_from_piece(_code(piece, "piece", (EMPTY_PIECE, BLUE_PIECE, RED_PIECE)))


def from_channel(channel: int) -> str:
    """The colour of a channel of the one-hot forms."""
    return _core.hex_from_channel(_code(channel, "channel", (BLUE_CHANNEL, RED_CHANNEL)))


def from_player(player: int) -> str:
    """The colour of a player to move."""
    return _core.hex_from_player(_code(player, "player", (BLUE_PLAYER, RED_PLAYER)))


def from_trmph(winner: str) -> str:
    """The colour of a TRMPH winner: 1 or b, 2 or r."""
    if not isinstance(winner, str):
        raise TypeError(f"winner: expected '1', '2', 'b' or 'r', not {kind_of(winner)}")
    color = _core.hex_from_trmph(winner)
    if color is None:
        raise ValueError(f"winner: expected '1', '2', 'b' or 'r', not {winner!r}")
    return color


def from_training(winner: float) -> str:
    """The colour of a winner as a training target."""
    if isinstance(winner, (bool, int, str)) or not isinstance(winner, (float, np.floating)):
        raise TypeError(f"winner: expected 0.0 or 1.0, not {kind_of(winner)}")
    color = _core.hex_from_training(winner)
    if color is None:
        raise ValueError(f"winner: expected 0.0 or 1.0, not {winner!r}")
    return color


def _code(number: Any, what: str, known: tuple[int, ...]) -> int:
    expected = f"{what}: expected {', '.join(map(str, known[:-1]))} or {known[-1]}"
    if isinstance(number, (bool, np.bool_)):
        raise TypeError(f"{expected}, not {kind_of(number)}")
    try:
        code = operator.index(number)
    except TypeError:
        raise TypeError(f"{expected}, not {kind_of(number)}") from None
    if code not in known:
        raise ValueError(f"{expected}, not {code}")
    return code


def infer_turn(blue: int, red: int, has_swap: bool | None = None) -> str:
    """Who moves, guessed from the numbers of stones: 'blue', 'red', 'ambiguous' or 'impossible'.

    >>> ia.hex.infer_turn(3, 2), ia.hex.infer_turn(2, 2), ia.hex.infer_turn(2, 2, has_swap=True)
    ('red', 'ambiguous', 'red')
    """
    return _core.hex_infer_turn(blue, red, has_swap)


def normalise_swap(game: _core.HexGame | str) -> _core.HexGame:
    """A swapped game as an ordinary one: transposed, with colours and winner exchanged.

    >>> ia.hex.normalise_swap("#13,c1c1g7 b").trmph
    '#13,a3g7 r # swap normalised'
    """
    return (_core.HexGame(game) if isinstance(game, str) else game).without_swap()


class Symmetry:
    """One of the four symmetries of Hex; mirrors and quarter turns are none.

    Called with a position, a game, records, or tensors and their layout, it answers the same,
    turned. Colours, the player to move and the winner go along where colours are exchanged. `size`
    is that of boards below 5, whose records do not tell it.

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
        if is_hex(thing):
            return _core.hex_turned_position(self.name, _core.HexPosition(thing))
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
        _core.hex_turned_tensors(self.name, chosen._plan, rows, out)
        return out.reshape(array.shape)

    def _records(self, records: Any, size: int | None) -> np.ndarray:
        found = records_in(records)
        if not found or not found.sizes:
            raise TypeError(f"expected records of Hex, not {kind_of(records)}")
        out = np.empty(len(found.rows), records.dtype)
        _core.hex_turned_records(self.name, record_size(found, size), found.rows, bytes_of(out))
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
