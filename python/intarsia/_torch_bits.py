"""Planes of bits on any device, in a few operations of PyTorch: `ia.torch.expand` and `Expand`."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import torch

from ._arguments import kind_of
from ._bits import Bits, layers_id, layers_plan, layout_of_bits
from ._layouts import Layout, LayoutLike, dtype_name, layout

_WORD = 64
_INTEGERS = (torch.uint8, torch.int8)


def tensors_of_bits(bits: Bits) -> Bits:
    """Arrays as tensors without a copy: the masks as int64, of which torch knows more."""
    if isinstance(bits.masks, torch.Tensor):
        return bits
    masks, values = np.ascontiguousarray(bits.masks), np.ascontiguousarray(bits.values)
    return bits.with_arrays(torch.from_numpy(masks.view(np.int64)), torch.from_numpy(values))


class _Piece(NamedTuple):
    """Planes beside each other: of one layer each, or a single one of several."""

    first: int  # layer
    layers: int
    is_sum: bool
    is_scalar: bool  # one element instead of one for each cell

    def of(self, layers: torch.Tensor, axis: int) -> torch.Tensor:
        some = layers.narrow(axis, self.first, self.layers)
        # Layers of a plane share no cell, so no sum is rounded.
        return some.sum(axis, keepdim=True, dtype=some.dtype) if self.is_sum else some


def _pieces_of(parts: list[tuple[int, int]]) -> list[_Piece]:
    pieces: list[_Piece] = []
    first = 0
    for layers, elements in parts:
        piece = _Piece(first, layers, layers > 1, elements == 1)
        last = pieces[-1] if pieces else piece
        if pieces and not (piece.is_sum or last.is_sum) and last.is_scalar == piece.is_scalar:
            pieces[-1] = last._replace(layers=last.layers + 1)
        else:
            pieces.append(piece)
        first += layers
    return pieces


class Expand(torch.nn.Module):
    """Bits to planes, as the first part of a network: `Sequential(ia.torch.Expand(layout), net)`.

    Takes ia.Bits of tensors on any device (or of arrays), or masks and values. Planes come as the
    loader gives them: NCHW, in the memory format channels_last if the layout is HWC; elements are
    those of `ia.encode`, bit for bit. It has no parameters, and torch.compile takes it whole.
    """

    def __init__(self, layout: LayoutLike, dtype: torch.dtype = torch.float32):
        super().__init__()
        chosen = _typed(layout, dtype)
        plan = layers_plan(chosen)
        self.layout = chosen
        self.dtype = dtype
        self._layers = layers_id(chosen)
        rows, columns = chosen._plan.board
        self._cells = rows * columns
        self._expected = (sum(layers for layers, _ in plan.parts), plan.words)
        self._divisor = chosen.divisor
        self._order = chosen.order
        self._shape = chosen.shape
        self._pieces = _pieces_of(chosen._plan.parts)

    def forward(
        self, bits: Bits | torch.Tensor, values: torch.Tensor | None = None
    ) -> torch.Tensor:
        if isinstance(bits, Bits):
            if bits._layers is not None and bits._layers != self._layers:
                layout_of_bits(bits, self.layout)  # says what is different
            bits = tensors_of_bits(bits)
            masks, values = bits.masks, bits.values
        else:
            masks = bits
        if not isinstance(masks, torch.Tensor) or not isinstance(values, torch.Tensor):
            raise TypeError(f"bits: expected ia.Bits or two tensors, not {kind_of(bits)}")
        self._check(masks, values)
        if masks.dim() == 2:
            return self._planes(masks[None], values[None])[0]
        return self._planes(masks, values)

    def extra_repr(self) -> str:
        return f"{self.layout.id}, {self._shape} {self._order}, {self.dtype}"

    def _check(self, masks: torch.Tensor, values: torch.Tensor) -> None:
        layers, words = self._expected
        if masks.dtype != torch.int64 or values.dtype != torch.float32:
            raise TypeError(
                f"bits: expected masks of int64 and values of float32, not {masks.dtype} and "
                f"{values.dtype}"
            )
        is_row = masks.dim() in (2, 3) and tuple(masks.shape[-2:]) == (layers, words)
        if not is_row or masks.shape[:-1] != values.shape:
            raise ValueError(
                f"bits: expected masks (n, {layers}, {words}) and values (n, {layers}) for "
                f"{self.layout.id} of size {self.layout.size}, not {tuple(masks.shape)} and "
                f"{tuple(values.shape)}"
            )

    def _planes(self, masks: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
        elements = self._elements(values)
        zero = elements.new_zeros(())
        count = masks.shape[0]
        one = torch.ones((), dtype=torch.int64, device=masks.device)
        bits = one << torch.arange(_WORD, device=masks.device)
        if self._order == "HWC":
            cells = (masks.transpose(1, 2).unsqueeze(2) & bits[:, None]).bool()
            # In any order of memory until here; what is made of them takes theirs.
            cells = cells.flatten(1, 2)[:, : self._cells].contiguous()
            layers = torch.where(cells, elements[:, None], zero)
            planes = self._joined(layers, 2).reshape(count, *self._shape)
            return planes.permute(0, 3, 1, 2)
        cells = (masks.unsqueeze(3) & bits).bool()
        layers = torch.where(cells.flatten(2, 3)[:, :, : self._cells], elements[:, :, None], zero)
        if self._order == "CHW":
            return self._joined(layers, 1).reshape(count, *self._shape)
        flat = [
            (piece.of(layers, 1)[..., :1] if piece.is_scalar else piece.of(layers, 1)).flatten(1)
            for piece in self._pieces
        ]
        return torch.cat(flat, 1).reshape(count, *self._shape)

    def _elements(self, values: torch.Tensor) -> torch.Tensor:
        """The value of each layer as an element, rounded as C++ rounds."""
        scaled = values if self._divisor == 1 else values * self._divisor
        if self.dtype not in _INTEGERS:
            return scaled.to(self.dtype)
        whole = scaled.trunc()  # halves are rounded away from zero
        return (whole + scaled.sign() * ((scaled - whole).abs() >= 0.5)).to(self.dtype)

    def _joined(self, layers: torch.Tensor, axis: int) -> torch.Tensor:
        planes = [piece.of(layers, axis) for piece in self._pieces]
        return planes[0] if len(planes) == 1 else torch.cat(planes, axis)


def _typed(source: LayoutLike, dtype: torch.dtype) -> Layout:
    if not isinstance(dtype, torch.dtype):
        raise TypeError(f"dtype: expected one of torch's, not {kind_of(dtype)}")
    found = layout(source, None, dtype_name(dtype))
    return layout(found, size=found.size)  # no board of another size may come


_expander = lru_cache(maxsize=64)(Expand)


def expand(
    bits: Bits, layout: LayoutLike | None = None, dtype: torch.dtype = torch.float32
) -> torch.Tensor:
    """The planes of bits on the device where they are: what `ia.expand` gives, bit for bit.

    NCHW, in the memory format channels_last if the layout is HWC; `layout` need not be said if the
    bits know it. Inside of torch.compile take an `Expand`.
    """
    if not isinstance(bits, Bits):
        raise TypeError(f"bits: expected ia.Bits, not {kind_of(bits)}")
    return _expander(layout_of_bits(bits, layout), dtype)(bits)
