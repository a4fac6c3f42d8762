"""Games into graphs of positions."""

from __future__ import annotations

import json
import os
import re
import time
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

from . import _core
from ._arguments import kind_of, thread_count
from ._data import DataSet, DataSetWarning
from ._filters import count_in, game_filters, some_text
from ._policies import _whole
from ._progress import GamesLine, is_shown
from ._report import Report, _counted

Inputs = str | os.PathLike[str] | DataSet | Iterable[str | os.PathLike[str] | DataSet]

_UNITS = {"": 1} | {
    f"{letter}{i}b": base**power
    for power, letter in enumerate("kmgt", 1)
    for i, base in (("", 1000), ("i", 1024))
}


class GraphReport(Report):
    """What became of the games: a dict whose keys are attributes too, and as text a summary."""

    def __str__(self) -> str:
        lines = [f"{self['folder'] or 'in memory'}: {self['game']} graph"]
        lines.append(f"  games     {self['games']} of {self['read']} read")
        if self["folder"]:
            moves = _counted(self["plies"], "move")
            lines.append(f"  positions {self['positions']}, by {moves}")
        lines += [
            f"  dropped   {_counted(n, 'game')} by {name}" for name, n in self["dropped"].items()
        ]
        lines += [f"  mended    {n} {reason}" for reason, n in self["mended"].items()]
        lines += [f"  rejected  {n} {reason}" for reason, n in self["rejected"].items()]
        speed = f"{self['read'] / max(self['seconds'], 1e-9):,.0f} games read/s"
        lines.append(f"  speed     {speed}, {self['seconds']:.1f} s")
        return "\n".join(lines)


def names_in(inputs: Inputs) -> tuple[list[str], str | None]:
    """The paths of inputs, and the split of data sets that were opened with one."""
    is_one = isinstance(inputs, (str, os.PathLike, DataSet))
    if not is_one and not isinstance(inputs, Iterable):
        raise TypeError(f"inputs: expected files or data sets, not {kind_of(inputs)}")
    names, splits = [], set()
    for each in [inputs] if is_one else inputs:
        if isinstance(each, DataSet):
            names += _paths_of(each)
            splits.add(each.split)
        elif isinstance(each, (str, os.PathLike)):
            names.append(os.fspath(each))
        else:
            raise TypeError(f"inputs: expected files or data sets, not {kind_of(each)}")
    if len(splits) > 1:
        raise ValueError("inputs: data sets of several splits; add them one after the other")
    return names, splits.pop() if splits else None


def _paths_of(ds: DataSet) -> tuple[str, ...]:
    if ds._numbers.chosen is not None:
        raise ValueError(
            f"inputs: a part of {ds.path} was chosen, and games are added whole: name the filters "
            f"here, {ds.path!r}, min_elo=…"
        )
    return ds.paths


def folder_in(folder: str | os.PathLike[str]) -> str:
    """The same folder wherever the program goes later."""
    path = os.fspath(folder)
    if not path:  # which would be the one that the program is in
        raise FileNotFoundError("no name of a folder")
    return os.path.abspath(path)


def settings_of(
    given: dict[str, Any],
    split: str | None,
    *,
    max_ply: int | None,
    limit: int | None,
    format: str | None,
    lenient: bool,
    threads: int | None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Arguments as C++ takes them, and the options of games among the filters."""
    if format is not None and not isinstance(format, str):
        raise TypeError(f"format: expected a name, not {kind_of(format)}")
    if split is not None and not isinstance(split, str):
        raise TypeError(f"split: expected a name, not {kind_of(split)}")
    settings, options = game_filters(given)
    settings |= {
        "max_ply": _core.MAX_PLIES if max_ply is None else count_in(max_ply, "max_ply", 1),
        "limit": 0 if limit is None else count_in(limit, "limit", 1),
        "of_split": "" if split is None else some_text(split, "split"),
        "format": format or "",
        "lenient": bool(lenient),
        "threads": thread_count(threads),
    }
    return settings, options


def one_split(named: str | None, opened: str | None) -> str | None:
    if named is not None and opened is not None and named != opened:
        raise ValueError(f"split: {opened!r} of the data set was opened, not {named!r}")
    return opened if named is None else named


def run_build(work: Any, names: list[str], folder: str | None, progress: bool | None) -> Any:
    """Runs work(line) and says what became of the games."""
    line = GamesLine(names) if is_shown(progress) else None
    start = time.monotonic()
    try:
        found = work(line)
    finally:
        if line is not None:
            line.clear()
    report = _report_of(found, folder, time.monotonic() - start)
    for notice in _notices(found, report):
        warnings.warn(f"{folder or 'graph'}: {notice}", DataSetWarning, stacklevel=4)
    return report


def _report_of(found: dict[str, Any], folder: str | None, seconds: float) -> GraphReport:
    manifest = json.loads(found["manifest"])
    report = GraphReport(folder=folder)
    for name in ("game", "games", "read", "dropped", "rejected"):
        report[name] = manifest[name]
    report["mended"] = manifest.get("mended", {})
    if folder is not None:
        report.update(positions=found["nodes"], plies=found["plies"], runs=found["runs"])
    report["damage"] = found["damage"]
    report["seconds"] = seconds
    return report


def _notices(found: dict[str, Any], report: GraphReport) -> Iterator[str]:
    if found["skipped"]:
        yield f"not read, since without games: {', '.join(found['skipped'])}"
    if found["twice"]:
        yield f"named twice, and read twice: {', '.join(found['twice'])}"
    for damage in found["damage"]:
        yield f"{damage}: what comes before is kept"
    if not report["games"] and report["folder"] is None:
        yield f"nothing was added of {_counted(report['read'], 'game')} read"


def why_nothing(report: GraphReport) -> str:
    """Of a graph that was not stored, since there was no game."""
    left_out = {**report["dropped"], **report["rejected"]}
    reasons = ", ".join(f"{n} {reason}" for reason, n in left_out.items())
    return f"no game was kept of {report['read']} read{': ' if reasons else ''}{reasons}"


def bytes_in(memory: int | str, least: int = _core.MIN_GRAPH_MEMORY) -> int:
    """A number of bytes: 2 * 10**9, "2GB", "512 MiB"."""
    if isinstance(memory, str):
        found = re.fullmatch(r"\s*(\d+)\s*([a-z]*)\s*", memory.lower())
        if not found or found[2] not in _UNITS:
            raise ValueError(f"memory: expected bytes such as '512MB' or '4GB', not {memory!r}")
        memory = int(found[1]) * _UNITS[found[2]]
    count = _whole(memory, "memory")
    if not least <= count < 1 << 63:
        raise ValueError(f"memory: expected {least // 10**6} MB or more, not {count} bytes")
    return count


def bytes_or_half(memory: int | str | None) -> int:
    """Those of what grows until it is told to end: half of the machine's unless they are said."""
    if memory is None:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return bytes_in(memory, least=1_000_000)
