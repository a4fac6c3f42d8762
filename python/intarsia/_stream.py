"""Batches without end, which can be left and taken up again at any place."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core
from ._arguments import kind_of
from ._batches import Filler
from ._epochs import Turns
from ._orders import Course, Epochs

if TYPE_CHECKING:
    from ._data import DataSet

_MOST_OF_A_NAME = 48  # bytes of a split's name in a state
_PLACES = 1 << 63  # more than all that ever come


class Stream(Turns):
    """Batches of epoch after epoch, without end: `DataSet.stream` makes it.

    A batch may span two epochs, so that all have the same size and all ranks as many of them.
    """

    def __init__(
        self,
        filler: Filler,
        epochs: Epochs,
        course: Course,
        reuse: bool,
        prefetch: int,
        named: DataSet,
        state: Any,
    ):
        if not epochs.size:
            raise ValueError(f"stream: {named.path} has no records")
        if state is not None:
            course = dataclasses.replace(course, place=place_in(state, epochs))
        super().__init__(filler, epochs, course, reuse, prefetch, named)

    @property
    def place(self) -> int:
        """How many records all ranks were handed, from the start of the first epoch."""
        return self._course.places(self._next)[0]

    @property
    def epoch(self) -> int:
        """The epoch of the next batch's first record."""
        return self.place // self._epochs.size

    def state(self) -> dict[str, Any]:
        """What `load` goes on from: after the batches that were handed out, not those made ahead.

        A small dict, ready for JSON and the same on every rank. It holds nothing of ranks, threads
        and the size of batches: all of them may change.
        """
        return state_at(self.place, self._epochs)

    def load(self, state: dict[str, Any]) -> None:
        """Goes on where a state was taken. Refused if the set, split, seed or order is another."""
        place = place_in(state, self._epochs)
        with self._locked():
            self._course = dataclasses.replace(self._course, place=place)
            self._next = 0
            self._start()

    def __repr__(self) -> str:
        course = self._course
        return (
            f"<Stream of {self._filler.layout.id}: at place {self.place:,} in epoch {self.epoch}, "
            f"{course.batch_size} records each, rank {course.rank} of {course.world}, "
            f"shuffle={self.shuffle!r}>"
        )


def state_at(place: int, epochs: Epochs) -> dict[str, Any]:
    """A place in all epochs, with what the order of records depends on."""
    return {**_order_of(epochs), "place": place}


# What the parts of a state are, for those who hold the wrong one.
_WORDS = {
    "set": "data set (the hash of its manifest)",
    "split": "split",
    "size": "size of boards",
    "choice": "choice among the records (its hash)",
    "records": "number of records",
    "seed": "seed",
    "shuffle": "shuffle",
    "lanes": "number of lanes",
    "run": "length of blocks",
}


def place_in(state: Any, epochs: Epochs) -> int:
    """The place of a state that was taken of the same order."""
    if not isinstance(state, dict):
        raise TypeError(f"state: expected what state() gave, a dict, not {kind_of(state)}")
    place = state.get("place")
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < _PLACES:
        raise ValueError(f"state: expected a place, a number from 0 up to 2**63, not {place!r}")
    here = _order_of(epochs)
    there = {name: value for name, value in state.items() if name != "place"}
    for name in [*_WORDS, *there]:
        if here.get(name) != there.get(name):
            what = _WORDS.get(name, name)
            raise ValueError(
                f"state: of another order: its {what} is {_shown(there, name)}, here it is "
                f"{_shown(here, name)}"
            )
    return place


def _shown(order: dict[str, Any], name: str) -> str:
    return repr(order[name]) if name in order else "not given"


def _order_of(epochs: Epochs) -> dict[str, Any]:
    """What a place means the same record under."""
    ds = epochs.ds
    found = {
        "set": ds._set.hash or ds._manifest["xxh3"],
        "split": _short(ds.split),
        "size": ds._arguments[2],
        "choice": _choice_of(ds),
        "records": epochs.size,
        "seed": epochs.seed,
        "shuffle": epochs.shuffle,
        **epochs.parameters,
    }
    return {name: value for name, value in found.items() if value is not None}


def _short(name: str | None) -> str | None:
    """A long name as its hash, so that a state stays small."""
    if name is None or len(json.dumps(name)) <= _MOST_OF_A_NAME:
        return name
    return "#" + _hash(np.frombuffer(name.encode("utf-8", "surrogateescape"), np.uint8))


def _choice_of(ds: DataSet) -> str | None:
    chosen = ds._numbers.chosen
    return None if chosen is None else _hash(chosen.view(np.uint8))


def _hash(content: np.ndarray) -> str:
    return f"{_core.xxh3(content):016x}"
