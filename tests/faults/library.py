"""The library that injects faults: built, and the tool run under it."""

import dataclasses
import os
import pathlib
import signal
import subprocess

from tests.conftest import TOOL

SOURCE = pathlib.Path(__file__).parent / "inject.c"
TIMEOUT_S = 60

# What can go wrong with the calls of each kind. A disk that is full stays so, and so does memory
# that is used up: those come for one call alone and for all from it on ("+").
KILLS = ("kill-before", "kill-after")
ACTIONS = {
    "write": ("EIO", "+ENOSPC", "ENOSPC", "EINTR", "short", "+short", *KILLS),
    "fsync": ("EIO", "+EIO", "ENOSPC", "EINTR", *KILLS),
    "rename": ("EIO", "+ENOSPC", "EACCES", *KILLS),
    "link": ("EIO", "+ENOSPC", *KILLS),
    "unlink": ("EIO", "+EACCES", *KILLS),
    "open": ("EIO", "+EMFILE", "EMFILE", "ENOSPC", "EINTR", "EACCES", *KILLS),
    "read": ("EIO", "+EIO", "EINTR", "short", "+short", *KILLS),
    "opendir": ("EIO", "+EMFILE", "ENOMEM", *KILLS),
    "readdir": ("EIO", "+EIO", *KILLS),
    "mmap": ("ENOMEM", *KILLS),
    "ftruncate": ("EIO", "EINTR", "ENOSPC", *KILLS),
    "mkdir": ("EIO", "ENOSPC", "EACCES", *KILLS),
    "stat": ("EIO", "+EIO", "EACCES", *KILLS),
    "flock": ("EIO", "EINTR", "EAGAIN", *KILLS),
    "close": ("EIO", "+EIO", "ENOSPC", *KILLS),
    "thread": ("EAGAIN", "+EAGAIN", *KILLS),
    "malloc": ("ENOMEM", "+ENOMEM", "kill-before"),
}


@dataclasses.dataclass(frozen=True)
class Fault:
    """The n-th call of a kind, and with `stays` all after it, goes wrong in one way."""

    kind: str
    n: int
    action: str
    stays: bool = False

    @classmethod
    def read(cls, text):
        kind, n, action = text.split(":")
        return cls(kind, int(n.removesuffix("+")), action, n.endswith("+"))

    @classmethod
    def of(cls, kind, n, action):
        """With an action of ACTIONS."""
        return cls(kind, n, action.removeprefix("+"), action.startswith("+"))

    def __str__(self):
        return f"{self.kind}:{self.n}{'+' if self.stays else ''}:{self.action}"

    @property
    def is_kill(self):
        return self.action in KILLS


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How a run ended: its exit code, a signal as a negative one, None if it did not end."""

    code: int | None
    stdout: bytes
    stderr: str

    @property
    def is_killed(self):
        return self.code == -signal.SIGKILL


def compiled(folder):
    """The library, built in that folder."""
    library = pathlib.Path(folder) / "inject.so"
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra"]
    subprocess.run(["cc", *flags, SOURCE, "-o", library], check=True)
    return library


class Injector:
    """Runs the tool in a folder, whole or with a fault."""

    def __init__(self, library):
        self._library = library

    def run(self, args, folder, fault=None, counts=None):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("INTARSIA_FAULT")}
        environment["LD_PRELOAD"] = str(self._library)
        if fault is not None:
            environment["INTARSIA_FAULT"] = str(fault)
        if counts is not None:
            environment["INTARSIA_FAULT_COUNT"] = str(counts)
        return self._finish([TOOL, *map(str, args)], folder, environment)

    def plain(self, args, folder):
        """Without the library: for what comes after a fault."""
        return self._finish([TOOL, *map(str, args)], folder, None)

    def counts(self, args, folder, to):
        """The number of calls of each kind in a run without faults, which is made here."""
        self.run(args, folder, counts=to)
        pairs = (line.rsplit(" ", 1) for line in to.read_text().splitlines())
        return {kind: int(count) for kind, count in pairs}

    @staticmethod
    def _finish(command, folder, environment):
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=TIMEOUT_S,
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            return Outcome(None, late.stdout or b"", (late.stderr or b"").decode(errors="replace"))
        return Outcome(done.returncode, done.stdout, done.stderr.decode(errors="replace"))
