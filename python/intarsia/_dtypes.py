"""The types of a tensor's elements, as C++ lists them."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core

BFLOAT16 = "bfloat16"  # NumPy has no such type: its bits stand in a uint16

#: NumPy's types, by the names that layouts have for them.
NUMPY_TYPES = {name: np.dtype(npy) for name, npy in _core.dtypes()}
BITS = NUMPY_TYPES[BFLOAT16]

_NAMES = {dtype.str[1:]: name for name, dtype in NUMPY_TYPES.items()}
_BFLOAT16_ROUNDING = 2**-8  # eight bits of a number are kept


def name_of(dtype: np.dtype) -> str | None:
    """In either order of bytes; None for a type that no layout has."""
    return _NAMES.get(dtype.str[1:])


def is_bfloat16(dtype: Any) -> bool:
    """Of another library: ml_dtypes, torch, JAX."""
    name = str(getattr(dtype, "name", dtype))  # torch's types have no name
    return name.split(".")[-1] == BFLOAT16


def values_of_bits(bits: np.ndarray) -> np.ndarray:
    return (bits.astype(np.uint32) << 16).view(np.float32)


def rounding(name: str) -> float:
    """How far an element may be from its value, in proportion to it."""
    if name == BFLOAT16:
        return _BFLOAT16_ROUNDING
    dtype = NUMPY_TYPES[name]
    return float(np.finfo(dtype).eps) / 2 if dtype.kind == "f" else 0.0
