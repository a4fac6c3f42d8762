"""Batches as tensors of PyTorch. Imported by ia.torch alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ._along import SparsePolicy
from ._batches import Batch
from ._bits import Bits
from ._columns import Ragged
from ._cuda_array import Array
from ._dtypes import BFLOAT16
from ._layouts import Layout
from ._torch_bits import tensors_of_bits


def planes_of(planes: np.ndarray | Bits, layout: Layout) -> torch.Tensor | Bits:
    """Planes without a copy: NCHW, with the memory format channels_last if the layout is HWC."""
    if isinstance(planes, Bits):
        return tensors_of_bits(planes)
    if isinstance(planes, Array):
        tensor = planes.torch()
        return tensor.permute(0, 3, 1, 2) if layout.order == "HWC" else tensor
    if layout.dtype == BFLOAT16:
        tensor = torch.from_numpy(planes.view(np.int16)).view(torch.bfloat16)
    else:
        tensor = torch.from_dlpack(planes)
    return tensor.permute(0, 3, 1, 2) if layout.order == "HWC" else tensor


def tensors_of(batch: Batch, layout: Layout) -> Batch:
    """A batch as tensors: policies as int64, as losses want them, and masks as bool."""
    return with_wide_policy(views_of(batch, layout))


def views_of(batch: Batch, layout: Layout) -> Batch:
    """The same in the memory that was filled: policies are int32."""
    policy, value, mask = batch.policy, batch.value, batch.mask
    tensors = Batch(
        planes_of(batch.planes, layout),
        _policy_of(policy),
        _value_of(value),
        None if mask is None else torch.from_numpy(mask).view(torch.bool),
    )
    numbered = tensors.numbered(batch._numbers)
    if not batch.extra:
        return numbered
    return numbered.with_extra({name: _rows_of(rows) for name, rows in batch.extra.items()})


def _policy_of(policy: Any) -> Any:
    if isinstance(policy, SparsePolicy):
        return SparsePolicy(*map(torch.from_numpy, policy))
    if isinstance(policy, Array):
        return policy.torch()
    return None if policy is None else torch.from_numpy(policy)


def _value_of(value: Any) -> Any:
    if isinstance(value, Array):
        return value.torch()
    return None if value is None else torch.from_numpy(np.ascontiguousarray(value))


def _rows_of(rows: Any) -> Any:
    """Types that torch lacks as the next larger one; structures and ragged rows as they are."""
    if isinstance(rows, Ragged) or rows.dtype.names:
        return rows
    wider = {"u2": np.int32, "u4": np.int64, "u8": np.int64}.get(rows.dtype.str[1:])
    return torch.from_numpy(rows if wider is None else rows.astype(wider))


def with_wide_policy(batch: Batch) -> Batch:
    """With numbers of moves as int64, which losses ask for; shares stay floats."""
    policy = batch.policy
    if isinstance(policy, SparsePolicy):
        policy = policy._replace(indices=policy.indices.to(torch.int64))
    elif policy is None or policy.dtype == torch.int64 or policy.is_floating_point():
        return batch
    else:
        policy = policy.to(torch.int64)
    wide = batch._replace(policy=policy).numbered(batch._numbers)
    return wide.with_extra(batch._extra)
