"""The codes in which programs write the colours of Hex."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from .. import _core
from .._arguments import kind_of

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
