"""Files that lie elsewhere: addresses like s3://bucket/games, reached through fsspec."""

from __future__ import annotations

import functools
import io
import os
import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

from ._arrivals import Arrivals, md5_of

TRIES = 5
_FIRST_PAUSE = 0.2  # seconds; each one is three times the one before
_ADDRESS = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://")
# What would be the same the next time.
_FINAL = (
    FileNotFoundError,
    PermissionError,
    FileExistsError,
    IsADirectoryError,
    ValueError,
    TypeError,
)
Answer = TypeVar("Answer")


def is_address(path: str | os.PathLike[str]) -> bool:
    """Whether a path is one of fsspec's, and none of this machine."""
    return isinstance(path, str) and _ADDRESS.match(path) is not None


def store_at(address: str) -> tuple[Any, str]:
    """The file system of fsspec and the path in it.

    What it needs to know (keys, endpoints) comes from the environment or fsspec's own settings, so
    that no address, file or pickle has it.
    """
    _refuse_secrets(address)
    try:
        import fsspec
    except ImportError:
        raise ImportError(f"{address}: needs fsspec: pip install 'intarsia[remote]'") from None
    _survive_forks()
    try:
        fs, path = fsspec.core.url_to_fs(address)
    except ImportError as error:
        raise ImportError(f"{address}: {error}: pip install the store's driver") from None
    return fs, path.rstrip("/")


@functools.cache
def _survive_forks() -> None:
    """fsspec's thread does not come along into a child, which would wait for it for ever."""
    from fsspec.asyn import reset_lock

    os.register_at_fork(after_in_child=reset_lock)


def _refuse_secrets(address: str) -> None:
    authority = address.split("://", 1)[1].split("/", 1)[0]
    if "@" in authority and ":" in authority.split("@")[0]:
        raise ValueError(
            "an address holds a password: the store's driver takes keys from the environment"
        )


def patiently(work: Callable[[], Answer], what: str) -> Answer:
    """Does it, again after growing pauses if the store fails for reasons of its own."""
    pause = _FIRST_PAUSE
    for tries in range(1, TRIES + 1):
        try:
            return work()
        except _FINAL:
            raise
        except Exception as error:
            if tries == TRIES:
                raise OSError(f"{what}: {error} ({TRIES} tries)") from error
            time.sleep(pause)
            pause *= 3
    raise AssertionError


class Folder:
    """A folder, or a prefix, at an address."""

    def __init__(self, address: str):
        self.address = address.rstrip("/")
        self.fs, self.path = store_at(self.address)
        self._arrivals = Arrivals()

    def _at(self, name: str) -> str:
        return f"{self.path}/{name}"

    def read(self, name: str) -> bytes:
        """A small file, whole."""
        return patiently(lambda: self.fs.cat_file(self._at(name)), f"{self.address}/{name}")

    def find(self, name: str) -> bytes | None:
        """The same, or None if there is none."""
        try:
            return self.read(name)
        except FileNotFoundError:
            return None

    def has(self, name: str) -> bool:
        """Asks the store anew: what was listed before may have grown."""
        self.fs.invalidate_cache()
        return patiently(lambda: self.fs.exists(self._at(name)), f"{self.address}/{name}")

    def names_in(self, folder: str) -> list[str]:
        """What lies in a folder of it, sorted; nothing if there is none."""
        self.fs.invalidate_cache()
        try:
            found = patiently(
                lambda: self.fs.ls(self._at(folder), detail=False), f"{self.address}/{folder}"
            )
        except FileNotFoundError:
            return []
        return sorted(path.rstrip("/").rsplit("/", 1)[1] for path in found)

    def put(self, name: str, local: str) -> None:
        """Writes a file, which must have arrived whole. One that is there has the same bytes."""

        def work() -> None:
            self._make_room(name)
            self.fs.put_file(local, self._at(name))
            self.fs.invalidate_cache()
            self._arrivals.check(self.fs, self._at(name), size, told)

        size = os.path.getsize(local)
        with self._arrivals.hashing(local) as told:
            patiently(work, f"{self.address}/{name}")

    def create(self, name: str, content: bytes, exclusive: bool = True) -> bool:
        """Writes a file that is not there yet; False if it is. Of several at once one succeeds."""
        where = f"{self.address}/{name}"
        if not exclusive:
            if self.find(name) is not None:
                return False
            patiently(lambda: self._pipe(name, content, "overwrite"), where)
            patiently(lambda: self._check(name, content), where)
            return True
        try:
            patiently(lambda: self._pipe(name, content, "create"), where)
        except FileExistsError:
            # Perhaps by a try of ours whose answer was lost: the caller compares.
            return False
        except (NotImplementedError, TypeError) as error:
            raise ValueError(f"{self.address}: {_NOT_EXCLUSIVE} ({error})") from None
        patiently(lambda: self._check(name, content), where)
        return True

    def _check(self, name: str, content: bytes) -> None:
        told = functools.partial(md5_of, io.BytesIO(content))
        self._arrivals.check(self.fs, self._at(name), len(content), told)

    def _pipe(self, name: str, content: bytes, mode: str) -> None:
        self._make_room(name)
        self.fs.pipe_file(self._at(name), content, mode=mode)
        self.fs.invalidate_cache()

    def _make_room(self, name: str) -> None:
        """Where folders are more than parts of names."""
        self.fs.makedirs(self._at(name).rsplit("/", 1)[0], exist_ok=True)

    def refuse_unless_exclusive(self, name: str, content: bytes) -> None:
        """A store that lets a file be created twice, without a word, keeps no promise."""
        if self.create(name, content):
            raise ValueError(f"{self.address}: {_NOT_EXCLUSIVE}")


_NOT_EXCLUSIVE = (
    "the store cannot create a file only if it is not there, by which two workers on one part are "
    "told apart; exclusive=False does without (docs/clusters.md)"
)


def sources_at(address: str) -> list[tuple[str, int]]:
    """The files that an address, a pattern or a folder stands for, by the bytes of their names.

    Their paths in the store, and how long they are.
    """
    fs, path = store_at(address)
    fs.invalidate_cache()
    if any(sign in path for sign in "*?["):
        found = patiently(lambda: fs.glob(path, detail=True), address)
    elif patiently(lambda: fs.isdir(path), address):
        found = patiently(lambda: fs.find(path, detail=True), address)
    else:
        found = {path: patiently(lambda: fs.info(path), address)}
    files = {name: info["size"] for name, info in found.items() if info["type"] == "file"}
    if not files:
        raise FileNotFoundError(f"{address}: no such file")
    return [(name, files[name]) for name in sorted(files, key=os.fsencode)]
