"""Lines of the Universal Chess Interface, read: what a program asks of an engine."""

from __future__ import annotations

import dataclasses
import math

from . import Position

_MOST = 1 << 62
# A game is expected to go on for so many moves, where nobody says how many the time is for.
_MOVES_TO_GO = 30
_SHARE_OF_INCREMENT = 0.8

_TIMES = ("movetime", "wtime", "btime", "winc", "binc")  # in milliseconds
_NUMBERS = ("nodes", "depth", "mate", "movestogo", *_TIMES)
_FLAGS = ("infinite", "ponder")


@dataclasses.dataclass
class Limits:
    """What a `go` says of how long to think, and of which moves."""

    numbers: dict[str, int] = dataclasses.field(default_factory=dict)
    is_endless: bool = False  # until `stop`
    moves: list[str] = dataclasses.field(default_factory=list)
    faults: list[str] = dataclasses.field(default_factory=list)  # in words, for the log

    def seconds(self, turn: str, overhead: float) -> float | None:
        """For this move, where the time is limited; `overhead` is lost between the programs."""
        if "movetime" in self.numbers:
            return max(0.0, self.numbers["movetime"] / 1000 - overhead)
        left = self.numbers.get(f"{turn[0]}time")
        if left is None:
            return None
        share = left / max(1, self.numbers.get("movestogo", _MOVES_TO_GO))
        share += _SHARE_OF_INCREMENT * self.numbers.get(f"{turn[0]}inc", 0)
        return max(0.0, min(share, left) / 1000 - overhead)


def limits_in(words: list[str]) -> Limits:
    """Of the words after `go`. What cannot be understood is left out, and said in `faults`."""
    limits = Limits()
    rest = iter(words)
    in_moves = False
    for word in rest:
        if word in _NUMBERS:
            in_moves = False
            number = _whole(next(rest, ""))
            if number is None:
                limits.faults.append(f"go: expected a whole number after {word}")
            else:
                limits.numbers[word] = number
        elif word in _FLAGS:
            in_moves, limits.is_endless = False, True
        elif word == "searchmoves":
            in_moves = True
        elif in_moves:
            limits.moves.append(word)
        else:
            limits.faults.append(f"go: {word!r} is not understood")
    return limits


def _whole(text: str) -> int | None:
    """Clocks can be below zero: there is no time left then."""
    try:
        return max(0, min(int(text), _MOST))
    except ValueError:
        return None


def position_in(words: list[str], chess960: bool) -> Position:
    """Of the words after `position`; raises ValueError where they are none."""
    if words[:1] == ["startpos"]:
        start, rest = "startpos", words[1:]
    elif words[:1] == ["fen"]:
        end = words.index("moves") if "moves" in words else len(words)
        start, rest = " ".join(words[1:end]), words[end:]
    else:
        raise ValueError("position: expected startpos or fen")
    if rest[:1] not in ([], ["moves"]):
        raise ValueError(f"position: expected moves, not {rest[0]!r}")
    return Position(" ".join([start, *rest] if rest[1:] else [start]), chess960=chess960)


def option_in(words: list[str]) -> tuple[str, str]:
    """Name, in small letters, and value of the words after `setoption`."""
    if words[:1] != ["name"]:
        raise ValueError("setoption: expected name")
    at = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:at]).lower(), " ".join(words[at + 1 :])


def centipawns(score: float) -> int:
    """Of an expected score from -1 to 1: the other way round than targets take evaluations."""
    bounded = max(-0.999999, min(score, 0.999999))
    return round(400 * math.log10((1 + bounded) / (1 - bounded)))


def moves_to_mate(plies: int, wins: bool) -> int:
    """As `score mate` counts them: below zero for who is mated."""
    return (plies + 1) // 2 if wins else -(plies // 2)
