"""What positions are worth after looking ahead, by a network or by the game's own score."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

from . import _core
from ._arguments import game_in, is_one, kind_of, many, thread_count
from ._filters import count_in
from ._graph import Graph
from ._graph_build import bytes_or_half
from ._layouts import LayoutLike, layout
from ._progress import StatusLine, is_shown
from ._scores import Scorer, layout_of_score

_ORDERS = ("breadth", "best")
_MOST = (1 << 63) - 1
_SHOWN_MOVES = 10


class Candidate(NamedTuple):
    """A position that waits to be explored. Scores are in the view of who moved to it.

    `depth` are the moves from a root, `siblings` those of its parent, itself among them.
    """

    depth: int
    siblings: int
    score: float
    parent_score: float
    parent_priority: float


class AnswerMove(NamedTuple):
    """A move from a position, and what it is worth, in the first player's view."""

    move: str
    notation: str
    score: float
    decided_in: int | None


class _Answer(NamedTuple):
    position: Any
    score: float
    decided_in: int | None
    line: list[str]
    notation: list[str]
    end: str
    moves: list[AnswerMove]
    nodes: int


class Answer(_Answer):
    """What a position is worth: `score` from -1 to 1 in the first player's view, and the best line.

    `line` are the moves of both (`notation`: as books write them); `decided_in` so many plies one
    of them wins, or None; `end` says whether the line ends "unexplored", with "game_over" or by
    "repetition"; `moves` are all moves, the best for their player first; `nodes` positions have
    been scored so far.

    >>> answer = ia.Evaluator().evaluate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", nodes=1000)
    >>> answer.score, answer.decided_in, answer.notation, answer.end
    (1.0, 1, ['Ra8#'], 'game_over')
    """

    __slots__ = ()

    @property
    def move(self) -> str | None:
        """The best move; None where the game has ended, or before its moves were scored."""
        return self.line[0] if self.line else None

    def __repr__(self) -> str:
        first, second = _core.game_type(self.position.game).players
        text = (
            f"{self._words()}\n"
            f"score  {self.score:+.3f}, from -1 ({second} wins) to 1 ({first} wins)\n"
            f"line   {' '.join(self.notation) or '-'}\n"
            f"nodes  {self.nodes}"
        )
        if self.moves:
            text += "\n\nmove   score"
        for each in self.moves[:_SHOWN_MOVES]:
            decided = _decision(self.position.game, each.score, each.decided_in)
            text += f"\n{each.notation:<6} {each.score:+.3f}{'  ' if decided else ''}{decided}"
        if len(self.moves) > _SHOWN_MOVES:
            text += f"\n… and {len(self.moves) - _SHOWN_MOVES} more"
        return text

    def _words(self) -> str:
        if self.decided_in is not None:
            return _decision(self.position.game, self.score, self.decided_in)
        if self.score:
            return f"better for {_ahead(self.position.game, self.score)}"
        return {"game_over": "a draw", "repetition": "a draw by repetition"}.get(self.end, "even")


def _ahead(game: str, score: float) -> str:
    return _core.game_type(game).players[0 if score > 0 else 1]


def _decision(game: str, score: float, plies: int | None) -> str:
    if plies is None:
        return ""
    if not plies:
        return f"{_ahead(game, score)} has won"
    return f"{_ahead(game, score)} wins in {plies} {'ply' if plies == 1 else 'plies'}"


class _ScoredLine(StatusLine):
    def __call__(self, scored: int, nodes: int) -> None:
        if self._is_due():
            speed = scored / self._seconds()
            self._show(f"{scored:,} of {nodes:,} positions scored, {speed:,.0f}/s")


class Evaluator:
    """Explores positions, scores them in batches, and answers with the best line of play.

    `score` is a function of a batch: a NumPy array of shape (n, *layout.shape), for which it
    answers n numbers from -1 to 1 in the view of the layout's frame, as NumPy, torch or a list has
    them; with `torch.from_numpy` a network sees it without a copy. Without it positions have the
    game's own scores. What it raises comes out as it is.

    >>> import numpy as np
    >>> def men(batch):  # us.pawn to us.queen, and those of the other side
    ...     counts = batch.sum(axis=(1, 2)) @ np.eye(18)[:, [*range(5), *range(6, 11)]]
    ...     return np.tanh(counts @ [1, 3, 3, 5, 9, -1, -3, -3, -5, -9] / 10)
    >>> ev = ia.Evaluator(men, "chess/canonical18")
    >>> ev.evaluate("6k1/5ppp/8/3q4/8/4N3/8/6K1 w - - 0 1", nodes=500).notation[0]
    'Nxd5'

    A network that carries the passport of its layout (an attribute `passport` or `layout`, or
    `passport=`) is refused where that is another than `layout`, and needs none beside it.

    `order="breadth"` looks at all moves equally deep: its answer depends on the number of nodes
    alone. "best" follows forced lines, and what gives up least, first; a function of a `Candidate`
    chooses: what is smaller comes first (where it raises, the positions that it did not answer for
    come last, should you go on). `batch` positions are scored at once. Values go back by
    minimax, in which a position that comes again is a draw. All positions are of the game and board
    of the first. They may take about so much `memory` ("4GB"; half of the machine's without it).
    """

    def __init__(
        self,
        score: Callable[[Any], Any] | None = None,
        layout: LayoutLike | None = None,
        *,
        batch: int = 1024,
        order: str | Callable[[Candidate], float] = "breadth",
        passport: Any = None,
        memory: int | str | None = None,
        threads: int | None = None,
    ):
        if score is not None and not callable(score):
            raise TypeError(f"score: expected a function of a batch, not {kind_of(score)}")
        if score is None and (layout is not None or passport is not None):
            raise TypeError("score: a layout goes with a score function")
        if not callable(order) and order not in _ORDERS:
            raise ValueError(f"order: expected 'best', 'breadth' or a function, not {order!r}")
        self._layout = None if score is None else layout_of_score(score, layout, passport)
        self._function = score
        self._batch = count_in(batch, "batch", 1, 1 << 20)
        self._order = "best" if callable(order) else order
        self._priority = _priority(order) if callable(order) else None
        self._memory = bytes_or_half(memory)
        self._threads = thread_count(threads)
        self._made: _core.Evaluator | None = None
        self._scorer: Scorer | None = None

    def evaluate(self, position: Any, nodes: int = 10_000, *, progress: bool | None = None) -> Any:
        """What a position is worth after so many `nodes` more were scored: an Answer.

        Of several positions (a list) a list of answers: they share the nodes. It goes on from what
        was found before. A position is what `ia.encode` takes for one; what was played before it
        does not count.

        >>> ev = ia.Evaluator(order="breadth")
        >>> [a.decided_in for a in ev.evaluate(["hex 2", "hex 2 moves a1"], nodes=100)]
        [4, 3]
        """
        count = count_in(nodes, "nodes", 1, _MOST)
        is_single = is_one(position)
        positions = [position] if is_single else list(many(position))
        for each in positions:
            self._core_for(each).add_root(each)
        if positions:
            self._score(count, progress)
        answers = [self.answer(each) for each in positions]
        return answers[0] if is_single else answers

    def step(self, nodes: int, *, progress: bool | None = None) -> int:
        """Score so many positions more; how many it were, fewer where there are no more.

        After Ctrl-C, or an error of the score function, it may be called again: what was scored
        stays. Where the memory is taken it ends as well, with a RuntimeWarning.
        """
        return self._score(nodes, progress)

    def _score(self, nodes: int, progress: bool | None) -> int:
        count = count_in(nodes, "nodes", 0, _MOST)
        line = _ScoredLine() if is_shown(progress) else None
        try:
            done = self._core.step(count, self._scorer, self._priority, line)
        finally:
            if line is not None:
                line.clear()
        if done < count and self._core.is_full:
            full = f"{self.scored:,} positions take the memory that they may take: here it ends"
            warnings.warn(f"{full}; memory= allows more", RuntimeWarning, stacklevel=3)
        return done

    def answer(self, position: Any) -> Answer:
        """What is known by now of a position that was evaluated, or met on the way."""
        found = self._core.answer(position)
        where = _core.position_of(_core.game_type(self._core.graph.game), position)
        if found is None:
            raise ValueError(f"nodes: too few, {where.text} has no score yet")
        *before, moves, scored = found
        return Answer(where, *before, [AnswerMove(*each) for each in moves], scored)

    def clear(self) -> None:
        """Forget all positions, so that the next ones are explored as by a new one.

        >>> ev = ia.Evaluator()
        >>> ev.evaluate("hex 2", nodes=5).nodes
        5
        >>> ev.clear()
        >>> ev.scored
        0
        """
        self._made = self._scorer = None

    @property
    def graph(self) -> Graph:
        """Everything that it has met, as a graph that is only its own to change."""
        return Graph._of(self._core.graph)

    @property
    def scored(self) -> int:
        """Positions that have scores."""
        return 0 if self._made is None else self._made.scored

    @property
    def _core(self) -> _core.Evaluator:
        if self._made is None:
            raise ValueError("no position was given yet: ev.evaluate(position) begins")
        return self._made

    def _core_for(self, position: Any) -> _core.Evaluator:
        """Made for the game and the board of the first position."""
        if self._made is None:
            row = (
                game_in((position,)) if self._layout is None else _core.game_type(self._layout.game)
            )
            size = row.size(_core.position_of(row, position).size)
            plan = None
            if self._layout is not None and self._function is not None:
                free = self._layout._is_free
                chosen = layout(self._layout, size=size) if free else self._layout
                self._scorer = Scorer(self._function, chosen)
                plan = chosen._plan
            has_priority = self._priority is not None
            self._made = _core.Evaluator.make(
                row.name,
                size,
                plan,
                self._order,
                has_priority,
                self._batch,
                self._memory,
                self._threads,
            )
        return self._made

    def __repr__(self) -> str:
        score = "the game's own score" if self._layout is None else self._layout.id
        return f"<ia.Evaluator by {score}: {self.scored:,} positions scored>"


def _priority(order: Callable[[Candidate], float]) -> Callable[..., float]:
    return lambda *fields: float(order(Candidate(*fields)))
