"""Several data sets through the tool: packed into one, and read as one."""

import json

import numpy as np

from tests.conftest import run
from tests.data_sets import build, files_of

GAME = '[Event "{}"]\n[Result "1-0"]\n\n1. e4 {} 2. Nf3 a6 1-0\n\n'
DONE, FAILED, USAGE = range(3)


def made(folder):
    """Two sets, whose games have their first positions in common, and one of all of them."""
    for name, moves in (("a", ["e5", "c5", "e6"]), ("b", ["c5", "d5"])):
        (folder / f"{name}.pgn").write_text("".join(GAME.format(name, move) for move in moves))
        build(f"{name}.pgn", "-o", name)
    build("a.pgn", "b.pgn", "-o", "whole")


def test_merge_makes_the_bytes_of_one_build(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made(tmp_path)
    done = run("merge", "a", "b", "-o", "both")
    assert done.returncode == DONE and "5 of 5 read" in done.stderr
    assert files_of("both") == files_of("whole")
    assert run("merge", "a", "b", "-o", "both").returncode == FAILED
    assert run("merge", "a", "both", "-o", "both", "--force").returncode == FAILED
    assert run("merge", "a", "b", "-o", "both", "--unique", "players").returncode == USAGE
    assert files_of("both") == files_of("whole")
    done = run("merge", "b", "-o", "both", "--force", "--json")
    assert json.loads(done.stdout)["games"] == 2


def test_merge_leaves_out_what_comes_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made(tmp_path)
    done = run("merge", "a", "b", "-o", "games", "--unique", "games", "--json")
    said = json.loads(done.stdout)
    assert said["games"] == 4 and said["dropped"] == {"duplicate": 1}
    words = ["--unique", "positions", "--memory", "16MiB"]
    done = run("merge", "a", "b", "-o", "positions", *words)
    # Of twenty positions the start and that after 1. e4 come once, and so do all of the second c5.
    assert "repeated  10 positions not chosen" in done.stderr
    build("a.pgn", "b.pgn", "-o", "built", *words)
    assert files_of("built") == files_of("positions")
    done = run("encode", "positions", "-l", "chess/signed64", "-o", "planes.npy")
    assert done.returncode == DONE, done.stderr
    assert len(np.load("planes.npy")) == 10
    assert run("verify", "positions", "games").returncode == DONE
    # An option of a set like any other.
    assert run("merge", "positions", "a", "-o", "no").returncode == FAILED


def test_folders_are_read_one_after_the_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made(tmp_path)
    for folders in (["a", "b"], ["whole"]):
        out = f"{folders[0]}.npy"
        assert run("encode", *folders, "-l", "chess/signed64", "-o", out).returncode == DONE
    assert (np.load("a.npy") == np.load("whole.npy")).all()
    found = json.loads(run("info", "a", "b", "--record", "14", "--json").stdout)
    assert (found["folder"], found["row"], found["source"]) == ("b", 2, "b.pgn")
    beyond = run("info", "a", "b", "--record", "20")
    assert beyond.returncode == FAILED and "20 records" in beyond.stderr
