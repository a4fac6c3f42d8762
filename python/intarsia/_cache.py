"""Data sets that lie elsewhere, read through a folder of this machine."""

from __future__ import annotations

import contextlib
import fcntl
import os
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from ._addresses import Folder, patiently
from ._parts_away import part_name

_LOCKS = 256  # files that processes lock, each for some of the fetched ones
_FETCHERS = 8  # of what will be wanted soon
_KEEP = 1 << 16  # shards that were asked for ahead are remembered, so many of them
_MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Remote:
    """A data set or a collection at an address, and where what is fetched of it is kept.

    It goes along in pickles, and has no more in it than that.
    """

    address: str
    cache: str
    cache_bytes: int

    def __str__(self) -> str:
        return self.address

    def __repr__(self) -> str:
        return repr(self.address)

    def __fspath__(self) -> str:
        return self.address


class Cache:
    """What was fetched of one set, and what fetches the rest.

    Processes of one host share it: one fetches a file, the others wait for it. Whole files are
    kept; those that were not used for the longest leave when there is no room.
    """

    def __init__(self, remote: Remote):
        self._remote = remote
        self._folder = Folder(remote.address)
        self._base = os.path.join(remote.cache, _name_of(remote.address))
        self._process = os.getpid()
        self._pool: ThreadPoolExecutor | None = None
        self._asked: dict[str, None] = {}
        self.path = self._manifests()

    def _manifests(self) -> str:
        """The manifests, under the paths of a local set; which set it is says the manifest's hash.

        A collection that has grown is another set, and shares the folders of its parts.
        """
        text = self._folder.read(_MANIFEST)
        seal = _core.seal_of(text.decode())
        if seal is None:
            raise ValueError(f"{self._remote.address}/{_MANIFEST}: it was changed or cut")
        here = os.path.join(self._base, f"at-{seal}")
        with self._locked("manifests"):
            if not os.path.exists(os.path.join(here, _MANIFEST)):
                found = _parts_in(text)
                os.makedirs(here, exist_ok=True)
                with ThreadPoolExecutor(_FETCHERS) as pool:
                    list(pool.map(lambda part: self._add_part(here, part), found))
                _write(os.path.join(here, _MANIFEST), text)
        return here

    def _add_part(self, here: str, part: str) -> None:
        folder = os.path.join(self._base, part)
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, _MANIFEST)
        if not os.path.exists(path):
            _write(path, self._folder.read(f"{part}/{_MANIFEST}"))
        with contextlib.suppress(FileExistsError):
            os.symlink(os.path.join("..", part), os.path.join(here, part))

    def fetch(self, path: str, bytes_: int, seal: str) -> None:
        """Brings a file under its path; its bytes are compared with its hash."""
        name = os.path.relpath(path, self.path)
        with self._locked(path):
            if os.path.exists(path):
                os.utime(path)
                return
            if bytes_ > self._remote.cache_bytes:
                raise ValueError(_too_small(self._remote, bytes_))
            content = self._fetched(name, bytes_, seal)
            self._make_room(bytes_)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            _write(path, content)

    def column_names(self) -> list[str]:
        """Those that are whole, as the store lists them now."""
        found = self._folder.names_in(_core.COLUMNS_NAME)
        names = filter(_core.is_column_name, found)
        return [name for name in names if self._folder.has(_column_manifest(name))]

    def bring_column(self, name: str) -> None:
        """Its manifest as it is now; its files come when they are read. None: there is no column.

        What was fetched of a column that has been replaced lies in another folder.
        """
        if not _core.is_column_name(name):
            return  # said when it is opened
        text = self._folder.find(_column_manifest(name))
        columns = os.path.join(self.path, _core.COLUMNS_NAME)
        link = os.path.join(columns, name)
        with self._locked(link):
            if text is None:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(link)
                return
            seal = _core.xxh3(np.frombuffer(text, np.uint8))
            inner = f".{name}-{seal:016x}"
            if os.path.islink(link) and os.readlink(link) == inner:
                return
            os.makedirs(os.path.join(columns, inner), exist_ok=True)
            _write(os.path.join(columns, inner, _MANIFEST), text)
            _link(inner, link)

    def _fetched(self, name: str, bytes_: int, seal: str) -> bytes:
        where = f"{self._remote.address}/{name}"

        def work() -> bytes:
            content = self._folder.fs.cat_file(f"{self._folder.path}/{name}")
            if len(content) != bytes_:
                raise OSError(f"{len(content)} bytes came of {bytes_}")
            return content

        content = patiently(work, where)
        if f"{_core.xxh3(np.frombuffer(content, np.uint8)):016x}" != seal:
            raise ValueError(f"{where}: its checksum is not that of the manifest")
        return content

    def announce(self, path: str, bytes_: int, seal: str) -> None:
        """A file that will be wanted soon."""
        if os.path.exists(path):
            if path not in self._asked:
                self._remember(path)
                with contextlib.suppress(FileNotFoundError):
                    os.utime(path)
            return
        if self._process != os.getpid():  # a forked child has no threads
            self._process, self._pool = os.getpid(), None
            self._asked.clear()
        if path in self._asked and self._pool is not None:
            return
        self._remember(path)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(_FETCHERS, thread_name_prefix="intarsia-cache")
        with contextlib.suppress(RuntimeError):  # the interpreter is ending
            self._pool.submit(self._fetch_ahead, path, bytes_, seal)

    def _fetch_ahead(self, path: str, bytes_: int, seal: str) -> None:
        try:
            with contextlib.suppress(Exception):  # said when it is read
                self.fetch(path, bytes_, seal)
        finally:
            self._asked.pop(path, None)

    def _remember(self, path: str) -> None:
        if len(self._asked) >= _KEEP:
            self._asked.clear()
        self._asked[path] = None

    def _make_room(self, bytes_: int) -> None:
        """The least recently used files leave; manifests stay."""
        with self._locked("room"):
            files = sorted(_files_in(self._remote.cache))
            held = sum(size for _, size, _ in files)
            for _, size, path in files:
                if held + bytes_ <= self._remote.cache_bytes:
                    return
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)
                held -= size

    @contextlib.contextmanager
    def _locked(self, what: str) -> Iterator[None]:
        """By other processes and threads of this host."""
        folder = os.path.join(self._remote.cache, ".locks")
        os.makedirs(folder, exist_ok=True)
        name = what if what == "room" else f"{zlib.crc32(what.encode()) % _LOCKS:03}"
        number = os.open(os.path.join(folder, name), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(number, fcntl.LOCK_EX)
            yield
        finally:
            os.close(number)


def refuse_small(remote: Remote, needed: int) -> None:
    """Before the first batch: what an order reads side by side must fit."""
    if needed > remote.cache_bytes:
        raise ValueError(_too_small(remote, needed))


def needed_bytes(shuffle: str, shard_bytes: list[int]) -> int:
    """What an order reads side by side."""
    if not shard_bytes:
        return 0
    if shuffle == "lanes":
        return min(sum(shard_bytes), (_core.LANES + _FETCHERS) * max(shard_bytes))
    return 2 * max(shard_bytes) if shuffle == "none" else sum(shard_bytes)


def _too_small(remote: Remote, needed: int) -> str:
    return (
        f"cache_bytes: {remote.cache_bytes:,} bytes of {remote.cache} are not enough for "
        f"{remote.address}: at least {needed:,} are needed at once"
    )


def _parts_in(manifest: bytes) -> list[str]:
    import json

    found = json.loads(manifest)
    is_collection = found["format"] == "intarsia collection"
    return [part_name(i) for i in range(len(found["parts"]))] if is_collection else []


def _name_of(address: str) -> str:
    """A folder's name for an address: its end for people, its hash for the rest."""
    seal = _core.xxh3(np.frombuffer(address.encode(), np.uint8))
    end = "".join(c if c.isalnum() or c in "-_" else "-" for c in address.rsplit("/", 1)[-1][:40])
    return f"{end}-{seal:016x}"


def _files_in(folder: str) -> Iterator[tuple[float, int, str]]:
    """(when it was used last, bytes, path) of what may leave."""
    for here, _, names in os.walk(folder):
        for name in names:
            if not name.endswith(".npy") or name.startswith(".tmp-"):
                continue
            path = os.path.join(here, name)
            with contextlib.suppress(FileNotFoundError):
                found = os.stat(path)
                yield found.st_mtime, found.st_size, path


def _column_manifest(name: str) -> str:
    return f"{_core.COLUMNS_NAME}/{name}/{_MANIFEST}"


def _link(to: str, path: str) -> None:
    """A link in the place of the one that is there."""
    temporary = os.path.join(os.path.dirname(path), f".tmp-{os.getpid()}-{os.path.basename(path)}")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(temporary)
    os.symlink(to, temporary)
    os.replace(temporary, path)


def _write(path: str, content: bytes | memoryview[Any]) -> None:
    """Whole or not at all."""
    temporary = os.path.join(os.path.dirname(path), f".tmp-{os.getpid()}-{os.path.basename(path)}")
    with open(temporary, "wb") as file:
        file.write(content)
    os.replace(temporary, path)
