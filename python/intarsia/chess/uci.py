"""An engine for any chess program: an evaluator, or a function, behind the UCI protocol.

    import intarsia as ia
    ia.uci.serve(ia.Evaluator(score, "chess/canonical18", order="best"), name="Mine")

Such a script is what a chess program is told to start.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import Any, TextIO

from .._arguments import kind_of
from .._evaluator import Evaluator
from .._filters import count_in
from . import Position
from ._uci_search import MOST_NODES, Search, Stop
from ._uci_words import limits_in, option_in, position_in

__all__ = ["serve"]

Engine = Evaluator | Callable[[Position], Any]

_ENDS_A_SEARCH = ("stop", "quit", "ponderhit")
_MOST_OVERHEAD = 10_000  # milliseconds


def __dir__() -> list[str]:
    return __all__


def serve(
    engine: Engine,
    *,
    name: str = "Intarsia",
    author: str = "unknown",
    nodes: int = 10_000,
    input: Iterable[str] | None = None,
    output: TextIO | None = None,
) -> None:
    """Play as a UCI engine, on standard input and output, until `quit` or the end of the input.

    `engine` is an Evaluator of chess, which forgets what it has met before each move, or a function
    of a Position that answers a legal move as `Position.after` takes it. A `go` without a limit
    scores `nodes` positions; the option Nodes changes that.

    >>> ia.uci.serve(lambda position: position.legal_moves[0], input=["position startpos", "go"])
    bestmove a2a3

    What cannot be understood is left out and logged to standard error, where everything goes that
    is printed meanwhile. An error of the engine comes out as it is.
    """
    if not isinstance(engine, Evaluator) and not callable(engine):
        raise TypeError(
            f"engine: expected an Evaluator or a function of a position, not {kind_of(engine)}"
        )
    layout = getattr(engine, "_layout", None) if isinstance(engine, Evaluator) else None
    if layout is not None and layout.game != Position().game:
        raise ValueError(f"engine: UCI is for chess, and it scores {layout.id}, of {layout.game}")
    session = _Session(engine, name, author, count_in(nodes, "nodes", 1, MOST_NODES))
    session.output = sys.stdout if output is None else output
    lines = _standard_input() if input is None else input
    with contextlib.redirect_stdout(sys.stderr), contextlib.suppress(BrokenPipeError):
        session.run(_Lines(lines, session.say))


def _standard_input() -> Iterable[str]:
    """Without its buffer, whose lock a thread that still waits would hold when the program ends."""
    raw = getattr(getattr(sys.stdin, "buffer", None), "raw", None)
    if raw is None:
        return sys.stdin
    return (line.decode("utf-8", "replace") for line in raw)


class _Lines:
    """Commands, read in a thread of their own: `stop` and `isready` are heard during a search."""

    def __init__(self, source: Iterable[str], say: Callable[[str], None]):
        self._source = source
        self._say = say
        self._commands: SimpleQueue[tuple[list[str], Stop] | None] = SimpleQueue()
        self._searches = 0  # asked for, and
        self.searched = 0  # done: each is counted by one thread alone

    def __iter__(self) -> Iterator[tuple[list[str], Stop]]:
        threading.Thread(target=self._read, daemon=True).start()
        while (command := self._commands.get()) is not None:
            yield command

    def _read(self) -> None:
        stop = Stop()
        try:
            for line in self._source:
                words = line.split()
                command = words[0] if words else ""
                if command == "go":
                    stop.if_endless.set()
                    stop = Stop()
                    self._searches += 1
                elif command in _ENDS_A_SEARCH:
                    stop.ask()
                if command == "quit":
                    break
                if command == "isready" and self._searches > self.searched:
                    self._say("readyok")
                elif command:
                    self._commands.put((words, stop))
        finally:
            stop.if_endless.set()
            self._commands.put(None)


class _Session:
    output: TextIO

    def __init__(self, engine: Engine, name: str, author: str, nodes: int):
        self._engine = engine
        self._name = name
        self._author = author
        self._nodes = nodes
        self._overhead = 50  # milliseconds
        self._chess960 = False
        self._position: Position | None = Position()
        self._lock = threading.Lock()

    def say(self, line: str) -> None:
        with self._lock:
            self.output.write(f"{line}\n")
            self.output.flush()

    def run(self, lines: _Lines) -> None:
        for (command, *words), stop in lines:
            if command == "go":
                self._go(words, stop)
                lines.searched += 1
                continue
            try:
                self._obey(command, words)
            except ValueError as error:
                _log(str(error))

    def _obey(self, command: str, words: list[str]) -> None:
        if command == "uci":
            self._introduce()
        elif command == "isready":
            self.say("readyok")
        elif command == "ucinewgame":
            self._position = Position()
        elif command == "position":
            self._position = None  # unless the words name one: it does not move in another
            self._position = position_in(words, self._chess960)
        elif command == "setoption":
            self._set(*option_in(words))
        elif command not in (*_ENDS_A_SEARCH, "debug", "register"):
            _log(f"{command!r} is not understood")

    def _introduce(self) -> None:
        self.say(f"id name {self._name}")
        self.say(f"id author {self._author}")
        if isinstance(self._engine, Evaluator):
            self.say(f"option name Nodes type spin default {self._nodes} min 1 max {MOST_NODES}")
            most = f"min 0 max {_MOST_OVERHEAD}"
            self.say(f"option name Move Overhead type spin default {self._overhead} {most}")
        self.say("option name UCI_Chess960 type check default false")
        self.say("uciok")

    def _set(self, name: str, value: str) -> None:
        if name == "nodes":
            self._nodes = _bounded(name, value, 1, MOST_NODES)
        elif name == "move overhead":
            self._overhead = _bounded(name, value, 0, _MOST_OVERHEAD)
        elif name == "uci_chess960":
            self._chess960 = value.lower() == "true"
        else:
            raise ValueError(f"setoption: there is no option {name!r}")

    def _go(self, words: list[str], stop: Stop) -> None:
        limits = limits_in(words)
        for fault in limits.faults:
            _log(fault)
        position = self._position
        if position is None or not position.legal_moves:
            if limits.is_endless:
                stop.if_endless.wait()
            self.say("bestmove (none)")
            return
        if isinstance(self._engine, Evaluator):
            overhead = self._overhead / 1000
            search = Search(self._engine, position, limits, self._nodes, overhead, stop, self.say)
            move = search.best_move()
        else:
            move = position.after(self._engine(position)).moves[-1]
            if limits.is_endless:
                stop.if_endless.wait()
        self.say(f"bestmove {move}")


def _bounded(name: str, value: str, least: int, most: int) -> int:
    try:
        return max(least, min(int(value), most))
    except ValueError:
        raise ValueError(f"setoption: expected a number for {name}, not {value!r}") from None


def _log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
