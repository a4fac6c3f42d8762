"""A search within the limits of a `go`: step by step, so that it can be stopped."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable

from .._evaluator import Answer, Evaluator
from . import Position
from ._uci_words import Limits, centipawns, moves_to_mate

# An endless search, or one by the clock, ends here: it keeps what it has met in memory.
MOST_NODES = 2_000_000
_FIRST_STEP = 256  # more than a position has moves: then each of them has a score
_STEP_SECONDS = 0.05  # after which it looks whether it should stop
_FASTER = 4  # times as many positions a step may have as the one before
_SAY_AFTER = 0.5  # seconds between what it says while it searches


class Stop:
    """What ends a search from outside: at once, or only if it would not end by itself."""

    def __init__(self) -> None:
        self.now = threading.Event()
        self.if_endless = threading.Event()

    def ask(self) -> None:
        self.now.set()
        self.if_endless.set()


@dataclasses.dataclass
class Search:
    """Of one position; `say` is told of it as lines of UCI."""

    evaluator: Evaluator
    position: Position
    limits: Limits
    nodes: int  # if the limits name none
    overhead: float  # seconds
    stop: Stop
    say: Callable[[str], None]

    def best_move(self) -> str:
        """The best of the legal moves, of which there is at least one."""
        self._began = self._said = time.monotonic()
        answer = self._explored()
        self._say(answer)
        if self.limits.is_endless:
            self.stop.if_endless.wait()
        asked = self._asked_moves()
        for each in answer.moves:
            if not asked or each.move in asked:
                return each.move
        return next(iter(asked), self.position.legal_moves[0])

    def _explored(self) -> Answer:
        seconds = self.limits.seconds(self.position.turn, self.overhead)
        most = self._most_nodes(seconds is not None)
        step = min(_FIRST_STEP, most)
        self.evaluator.clear()
        answer = self.evaluator.evaluate(self.position, step, progress=False)
        while not self._is_enough(answer, seconds is not None):
            if self._is_over(seconds):
                break
            step = min(step, most - self.evaluator.scored)
            asked_at = time.monotonic()
            if step <= 0 or self.evaluator.step(step, progress=False) < step:
                break
            now = time.monotonic()
            pace = _STEP_SECONDS / max(now - asked_at, 1e-6)
            step = max(1, round(step * min(pace, _FASTER)))
            if now - self._said >= _SAY_AFTER:
                answer = self.evaluator.answer(self.position)
                self._say(answer)
        return self.evaluator.answer(self.position)

    def _most_nodes(self, has_clock: bool) -> int:
        is_open = has_clock or self.limits.is_endless
        named = self.limits.numbers.get("nodes", MOST_NODES if is_open else self.nodes)
        return max(1, min(named, MOST_NODES))

    def _is_over(self, seconds: float | None) -> bool:
        if self.stop.now.is_set():
            return True
        if self.limits.is_endless:
            return self.stop.if_endless.is_set()
        return seconds is not None and time.monotonic() - self._began >= seconds

    def _is_enough(self, answer: Answer, has_clock: bool) -> bool:
        if self.limits.is_endless:
            return False
        depth = self.limits.numbers.get("depth")
        is_deep = depth is not None and len(answer.line) >= depth
        is_forced = has_clock and len(answer.moves) == 1
        return is_deep or is_forced or answer.decided_in is not None

    def _asked_moves(self) -> list[str]:
        legal = set(self.position.legal_moves)
        return [move for move in self.limits.moves if move in legal]

    def _say(self, answer: Answer) -> None:
        self._said = time.monotonic()
        seconds = self._said - self._began
        sign = 1 if self.position.turn == "white" else -1
        score = f"cp {centipawns(sign * answer.score)}"
        if answer.decided_in is not None:
            score = f"mate {moves_to_mate(answer.decided_in, sign * answer.score > 0)}"
        self.say(
            f"info depth {len(answer.line)} score {score} nodes {answer.nodes} "
            f"nps {round(answer.nodes / max(seconds, 1e-3))} time {round(1000 * seconds)} "
            f"pv {' '.join(answer.line)}".removesuffix(" pv ")
        )
