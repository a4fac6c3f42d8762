"""Records in the memory of a card as tensors there; `DataSet.to("cuda")` for whole data sets.

planes = ia.cuda.encode(records, "chess/planes25")  # records: of torch, CuPy or JAX
with ia.cuda.stream(s): ...
"""

from __future__ import annotations

import functools
from typing import Any

from . import _core
from ._arguments import layout_in
from ._cuda_array import Array, Foreign
from ._cuda_device import card, stream, stream_here
from ._layouts import Layout, LayoutLike
from ._records import record_dtype

__all__ = ["Array", "encode", "is_available", "stream"]


def __dir__() -> list[str]:
    return __all__


def is_available() -> bool:
    """Whether there is a card with a driver; compiling for it also needs NVRTC."""
    try:
        card("cuda")
    except RuntimeError:
        return False
    return True


def encode(
    records: Any,
    layout: LayoutLike,
    *,
    history: bool = False,
    order: str | None = None,
    dtype: Any = None,
    size: int | str | None = None,
    out: Any = None,
) -> Array:
    """Records that lie on a card as planes there, the same bits as `ia.encode` gives.

    >>> rows = torch.from_numpy(ds[:1000].view("u1").reshape(1000, -1)).cuda()  # doctest: +SKIP
    >>> torch.from_dlpack(ia.cuda.encode(rows, "chess/planes25")).shape  # doctest: +SKIP
    torch.Size([1000, 25, 8, 8])

    `records` are their bytes, uint8 of shape (n, bytes), of any library that has DLPack or
    `__cuda_array_interface__`. They must be sound, as those of a data set are: nothing is checked
    on the card. Each stands alone, unless `history=True` says that they lie as in a data set, where
    those of a game follow each other. `out` is an array of the planes' shape and type to fill. The
    work is done in the caller's stream, and nothing waits for it.
    """
    chosen = layout_in(layout, order, dtype, size)
    given = Foreign(records, "records")
    width = record_dtype(chosen.game, chosen.size).itemsize
    if given.dtype != "uint8" or len(given.shape) != 2 or given.shape[1] != width:
        raise TypeError(
            f"records: expected uint8 of shape (n, {width}) for {chosen.id}, not {given.dtype} of "
            f"shape {given.shape}"
        )
    if not given.is_whole:
        raise ValueError("records: rows must lie one after the other; pass a contiguous copy")
    count = given.shape[0]
    number = _number_of(given) if count else 0
    on = card(f"cuda:{number}")
    given.wait_for_it(on)
    if given.address % 8:
        raise ValueError("records: they must begin at a multiple of 8 bytes; pass a copy")
    here = stream_here(number)
    shape = (count, *chosen.shape)
    if out is None:
        planes = Array.empty(on, shape, chosen.dtype, here)
        address = planes.address
    else:
        planes, address = out, _address_of_out(out, shape, chosen, on)
    if count:
        _encoder(on, chosen).encode(here, given.address, count, bool(history), address)
    return planes


def _number_of(given: Foreign) -> int:
    number = card("cuda").card_of(given.address)
    if number is None:
        raise ValueError("records: their address is in the memory of no card")
    return number


def _address_of_out(out: Any, shape: tuple[int, ...], chosen: Layout, on: _core.CudaDevice) -> int:
    room = Foreign(out, "out")
    if room.is_readonly:
        raise ValueError("out: the array is read-only")
    bits = "uint16" if chosen.dtype == "bfloat16" else chosen.dtype
    if room.dtype not in (chosen.dtype, bits):
        raise TypeError(f"out: expected an array of {chosen.dtype}, not of {room.dtype}")
    if room.shape != shape:
        raise ValueError(f"out: expected the shape {shape}, not {room.shape}")
    if not room.is_whole:
        raise ValueError("out: rows must lie one after the other; pass a contiguous array")
    if room.nbytes and on.card_of(room.address) != on.number:
        raise ValueError(f"out: it must lie on the same card as the records, cuda:{on.number}")
    return room.address


@functools.lru_cache(maxsize=16)
def _encoder(on: _core.CudaDevice, chosen: Layout) -> _core.CudaEncoder:
    return _core.CudaEncoder.make(on, chosen._plan, None)
