"""Runs that break a law on purpose: each law must be able to fail."""

import dataclasses
from collections.abc import Callable

from tests.faults.laws import broken_laws
from tests.faults.library import Fault

NEVER = 1_000_000_000  # a call that no run comes to: the run is a clean one


def overwrite(name, data=b"something else"):
    def spoil(folder, outcome):
        (folder / name).write_bytes(data)
        return outcome

    return spoil


def remove(name):
    def spoil(folder, outcome):
        (folder / name).unlink()
        return outcome

    return spoil


def end_with(**fields):
    return lambda folder, outcome: dataclasses.replace(outcome, **fields)


@dataclasses.dataclass(frozen=True)
class Sabotage:
    """A run after which something is spoilt, and what a law must then say."""

    command: str
    fault: str
    spoil: Callable
    said: str


SABOTAGES = (
    Sabotage("build", "write:5:EIO", end_with(code=-11), "died by SIGSEGV"),
    Sabotage("build", "write:5:EIO", end_with(code=2), "exit code 2"),
    Sabotage("build", "write:5:EIO", end_with(code=None), "did not end"),
    Sabotage("build", "write:5:EIO", end_with(stderr=""), "no message"),
    Sabotage("build", "malloc:1:ENOMEM", end_with(stderr="intarsia: new-set"), "no message"),
    Sabotage("build", "write:5:short", end_with(code=1), "a short transfer"),
    Sabotage("build", f"fsync:{NEVER}:EIO", end_with(), "a sync failed"),
    Sabotage("build", f"write:{NEVER}:EIO", overwrite("new-set/shard-00000.npy"), "differ"),
    Sabotage("build", f"write:{NEVER}:EIO", remove("new-set/rejected.jsonl"), "missing"),
    Sabotage("build", "rename:15:EIO", overwrite("new-set/shard-00000.npy"), "verify then finds"),
    Sabotage("build", "rename:15:EIO", overwrite("new-set/manifest.json"), "--resume then ends"),
    Sabotage(
        "build-resume", "rename:3:EIO", overwrite("new-set/games-00001.npy"), "before, changed"
    ),
    Sabotage("build-refused", "open:1:EIO", remove("new-set/games-00001.npy"), "missing"),
    Sabotage("build-force", "open:1:EIO", overwrite("new-set/x.npy"), "--resume then ends"),
    Sabotage("convert", f"open:{NEVER}:EIO", overwrite("more"), "too many: more"),
    Sabotage("convert", "read:1:EIO", overwrite("out.uci"), "it failed, but"),
    Sabotage("convert", "read:1:EIO", overwrite("out.uci.tmp-7"), "it failed, but"),
    Sabotage("convert", "read:1:kill-before", overwrite("out.uci"), "neither the old"),
    Sabotage("export-force", "read:1:kill-before", remove("out.pgn"), "is gone"),
    Sabotage("check", f"read:{NEVER}:EIO", end_with(stdout=b""), "another standard output"),
    Sabotage("check", f"read:{NEVER}:EIO", overwrite("../../in/games.pgn"), "inputs changed"),
)


def spoilt_run(stage, sabotage):
    """What the laws say of it."""
    injector = stage.injector
    before = {path: path.read_bytes() for path in stage.inputs.glob("*.pgn")}

    class Spoiling:
        plain = injector.plain

        def run(self, args, folder, fault):
            return sabotage.spoil(folder, injector.run(args, folder, fault))

    command = stage.commands[sabotage.command]
    stage.clean(command.name)
    stage.injector = Spoiling()
    try:
        return "\n".join(broken_laws(stage, command, Fault.read(sabotage.fault)))
    finally:
        stage.injector = injector
        for path, data in before.items():
            path.write_bytes(data)
