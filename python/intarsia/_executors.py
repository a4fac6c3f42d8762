"""Tasks on any executor that has `submit`, whose workers may be lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class PartsFailed(RuntimeError):
    """Parts could not be made: `parts` says why of each. The same call makes the rest."""

    def __init__(self, folder: str, parts: dict[int, str]):
        first = min(parts)
        others = f" (and {len(parts) - 1} more: {sorted(parts)[1:20]})" if len(parts) > 1 else ""
        super().__init__(f"{folder}: part {first} could not be made: {parts[first]}{others}")
        self.parts = parts

    def __reduce__(self):
        return _failed, (str(self), self.parts)


def _failed(text: str, parts: dict[int, str]) -> PartsFailed:
    error = PartsFailed.__new__(PartsFailed)
    RuntimeError.__init__(error, text)
    error.parts = parts
    return error


class Failure(NamedTuple):
    """What our own work ended with: another try would end so, too."""

    reason: str


def attempt(work: Callable[..., Any], arguments: tuple[Any, ...], tries: int) -> Failure | None:
    """In a worker. `tries` makes each try a task of its own for engines that know tasks again."""
    try:
        work(*arguments)
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}")
    return None


def run_tasks(
    executor: Any,
    work: Callable[..., Any],
    tasks: Mapping[int, tuple[Any, ...]],
    retries: int,
) -> dict[int, str]:
    """Runs them all; returns why some failed.

    What a future raises is the engine's failure (a worker lost, a pool broken): the task is
    submitted again, while the others go on. What our work raises is not tried again.
    """
    failed: dict[int, str] = {}
    running: deque[tuple[int, Any, int]] = deque()

    def submit(number: int, tries: int) -> None:
        try:
            running.append((number, executor.submit(attempt, work, tasks[number], tries), tries))
        except Exception as error:  # a pool that is broken takes nothing more
            failed[number] = f"{type(error).__name__}: {error}"

    for number in tasks:
        submit(number, 1)
    while running:
        number, future, tries = running.popleft()
        try:
            answer = future.result()
        except Exception as error:
            if tries <= retries:
                submit(number, tries + 1)
            else:
                failed[number] = f"{type(error).__name__}: {error} ({tries} tries)"
            continue
        if answer is not None:
            failed[number] = answer.reason
    return failed
