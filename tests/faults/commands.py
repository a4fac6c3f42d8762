"""What is run under faults: commands, the files that they read, what they make undisturbed."""

import dataclasses
import functools
import pathlib
import shutil
import subprocess
import tempfile

from tests.data_sets import HEX, LICHESS, manifest_of
from tests.faults.library import Fault, Injector, Outcome

GAMES = 26
TINY_GAMES = 700  # a manifest of more than 64 KiB
REFUSED = '[Event "no game"]\n[Result "*"]\n\n1. e4 Ke4 *\n\n'
OPTIONS = ["--shard-records", 400, "--split", "train=0.7,validation=0.3", "--seed", 1]
OPTIONS += ["--every", 2, "--min-elo", 1100, "-j", 2]
PLANES = ["--layout", "chess/mailbox69"]
NAMES = (
    *("build", "build-resume", "build-force", "build-refused", "build-hex", "build-long"),
    *("build-tiny", "encode-pgn", "encode-set", "encode-hex", "encode-hex-set"),
    *("encode-tensors", "encode-force"),
    *("export-pgn", "export-plain", "export-npz", "export-force", "convert"),
    *("verify", "info", "info-record", "check"),
)


def folder_files(folder):
    """All files below a folder, by their path in it."""
    folder = pathlib.Path(folder)
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@dataclasses.dataclass(frozen=True)
class Command:
    """A call of the tool in an empty folder, or in one where something lies already."""

    name: str
    args: tuple
    before: str = ""  # what lies there: a data set of that name, as new-set, or files
    names: tuple = ()  # of files, one of which a message must tell
    kinds: tuple = ()  # of faults, where not all of them are worth it
    most: int = 1 << 30  # faults of an action, likewise

    @property
    def is_build(self):
        return self.args[0] == "build"

    def retried(self, flag):
        """The same build, completed (--resume) or made anew (--force)."""
        return [a for a in self.args if a not in ("--resume", "--force")] + [flag]


@dataclasses.dataclass(frozen=True)
class Clean:
    """A run without a fault: how it ends, what it leaves, how often it calls the system."""

    outcome: Outcome
    files: dict
    counts: dict


class Stage:
    """The inputs, made once, and a fresh folder for every run."""

    def __init__(self, root, injector: Injector):
        self.root = pathlib.Path(root)
        self.injector = injector
        self.inputs = self.root / "in"
        self._before = self.root / "before"
        self._work = self.root / "work"
        for folder in (self.inputs, self._before, self._work):
            folder.mkdir()
        self._write_games()
        self._build_sets()
        self.commands = {c.name: c for c in self._commands()}
        self.untouched = folder_files(self.inputs)

    def begin(self, command):
        """A folder in which the command can be run."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self._work))
        before = self._before / command.before
        if (before / "manifest.json").exists():
            shutil.copytree(before, folder / "new-set")
        elif command.before and before.is_dir():
            shutil.copytree(before, folder, dirs_exist_ok=True)
        elif command.before:
            shutil.copy(before, folder)
        return folder

    @functools.cache  # noqa: B019 - there is one stage
    def clean(self, name):
        command = self.commands[name]
        folder = self.begin(command)
        outcome = self.injector.plain(command.args, folder)
        files = folder_files(folder)
        shutil.rmtree(folder)
        folder = self.begin(command)
        counts = self.injector.counts(command.args, folder, self._work / f"{name}.counts")
        assert folder_files(folder) == files, f"{name}: two runs without faults differ"
        shutil.rmtree(folder)
        return Clean(outcome, files, counts)

    @functools.cache  # noqa: B019
    def whole_set(self, name):
        """What a build makes, begun in an empty folder."""
        command = self.commands[name]
        folder = pathlib.Path(tempfile.mkdtemp(dir=self._work))
        done = self.injector.plain(command.retried("--force"), folder)
        assert done.code in (0, 3), done.stderr
        files = folder_files(folder / "new-set")
        shutil.rmtree(folder)
        return files

    @functools.cache  # noqa: B019
    def calls_before_any_work(self):
        """What every command does alike: loading the tool, and understanding its arguments."""
        return self.injector.counts(["--version"], self._work, self._work / "version.counts")

    def _write_games(self):
        text = subprocess.run(["zstd", "-dc", LICHESS], capture_output=True, check=True).stdout
        starts = text.split(b"[Event ")[1 : GAMES + 1]
        games = ["[Event " + g.decode() for g in starts]
        for place in (3, GAMES - 4):
            games.insert(place, REFUSED)
        (self.inputs / "games.pgn").write_text("".join(games))
        (self.inputs / "more.pgn").write_text("".join(games[: GAMES // 2]))
        (self.inputs / "games.trmph").write_text(HEX.read_text() + "#13,zz9 r\n")
        # More than the pipeline holds at once: whoever fills it waits for whoever empties it. Not
        # among the inputs, which are compared after every run.
        (self.root / "long.pgn").write_bytes(text * 3)
        (self.root / "tiny.pgn").write_text("1. e4 e5 *\n\n" * TINY_GAMES)
        packed = self.inputs / "packed.pgn.zst"
        subprocess.run(["zstd", "-q", self.inputs / "games.pgn", "-o", packed], check=True)

    def _build_sets(self):
        self._build(self.inputs / "old-set", "games.pgn", *OPTIONS)
        self._build(self.inputs / "old-hex", "games.trmph", "--shard-records", 100)
        # Of more files than the set that replaces it: those must go.
        self._build(self._before / "other", "more.pgn", "--shard-records", 60)
        self._run("encode", self.inputs / "more.pgn", *PLANES, "-o", self.inputs / "old.npy")
        (self._before / "out.pgn").write_text("old\n")
        (self._before / "tensors").mkdir()
        out = self._before / "tensors/out.npy"
        self._run("encode", self.inputs / "more.pgn", *PLANES, "--targets", "-o", out)
        self._interrupt_a_build()

    def _build(self, folder, games, *options):
        self._run("build", self.inputs / games, "-o", folder, *options)

    def _run(self, *args):
        done = self.injector.plain(args, self.root)
        assert done.code in (0, 3), done.stderr

    def _interrupt_a_build(self):
        """A set that was killed with some shards finished and a file half written."""
        half = self._before / "half"
        build = ["build", self.inputs / "games.pgn", "-o", "half", *OPTIONS]
        for n in range(1, 1000):
            self.injector.run(build, self._before, Fault("rename", n, "kill-before"))
            manifest = manifest_of(half) if (half / "manifest.json").exists() else {"shards": []}
            if len(manifest["shards"]) == 2 and manifest["rejected_file"]["bytes"] > 0:
                assert not manifest["complete"]
                return
            shutil.rmtree(half)
        raise AssertionError("no run could be interrupted between its shards")

    def _commands(self):
        pgn, packed = self.inputs / "games.pgn", self.inputs / "packed.pgn.zst"
        trmph = self.inputs / "games.trmph"
        built = ("build", pgn, "-o", "new-set", *OPTIONS)
        in_set = ("games.pgn", "new-set")
        yield Command("build", built, names=in_set)
        yield Command("build-resume", (*built, "--resume"), before="half", names=in_set)
        yield Command("build-force", (*built, "--force"), before="other", names=in_set)
        yield Command("build-refused", built, before="other", names=in_set)
        hex_set = ("build", trmph, "-o", "new-set", "--shard-records", 100, "-j", 2)
        yield Command("build-hex", hex_set, names=("games.trmph", "new-set"))
        long = ("build", self.root / "long.pgn", "-o", "new-set", "-j", 2)
        kinds = ("thread", "malloc", "write")
        yield Command("build-long", long, names=("long.pgn", "new-set"), kinds=kinds, most=8)
        # So many shards that the manifest is not written for each of them.
        tiny = ("build", self.root / "tiny.pgn", "-o", "new-set", "--shard-records", 1, "-j", 1)
        kinds = ("write", "rename", "fsync")
        yield Command("build-tiny", tiny, names=("tiny.pgn", "new-set"), kinds=kinds, most=8)
        yield from self._encodings(pgn, trmph)
        for to in ("pgn", "plain", "npz"):
            export = ("export", self.inputs / "old-set", "--to", to, "-o", f"out.{to}")
            yield Command(f"export-{to}", export, names=("old-set", f"out.{to}"))
        replace = ("export", self.inputs / "old-set", "--to", "pgn", "-o", "out.pgn", "--force")
        yield Command("export-force", replace, before="out.pgn", names=("old-set", "out.pgn"))
        convert = ("convert", packed, "-o", "out.uci")
        yield Command("convert", convert, names=("packed.pgn.zst", "out.uci"))
        yield Command("verify", ("verify", self.inputs / "old-set", "-j", 2), names=("old-set",))
        yield Command("info", ("info", self.inputs / "old-set"), names=("old-set",))
        record = ("info", self.inputs / "old-set", "--record", 700)
        yield Command("info-record", record, names=("old-set",))
        yield Command("check", ("check", packed), names=("packed.pgn.zst",))

    def _encodings(self, pgn, trmph):
        out = ("-o", "out.npy")
        planes = (*PLANES, "--targets", "-j", 2)
        names = ("out.npy", "out.policy.npy", "out.value.npy", "out.layout.json")
        yield Command("encode-pgn", ("encode", pgn, *planes, *out), names=("games.pgn", *names))
        chosen = ("encode", self.inputs / "old-set", "--split", "train", *planes, *out)
        yield Command("encode-set", chosen, names=("old-set", *names))
        hexes = ("--layout", "hex/nxn", "--targets", *out)
        yield Command("encode-hex", ("encode", trmph, *hexes), names=("games.trmph", *names))
        hex_set = ("encode", self.inputs / "old-hex", *hexes)
        yield Command("encode-hex-set", hex_set, names=("old-hex", *names))
        tensors = ("encode", self.inputs / "old.npy", "--layout", "chess/signed64", *out)
        yield Command("encode-tensors", tensors, names=("old.npy", "old.layout.json", *names))
        force = ("encode", pgn, *planes, *out, "--force")
        yield Command("encode-force", force, before="tensors", names=("games.pgn", *names))
