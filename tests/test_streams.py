"""Standard streams that are closed, full or limited: nothing else changes by it."""

import contextlib
import os
import resource
import subprocess

import pytest

from tests.conftest import TOOL, run
from tests.data_sets import LICHESS, build, files_of

DONE, FAILED, _, SOME_REJECTED = range(4)
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """A file of games, a data set and a tensor."""
    folder = tmp_path_factory.mktemp("games")
    text = '[Event "a"]\n\n1. e4 e5 2. Nf3 1-0\n\n1. d4 Ke7 *\n\n1. c4 c5 1/2-1/2\n'
    (folder / "games.pgn").write_text(text)
    build(folder / "games.pgn", "-o", folder / "set", ok=(SOME_REJECTED,))
    run("encode", START, "-l", "chess/planes25", "-o", str(folder / "one.npy"))
    return folder


def commands(games):
    """Every verb, with the files that it makes in the current folder."""
    pgn, data, tensor = (str(games / n) for n in ("games.pgn", "set", "one.npy"))
    yield ["build", pgn, "-o", "out"]
    yield ["build", data, "-o", "out"]  # no file: refused
    yield ["encode", pgn, "-l", "chess/canonical18", "--targets", "-o", "out.npy"]
    yield ["encode", data, "-l", "chess/planes25", "--progress", "always", "-o", "out.npy"]
    yield ["encode", tensor, "-l", "chess/signed64", "-o", "out.npy"]
    yield ["decode", tensor, "--turn", "white"]
    yield ["export", data, "--to", "pgn", "-o", "out.pgn"]
    yield ["convert", pgn, "-o", "out.uci"]
    yield ["check", pgn]
    yield ["verify", data]
    yield ["info", data]
    yield ["inspect", START, "8/8/8/8/8/8/8/8 w - - 0 1"]
    yield ["show", START, "-l", "chess/planes25"]
    yield ["transition", START, "e2e4"]
    yield ["layouts"]
    yield ["policies"]
    yield ["perft", "2"]
    yield ["nonsense"]
    yield ["--help"]


def made_in(folder, words, **streams):
    """The exit code, standard output and files of a run in a new folder."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        [TOOL, *words], cwd=folder, stdin=subprocess.DEVNULL, check=False, timeout=60, **streams
    )
    files = {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    return done.returncode, done.stdout, files


def closed(*descriptors):
    def close():
        for fd in descriptors:
            os.close(fd)

    return close


def test_stderr_changes_nothing(games, tmp_path):
    """Full or closed: exit code, output and files are those of a run that is heard."""
    for number, words in enumerate(commands(games)):
        pipe = subprocess.PIPE
        heard = made_in(tmp_path / f"{number}-heard", words, stdout=pipe, stderr=pipe)
        with open("/dev/full", "wb") as full:
            to_full = made_in(tmp_path / f"{number}-full", words, stdout=pipe, stderr=full)
        assert to_full == heard, words
        shut = made_in(tmp_path / f"{number}-shut", words, stdout=pipe, preexec_fn=closed(2))
        assert shut == heard, words
        # Nothing has the number of a standard stream, whatever is opened first.
        none = made_in(tmp_path / f"{number}-none", words, preexec_fn=closed(0, 1, 2))
        if not heard[1]:
            assert none == (heard[0], None, heard[2]), words
        assert none[0] in (heard[0], FAILED), words
        assert none[2] == heard[2], words


def test_output_that_cannot_be_written_is_a_failure(games):
    """Of whatever is printed, help too."""
    prints = [["--help"], ["build", "--help"], ["--version"], ["layouts"], ["inspect", START]]
    for words in [*prints, ["info", str(games / "set")], ["perft", "3", "--divide"]]:
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [TOOL, *words], stdout=full, stderr=subprocess.PIPE, check=False, text=True
            )
        assert done.returncode == FAILED, words
        assert "cannot write to standard output" in done.stderr, words
        shut = subprocess.run(
            [TOOL, *words], stderr=subprocess.PIPE, preexec_fn=closed(1), check=False, text=True
        )
        assert shut.returncode == FAILED, words


def test_stdin_that_is_closed_is_an_error_of_reading():
    done = subprocess.run(
        [TOOL, "inspect", "-"], preexec_fn=closed(0), capture_output=True, check=False, text=True
    )
    assert done.returncode == FAILED
    assert done.stderr.startswith("intarsia inspect: -:")


def small_files(limit):
    def set_limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return set_limit


def test_a_limit_on_the_size_of_files_is_an_error_of_writing(tmp_path):
    """SIGXFSZ would end the program without a word."""
    for words in (
        ["build", LICHESS, "-o", "set"],
        ["encode", LICHESS, "-l", "chess/planes25", "--targets", "-o", "out.npy"],
        ["convert", LICHESS, "-o", "out.uci"],
    ):
        done = subprocess.run(
            [TOOL, *words],
            cwd=tmp_path,
            preexec_fn=small_files(100_000),
            capture_output=True,
            check=False,
            text=True,
        )
        assert done.returncode == FAILED, words
        assert "File too large" in done.stderr, words
    assert [p.name for p in tmp_path.iterdir()] == ["set"]
    build(LICHESS, "-o", tmp_path / "set", "--resume")
    build(LICHESS, "-o", tmp_path / "whole")
    assert files_of(tmp_path / "set") == files_of(tmp_path / "whole")


def little_memory(limit):
    def set_limit():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    return set_limit


def test_memory_that_runs_out_is_said(tmp_path):
    """At any amount of memory a run is whole, or fails with these words: threads included."""
    build(LICHESS, "-o", tmp_path / "whole", "-j", 2)
    whole = files_of(tmp_path / "whole")
    codes = set()
    for megabytes in [*range(8, 120, 4), *range(120, 600, 40)]:
        out = tmp_path / "set"
        done = subprocess.run(
            [TOOL, "build", LICHESS, "-o", out, "-j", "2", "--force"],
            preexec_fn=little_memory(megabytes << 20),
            capture_output=True,
            check=False,
            text=True,
            timeout=120,
        )
        codes.add(done.returncode)
        if "error while loading shared libraries" in done.stderr:  # not yet our program
            continue
        if done.returncode == DONE:
            assert files_of(out) == whole
        else:
            assert done.returncode == FAILED, (megabytes, done.stderr)
            words = ("out of memory", "thread", "Cannot allocate memory")
            assert any(w in done.stderr for w in words), (megabytes, done.stderr)
    assert {DONE, FAILED} <= codes


def test_a_source_that_is_cut_while_it_is_read_is_an_error(tmp_path):
    """The rest of it may be missing from the middle of a game on."""
    text = subprocess.run(["zstd", "-dc", LICHESS], capture_output=True, check=True).stdout
    source = tmp_path / "games.pgn"
    shrink = (
        "import os, subprocess, sys\n"
        "size = os.path.getsize('games.pgn')\n"
        # Far more than the pieces that are on their way at once: the tool waits for its output.
        "p = subprocess.Popen([sys.argv[1], 'check', 'games.pgn', '--json'],"
        " stdout=subprocess.PIPE, stderr=subprocess.PIPE)\n"
        "first = p.stdout.readline()\n"
        "os.truncate('games.pgn', size // 2)\n"
        "_, said = p.communicate()\n"
        "print(p.returncode, said.decode())\n"
    )
    source.write_bytes(text * 12)
    done = subprocess.run(
        ["python3", "-c", shrink, TOOL], cwd=tmp_path, capture_output=True, check=True, text=True
    )
    code, said = done.stdout.split(" ", 1)
    assert int(code) == FAILED
    assert "was cut" in said
    with contextlib.suppress(FileNotFoundError):
        source.unlink()
