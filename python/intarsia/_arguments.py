"""What callers hand over, checked and brought into the form in which C++ takes it."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple, TypeVar

import numpy as np

from . import _core
from ._dtypes import BFLOAT16, BITS, NUMPY_TYPES, is_bfloat16, name_of
from ._layouts import Layout, LayoutLike, board_size, is_fixed, layout, layouts
from ._records import boards_of, bytes_of

_ALIGNMENT = 64
_POSITION_TYPES = (_core.AnyPosition, _core.Game)
# Below are bits of bfloat16 that no encoder writes (less than 2^-126): such uint16 are numbers.
_LEAST_BITS = 1 << 7

Found = TypeVar("Found")
Turn = str | None | Iterable[str | None]


def layout_in(
    source: LayoutLike, order: str | None, dtype: Any, size: int | str | None = None
) -> Layout:
    """`size` is that of the boards at hand: a Layout may have its own."""
    if order is not None and not isinstance(order, str):
        raise TypeError(f"order: expected CHW, HWC or flat, not {kind_of(order)}")
    return layout(source, order, dtype, size=None if is_fixed(source) else size)


def layout_for(source: LayoutLike, order: str | None, dtype: Any, sizes: Counter[int]) -> Layout:
    """The layout on boards of the one size that there is."""
    if is_fixed(source) or not sizes:
        return layout_in(source, order, dtype)
    if len(sizes) > 1:
        shown = _core.game_type(layout_in(source, order, dtype).game).size_shown
        counts = ", ".join(f"{shown(n)} ({count})" for n, count in sorted(sizes.items()))
        raise ValueError(
            f"positions: boards of several sizes: {counts}; one tensor has one size: choose with "
            "[p for p in positions if p.size == …]"
        )
    return layout_in(source, order, dtype, next(iter(sizes)))


def layout_of_tensor(source: LayoutLike, order: str | None, array: np.ndarray) -> Layout:
    """The layout in the array's type and, where it has several, the array's size."""
    chosen = layout_in(source, order, type_name(array))
    if type_name(array) is None and chosen.dtype == BFLOAT16:  # NumPy counts no numbers in it
        chosen = layout_in(source, order, "float32")
    return chosen if is_fixed(source) else _sized(chosen, array.shape) or chosen


def _sized(chosen: Layout, shape: tuple[int, ...]) -> Layout | None:
    """The layout on a board for which tensors have the shape, one or many."""
    if not chosen._plan.has_sizes:
        return chosen if chosen.shape in (shape, shape[1:]) else None
    boards = _core.game_type(chosen.game).boards
    likely = [size for size, rows, columns in boards if rows in shape and columns in shape]
    for size in dict.fromkeys((*likely, *(size for size, *_ in boards))):
        found = layout(chosen, size=size)
        if found.shape in (shape, shape[1:]):
            return found
    return None


def kind_of(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} with shape {value.shape}"
    return type(value).__name__


def is_one(positions: Any) -> bool:
    kinds = (str, np.void, *_POSITION_TYPES)
    return isinstance(positions, kinds) or _core.is_foreign(positions)


def many(positions: Any) -> tuple[Any, ...]:
    if isinstance(positions, (bytes, dict)) or not isinstance(positions, Iterable):
        texts = "; ".join(f"{row.title}: {row.positions}" for row in _core.games())
        raise TypeError(
            f"positions: expected a position as text ({texts}), a GamePosition, a Game, a board of "
            f"another library, records, or an iterable of these, not {kind_of(positions)}"
        )
    return tuple(positions)


def game_in(positions: tuple[Any, ...]) -> _core.GameType:
    """The game of the first position; that of a text that looks like none is the first game's."""
    first = positions[0] if positions else ""
    found = records_in(first) if isinstance(first, np.void) else None
    if found:
        return _core.game_type(found.game)
    return _core.find_game(first) or _core.games()[0]


def sizes_in(game: str, positions: tuple[Any, ...]) -> Counter[int]:
    """The sizes of boards, as far as they are of the game and can be read."""
    return Counter(_core.game_type(game).sizes_in(positions))


class Records(NamedTuple):
    """Records as rows of bytes."""

    rows: np.ndarray
    is_single: bool
    game: str
    sizes: tuple[int, ...]  # of the boards that have such records


def records_in(positions: Any, game: str | None = None) -> Records | None:
    """Records, if that is what they are: of any game, or of one."""
    if isinstance(positions, np.void):
        positions = np.array(positions)
    if not isinstance(positions, np.ndarray) or positions.dtype.kind in "OU":
        return None
    if positions.dtype.names is not None:
        found = boards_of(positions.dtype, game)
        if found and positions.ndim <= 1:
            return Records(bytes_of(np.ascontiguousarray(positions)), positions.ndim == 0, *found)
    elif positions.dtype == np.uint8 and 1 <= positions.ndim <= 2:
        length = positions.shape[-1]
        found = boards_of(length, game)
        if found:
            rows = np.ascontiguousarray(positions).reshape(-1, length)
            return Records(rows, positions.ndim == 1, *found)
    raise TypeError(
        f"positions: {kind_of(positions)} is no array of records; expected "
        f"ia.record_dtype({game or 'game'!r}, size), or their bytes as uint8 (n, bytes). A tensor "
        "is read by ia.decode"
    )


def record_size(found: Records, size: int | str | None = None) -> int:
    """The size of the boards of records; some boards of two sizes have the same bytes."""
    row = _core.game_type(found.game)
    number = row.size(board_size(size))
    if number is None and len(found.sizes) == 1:
        return found.sizes[0]
    if number is None:
        number = _core.find_record_size(row, found.rows)
    if number not in found.sizes:
        sizes = " or ".join(str(row.size_shown(n)) for n in found.sizes)
        raise ValueError(
            f"size: these records are of boards of size {sizes}; say which by size=…, or by a "
            "layout of that size"
        )
    return number


def new_bytes(size: int) -> np.ndarray:
    """Memory that is not cleared."""
    return np.empty(size, np.uint8)


def aligned(
    shape: tuple[int, ...],
    dtype: np.dtype,
    allocate: Callable[[int], np.ndarray] = new_bytes,
) -> np.ndarray:
    """A new array at a multiple of 64 bytes: whole lines of the cache."""
    size = math.prod(shape) * dtype.itemsize
    try:
        memory = allocate(size + _ALIGNMENT)
    except (MemoryError, ValueError, OverflowError):  # the last: more than there are addresses
        raise MemoryError(
            f"out of memory: {size} bytes for an array of {dtype} with shape {shape}"
        ) from None
    start = -memory.ctypes.data % _ALIGNMENT
    return memory[start : start + size].view(dtype).reshape(shape)


def numpy_type(dtype: Any, chosen: Layout) -> np.dtype:
    """Of new arrays. Who names bfloat16 of ml_dtypes gets that, else it is uint16."""
    is_named = isinstance(dtype, (np.dtype, type)) and is_bfloat16(np.dtype(dtype))
    return np.dtype(dtype) if is_named else chosen.numpy_dtype


def as_bits(array: Any) -> Any:
    """bfloat16 of ml_dtypes as C++ knows it, in the same memory."""
    is_foreign = isinstance(array, np.ndarray) and is_bfloat16(array.dtype)
    return array.view(BITS) if is_foreign else array


def checked_out(out: Any, shape: tuple[int, ...], wanted: np.dtype, name: str) -> Any:
    """What can be said of it in Python's words: C++ checks all that memory safety needs."""
    if not isinstance(out, np.ndarray) and not hasattr(out, "__dlpack__"):
        raise TypeError(f"out: expected an array, not {kind_of(out)}")
    if isinstance(out, np.ndarray) and not out.flags.writeable:
        raise ValueError("out: the array is read-only")
    if isinstance(out, np.ndarray) and out.dtype not in (wanted, name):
        raise TypeError(f"out: expected an array of {name}, not of {out.dtype}")
    try:
        found = tuple(out.shape)
    except (AttributeError, TypeError):
        raise TypeError(f"out: expected an array with a shape, not {kind_of(out)}") from None
    if found != shape:
        raise ValueError(f"out: expected the shape {shape}, not {found}")
    if getattr(out, "requires_grad", False):  # torch would not know that it was written
        raise ValueError("out: the tensor requires a gradient; pass out.detach()")
    return out


def batch_of(out: Any, is_single: bool) -> Any:
    """The array as a batch: that of one position gets an axis for it."""
    if not is_single:
        return out
    try:
        return out[None]
    except TypeError:
        raise TypeError(f"out: expected an array that takes [None], not {kind_of(out)}") from None


def has_whole_elements(array: Any) -> bool:
    """Whether rows lie whole elements apart, as DLPack needs it: not so in fields of records."""
    if not isinstance(array, np.ndarray) or array.flags.c_contiguous:
        return True
    return all(stride % array.itemsize == 0 for stride in array.strides)


def fill_tensors(
    out: Any, shape: tuple[int, ...], chosen: Layout, is_single: bool, fill: Callable[[Any], Found]
) -> Found:
    """What fill(batch) returns, which fills the caller's array or, where C++ cannot, one for it."""
    elements = checked_out(as_bits(out), shape, chosen.numpy_dtype, chosen.dtype)
    filled = elements if has_whole_elements(elements) else aligned(shape, chosen.numpy_dtype)
    found = fill(batch_of(filled, is_single))
    if filled is not elements:
        elements[...] = filled
    return found


def thread_count(threads: int | None) -> int:
    if threads is None:
        return 0
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)):
        raise TypeError(f"threads: expected a number or None, not {kind_of(threads)}")
    if not 1 <= threads <= 1024:
        raise ValueError(f"threads: expected 1 to 1024, not {threads}")
    return int(threads)


def array_in(tensor: Any) -> np.ndarray:
    if isinstance(tensor, (str, bytes, *_POSITION_TYPES)):
        raise TypeError(f"tensor: expected an array, not {kind_of(tensor)}")
    array = np.asarray(_of_torch(tensor))
    if is_bfloat16(array.dtype):
        array = array.view(BITS)
    if array.dtype == np.float64:
        with np.errstate(over="ignore"):  # what is too large is infinite, and refused as such
            array = array.astype(np.float32)
    is_known = array.dtype.kind in "biu" or name_of(array.dtype) is not None
    if not is_known or array.dtype.names:
        raise TypeError(
            f"tensor: expected elements of {', '.join(NUMPY_TYPES)} ({BFLOAT16} also as its "
            f"bits in uint16) or whole numbers of any type, not {array.dtype}"
        )
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _of_torch(tensor: Any) -> Any:
    """What NumPy does not take by itself: tensors with a gradient, and bfloat16 as its bits."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(tensor, torch.Tensor):
        return tensor
    plain = tensor.detach()
    if not is_bfloat16(plain.dtype):
        return plain
    return np.asarray(plain.view(torch.int16)).view(BITS)


def type_name(array: np.ndarray) -> str | None:
    """Of its elements; None for whole numbers in a type that no layout has: they take its own."""
    if array.dtype == BITS and array.size and array.max() < _LEAST_BITS:
        return None
    return name_of(array.dtype)


def _elements(array: np.ndarray, chosen: Layout) -> np.ndarray:
    """Whole numbers in the layout's type, if all of them fit."""
    if type_name(array) is not None:
        return array
    with np.errstate(over="ignore"):
        made = array.astype(chosen.numpy_dtype)
    is_wrong = made != array
    if is_wrong.any():
        place = tuple(int(at) for at in np.argwhere(is_wrong)[0])
        raise ValueError(
            f"tensor: {array[place]} at {place} does not fit {chosen.dtype}, the type of "
            f"{chosen.id}"
        )
    return made


def rows_in(array: np.ndarray, chosen: Layout) -> np.ndarray:
    """As (n, …shape) in the layout's type, each row without gaps."""
    array = _elements(array, chosen)
    shape = chosen.shape
    if array.shape not in (shape, (*array.shape[:1], *shape)):
        size = ", or alike on another board," if chosen._plan.has_sizes else ""
        raise ValueError(
            f"tensor: expected the shape {shape} or (n, {str(shape)[1:]}{size} for {chosen.id} in "
            f"order {chosen.order}, not {array.shape}"
        )
    rows = array[None] if array.shape == shape else array
    is_readable = len(rows) and rows[0].flags.c_contiguous and has_whole_elements(rows)
    return rows if is_readable else np.ascontiguousarray(rows)


def fitting(array: np.ndarray) -> Layout:
    """The one built-in layout whose tensors look so."""
    found = [
        fits
        for known in layouts()
        if _may_be(type_name(array), known.dtype) and (fits := _sized(known, array.shape))
    ]
    if len(found) == 1:
        return layout(found[0], dtype=type_name(array))
    names = " and ".join(known.id for known in found) or "no layout"
    raise ValueError(f"layout: {kind_of(array)} fits {names}; say which it is")


def _may_be(found: str | None, wanted: str) -> bool:
    """Whether elements of a type may be a layout's; bytes have a sign or not, as people like."""
    return found in (None, wanted) or {found, wanted} == {"int8", "uint8"}


@cache
def _turn_numbers(game: str) -> dict[str | None, int]:
    """The words about who moves, and None for nothing said."""
    return {word or None: n for n, word in enumerate(_core.game_type(game).turns)}


def turns_in(turn: Turn, game: str, rows: int = 1) -> bytes:
    """Who moves as numbers of the game's words, one for all or one for each of the rows."""
    numbers = _turn_numbers(game)
    turns: list[Any] = [turn]
    if isinstance(turn, Iterable) and not isinstance(turn, str):
        turns = list(turn)
        if len(turns) != rows:
            raise ValueError(
                f"turn: expected one for all or one for each of {rows} tensors, not {len(turns)}"
            )
    for each in turns:
        is_word = each is None or isinstance(each, str)
        if not is_word or each not in numbers:
            expected = f"turn: expected {', '.join(repr(word) for word in numbers if word)} or None"
            error = ValueError if is_word else TypeError
            raise error(f"{expected}, not {repr(each) if is_word else kind_of(each)}")
    return bytes(numbers[each] for each in turns)
