"""Positions to tensors and back, a batch a call."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, NamedTuple, TypeVar, overload

import numpy as np

from . import _core
from ._arguments import (
    Records,
    Turn,
    aligned,
    array_in,
    as_bits,
    fill_tensors,
    fitting,
    game_in,
    is_one,
    kind_of,
    layout_for,
    layout_in,
    layout_of_tensor,
    many,
    numpy_type,
    record_size,
    records_in,
    rows_in,
    sizes_in,
    thread_count,
    turns_in,
)
from ._bits import Bits, arrays_out, empty_bits, expand, is_bits, layers_plan, layout_of_bits
from ._layouts import LayoutLike, is_fixed
from ._reading import warn_of_mended
from ._records import bytes_of, record_dtype
from ._tables import table

Out = TypeVar("Out")
State = Any  # a position, or what the game has for less: ia.Setup, ia.HexSetup, ia.GameSetup


class _Decoded(NamedTuple):
    positions: list[State]
    lost: list[str]


class Decoded(_Decoded):
    """What tensors say, and which parts of a state they cannot say.

    Of layouts with history, `history[i][ago]` is what row i shows of the ply `ago` before.
    """

    history: list[dict[int, State]]

    def __new__(
        cls,
        positions: list[State],
        lost: list[str],
        history: list[dict[int, State]] | None = None,
    ) -> Decoded:
        self = super().__new__(cls, positions, lost)
        self.history = [{} for _ in positions] if history is None else history
        return self

    @property
    def position(self) -> State:
        """The only one."""
        if len(self.positions) != 1:
            raise ValueError(f"there are {len(self.positions)} positions, not one")
        return self.positions[0]


class Converted(NamedTuple):
    """Tensors of another layout; what it does not show (lost), and what the first one did not
    (assumed: part -> what stands in)."""

    tensor: np.ndarray
    lost: list[str]
    assumed: dict[str, str]


@overload
def encode(
    positions: Any,
    layout: LayoutLike,
    *,
    order: str | None = None,
    dtype: Literal["bits"],
    out: Bits | None = None,
    threads: int | None = None,
    rows: Any = None,
) -> Bits: ...
@overload
def encode(
    positions: Any,
    layout: LayoutLike,
    *,
    order: str | None = None,
    dtype: Any = None,
    out: None = None,
    threads: int | None = None,
    rows: Any = None,
) -> np.ndarray: ...
@overload
def encode(
    positions: Any,
    layout: LayoutLike,
    *,
    order: str | None = None,
    dtype: Any = None,
    out: Out,
    threads: int | None = None,
    rows: Any = None,
) -> Out: ...
def encode(
    positions: Any,
    layout: LayoutLike,
    *,
    order: str | None = None,
    dtype: Any = None,
    out: Any = None,
    threads: int | None = None,
    rows: Any = None,
) -> Any:
    """Positions as tensors in a layout: one gives an array of its shape, many one row each.

    >>> int(ia.encode("startpos", "chess/canonical18")[..., 0].sum())
    8
    >>> ia.encode(["startpos", "startpos moves e2e4"], "chess/planes25").shape
    (2, 25, 8, 8)

    A position is a FEN or position line, a Position, a ChessGame (as it stands), a board of
    python-chess (with its moves), or a record; for layouts of Hex a TRMPH line, a HexWorld link, a
    HexPosition, a HexGame, a HexSetup or a record. Many are any iterable of these or an array of
    records. A layout without a size takes that of the boards.

    `order` and `dtype` replace the layout's own; "bfloat16" comes as its bits in uint16,
    ml_dtypes.bfloat16 as that type; "bits" are no elements but the layers of the planes (ia.Bits).
    `out`, of the right shape and type (for bits an ia.Bits), is filled and returned; the rows of an
    array may lie apart and at any address. New
    arrays begin at a multiple of 64 bytes. Python's lock is released. `threads` is the number of
    threads, by default one for each core if there are thousands of positions; the result is the
    same.

    A record stands alone, without history. `rows` says that the records of an array lie as in a
    data set, games in order, and which of them are wanted: each then has the plies before it.
    """
    element = None if is_bits(dtype) else dtype
    chosen = layout_in(layout, order, element)
    records = records_in(positions, chosen.game)
    is_single = records.is_single if records else is_one(positions)
    if records:
        source, run = records.rows, _core.encode_records
    else:
        source, run = (positions,) if is_single else many(positions), _core.encode
    if chosen._plan.has_sizes and not is_fixed(layout):
        sizes = Counter([record_size(records)]) if records else sizes_in(chosen.game, source)
        chosen = layout_for(layout, order, element, sizes)
    more = () if rows is None else (_rows_in(rows, records),)
    count = len(more[0]) if more else len(source)
    shape = chosen.shape if is_single else (count, *chosen.shape)
    workers = thread_count(threads)
    if is_bits(dtype):
        out = empty_bits(chosen, None if is_single else count) if out is None else out
        pair = arrays_out(out, chosen, is_single)
        found = run(layers_plan(chosen), source, pair, workers, *more)
    else:
        out = aligned(shape, numpy_type(dtype, chosen)) if out is None else out
        found = fill_tensors(
            out,
            shape,
            chosen,
            is_single,
            lambda rows: run(chosen._plan, source, rows, workers, *more),
        )
    warn_of_mended(found, len(source))
    return out


def _rows_in(rows: Any, records: Records | None) -> np.ndarray:
    if records is None or records.is_single:
        raise TypeError("rows: goes with an array of records")
    numbers = np.asarray(rows)
    if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
        raise TypeError(f"rows: expected a list of whole numbers, not {kind_of(rows)}")
    return np.array(numbers, np.int64)  # our own: nobody else may change them meanwhile


def decode(
    tensor: Any, layout: LayoutLike | None = None, turn: Turn = None, *, order: str | None = None
) -> Decoded:
    """The positions that tensors show, and what they cannot show.

    >>> found = ia.decode(ia.encode("startpos", "chess/canonical18"), "chess/canonical18")
    >>> found.position.fen
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    >>> found.lost[:2]
    ['turn', 'castling.rooks']

    `turn` says who moves where the layout does not show it: 'white', 'black', or one for each
    tensor; else it is White, or Black where White cannot be to move. A tensor that is no position
    raises ParseError with its plane, cell and `.row`. Layouts that do not show all pieces give
    Setups. Without a layout the shape must fit exactly one that is built in.

    In Hex who moves is 'blue', 'red', or 'infer' from the number of stones ('infer-swap' and
    'infer-no-swap' where there are as many of both); it is never guessed otherwise: boards that do
    not show it give HexSetups. Bits (ia.Bits) are read like their planes.
    """
    if isinstance(tensor, Bits):
        layout = layout_of_bits(tensor, layout, order)
        tensor = expand(tensor, layout, dtype="float32")
    array = array_in(tensor)
    chosen = fitting(array) if layout is None else layout_of_tensor(layout, order, array)
    rows = rows_in(array, chosen)
    turns = turns_in(turn, chosen.game, len(rows))
    positions, history = _core.decode(chosen._plan, rows, turns)
    return Decoded(positions, chosen.lost, history)


def convert(
    tensor: Any,
    from_layout: LayoutLike,
    to_layout: LayoutLike,
    turn: Turn = None,
    *,
    order: str | None = None,
    dtype: Any = None,
    threads: int | None = None,
) -> Converted:
    """One layout's tensors as another's, with what is lost and what is assumed.

    >>> planes = ia.encode("startpos moves e2e4", "chess/planes25")
    >>> done = ia.convert(planes, "chess/planes25", "chess/canonical18")
    >>> done.tensor.shape, done.lost, done.assumed
    ((8, 8, 18), ['turn', 'en_passant.raw'], {'occurrences': '1'})

    `turn` is as in decode; `order` and `dtype` are those of the result. Bits are read like their
    planes.

    >>> board = ia.HexGame("#13,g7").encode("hex/nxn")
    >>> ia.convert(board, "hex/nxn", "hex/3nxn", turn="red").tensor.shape
    (3, 13, 13)
    """
    if isinstance(tensor, Bits):
        from_layout = layout_of_bits(tensor, from_layout)
        tensor = expand(tensor, from_layout, dtype="float32")
    array = array_in(tensor)
    source = layout_of_tensor(from_layout, None, array)
    target = layout_in(to_layout, order, dtype, source._plan.size)
    rows = rows_in(array, source)
    turns = turns_in(turn, source.game, len(rows))
    out = aligned((len(rows), *target.shape), numpy_type(dtype, target))
    _core.convert(source._plan, target._plan, rows, turns, as_bits(out), thread_count(threads))
    lost, assumed = _core.changes(source._plan, target._plan)
    result = out[0] if array.ndim == len(source.shape) else out
    stand_ins = dict(assumed)
    if "turn" in stand_ins and turn is not None:
        stand_ins["turn"] = turn if isinstance(turn, str) else "as said for each"
    return Converted(result, [name for name, _ in lost], stand_ins)


def to_records(positions: Any) -> np.ndarray:
    """Positions as records: the form in which data sets keep them, 32 bytes each in chess.

    >>> ia.to_records(["startpos"]).dtype.itemsize
    32
    >>> ia.to_records(ia.HexGame("#13,c1c1g7").positions()).shape
    (4,)

    Those of Hex (`ia.hex.record_dtype`) are of one size. Records are copied as they are.
    """
    found = records_in(positions)
    if found is not None:
        return table(found.rows.copy().view(record_dtype(found.game, found.sizes[0])).reshape(-1))
    items = (positions,) if is_one(positions) else many(positions)
    row = game_in(items)
    sizes = Counter() if row.has_one_size else sizes_in(row.name, items)
    if len(sizes) > 1:
        counts = ", ".join(f"{row.size_shown(n)} ({count})" for n, count in sorted(sizes.items()))
        raise ValueError(f"positions: boards of several sizes: {counts}; records are of one")
    size = next(iter(sizes), row.usual_size)
    records = np.empty(len(items), record_dtype(row.name, size))
    warn_of_mended(_core.to_records(row.name, size, items, bytes_of(records)), len(items))
    return table(records)


def from_records(
    records: np.ndarray, size: int | str | None = None, *, game: str | None = None
) -> list[Any]:
    """The positions of records.

    >>> ia.from_records(ia.to_records("startpos moves e2e4"))[0].turn
    'black'

    `size` is that of boards whose records do not say it (Hex below 5); `game` is for bytes, which
    do not say whose they are.
    """
    found = records_in(records, game)
    if found is None:
        raise TypeError(
            f"records: expected an array of records (ia.record_dtype), not {kind_of(records)}"
        )
    return _core.from_records(found.game, record_size(found, size), found.rows)
