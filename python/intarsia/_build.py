"""Games or positions into a data set."""

from __future__ import annotations

import contextlib
import json
import os
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from . import _core
from ._addresses import is_address
from ._arguments import thread_count
from ._data import DataSet, DataSetWarning
from ._filters import Span, Words, some_text
from ._graph_build import bytes_in
from ._open import open_quietly
from ._parts import build_parts
from ._progress import GamesLine, is_shown
from ._report import report_of
from ._settings import settings_of


def build(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | None,
    folder: str | os.PathLike[str],
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
    resume: bool = False,
    trust: bool = False,
    force: bool = False,
    lenient: bool = False,
    memory: int | str = _core.SORTING_MEMORY,
    threads: int | None = None,
    progress: bool | None = None,
    root: str | os.PathLike[str] | None = None,
    name: str | None = None,
    part_bytes: int | str | None = None,
    executor: Any = None,
    scratch: str | os.PathLike[str] | None = None,
    retries: int = 3,
    exclusive: bool = True,
    result: Words = None,
    **options: Any,
) -> DataSet:
    """Build a data set from files of games or positions and open it; `ds.report` says the rest.

    >>> ds = ia.build("games.pgn.zst", "data", min_elo=2000, limit=10_000,  # doctest: +SKIP
    ...               split={"train": .9, "validation": .1})

    Inputs are .pgn, .trmph, .sgf, lines of `FEN | centipawns | outcome`, .epd or .plain, also
    packed or in an archive; folders of them, and "@list.txt". `format` says which, where name and
    text do not. Options of games are `chess960=True` and `swap="literal"` (Hex: a swap changes the
    owner of the stone alone).

    Which games: `min_elo`, `max_elo` (of both players), `time_control` ("300+3", "blitz"),
    `termination`, `outcome` ("1-0", "blue"; also as `result`), `date` ("2013..2014-06" or a pair),
    `variant`, `has_eval`, `length` (of the game in plies, "20..", a pair or a range),
    `max_elo_difference`, `event` and `eco` (patterns: "*Blitz*", ["B9?", "C2?"]), `no_bots`, `tag`
    ({"Site": "*lichess*"} or "WhiteTitle!=BOT"), `require` (tags), `limit`. What a game does not
    say is kept unless a tag is asked for. Which positions of them, as a selection that never drops
    a record: `ply` ("8..120", a pair, both included, or a range), `every`, `quiet`, `sample`.
    `unique="positions"` chooses the first record of each position among them, over the whole set
    in its order (so what stands in one split is chosen in no other); it sorts on disk in about
    `memory` bytes ("4GB"), 1 GiB by default. `final` stores the last position of each game too.

    `split` names shares of the games, decided by their moves and `seed`. A folder that holds a data
    set is refused unless `resume` (completes it to the same bytes; `inputs` may be None then) or
    `force` (replaces it). What `resume` keeps is compared with its checksums first; with `trust` by
    the lengths of its files alone. Ctrl-C keeps the finished shards. A damaged input is an error;
    with `lenient` what comes before the damage is kept, the next input goes on, and
    `ds.report` says it. `progress` is a line on stderr: by default on a terminal only.

    Sources are called as they are named, or by their paths below `root`; `name` is that of standard
    input ("-"). With `part_bytes`, an `executor`, or addresses ("s3://in/*.pgn.zst") a collection
    is made, part by part (`ia.plan`): with `executor`, any that has `submit` (a process pool,
    Dask's `client.get_executor()`), in its workers, each with one thread unless `threads` says so.
    A task that is lost is submitted again, up to `retries` times; what fails all the same is named
    by part (`ia.PartsFailed`), and the same call makes what is missing. Parts for a bucket are made
    in `scratch`. `exclusive=False` lets go of the store's promise that a manifest is created once
    (docs/clusters.md).
    """
    if inputs is None and not resume:
        raise TypeError("inputs: expected files; only resume=True knows them")
    is_one = isinstance(inputs, (str, os.PathLike))
    names = [os.fspath(inputs)] if is_one else list(inputs or ())
    names = [os.fspath(name) for name in names]
    out = os.fspath(folder)
    settings = settings_of(
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
        event=event,
        eco=eco,
        no_bots=no_bots,
        tag=tag,
        require=require,
        limit=limit,
        ply=ply,
        every=every,
        quiet=quiet,
        sample=sample,
        unique=unique,
        final=final,
        split=split,
        seed=seed,
        shard_records=shard_records,
        format=format,
        memory=memory,
    )
    is_apart = any(map(is_address, [out, *names]))
    if executor is not None or part_bytes is not None or is_apart:
        for argument, value in (("resume", resume), ("force", force), ("name", name)):
            if value:
                raise ValueError(f"{argument}: parts go on by themselves, and are never replaced")
        return build_parts(
            names,
            out,
            settings,
            options,
            part_bytes=_core.PART_BYTES if part_bytes is None else bytes_in(part_bytes, 1),
            root=root,
            executor=executor,
            scratch=scratch,
            retries=retries,
            exclusive=exclusive,
            lenient=lenient,
            threads=threads,
            progress=progress,
        )
    _check_folder(out, resume, force)
    settings |= {
        "root": None if root is None else os.fspath(root),
        "name": some_text(name, "name") if name is not None else "",
        "resume": bool(resume),
        "trust": bool(trust),
        "force": bool(force),
        "lenient": bool(lenient),
        "threads": thread_count(threads),
    }
    line = GamesLine(names) if is_shown(progress) else None
    start = time.monotonic()
    try:
        *_, repeated, skipped, twice = _core.build(names, out, settings, options, line)
    except KeyboardInterrupt as interrupt:
        interrupt.add_note(
            f"finished shards are kept in {out}: ia.build(None, {out!r}, resume=True) goes on"
        )
        raise
    finally:
        if line is not None:
            line.clear()
    ds = open_quietly(out)
    ds._report = report_of(out, ds.manifest, time.monotonic() - start)
    if repeated is not None:
        ds._report["repeated"] = repeated
    if min_elo or max_elo or max_elo_difference is not None:
        ds._report["unrated"] = int((ds.games["ratings"] == 0).any(axis=1).sum())
    for notice in _notices(ds, skipped, twice):
        warnings.warn(f"{out}: {notice}", DataSetWarning, stacklevel=2)
    return ds


def _notices(ds: DataSet, skipped: list[str], twice: list[str]) -> Iterator[str]:
    """What nobody would see who does not look for it."""
    if not len(ds):
        read = ds.report.read
        games = "1 game that was" if read == 1 else f"{read} games that were"
        yield f"nothing was stored of {games} read; ds.report says why"
    if skipped:
        yield f"not read, since without games: {_listed(skipped)}"
    if twice:
        yield f"named twice, and read twice: {_listed(twice)}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{len(names)} files, {names[0]} to {names[-1]}"


def _check_folder(folder: str, resume: bool, force: bool) -> None:
    manifest = os.path.join(folder, "manifest.json")
    if resume or force or not os.path.exists(manifest):
        return
    with contextlib.suppress(OSError, ValueError), open(manifest, "rb") as file:
        found = json.load(file)
        if not found.get("complete", True) and not found["shards"]:  # nothing is lost
            return
    raise FileExistsError(
        f"{folder} holds a data set: ia.open reads it, resume=True completes it, force=True "
        "replaces it"
    )
