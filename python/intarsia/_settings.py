"""What decides about the bytes of a data set: the options of `ia.build` and `ia.plan`."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from . import _core
from ._arguments import kind_of
from ._filters import Span, Words, count_in, filters, some_text, tag_filters
from ._graph_build import bytes_in
from ._policies import _whole


def settings_of(
    *,
    min_elo: int = 0,
    max_elo: int = 0,
    time_control: Words = None,
    termination: Words = None,
    outcome: Words = None,
    date: Span = None,
    variant: Words = None,
    has_eval: bool = False,
    length: Span | range = None,
    max_elo_difference: int | None = None,
    event: Words = None,
    eco: Words = None,
    no_bots: bool = False,
    tag: str | Mapping[str, str] | Iterable[str] | None = None,
    require: Words = None,
    limit: int | None = None,
    ply: Span | range = None,
    every: int = 1,
    quiet: bool = False,
    sample: float = 1.0,
    unique: str | None = None,
    final: bool = False,
    split: str | Mapping[str, float] | None = None,
    seed: int = 0,
    shard_records: int = _core.SHARD_RECORDS,
    format: str | None = None,
    memory: int | str = _core.SORTING_MEMORY,
    result: Words = None,
) -> dict[str, Any]:
    """Arguments as C++ takes them."""
    if format is not None and not isinstance(format, str):
        raise TypeError(f"format: expected a name, not {kind_of(format)}")
    settings = filters(
        min_elo=min_elo,
        max_elo=max_elo,
        time_control=time_control,
        termination=termination,
        outcome=outcome,
        result=result,
        date=date,
        variant=variant,
        has_eval=has_eval,
        length=length,
        max_elo_difference=max_elo_difference,
        ply=ply,
        every=every,
        sample=sample,
    )
    settings |= tag_filters(event=event, eco=eco, no_bots=no_bots, tag=tag, require=require)
    settings |= {
        "limit": 0 if limit is None else count_in(limit, "limit", 1),
        "quiet": bool(quiet),
        "unique_positions": unique_in(unique, {"positions"}) == {"positions"},
        "memory": bytes_in(memory, _core.MIN_SORTING_MEMORY),
        "final": bool(final),
        "split": some_text(split, "split") if isinstance(split, str) else shares(split),
        "seed": _whole(seed, "seed") & ((1 << 64) - 1),
        "shard_records": count_in(shard_records, "shard_records", 1, _core.MAX_SHARD_RECORDS),
        "format": format or "",
    }
    return settings


def settings_in(arguments: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same, and the options of games, among arguments of any name."""
    known = inspect.signature(settings_of).parameters
    ours = {name: value for name, value in arguments.items() if name in known}
    return settings_of(**ours), {n: v for n, v in arguments.items() if n not in known}


def unique_in(unique: str | Iterable[str] | None, known: set[str]) -> set[str]:
    """What shall come once."""
    wanted = {unique} if isinstance(unique, str) else set(unique or ())
    if not wanted <= known:
        expected = " or ".join(map(repr, sorted(known)))
        raise ValueError(f"unique: expected {expected}, not {unique!r}")
    return wanted


def shares(split: Mapping[str, float] | None) -> str:
    if split is None:
        return ""
    if not isinstance(split, Mapping):
        raise TypeError(
            f"split: expected {{'train': 0.9, 'validation': 0.1}} or text, not {kind_of(split)}"
        )
    return ",".join(
        f"{name}={np.format_float_positional(float(share), trim='-')}"
        for name, share in split.items()
    )
