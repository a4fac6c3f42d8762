"""How far long work has come, on one line of stderr."""

from __future__ import annotations

import os
import shutil
import sys
import time

_BETWEEN = 0.2  # seconds


def is_shown(progress: bool | None) -> bool:
    """By default on a terminal only."""
    return sys.stderr.isatty() if progress is None else bool(progress)


class StatusLine:
    """A line that is written again and again, and cleared at the end."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._shown = 0.0

    def _seconds(self) -> float:
        return max(time.monotonic() - self._start, 1e-3)

    def _is_due(self) -> bool:
        now = time.monotonic()
        if now - self._shown < _BETWEEN:
            return False
        self._shown = now
        return True

    def _show(self, text: str) -> None:
        width = shutil.get_terminal_size().columns - 1  # a longer line would wrap
        print(f"\r{text[:width]}\033[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


class GamesLine(StatusLine):
    """Of games that are read from files."""

    def __init__(self, names: list[str]):
        super().__init__()
        sizes = [os.path.getsize(name) for name in names if os.path.isfile(name)]
        self._total = sum(sizes) if len(sizes) == len(names) else 0

    def __call__(self, bytes_: int, games: int, positions: int, rejected: int) -> None:
        if not self._is_due():
            return
        elapsed = self._seconds()
        share = bytes_ / self._total if self._total else 0
        left = f", {elapsed * (1 - min(share, 1)) / share:.0f} s left" if share else ""
        done = f"{share:4.0%} " if self._total else f"{bytes_ / 1e6:.1f} MB "
        self._show(
            f"{done}{games:,} games, {games / elapsed:,.0f}/s, {positions / elapsed:,.0f} "
            f"positions/s, {rejected} rejected{left}"
        )


class NodesLine(StatusLine):
    """Of positions that moves lead to."""

    def __call__(self, nodes: int, depth: int) -> None:
        if self._is_due():
            speed = nodes / self._seconds()
            self._show(f"{nodes:,} positions, depth {depth}, {speed:,.0f} positions/s")


class RecordsLine(StatusLine):
    """Of records that are written in another form."""

    def __init__(self, total: int):
        super().__init__()
        self._total, self._done = total, 0

    def __call__(self, records: int) -> None:
        self._done += records
        if not self._is_due():
            return
        speed = self._done / self._seconds()
        left = max(self._total - self._done, 0) / speed if speed else 0
        share = self._done / max(self._total, 1)
        self._show(f"{share:4.0%} {self._done:,} records, {speed:,.0f}/s, {left:.0f} s left")
