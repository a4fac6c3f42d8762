"""A hobbyist and a disk full of games: archives, folders, lists, and a run that was interrupted."""

import contextlib
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import termios
import threading
import time
from fcntl import ioctl

import pytest

from tests.conftest import TOOL, run
from tests.data_sets import LICHESS, build, files_of, manifest_of

DONE, FAILED, USAGE, SOME_REJECTED = range(4)
INTERRUPTED = 130


def shell(command, folder):
    subprocess.run(command, shell=True, cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Two files of games, and a note beside them."""
    folder = tmp_path_factory.mktemp("games")
    text = subprocess.run(
        ["zstd", "-dc", LICHESS], capture_output=True, check=True, text=True
    ).stdout
    parts = re.split(r"\n\n(?=\[Event)", text)
    (folder / "april.pgn").write_text("\n\n".join(parts[:60]) + "\n\n")
    (folder / "may.pgn").write_text("\n\n".join(parts[60:100]) + "\n\n")
    (folder / "readme.txt").write_text("Games of my club.\n")
    return folder


@pytest.fixture(scope="module")
def expected(games, tmp_path_factory):
    folder = tmp_path_factory.mktemp("expected") / "set"
    build(games / "april.pgn", games / "may.pgn", "-o", folder)
    return files_of(folder, less={"manifest.json"})


ARCHIVES = {
    "all.zip": "zip -q all.zip april.pgn readme.txt may.pgn",
    "stored.zip": "zip -q -0 stored.zip april.pgn readme.txt may.pgn",
    "streamed.zip": "zip -q - april.pgn readme.txt may.pgn | cat > streamed.zip",
    "all.tar": "tar cf all.tar april.pgn readme.txt may.pgn",
    "all.tar.gz": "tar czf all.tar.gz april.pgn readme.txt may.pgn",
    "all.tgz": "tar czf all.tgz april.pgn readme.txt may.pgn",
    "all.tar.bz2": "tar cjf all.tar.bz2 april.pgn readme.txt may.pgn",
    "all.tar.xz": "tar cJf all.tar.xz april.pgn readme.txt may.pgn",
    "all.tar.zst": "tar cf - april.pgn readme.txt may.pgn | zstd -q > all.tar.zst",
    "packed.zip": "gzip -k april.pgn && zip -q packed.zip april.pgn.gz readme.txt may.pgn",
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_is_its_games(name, games, expected, tmp_path):
    shell(ARCHIVES[name], games)
    done = build(games / name, "-o", tmp_path / "set")
    assert files_of(tmp_path / "set", less={"manifest.json"}) == expected
    member = "april.pgn.gz" if name == "packed.zip" else "april.pgn"
    names = [source["name"] for source in manifest_of(tmp_path / "set")["sources"]]
    assert names == [f"{games / name}!{member}", f"{games / name}!may.pgn"]
    assert f"{name}!readme.txt" in done.stderr, "what is left out is said"
    piped = subprocess.run(
        [TOOL, "build", "-", "-o", tmp_path / "piped"],
        input=(games / name).read_bytes(),
        capture_output=True,
        check=False,
    )
    assert piped.returncode == DONE
    assert files_of(tmp_path / "piped", less={"manifest.json"}) == expected
    checked = run("check", games / name)
    assert checked.returncode == DONE and "100 games: 0 refused" in checked.stderr
    assert run("info", games / name).stdout.count("pgn") >= 2


@pytest.mark.parametrize("packer", ["bzip2", "xz", "gzip", "zstd"])
def test_a_packed_file_is_its_games(packer, games, tmp_path):
    ending = {"bzip2": "bz2", "xz": "xz", "gzip": "gz", "zstd": "zst"}[packer]
    file = tmp_path / f"april.pgn.{ending}"
    file.write_bytes(
        subprocess.run([packer, "-c", games / "april.pgn"], capture_output=True, check=True).stdout
    )
    build(file, "-o", tmp_path / "set")
    assert manifest_of(tmp_path / "set")["games"] == 60
    whole = file.read_bytes()
    for bytes_ in (len(whole) - 1, len(whole) // 2):
        file.write_bytes(whole[:bytes_])
        done = run("build", file, "-o", tmp_path / "cut", "--force")
        assert done.returncode == FAILED and "cut" in done.stderr, done.stderr


def test_what_cannot_be_unpacked_here_is_refused_before_anything_is_written(games, tmp_path):
    shell("7z a -bd club.7z april.pgn && zip -q -e -P secret locked.zip april.pgn", games)
    shell("zip -q notes.zip readme.txt && zip -q outer.zip notes.zip", games)
    build(games / "may.pgn", "-o", tmp_path / "set")
    before = files_of(tmp_path / "set")
    (tmp_path / "photo.pgn.jpg").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(500))
    cases = {
        games / "club.7z": "7z x -so",
        games / "locked.zip": "locked.zip!april.pgn is encrypted",
        games / "notes.zip": "holds no games",
        games / "outer.zip": "an archive in an archive",
        games / "readme.txt": "--from",
        tmp_path / "photo.pgn.jpg": "--from",
    }
    for file, words in cases.items():
        done = run("build", file, "-o", tmp_path / "set", "--force")
        assert done.returncode == FAILED and words in done.stderr, (file, done.stderr)
        assert files_of(tmp_path / "set") == before, file
        fresh = run("build", file, "-o", tmp_path / "fresh")
        assert fresh.returncode == FAILED and not (tmp_path / "fresh").exists(), file
    done = run("build", "-", "-o", tmp_path / "set", "--force", stdin='{"fen": 3}\n')
    assert done.returncode == FAILED and files_of(tmp_path / "set") == before


def test_folders_lists_and_files_that_are_named_twice(games, expected, tmp_path):
    box = tmp_path / "box"
    (box / "2024").mkdir(parents=True)
    (box / "2024/april.pgn").write_bytes((games / "april.pgn").read_bytes())
    (box / "may.pgn").write_bytes((games / "may.pgn").read_bytes())
    (box / "readme.txt").write_text("mine")
    done = build(box, "-o", tmp_path / "folder")
    assert files_of(tmp_path / "folder", less={"manifest.json"}) == expected
    assert "readme.txt" in done.stderr
    (tmp_path / "list.txt").write_text(f"# my games\n{box}/2024\n\n  {box}/may.pgn\n")
    build(f"@{tmp_path}/list.txt", "-o", tmp_path / "list")
    assert files_of(tmp_path / "list", less={"manifest.json"}) == expected
    done = build(box / "may.pgn", box, "-o", tmp_path / "twice")
    assert "may.pgn is named twice" in done.stderr
    assert manifest_of(tmp_path / "twice")["read"] == 140
    (box / "nothing").mkdir()
    assert run("build", box / "nothing", "-o", tmp_path / "no").returncode == FAILED
    assert run("build", "@nowhere.txt", "-o", tmp_path / "no").returncode == FAILED
    done = run("build", tmp_path / "list", "-o", tmp_path / "no")
    assert done.returncode == FAILED and "is a data set" in done.stderr


def test_nothing_is_not_success(games, tmp_path):
    done = run("build", games / "may.pgn", "-o", tmp_path / "set", "--min-elo", "3900")
    assert done.returncode == SOME_REJECTED
    assert "nothing came out: of 40 games read, 40 dropped by min-elo" in done.stderr
    done = run("build", games / "may.pgn", "-o", tmp_path / "late", "--ply", "900..")
    assert done.returncode == SOME_REJECTED and "none was chosen" in done.stderr
    (tmp_path / "empty.pgn").write_text("")
    done = run("build", tmp_path / "empty.pgn", "-o", tmp_path / "none")
    assert done.returncode == SOME_REJECTED and "no games" in done.stderr
    out = tmp_path / "x.npy"
    (tmp_path / "bad.fen").write_text("8/8 w - -\n" * 1313)
    done = run("encode", tmp_path / "bad.fen", "--layout", "chess/planes25", "-o", out)
    assert done.returncode == SOME_REJECTED and "nothing" in done.stderr
    assert not out.exists()
    twice = run(
        "encode", tmp_path / "bad.fen", tmp_path / "bad.fen", "-l", "chess/planes25", "-o", out
    )
    assert "bad.fen is named twice" in twice.stderr
    assert "1312 more like it" in done.stderr and done.stderr.count("\n") < 6
    done = run("encode", tmp_path / "bad.fen", "--layout", "chess/planes25", "-o", out, "--lenient")
    assert done.returncode == DONE and not out.exists()


def interrupted(folder, *args):
    """A build that is stopped when its first shard is there, and before its last."""
    for _ in range(20):
        shutil.rmtree(folder, ignore_errors=True)
        process = subprocess.Popen(
            [TOOL, "build", *map(str, args), "-o", folder], stderr=subprocess.PIPE
        )
        while not (folder / "shard-00000.npy").exists() and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        process.communicate()
        if process.returncode == INTERRUPTED:
            return
    pytest.fail("no run could be interrupted")


@pytest.fixture(scope="module")
def long_games(games):
    """Large enough that a run can be stopped in the middle."""
    text = (games / "april.pgn").read_text()
    (games / "one.pgn").write_text(text * 60)
    (games / "two.pgn").write_text(text * 120)
    return games


def test_resume_knows_its_options_and_finds_inputs_by_their_content(long_games, tmp_path):
    names = [tmp_path / "one.pgn", tmp_path / "two.pgn"]
    for name in names:
        name.write_bytes((long_games / name.name).read_bytes())
    options = ["--min-elo", "1000", "--ply", "4..", "--split", "a=0.5,b=0.5", "--seed", "3"]
    options += ["--shard-records", "4000", "--outcome", "1-0,0-1", "--time-control", "blitz,rapid"]
    build(*names, "-o", tmp_path / "whole", *options)
    whole = files_of(tmp_path / "whole")
    part = tmp_path / "part"
    interrupted(part, *names, *options)
    begun = files_of(part)
    for words, complaint in [
        (["--min-elo", "1200"], "--min-elo is 1200 now and was 1000"),
        (["--seed", "4"], "--seed is 4 now and was 3"),
        (["--quiet"], "--quiet is true now and was not given"),
        (["--ply", "9.."], "--ply is 9.. now and was 4.."),
        (
            ["--seed", "4", "--min-elo", "1200"],
            "--min-elo is 1200 now and was 1000, --seed is 4 now and was 3 when the data set was "
            "begun: leave them out",
        ),
        ([names[0]], "1 input is named"),
    ]:
        done = run("build", "--resume", "-o", part, *words)
        assert done.returncode == FAILED and complaint in done.stderr, done.stderr
    assert files_of(part) == begun
    text = names[0].read_bytes()
    names[0].write_bytes(text.replace(b"1-0", b"0-1", 1))
    done = run("build", "--resume", "-o", part)
    assert done.returncode == FAILED and "one.pgn" in done.stderr
    names[0].write_bytes(text)
    build("--resume", "-o", part)
    assert files_of(part) == whole

    moved = tmp_path / "moved"
    interrupted(moved, *names, *options)
    (tmp_path / "elsewhere").mkdir()
    new = [name.rename(tmp_path / "elsewhere" / name.name) for name in names]
    build("--resume", *new, "-o", moved)
    assert files_of(moved, less={"manifest.json"}) == {
        name: data for name, data in whole.items() if name != "manifest.json"
    }


class Terminal:
    """A program in a real terminal, and the lines that a person would see at the end."""

    def __init__(self, columns, *args):
        self.columns = columns
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.execv(TOOL, [str(TOOL), *map(str, args)])
        self.output = b""

    def read(self, until=None):
        while until is None or until not in self.output:
            try:
                part = os.read(self.fd, 4096)
            except OSError:
                break
            if not part:
                break
            self.output += part

    def end(self):
        self.read()
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_resume_walks_a_folder_again(long_games, tmp_path):
    box = tmp_path / "box"
    box.mkdir()
    (box / "readme.txt").write_text("mine")
    for name in ("one.pgn", "two.pgn"):
        (box / name).write_bytes((long_games / name).read_bytes())
    options = ["--shard-records", "4000"]
    build(box, "-o", tmp_path / "whole", *options)
    for again in ([], [box]):
        interrupted(tmp_path / "part", box, *options)
        build("--resume", *again, "-o", tmp_path / "part")
        assert files_of(tmp_path / "part") == files_of(tmp_path / "whole")


def fed_slowly(folder, text, parts=4):
    """A named pipe into which a text comes in parts, so that there is time to watch."""
    path = folder / "slow.pgn"
    os.mkfifo(path)

    def feed():
        with contextlib.suppress(BrokenPipeError), open(path, "wb", buffering=0) as pipe:
            step = len(text) // parts + 1
            for at in range(0, len(text), step):
                pipe.write(text[at : at + step])
                time.sleep(0.25)

    threading.Thread(target=feed, daemon=True).start()
    return path


STATUS = re.compile(rb"[\d.]+ (games, \d|[kMG]?B, )")


def check_lines(terminal):
    """Each progress line fits, and what is printed after one begins on a clean line."""
    shown = terminal.output.split(b"\r\x1b[K")
    assert any(STATUS.match(part) for part in shown), "it was shown"
    for part in shown:
        if STATUS.match(part):
            assert b"\n" not in part and len(part) < terminal.columns, part
    assert not STATUS.match(shown[-1]), "nothing of it is left"
    return shown[-1]


@pytest.mark.parametrize("columns", [60, 120])
@pytest.mark.parametrize("verb", ["check", "build"])
def test_progress_is_one_line_that_leaves_nothing_behind(verb, columns, games, tmp_path):
    text = (games / "april.pgn").read_bytes() * 30
    args = [fed_slowly(tmp_path, text), *(["-o", tmp_path / "set"] if verb == "build" else [])]
    terminal = Terminal(columns, verb, *args)
    assert terminal.end() == DONE
    report = check_lines(terminal)
    first = f"{tmp_path}/set: chess" if verb == "build" else "1800 games: 0 refused"
    assert report.startswith(first.encode())


@pytest.mark.parametrize("columns", [60, 120])
@pytest.mark.parametrize("verb", ["check", "build"])
def test_ctrl_c_takes_the_progress_away(verb, columns, games, tmp_path):
    text = (games / "april.pgn").read_bytes() * 30
    args = [fed_slowly(tmp_path, text), *(["-o", tmp_path / "set"] if verb == "build" else [])]
    terminal = Terminal(columns, verb, *args)
    terminal.read(until=b"/s")
    os.kill(terminal.pid, signal.SIGINT)
    assert terminal.end() == INTERRUPTED
    check_lines(terminal)


def test_a_board_and_a_game_need_no_file():
    shown = run("show", "hex 5 moves c3 b2")
    assert shown.returncode == DONE and "Blue to move" in shown.stdout, "without a layout the board"
    assert "R" in shown.stdout and "plane" not in shown.stdout
    assert "e4 e5" in run("convert", "startpos moves e2e4 e7e5", "-o", "-", "--to", "pgn").stdout
    assert "c3" in run("convert", "#5,c3d4", "-o", "-", "--to", "sgf").stdout
    wrong = run("convert", "nowhere.pgn", "-o", "-", "--to", "pgn")
    assert wrong.returncode == FAILED and "no file and no game" in wrong.stderr
    assert "Exit codes: 0 done" in run("--help").stdout


def test_a_board_says_what_was_played_last_and_when():
    drawn = run("show", "startpos moves e2e4").stdout
    assert "4 · · · ·[♙]· · ·" in drawn and "2 ♙ ♙ ♙ ♙[·]♙ ♙ ♙" in drawn
    assert "·(X X X[X]· ·" in run("show", "connect4 4433225").stdout, "and with what it was won"
    numbered = run("show", "connect4 4433225", "--numbers").stdout
    assert "(X5  X3  X1 [X7]" in numbered
    castled = run("show", "startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1", "--numbers").stdout
    assert "♖4 [♔4]" in castled and "♗3" in castled, "moves as players count them"
    alone = run("show", "hex 5 blue c3 red b1 turn blue", "--numbers")
    assert alone.returncode == DONE and "not known" in alone.stdout
    assert "--numbers" in run("show", "--help").stdout


def test_python_says_what_it_did_not_read(games, tmp_path):
    ia = pytest.importorskip("intarsia")
    box = tmp_path / "box"
    box.mkdir()
    (box / "may.pgn").write_bytes((games / "may.pgn").read_bytes())
    (box / "readme.txt").write_text("mine")
    with pytest.warns(ia.DataSetWarning, match=r"not read.*readme\.txt"):
        ds = ia.build(box, tmp_path / "set")
    assert len(ia.build(None, tmp_path / "set", resume=True)) == len(ds), "complete already"
    with pytest.warns(ia.DataSetWarning, match=r"named twice.*may\.pgn"):
        ia.build([box / "may.pgn"] * 2, tmp_path / "twice")
    with pytest.warns(ia.DataSetWarning, match="nothing was stored of 40 games"):
        ia.build(box / "may.pgn", tmp_path / "none", min_elo=3900)
    with pytest.raises(TypeError, match="inputs"):
        ia.build(None, tmp_path / "new")
