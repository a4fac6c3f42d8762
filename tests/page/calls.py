"""The functions of the page called from Python: natively, and as WebAssembly by node.

A call is a function's name, its arguments and perhaps the bytes of a file. Both programs read calls
and write answers a line each (page/core/native.cc), so that answers can be compared byte for byte.
"""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple


class Call(NamedTuple):
    function: str
    arguments: dict[str, Any]
    data: bytes = b""


@dataclass(frozen=True)
class Answer:
    has_failed: bool
    arrays: bytes
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    def array(self, name: str) -> bytes:
        place = self.json["arrays"][name]
        size = {"f4": 4, "u2": 2, "u1": 1}[place["type"]]
        return self.arrays[place["at"] : place["at"] + size * place["length"]]


class Caller:
    """A program that answers calls."""

    def __init__(self, command: list[str]):
        self._command = command
        listed = self._run(["0 - {}"])[0].json
        self.functions = {f["name"]: f for f in listed["functions"]}
        self._numbers = {name: i for i, name in enumerate(self.functions)}

    def all(self, calls: Iterable[Call]) -> list[Answer]:
        lines = [
            f"{self._numbers[c.function]} {c.data.hex() or '-'} {json.dumps(c.arguments)}"
            for c in calls
        ]
        return self._run(lines)

    def one(self, function: str, data: bytes = b"", **arguments: Any) -> Answer:
        return self.all([Call(function, arguments, data)])[0]

    def _run(self, lines: list[str]) -> list[Answer]:
        done = subprocess.run(
            self._command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True
        )
        answers = []
        # Not splitlines: texts may hold other separators of lines.
        for line in done.stdout.removesuffix("\n").split("\n"):
            failed, arrays, text = line.split(" ", 2)
            answers.append(
                Answer(failed == "1", b"" if arrays == "-" else bytes.fromhex(arrays), text)
            )
        assert len(answers) == len(lines)
        return answers


def native(build: pathlib.Path) -> Caller:
    return Caller([str(build / "bin" / "page_native")])


def wasm(core: pathlib.Path) -> Caller:
    node = shutil.which("node")
    assert node, "node is not installed: apt-get install nodejs"
    return Caller([node, str(pathlib.Path(__file__).with_name("call_core.mjs")), str(core)])
