"""Whether a file has arrived whole in a store: by its length, and by the checksum that is told."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
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

    def check(self, fs: Any, path: str, sent: BinaryIO) -> None:
        """Raises OSError unless what was sent lies there."""
        info = fs.info(path)
        size = sent.seek(0, os.SEEK_END)
        if info["size"] != size:
            raise OSError(f"{info['size']} bytes arrived of {size}")
        told = md5_in(info) if self._are_checksums else None
        if told is None:
            return
        sent.seek(0)
        expected = _md5_of(sent)
        if told == expected:
            return
        with fs.open(path, "rb") as there:
            if _md5_of(there) != expected:
                raise OSError("other bytes arrived than were sent: its checksum is another")
        self._are_checksums = False


def md5_in(info: dict[str, Any]) -> str | None:
    """What a store tells as the MD5 of a file, in hexadecimal digits: S3, Google, Azure."""
    settings = info.get("content_settings") or {}
    for told in (info.get("md5Hash"), info.get("content_md5"), settings.get("content_md5")):
        if found := _digest(told):
            return found.hex()
    tag = _MD5.fullmatch(str(info.get("ETag") or ""))
    return tag[1] if tag else None


def _md5_of(file: BinaryIO) -> str:
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
