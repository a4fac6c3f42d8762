"""Policies: moves as numbers, in the orders that networks use; and the targets of records."""

from __future__ import annotations

import json
import operator
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._arguments import (
    Records,
    batch_of,
    checked_out,
    is_one,
    kind_of,
    layout_for,
    layout_in,
    many,
    record_size,
    records_in,
    sizes_in,
    thread_count,
)
from ._layouts import Layout, LayoutLike, board_size, is_fixed
from ._reading import warn_of_mended
from ._unknown import check_choice, refuse


class Policy:
    """A code of moves as numbers 0 to size - 1: ia.policy makes one by its name.

    >>> q = ia.policy("chess/az4672")
    >>> q.size, q.index("startpos", "e2e4"), q.move("startpos", 877)
    (4672, 877, 'e2e4')
    >>> q.index("startpos moves e2e4", "e7e5")  # in the mover's view, so the same
    877
    """

    __slots__ = ("_code", "_is_free", "_table")
    _code: _core.PolicyCode
    _is_free: bool  # nobody has said a size: it takes that of the boards

    def __init__(self, id: str, *, size: int | str | None = None, view: str | Layout | None = None):
        if isinstance(view, Layout):
            if id in _core.policy_ids() and not id.startswith(f"{view.game}/"):
                raise ValueError(f"view: {view.id} is of {view.game}, and {id} of another game")
            if size is None and is_fixed(view):
                size = view._plan.size
            view = view.frame
        if not isinstance(id, str):
            raise TypeError(f"policy: expected a name, not {kind_of(id)}")
        if view is not None and not isinstance(view, str):
            raise TypeError(f"view: expected the name of a frame or a Layout, not {kind_of(view)}")
        self._code = _core.PolicyCode(id, board_size(size), view or "")
        self._table = json.loads(self._code.json)
        self._is_free = size is None and not _core.game_type(self.game).has_one_size

    def _code_for(self, sizes: Iterable[int]) -> _core.PolicyCode:
        """The code on the one board that there is."""
        found = set(sizes)
        if not self._is_free or len(found) != 1 or found == {self._code.board}:
            return self._code
        return _core.PolicyCode(self.id, found.pop(), self.view)

    def _code_of(self, *positions: Any) -> _core.PolicyCode:
        return self._code_for(sizes_in(self.game, positions)) if self._is_free else self._code

    def _check_fits(self, layout: Layout, view: str | None, size: int) -> None:
        """Beside tensors of a layout: it must number moves as their targets do."""
        wanted = view or layout.frame
        if self.view != wanted:
            raise ValueError(
                f"policy: it numbers moves in the view of {self.view}, but the targets beside "
                f"{layout.id} are in that of {wanted}; take ia.policy({self.id!r}, "
                f"view={wanted!r}), or view={self.view!r} for the targets"
            )
        if self.size != size and not self._is_free:
            raise ValueError(
                f"policy: it has {self.size} moves, but there are {size} on these boards"
            )

    @property
    def id(self) -> str:
        """Its name: 'chess/az4672'."""
        return self._table["id"]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._table["game"]

    @property
    def size(self) -> int:
        """How many numbers there are: the length of a policy vector."""
        return self._table["size"]

    @property
    def rule(self) -> str:
        """How moves are numbered, in words."""
        return self._table["rule"]

    @property
    def view(self) -> str:
        """Whose squares are meant: 'mover', or 'white' ('blue') for squares as they are."""
        return self._code.view

    def index(self, position: Any, move: Any) -> Any:
        """The number of a legal move; of many positions and as many moves, an array of int32.

        >>> ia.policy("chess/lc0-1858").index("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1")
        103
        """
        if is_one(position):
            return self._code_of(position).index(position, move)
        pairs = zip(many(position), many(move), strict=True)
        return np.array([self._code_of(p).index(p, m) for p, m in pairs], np.int32)

    def move(self, position: Any, index: int, *, promotion: str = "q") -> str:
        """The legal move that has the number, as UCI (Hex: the cell's name or 'swap').

        >>> ia.policy("chess/move4096").move("7k/P7/8/8/8/8/8/K7 w - - 0 1", 3128, promotion="n")
        'a7a8n'

        `promotion` chooses where promotions share a number. A number that is no legal move here
        raises IllegalError, one that is no move at all ParseError.
        """
        return self._code_of(position).move(position, _whole(index, "index"), promotion)

    def mask(self, positions: Any, *, out: Any = None, threads: int | None = None) -> Any:
        """1 for every legal move: uint8 of shape (size,) for one position, (n, size) for many.

        >>> int(ia.policy("chess/az4672").mask("startpos").sum())
        20

        Positions are what ia.encode takes.
        """
        records = records_in(positions, self.game)
        is_single = records.is_single if records else is_one(positions)
        if records:
            source, code = records.rows, self._code_of_records(records)
            run = code.mask_records
        else:
            source = (positions,) if is_single else many(positions)
            code = self._code_of(*source)
            run = code.mask
        size = json.loads(code.json)["size"]
        shape = (size,) if is_single else (len(source), size)
        if out is None:
            out = np.empty(shape, np.uint8)
        else:
            checked_out(out, shape, np.dtype(np.uint8), "uint8")
        found = run(source, batch_of(out, is_single), thread_count(threads))
        warn_of_mended(found, len(source))
        return out

    def _code_of_records(self, records: Records) -> _core.PolicyCode:
        return self._code_for([record_size(records)]) if self._is_free else self._code

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Policy):
            return NotImplemented
        return (self.id, self.size, self.view) == (other.id, other.size, other.view)

    def __hash__(self) -> int:
        return hash((self.id, self.size, self.view))

    def __reduce__(self):
        return policy, (self.id, None if self._is_free else self._code.board, self.view)

    def __repr__(self) -> str:
        return self._code.text.rstrip("\n") + f"\n  view:      {self.view}"


def policy(
    id: str | Policy, size: int | str | None = None, view: str | Layout | None = None
) -> Policy:
    """A policy code by its name; `ia.policies()` lists them.

    >>> ia.policy("chess/az4672", view="white").index("startpos moves e2e4", "e7e5")
    3825
    >>> ia.policy("hex/cells", size=13).size
    170

    `view` is the frame whose squares are meant, by name or as a layout has it. Without one it is
    the mover's in chess, for which these codes are made, and Blue's in Hex. `size` is that of the
    board, where a game has several: without it the code takes that of the boards it meets, and
    `.size` is for the usual one.
    """
    return id if isinstance(id, Policy) else Policy(id, size=size, view=view)


def policies() -> list[Policy]:
    """Every policy code that is built in.

    >>> [p.id for p in ia.policies()][:2]
    ['chess/move4096', 'chess/az4672']
    """
    return [policy(name) for name in _core.policy_ids()]


class Targets(NamedTuple):
    """What was played (int32, -1 for nothing) and what it led to (float32)."""

    policy: np.ndarray | None
    value: np.ndarray | None


def targets(
    records: np.ndarray,
    layout: LayoutLike,
    *,
    policy: str | Policy | None = None,
    value: str | None = None,
    view: str | None = None,
    unknown: str = "raise",
) -> Targets:
    """The targets of records, in the frame of the layout that they are encoded in.

    >>> records = ia.to_records(["startpos", "startpos moves e2e4"])
    >>> records["flags"] |= 1 << 3  # White won
    >>> ia.targets(records, "chess/canonical18", value="outcome").value
    array([ 1., -1.], dtype=float32)

    `value` is 'outcome', 'wdl' (three probabilities), 'eval', 'mix:0.7', in Hex also 'training'.
    `view` takes the targets in another frame; White's view is refused for layouts that do not
    say who moves. A value that is not known is refused; `unknown="nan"` makes it NaN.
    """
    check_choice(unknown, ("raise", "nan"))
    chosen = layout_in(layout, None, None)
    found = records_in(records, chosen.game)
    if found is None:
        raise TypeError(f"records: expected an array of records, not {kind_of(records)}")
    if chosen._plan.has_sizes and not is_fixed(layout):
        chosen = layout_for(layout, None, None, Counter([record_size(found)]))
    code = policy.id if isinstance(policy, Policy) else policy or ""
    wanted = _core.Targets.make(chosen._plan, code, value or "", view or "")
    if isinstance(policy, Policy):
        policy._check_fits(chosen, view, wanted.policy_size)
    rows = found.rows
    moves = np.empty(len(rows), np.int32) if policy is not None else None
    worth = np.empty((len(rows), wanted.value_width), np.float32) if value is not None else None
    _core.record_targets(chosen._plan, wanted, rows, moves, worth)
    if worth is not None and unknown == "raise":
        lacking = int(np.isnan(worth).any(axis=1).sum())
        if lacking:
            refuse(lacking, len(rows), str(value), "unknown='nan' keeps them")
    return Targets(moves, worth[:, 0] if worth is not None and worth.shape[1] == 1 else worth)


def _whole(number: Any, name: str) -> int:
    if isinstance(number, bool):
        raise TypeError(f"{name}: expected a whole number, not bool")
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, not {kind_of(number)}") from None
