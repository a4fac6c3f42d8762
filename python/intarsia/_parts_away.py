"""Parts of a collection at an address: made in a folder of this machine, stored file by file."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from . import _core
from ._addresses import Folder, is_address
from ._ranges import Ranges

_READERS = 16  # of parts' manifests
_PLAN, _MANIFEST, _REJECTED = "plan.json", "manifest.json", "rejected.jsonl"


def read_plan(folder: str) -> dict[str, Any]:
    """The plan in a folder or at an address."""
    return json.loads(plan_text(folder))


def plan_text(folder: str) -> str:
    if is_address(folder):
        return Folder(folder).read(_PLAN).decode()
    with open(os.path.join(folder, _PLAN), encoding="utf-8") as file:
        return file.read()


def part_name(part: int) -> str:
    return f"part-{part:05}"


def is_made(folder: str, part: int) -> bool:
    """Whether the part is there."""
    name = f"{part_name(part)}/{_MANIFEST}"
    if is_address(folder):
        return Folder(folder).has(name)
    return os.path.exists(os.path.join(folder, name))


def opener(root: str, plan: dict[str, Any]) -> Callable[[str], tuple[Ranges, int]]:
    """What opens a source of the plan by its name."""
    sizes = {source["name"]: source["bytes"] for source in plan["sources"]}

    def open_source(name: str) -> tuple[Ranges, int]:
        return Ranges(f"{root.rstrip('/')}/{name}", sizes[name]), sizes[name]

    return open_source


def make_part_away(
    folder: str, part: int, root: str, scratch: str | None, how: dict[str, Any], line: Any
) -> bool:
    """Whether there was anything to do.

    Each file goes when it is finished, and leaves the scratch folder; the manifest goes last.
    """
    away = Away(folder, how["exclusive"])
    if is_made(folder, part):
        return False
    text = plan_text(folder)
    sources = opener(root, json.loads(text)) if is_address(root) else None
    if scratch is not None:
        os.makedirs(scratch, exist_ok=True)
    here = tempfile.mkdtemp(prefix=f".attempt-{part:05}-", dir=scratch)
    name = part_name(part)

    def stored(files: list[str]) -> None:
        for file in files:
            path = os.path.join(here, file)
            away.folder.put(f"{name}/{file}", path)
            os.unlink(path)

    try:
        settings = {**how, "root": None if sources else root}
        _core.build_into(text, part, here, sources, stored, settings, line)
        away.folder.put(f"{name}/{_REJECTED}", os.path.join(here, _REJECTED))
        with open(os.path.join(here, _MANIFEST), "rb") as file:
            away.create(f"{name}/{_MANIFEST}", file.read())
    finally:
        shutil.rmtree(here, ignore_errors=True)
    return True


class Away:
    """A collection at an address."""

    def __init__(self, address: str, exclusive: bool):
        self.folder = Folder(address)
        self._exclusive = exclusive

    def put_plan(self, text: str) -> None:
        """The same plan may be there already. The store is tried out with it."""
        content = text.encode()
        if not self.folder.create(_PLAN, content, self._exclusive):
            if self.folder.read(_PLAN) != content:
                raise ValueError(f"{self.folder.address} holds another plan: choose another folder")
            return
        if self._exclusive:
            self.folder.refuse_unless_exclusive(_PLAN, content)

    def create(self, name: str, content: bytes) -> None:
        """A file that is there already must be the same."""
        if self.folder.create(name, content, self._exclusive):
            return
        there = self.folder.read(name)
        if there != content:
            where = _first_difference(json.loads(there), json.loads(content)) or name
            raise ValueError(
                f"{self.folder.address}/{name}: the same was made twice, and not with the same "
                f"bytes: {where}"
            )

    def finish(self) -> list[int]:
        """Joins the parts; returns those that are missing."""
        text = self.folder.read(_PLAN).decode()
        count = len(json.loads(text)["parts"])
        names = [f"{part_name(part)}/{_MANIFEST}" for part in range(count)]
        with ThreadPoolExecutor(min(_READERS, max(count, 1))) as pool:
            found = list(pool.map(self.folder.find, names))
        missing = [part for part, manifest in enumerate(found) if manifest is None]
        if missing:
            return missing
        manifests = [manifest.decode() for manifest in found if manifest is not None]
        for part, manifest in enumerate(manifests):
            _core.check_part(text, part, manifest)
        self.create(_MANIFEST, _core.collect(text, manifests).encode())
        return []


def _first_difference(there: dict[str, Any], here: dict[str, Any]) -> str | None:
    """The first file that two manifests say other things of."""
    for a, b in zip(there.get("shards", []), here.get("shards", []), strict=False):
        if a != b:
            return a["name"]
    return None
