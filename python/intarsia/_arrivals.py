"""Whether a file has arrived whole in a store: by its length, and by the checksum that is told."""

from __future__ import annotations

import base64
import binascii
import contextlib
import functools
import hashlib
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO

_BLOCK = 1 << 20
_DIGEST_BYTES = 16
_MD5 = re.compile(r'"?([0-9a-f]{32})"?')


class Arrivals:
    """Compares files with what a store tells of them.

    S3's tag is the MD5 of most files: not of those that it has encrypted with a key of its own, and
    not of those that came in pieces. So where it differs, the file is read back: that decides, and
    says whether the tags of this store are checksums at all.
    """

    def __init__(self) -> None:
        self._are_checksums = True
        self._is_told = False  # it was, of a file before

    @contextlib.contextmanager
    def hashing(self, local: str) -> Iterator[Callable[[], str]]:
        """What gives the MD5 of a file: it is worked out meanwhile where it will be wanted."""

        def digest() -> str:
            with open(local, "rb") as file:
                return md5_of(file)

        if not (self._is_told and self._are_checksums):
            yield functools.cache(digest)
            return
        with ThreadPoolExecutor(1) as meanwhile:
            yield meanwhile.submit(digest).result

    def check(self, fs: Any, path: str, size: int, sent: Callable[[], str]) -> None:
        """Raises OSError unless so many bytes lie there, with the MD5 of what was sent."""
        info = fs.info(path)
        if info["size"] != size:
            raise OSError(f"{info['size']} bytes arrived of {size}")
        told = md5_in(info) if self._are_checksums else None
        if told is None:
            return
        self._is_told = True
        if told == sent():
            return
        with fs.open(path, "rb") as there:
            if md5_of(there) != sent():
                raise OSError("other bytes arrived than were sent: its checksum is another")
        self._are_checksums = False


def md5_in(info: dict[str, Any]) -> str | None:
    """What a store tells as the MD5 of a file, in hexadecimal digits: S3, Google, Azure."""
    settings = info.get("content_settings") or {}
    for told in (info.get("md5Hash"), info.get("content_md5"), settings.get("content_md5")):
        if found := _digest(told):
            return binascii.hexlify(found).decode()
    tag = _MD5.fullmatch(str(info.get("ETag") or ""))
    return tag[1] if tag else None


def md5_of(file: BinaryIO) -> str:
    """Of what is in an open file, from its start on."""
    file.seek(0)
    digest = hashlib.md5(usedforsecurity=False)
    while block := file.read(_BLOCK):
        digest.update(block)
    return digest.hexdigest()


def _digest(told: Any) -> bytes | None:
    """Sixteen bytes, or their base64."""
    if isinstance(told, str):
        try:
            told = base64.b64decode(told, validate=True)
        except binascii.Error:
            return None
    is_one = isinstance(told, (bytes, bytearray)) and len(told) == _DIGEST_BYTES
    return bytes(told) if is_one else None
