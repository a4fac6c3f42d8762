"""Data sets made part by part: `ia.plan`, `ia.build_part`, `ia.finish`, and all three in one."""

from __future__ import annotations

import json
import os
import posixpath
import tempfile
import time
from collections.abc import Iterable
from typing import Any

from . import _core
from ._addresses import is_address, sources_at, store_at
from ._arguments import thread_count
from ._data import DataSet
from ._executors import PartsFailed, run_tasks
from ._graph_build import bytes_in
from ._open import open_quietly
from ._parts_away import Away, is_made, make_part_away, opener, read_plan
from ._progress import GamesLine, is_shown
from ._report import report_of
from ._settings import settings_in

Path = str | os.PathLike[str]


class MissingParts(ValueError):
    """A collection cannot be finished: `parts` are not there yet."""

    def __init__(self, folder: str, parts: list[int]):
        shown = ", ".join(map(str, parts[:20])) + (" …" if len(parts) > 20 else "")
        super().__init__(f"{folder}: these parts are missing: {shown}; ia.build_part makes them")
        self.parts = parts


def plan(
    inputs: Path | Iterable[Path],
    folder: Path,
    *,
    root: Path | None = None,
    part_bytes: int | str = _core.PART_BYTES,
    append: bool = False,
    exclusive: bool = True,
    **options: Any,
) -> int:
    """Group sources into parts for many workers, and write the plan; returns how many parts it has.

    >>> ia.plan("months", "set", root="months", split={"train": .9, "test": .1})  # doctest: +SKIP

    `options` are those of `ia.build` that decide about the bytes. A part is the longest run of
    sources that have at most `part_bytes` together. Sources are called by their paths below `root`,
    this folder by default, which workers may have elsewhere. `append` adds sources to the plan that
    is there, as parts behind the others. The same plan may be there already; another one stays.
    Inputs and folder may be addresses ("s3://games/2024/*.pgn.zst").
    """
    names = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    settings, game_options = settings_in(options)
    return len(
        _make_plan(
            [os.fspath(name) for name in names],
            os.fspath(folder),
            settings,
            game_options,
            "" if root is None else os.fspath(root),
            bytes_in(part_bytes, 1),
            append,
            exclusive,
        )
    )


def build_part(
    folder: Path,
    part: int | str,
    *,
    root: Path | None = None,
    scratch: Path | None = None,
    lenient: bool = False,
    threads: int | None = None,
    exclusive: bool = True,
    progress: bool | None = None,
) -> bool:
    """Build one part of a plan; False if all that was asked for was there already.

    >>> ia.build_part("set", 7, root="months")  # doctest: +SKIP

    Any number of workers may call it, anywhere and again: the bytes are always the same. `part` is
    a number, a share ("7/64": parts 7, 71, 135 …) or "auto" (docs/clusters.md). `root` is where
    this worker has the sources. Parts for an address are made in `scratch`, a folder for some
    hundred megabytes.
    """
    out, where = os.fspath(folder), "" if root is None else os.fspath(root)
    count = len(read_plan(out)["parts"])
    parts = [part] if isinstance(part, int) else _core.choose_parts(part, count)[0]
    how = {"lenient": bool(lenient), "threads": thread_count(threads), "exclusive": exclusive}
    line = GamesLine([]) if is_shown(progress) else None
    try:
        made = [make_part(out, number, where, _text(scratch), how, line) for number in parts]
    finally:
        if line is not None:
            line.clear()
    return any(made)


def finish(folder: Path, *, exclusive: bool = True) -> DataSet | None:
    """Join the parts of a plan, and open them as one data set; at an address join them only.

    >>> ds = ia.finish("set")  # doctest: +SKIP

    Parts that are not there are an error, `ia.MissingParts`, that names them.
    """
    out = os.fspath(folder)
    if is_address(out):
        missing = Away(out, exclusive).finish()
    else:
        _, missing, _ = _core.finish(out)
    if missing:
        raise MissingParts(out, missing)
    return None if is_address(out) else open_quietly(out)


def build_parts(
    names: list[str],
    folder: str,
    settings: dict[str, Any],
    options: dict[str, Any],
    *,
    part_bytes: int,
    root: Path | None,
    executor: Any,
    scratch: Path | None,
    retries: int,
    exclusive: bool,
    lenient: bool,
    threads: int | None,
    progress: bool | None,
) -> Any:
    """Plan, parts and collection in one: here, or in the workers of an executor."""
    start = time.monotonic()
    where = _root_of(names) if root is None else os.fspath(root)
    out = folder if is_address(folder) else os.path.abspath(folder)
    parts = _make_plan(names, out, settings, options, where, part_bytes, False, exclusive)
    how = {
        "lenient": bool(lenient),
        "threads": 1 if threads is None and executor is not None else thread_count(threads),
        "exclusive": exclusive,
    }
    away = where if is_address(where) else os.path.abspath(where or ".")
    missing = [part for part in range(len(parts)) if not is_made(out, part)]
    if executor is None:
        line = GamesLine([]) if is_shown(progress) else None
        try:
            for part in missing:
                make_part(out, part, away, _text(scratch), how, line)
        finally:
            if line is not None:
                line.clear()
    else:
        tasks = {part: (out, part, away, _text(scratch), how) for part in missing}
        failed = run_tasks(executor, make_part, tasks, retries)
        if failed:
            raise PartsFailed(out, failed)
    ds = finish(out, exclusive=exclusive)
    if ds is not None:
        ds._report = report_of(out, ds.manifest, time.monotonic() - start)
    return ds


def make_part(
    folder: str,
    part: int,
    root: str,
    scratch: str | None,
    how: dict[str, Any],
    line: Any = None,
) -> bool:
    """What a worker does; whether there was anything to do."""
    if is_address(folder):
        return make_part_away(folder, part, root, scratch, how, line)
    sources = opener(root, read_plan(folder)) if is_address(root) else None
    here = {**how, "root": None if sources else root}
    return not _core.build_part(folder, part, sources, here, line)


def _make_plan(
    names: list[str],
    folder: str,
    settings: dict[str, Any],
    options: dict[str, Any],
    root: str,
    part_bytes: int,
    append: bool,
    exclusive: bool,
) -> list[Any]:
    """The parts of the plan, which lies in the folder then."""
    settings = {**settings, "root": root, "part_bytes": part_bytes, "append": append}
    if not any(map(is_address, [folder, root, *names])):
        _core.make_plan(names, folder, settings, options)
        return read_plan(folder)["parts"]
    if append:
        raise ValueError("append: plans of addresses do not grow yet: plan another folder")
    if not is_address(folder):
        text = _core.plan_text(settings, options, _below(names, root))
        _put_plan(folder, text)
    else:
        if any(map(is_address, names)):
            text = _core.plan_text(settings, options, _below(names, root))
        else:
            with tempfile.TemporaryDirectory() as here:
                _core.make_plan(names, here, settings, options)
                text = _read(os.path.join(here, "plan.json"))
        Away(folder, exclusive).put_plan(text)
    return json.loads(text)["parts"]


def _below(names: list[str], root: str) -> list[tuple[str, int]]:
    """The sources at addresses, by their names below the root, with their bytes."""
    if not all(map(is_address, names)):
        raise ValueError(
            "inputs: addresses and files of this machine; they need one root: take either"
        )
    found = [source for name in names for source in sources_at(name)]
    base = store_at(root or _root_of(names))[1] + "/"
    for path, _ in found:
        if not path.startswith(base):
            raise ValueError(f"{path} does not lie below the root of the sources, {base}")
    return [(path.removeprefix(base), bytes_) for path, bytes_ in found]


def _root_of(names: list[str]) -> str:
    """The deepest folder that holds them all; here, if they are named from here."""
    if not any(map(is_address, names)):
        steps = [name.lstrip("@") for name in names]
        if not any(os.path.isabs(step) or ".." in step.split("/") for step in steps):
            return ""
        return os.path.commonpath([os.path.dirname(os.path.abspath(step)) for step in steps])
    if not all(map(is_address, names)):
        raise ValueError(
            "inputs: addresses and files of this machine; they need one root: take either"
        )
    folders = []
    for name in names:
        scheme, path = name.split("://", 1)
        plain = path[: min((path.find(s) for s in "*?[" if s in path), default=len(path))]
        folders.append((scheme, posixpath.dirname(plain)))
    schemes = {scheme for scheme, _ in folders}
    if len(schemes) > 1:
        raise ValueError(f"inputs: of several stores ({', '.join(sorted(schemes))}): take one")
    return f"{schemes.pop()}://{posixpath.commonpath([path for _, path in folders])}"


def _put_plan(folder: str, text: str) -> None:
    """The same plan may be there already."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "plan.json")
    temporary = os.path.join(folder, f".tmp-plan.json-{os.getpid()}")
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, path)
    except FileExistsError:
        if _read(path) != text:
            raise ValueError(f"{folder} holds another plan: choose another folder") from None
    finally:
        os.unlink(temporary)


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _text(path: Path | None) -> str | None:
    return None if path is None else os.path.abspath(os.fspath(path))
