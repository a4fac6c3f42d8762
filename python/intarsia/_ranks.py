"""Which of several processes this one is: asked when it matters, not before."""

from __future__ import annotations

import os
from typing import Any

from ._epochs import ranks_in

_VARIABLES = ("RANK", "WORLD_SIZE")


def check_rank(rank: Any, world: Any) -> None:
    """What is wrong by itself, whatever process asks."""
    if rank != "auto":
        if world is None:
            raise ValueError("rank: goes with world=, the number of ranks")
        ranks_in(rank, world)
    elif world is not None:
        ranks_in(0, world)


def rank_here(rank: Any, world: Any, distributed: Any) -> tuple[int, int]:
    """This process's rank and how many there are.

    "auto" asks the process group of `distributed` (the module torch.distributed) if it is there,
    else the variables that launchers set; else this is the only process.
    """
    check_rank(rank, world)
    if rank != "auto":
        return ranks_in(rank, world)
    group, launched = _of_group(distributed), _of_environment()
    if group and launched and group != launched:
        raise ValueError(
            f"rank: torch.distributed says rank {group[0]} of {group[1]}, but RANK and WORLD_SIZE "
            f"say {launched[0]} of {launched[1]}; name both: rank=, world="
        )
    found = group or launched or (0, 1)
    if world is not None and world != found[1]:
        raise ValueError(
            f"rank: world={world} was asked for, but this is rank {found[0]} of {found[1]}; start "
            "as many processes (torchrun), or name the rank: rank="
        )
    return found


def _of_group(distributed: Any) -> tuple[int, int] | None:
    if not distributed.is_available() or not distributed.is_initialized():
        return None
    return distributed.get_rank(), distributed.get_world_size()


def _of_environment() -> tuple[int, int] | None:
    found = {name: os.environ[name] for name in _VARIABLES if os.environ.get(name)}
    if not found:
        return None
    if len(found) == 1:
        (name,) = found
        raise ValueError(f"rank: {name} is set and {_other(name)} is not; launchers set both")
    try:
        rank, world = (int(found[name]) for name in _VARIABLES)
    except ValueError:
        shown = ", ".join(f"{name}={text!r}" for name, text in found.items())
        raise ValueError(f"rank: expected numbers in {shown}") from None
    return ranks_in(rank, world)


def _other(name: str) -> str:
    return _VARIABLES[1 - _VARIABLES.index(name)]
