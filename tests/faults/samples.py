"""Which faults are tried: all of them, or a sample that is spread over a run."""

import itertools
import os
import random

from tests.faults.library import ACTIONS, Fault

# For each action of a kind. Where calls are many they are much alike.
MOST = {"malloc": 16, "read": 4}
MOST_OF_OTHERS = 6
SHORTEST = "info"


def spread(first, last, count, rng):
    """That many numbers of first … last, one at random from each of as many equal parts."""
    calls = last - first + 1
    if calls <= count:
        return list(range(first, last + 1))
    edges = [first + calls * i // count for i in range(count + 1)]
    return [rng.randrange(low, high) for low, high in itertools.pairwise(edges)]


def numbers(stage, command, kind, rng):
    """Which calls of a kind go wrong, one a run."""
    count = stage.clean(command.name).counts.get(kind, 0)
    early = min(count, stage.calls_before_any_work()[kind])
    most = count if os.environ.get("INTARSIA_FULL") else MOST.get(kind, MOST_OF_OTHERS)
    most = min(most, command.most)
    # Understanding arguments takes thousands of allocations, alike for all commands and before the
    # first file is touched: every one of them may fail in the shortest command only.
    few = most if command.name == SHORTEST else min(most // 4, 100)
    return spread(1, early, few, rng) + spread(early + 1, count, most, rng)


def faults(stage, command, kind):
    """The faults of a kind to try on a command; the same ones for the same INTARSIA_SEED."""
    if command.kinds and kind not in command.kinds:
        return []
    rng = random.Random(f"{os.environ.get('INTARSIA_SEED', '1')} {command.name} {kind}")
    return [
        Fault.of(kind, n, action)
        for action in ACTIONS[kind]
        for n in numbers(stage, command, kind, rng)
    ]
