"""Bits: the layers from which planes are made, as small as positions travel."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from . import _core
from ._arguments import (
    aligned,
    batch_of,
    fill_tensors,
    kind_of,
    layout_in,
    new_bytes,
    numpy_type,
    thread_count,
)
from ._layouts import BITS_NAME, Layout, LayoutLike, layout

_MASK = np.dtype(np.uint64)
_VALUE = np.dtype(np.float32)


class Bits:
    """Positions as the layers of which their planes are made: a set of cells and a value each.

    A plane has the value on the cells of the mask and 0 elsewhere; a plane of codes has a layer for
    each code. `masks` are uint64 (n, layers, words), cell c being bit c % 64 of word c // 64, and
    `values` float32 (n, layers); one position lacks the first axis. They are the two arrays of
    `intarsia encode --dtype bits`. In batches of torch they are tensors, the masks int64.

    >>> bits = ia.encode(["startpos", "startpos moves e2e4"], "chess/canonical18", dtype="bits")
    >>> bits
    <ia.Bits of 2 positions in chess/canonical18: 18 layers, 216 bytes each>
    >>> bits.masks.shape, bits.values.shape, bits.nbytes
    ((2, 18, 1), (2, 18), 432)

    `ia.expand` makes planes of them, `ia.torch.expand` on any device. Slices are some of the
    positions. `layout` is theirs, if it is known; then they are taken for no other's.
    """

    masks: Any
    values: Any
    layout: Layout | None

    def __init__(self, masks: Any, values: Any, layout: LayoutLike | None = None):
        found, wanted = tuple(np.shape(masks)), tuple(np.shape(values))
        if len(found) not in (2, 3) or found[:-1] != wanted:
            raise ValueError(
                "bits: expected masks (n, layers, words) and values (n, layers), without n for one "
                f"position, not {found} and {wanted}"
            )
        self.masks = masks
        self.values = values
        self.layout = None if layout is None else layout_in(layout, None, None)
        self._layers = None if self.layout is None else layers_id(self.layout)

    @property
    def is_single(self) -> bool:
        """Whether it is one position, without an axis of rows."""
        return len(self.masks.shape) == 2

    @property
    def nbytes(self) -> int:
        """Bytes of both arrays."""
        return int(np.prod(self.masks.shape)) * 8 + int(np.prod(self.values.shape)) * 4

    def __len__(self) -> int:
        if self.is_single:
            raise TypeError("bits: one position has no length")
        return self.masks.shape[0]

    def __getitem__(self, rows: Any) -> Bits:
        if self.is_single:
            raise TypeError("bits: one position has no rows")
        return self.with_arrays(self.masks[rows], self.values[rows])

    def with_arrays(self, masks: Any, values: Any) -> Bits:
        """Other arrays of the same layout."""
        made = object.__new__(Bits)
        made.masks, made.values = masks, values
        made.layout, made._layers = self.layout, self._layers
        return made

    def to(self, *place: Any, **how: Any) -> Bits:
        """Tensors of torch on another device: `bits.to("cuda", non_blocking=True)`."""
        return self.with_arrays(self.masks.to(*place, **how), self.values.to(*place, **how))

    def pin_memory(self) -> Bits:
        """Tensors of torch in memory that a device reads, as its DataLoader asks for."""
        return self.with_arrays(self.masks.pin_memory(), self.values.pin_memory())

    def __repr__(self) -> str:
        layers = self.masks.shape[-2]
        count = 1 if self.is_single else len(self)
        where = getattr(self.masks, "device", "cpu")
        return (
            f"<ia.Bits of {count:,} position{'s' * (count != 1)}"
            f"{f' in {self.layout.id}' if self.layout else ''}: {layers} layers, "
            f"{self.nbytes // max(count, 1):,} bytes each"
            f"{'' if str(where) == 'cpu' else f', on {where}'}>"
        )


@lru_cache(maxsize=256)
def layers_id(of: Layout) -> str:
    """What decides about the layers: not the order of elements, nor their type."""
    return f"{_layered(of)._plan.hash:016x}"


@lru_cache(maxsize=256)
def _layered(of: Layout) -> Layout:
    return layout(of, "CHW", "float32")


def layers_plan(of: Layout) -> _core.Plan:
    """The plan whose layers are a layout's bits: values without a divisor."""
    return _layered(of)._plan


def empty_bits(
    of: Layout, count: int | None, allocate: Callable[[int], np.ndarray] = new_bytes
) -> Bits:
    """Room for the bits of so many positions; None for one without an axis of rows."""
    plan = layers_plan(of)
    shape = (() if count is None else (count,)) + (sum(layers for layers, _ in plan.parts),)
    masks = aligned((*shape, plan.words), _MASK, allocate)
    return Bits(masks, aligned(shape, _VALUE, allocate), of)


def arrays_out(out: Any, of: Layout, is_single: bool) -> tuple[np.ndarray, np.ndarray]:
    """The arrays of bits that are to be filled, as a batch; C++ checks the rest."""
    if not isinstance(out, Bits):
        raise TypeError(f"out: expected ia.Bits, not {kind_of(out)}")
    _check_layers(out, of)
    if out.is_single != is_single:
        raise ValueError(
            f"out: expected bits of {'one position' if is_single else 'a batch'}, not {out!r}"
        )
    return batch_of(out.masks, is_single), batch_of(out.values, is_single)


def expand(
    bits: Bits,
    layout: LayoutLike | None = None,
    *,
    order: str | None = None,
    dtype: Any = None,
    out: Any = None,
    threads: int | None = None,
) -> Any:
    """The planes of bits: what `ia.encode` gives of the same positions.

    >>> bits = ia.encode("startpos", "chess/planes25", dtype="bits")
    >>> bool((ia.expand(bits) == ia.encode("startpos", "chess/planes25")).all())
    True

    `layout` must be theirs, and need not be said if they know it; `order` and `dtype` replace its
    own. `out` and `threads` are as in `ia.encode`.
    """
    if not isinstance(bits, Bits):
        raise TypeError(f"bits: expected ia.Bits, not {kind_of(bits)}")
    chosen = layout_of_bits(bits, layout, order, dtype)
    masks, values = _arrays_of(bits, chosen)
    shape = chosen.shape if bits.is_single else (len(bits), *chosen.shape)
    if out is None:
        out = aligned(shape, numpy_type(dtype, chosen))
    count = thread_count(threads)
    fill_tensors(
        out,
        shape,
        chosen,
        bits.is_single,
        lambda rows: _core.expand(chosen._plan, masks, values, rows, count),
    )
    return out


def layout_of_bits(
    bits: Bits, source: LayoutLike | None, order: str | None = None, dtype: Any = None
) -> Layout:
    """The layout that somebody names, or their own; one without a size takes theirs."""
    if source is None:
        source = bits.layout
    if source is None:
        raise ValueError("layout: say which layout these bits are of: they do not know it")
    size = None if bits.layout is None else bits.layout.size
    chosen = layout_in(source, order, dtype, size)
    _check_layers(bits, chosen)
    return chosen


def _check_layers(bits: Bits, chosen: Layout) -> None:
    found = bits.layout
    if found is None or bits._layers == layers_id(chosen):
        return
    text = f"layout: these are bits of {found.id}, not of {chosen.id}"
    if (found.game, found.size) != (chosen.game, chosen.size):
        raise ValueError(f"{text}: another game, or a board of another size")
    raise ValueError(f"{text}:\n{found.difference(chosen)}")


def _arrays_of(bits: Bits, chosen: Layout) -> tuple[np.ndarray, np.ndarray]:
    """Masks and values as C++ takes them, a row for each position."""
    masks, values = np.asarray(bits.masks), np.asarray(bits.values)
    if masks.dtype == np.int64:  # as torch has them
        masks = masks.view(np.uint64)
    if masks.dtype != _MASK or values.dtype != _VALUE:
        raise TypeError(
            f"bits: expected masks of uint64 and values of float32, not {masks.dtype} and "
            f"{values.dtype}"
        )
    plan = layers_plan(chosen)
    wanted = (sum(layers for layers, _ in plan.parts), plan.words)
    if masks.shape[-2:] != wanted:
        raise ValueError(
            f"bits: expected masks (n, {wanted[0]}, {wanted[1]}) for {chosen.id}, not {masks.shape}"
        )
    if bits.is_single:
        masks, values = masks[None], values[None]
    return np.require(masks, requirements="CA"), np.require(values, requirements="CA")


def is_bits(dtype: Any) -> bool:
    """Whether layers are wanted in the place of elements of a type."""
    return isinstance(dtype, str) and dtype == BITS_NAME
