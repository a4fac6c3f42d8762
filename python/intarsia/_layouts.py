"""Layouts: what each element of a tensor means."""

from __future__ import annotations

import dataclasses
import difflib
import functools
import html
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Union

import numpy as np

from . import _core
from ._dtypes import NUMPY_TYPES

BITS_NAME = "bits"  # layers instead of elements (ia.Bits), where others have a dtype

LayoutLike = Union[str, "os.PathLike[str]", Mapping[str, Any], "Layout"]


@dataclasses.dataclass(frozen=True)
class Plane:
    """One plane of a layout.

    `index` is its place on the axis of planes; in a flat layout, that of its first element.
    """

    index: int
    name: str
    meaning: str
    range: tuple[float, float]


class Layout:
    """An ordered choice of facts: what each element of a tensor means.

    Your own, from names of facts and groups (docs/layouts.md lists them), as fast as a built-in
    one; CHW and float32 if nothing else is said. A feature is a name, perhaps with a divisor and an
    age ("clock/100", "us.pawn@2"), or a dict as in a layout file. `size` is the board's, where a
    game has several: without it the layout takes that of the boards it meets, and shows itself on
    the usual one.

    >>> mine = ia.Layout("chess", ["us.pieces", "them.pieces", "clock/100"], frame="mover")
    >>> mine.shape, mine.index("clock/100")
    ((13, 8, 8), 12)
    """

    __slots__ = ("_is_free", "_plan", "_table")
    _plan: _core.Plan
    _is_free: bool  # nobody has said a size: it takes that of the boards

    def __init__(
        self,
        game: str,
        features: Sequence[str | Mapping[str, Any]],
        *,
        frame: str | None = None,
        order: str | None = None,
        dtype: Any = None,
        size: int | str | None = None,
        id: str = "unnamed",
    ):
        if isinstance(features, str):
            raise TypeError("features: expected a list of names, not one text")
        table: dict[str, Any] = {"id": id, "game": game}
        table["order"] = "CHW" if order is None else order
        table["dtype"] = dtype_name(dtype) or "float32"
        if frame is not None:
            table["frame"] = frame
        table["features"] = list(features)
        self._take(_core.Plan.from_json(_json(table), board_size(size)), size is None)

    def _take(self, plan: _core.Plan, is_free: bool) -> None:
        self._plan = plan
        self._is_free = is_free and plan.has_sizes
        self._table = json.loads(plan.json)

    @classmethod
    def _of(cls, plan: _core.Plan, is_free: bool) -> Layout:
        self = cls.__new__(cls)
        self._take(plan, is_free)
        return self

    @property
    def id(self) -> str:
        """The name: 'chess/canonical18'."""
        return self._table["id"]

    @property
    def game(self) -> str:
        """The game whose states it shows."""
        return self._table["game"]

    @property
    def frame(self) -> str:
        """In whose view the board is drawn."""
        return self._table["frame"]

    @property
    def order(self) -> str:
        """'CHW', 'HWC' or 'flat'."""
        return self._table["order"]

    @property
    def dtype(self) -> str:
        """The type of its elements; `numpy_dtype` is NumPy's."""
        return self._table["dtype"]

    @property
    def numpy_dtype(self) -> np.dtype:
        """NumPy's type of its elements: for bfloat16 uint16, which holds the bits."""
        return NUMPY_TYPES[self.dtype]

    @property
    def shape(self) -> tuple[int, ...]:
        """Of one position's tensor."""
        return tuple(self._table["shape"])

    @property
    def size(self) -> int | str:
        """The board's size, as the game writes it: 8 in chess.

        >>> ia.layout("hex/3nxn", size=13).shape
        (3, 13, 13)
        """
        return _core.game_type(self.game).size_shown(self._plan.size)

    @property
    def divisor(self) -> float:
        """Elements are this many times the value: 255 for fractions in uint8, else 1."""
        return self._plan.divisor

    @property
    def history(self) -> int:
        """How many earlier plies it shows."""
        return self._plan.history

    @property
    def planes(self) -> list[Plane]:
        """Every plane with its name, meaning and range.

        >>> ia.layout("chess/canonical18").planes[12].range
        (0.3333333333333333, 1)
        """
        return [
            Plane(_first(f["place"]), f["name"], f["meaning"], (f["lo"], f["hi"]))
            for f in self._table["features"]
        ]

    def index(self, name: str) -> int:
        """Where a plane is: its index; in a flat layout, that of its first element.

        >>> ia.layout("chess/observation839").index("turn.sign")
        768
        """
        for plane in self.planes:
            if plane.name == name:
                return plane.index
        names = [plane.name for plane in self.planes]
        near = difflib.get_close_matches(str(name), names, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names)}"
        raise ValueError(f"no plane {name!r} in {self.id}; {hint}")

    @property
    def lost(self) -> list[str]:
        """The parts of a state that its tensors do not show; what its type rounds."""
        return [part["name"] for part in self._table["losses"]] + self._table["rounded"]

    @property
    def passport(self) -> dict[str, Any]:
        """What somebody who finds a tensor must know to read it; itself a layout (`ia.layout`)."""
        return json.loads(self._plan.passport)

    def difference(self, other: LayoutLike) -> str:
        """How another layout of the game differs, in words."""
        return _core.difference(self._plan, layout(other)._plan)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return self.id == other.id and self._plan.hash == other._plan.hash

    def __hash__(self) -> int:
        return hash((self.id, self._plan.hash))

    def __reduce__(self):
        return _unpickled, (self.passport, self._is_free)

    def __repr__(self) -> str:
        return self._plan.text.rstrip("\n")

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{f['place']}</td><td><code>{html.escape(f['name'])}</code></td>"
            f"<td>{f['lo']:g} to {f['hi']:g}</td><td>{html.escape(f['meaning'])}</td></tr>"
            for f in self._table["features"]
        )
        lost = "".join(
            f"<li><code>{p['name']}</code>: {html.escape(p['meaning'])}</li>"
            for p in self._table["losses"]
        )
        head = f"{html.escape(self.id)}</b> {self.shape} {self.order} {self.dtype}, {self.frame}"
        return f"<b>{head}<table>{rows}</table>not shown:<ul>{lost}</ul>"


def layout(
    source: LayoutLike,
    order: str | None = None,
    dtype: Any = None,
    *,
    size: int | str | None = None,
) -> Layout:
    """A layout by its name, from a JSON file or a dict, perhaps in another order or type.

    >>> ia.layout("chess/canonical18", order="CHW").shape
    (18, 8, 8)

    `size` is the board's, where a game has several: a number, or as the game writes it ('7x6');
    without it the layout takes that of the boards it meets, and shows itself on the usual one (Hex:
    11).
    """
    dtype, size = dtype_name(dtype), board_size(size)
    if isinstance(source, str) and not source.endswith(".json"):
        return _built_in(source, order, dtype, size)
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            text = file.read(_core.MAX_LAYOUT_BYTES + 1)  # one more is refused
        found = _of_json(str(text, "utf-8", "replace"), size)
    elif isinstance(source, Mapping):
        found = _of_json(_json(source), size)
    elif isinstance(source, Layout):
        found = source
    else:
        raise TypeError(
            f"layout: expected a name, a JSON file, a dict or a Layout, not {type(source).__name__}"
        )
    if size is not None and size not in (found.size, found._plan.size):
        found = Layout._of(found._plan.resized(size), False)
    elif size is not None and found._is_free:
        found = Layout._of(found._plan, False)
    if order in (None, found.order) and dtype in (None, found.dtype):
        return found
    return Layout._of(found._plan.changed(order, dtype), found._is_free)


def is_fixed(source: LayoutLike) -> bool:
    """Whether a layout is for boards of one size, which somebody has said."""
    return isinstance(source, Layout) and not source._is_free


def _of_json(text: str, size: int | str | None) -> Layout:
    plan = _core.Plan.from_json(text, size)
    return Layout._of(plan, size is None and "size" not in json.loads(text))


def _unpickled(passport: Mapping[str, Any], is_free: bool) -> Layout:
    return Layout._of(layout(passport)._plan, is_free)


@functools.lru_cache(maxsize=256)
def _built_in(name: str, order: str | None, dtype: str | None, size: Any) -> Layout:
    return Layout._of(_core.Plan.built_in(name, order, dtype, size), size is None)


def board_size(size: Any) -> int | str | None:
    """A board's size as C++ takes it: a number, or the game's text for one."""
    if size is None or isinstance(size, str):
        return size
    if isinstance(size, bool) or not isinstance(size, (int, np.integer)):
        raise TypeError(f"size: expected a number or the game's text, not {type(size).__name__}")
    return max(-1, min(int(size), 1000))  # what fits an int; the game says its limits


def layouts(game: str | None = None) -> list[Layout]:
    """Every layout that is built in, or those of one game; on the usual board.

    >>> [l.id for l in ia.layouts("hex")]
    ['hex/nxn', 'hex/2nxn', 'hex/3nxn']
    """
    found = [layout(name) for name in _core.layout_ids()]
    if game is not None:
        _core.game_type(game)  # an unknown one is refused
    return [each for each in found if game in (None, each.game)]


def dtype_name(dtype: Any) -> str | None:
    """'float16' for 'float16', np.float16 and torch.float16."""
    if isinstance(dtype, str) and dtype == BITS_NAME:
        raise ValueError(
            "dtype: bits are no type of elements; ia.encode, ds.batches, ds.take and "
            "ia.torch.loader make them, and `intarsia encode`"
        )
    if dtype is None or isinstance(dtype, str):
        return dtype
    if isinstance(dtype, (np.dtype, type)):
        if not np.dtype(dtype).isnative:
            raise ValueError(f"dtype: expected the machine's own order of bytes, not {dtype}")
        return np.dtype(dtype).name
    if str(dtype).startswith("torch."):
        return str(dtype)[len("torch.") :]
    raise TypeError(f"dtype: expected a name or a NumPy type, not {type(dtype).__name__}")


def _json(table: Mapping[str, Any]) -> str:
    try:
        text = json.dumps(table, ensure_ascii=False, allow_nan=False)
        text.encode()
    except TypeError as error:
        raise TypeError(f"layout: {error}") from None
    except UnicodeEncodeError as error:
        raise ValueError(f"layout: {error.object[error.start]!r} is no character") from None
    except ValueError:
        raise ValueError("layout: expected finite numbers") from None
    return text


def _first(place: str) -> int:
    """Of "12" or "0-63"."""
    return int(place.split("-")[0])
