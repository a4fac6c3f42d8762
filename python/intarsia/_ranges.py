"""A file at an address, read from its start to its end in ranges that are fetched ahead."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from ._addresses import patiently, store_at

_RANGE = 8 << 20  # bytes
_AHEAD = 3  # ranges


class Ranges:
    """Bytes in order. A connection that breaks costs the range that was on its way, at most.

    Nothing is stored, and the file must stay what it was when it was opened.
    """

    def __init__(self, address: str, bytes_: int):
        self._pool = ThreadPoolExecutor(_AHEAD, thread_name_prefix="intarsia-ranges")
        self._address = address
        self._fs, self._path = store_at(address)
        self._fs.invalidate_cache()
        info = patiently(lambda: self._fs.info(self._path), address)
        if info["size"] != bytes_:
            raise ValueError(
                f"{address} has {info['size']} bytes, and the plan says {bytes_}: it is not the "
                "source that was planned"
            )
        self._bytes = bytes_
        self._tag = _tag_of(info)
        self._next = 0  # of the range that is asked for next
        self._coming: deque[Future[bytes]] = deque()
        self._here = memoryview(b"")

    def read(self, wanted: int) -> bytes:
        """Some bytes; none at the end."""
        if not self._here:
            self._here = memoryview(self._next_range())
        some, self._here = self._here[:wanted], self._here[wanted:]
        return bytes(some)

    def _next_range(self) -> bytes:
        while self._next < self._bytes and len(self._coming) < _AHEAD:
            end = min(self._next + _RANGE, self._bytes)
            self._coming.append(self._pool.submit(self._fetch, self._next, end))
            self._next = end
        if not self._coming:
            self._end()
            return b""
        return self._coming.popleft().result()

    def _fetch(self, start: int, end: int) -> bytes:
        def work() -> bytes:
            found = self._fs.cat_file(self._path, start=start, end=end)
            if len(found) != end - start:
                raise OSError(f"{len(found)} bytes came of {end - start}")
            return found

        return patiently(work, f"{self._address}, bytes {start} to {end}")

    def _end(self) -> None:
        self._pool.shutdown(wait=False)
        self._fs.invalidate_cache()
        if _tag_of(self._fs.info(self._path)) != self._tag:
            raise ValueError(f"{self._address} was changed while it was read")

    def __del__(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _tag_of(info: dict[str, Any]) -> Any:
    """What a store says of a file's content, if anything."""
    return next((info[key] for key in ("ETag", "etag", "md5Hash") if info.get(key)), None)
