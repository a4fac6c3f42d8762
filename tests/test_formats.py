"""One reader for each format: what `build` reads, the other verbs read too."""

import gzip
import json

import numpy as np
import pytest

from tests.conftest import run
from tests.data_sets import build, shards

DONE, FAILED, USAGE, SOME_REJECTED = range(4)
FEN = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"

# name, text, positions, policy of the first (chess/move4096), outcome of the first
TEXTS = {
    "epd": (
        "positions.epd",
        f'# two\n{" ".join(FEN.split()[:4])} bm e5; ce 20; c9 "0-1";\n'
        f"{' '.join(MATED.split()[:4])} hmvc 3;\n",
        2,
        4 + 8 * 6 << 6 | 4 + 8 * 4,
        1.0,
    ),
    "plain": (
        "positions.plain",
        f"fen {FEN}\nmove e7e5\nscore 20\nply 1\nresult -1\ne\n",
        1,
        4 + 8 * 6 << 6 | 4 + 8 * 4,
        -1.0,
    ),
    "lines": (
        "positions.txt",
        f"# scored\n{FEN} | -20 | 0-1\nstartpos moves e2e4 | none |\n\n{MATED} | | 1.0\n",
        3,
        -1,
        1.0,
    ),
}


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("is_packed", [False, True])
def test_positions_are_read_by_every_verb(form, is_packed, tmp_path):
    name, text, count, policy, outcome = TEXTS[form]
    file = tmp_path / (name + (".gz" if is_packed else ""))
    file.write_bytes(gzip.compress(text.encode()) if is_packed else text.encode())
    build(file, "-o", tmp_path / "set")
    records = np.concatenate([records for records, _ in shards(tmp_path / "set")])
    assert len(records) == count

    checked = run("check", file, "--json")
    assert checked.returncode == DONE
    games = [json.loads(line) for line in checked.stdout.splitlines()]
    assert len(games) == count
    assert run("inspect", file).stdout.count("\n") == count
    described = json.loads(run("info", file, "--json").stdout)
    assert (described["format"], described["game"]) == (form, "chess")

    layout = ["--layout", "chess/planes25", "--policy", "chess/move4096", "--value", "outcome"]
    layout += ["--view", "mover"]
    for source, out in ((file, "a"), (tmp_path / "set", "b")):
        target = tmp_path / f"{out}.npy"
        assert run("encode", source, *layout, "-o", target).returncode == DONE
    for kind in ("", ".policy", ".value"):
        a, b = (np.load(tmp_path / f"{out}{kind}.npy") for out in "ab")
        np.testing.assert_array_equal(a, b)
    assert np.load(tmp_path / "a.value.npy")[0] == outcome
    mirrored = policy if policy < 0 else policy ^ (56 << 6 | 56)
    assert np.load(tmp_path / "a.policy.npy")[0] == mirrored
    written = run("convert", file, "-o", "-", "--to", "pgn")
    assert written.returncode == DONE and written.stdout.startswith("[Event ")


STRANGE = {
    "json lines": b'{"fen": "x", "cp": 3}\n{"fen": "y", "cp": 4}\n',
    "a list": b'[{"a": 1}, 2]\n',
    "html": b"<!doctype html><p>no games</p>\n",
    "image": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "prose": b"Dear all,\nhere are the games.\n",
}


@pytest.mark.parametrize("verb", ["check", "info"])
def test_a_packed_file_that_is_cut_is_not_passed_over(verb, tmp_path):
    file = tmp_path / "games.pgn.gz"
    packed = gzip.compress(b"1. e4 e5 1-0\n\n" * 100)
    file.write_bytes(packed)
    assert run(verb, file).returncode == 0
    file.write_bytes(packed[:-9])
    done = run(verb, file)
    assert done.returncode == 1 and "cut" in done.stderr


@pytest.mark.parametrize("kind", STRANGE)
@pytest.mark.parametrize("verb", ["build", "encode", "check", "convert", "info", "inspect"])
def test_what_is_no_format_is_refused_by_name(kind, verb, tmp_path):
    file = tmp_path / "strange"
    file.write_bytes(STRANGE[kind])
    out = tmp_path / "out.pgn"
    options = {
        "build": ["-o", out],
        "encode": ["--layout", "chess/planes25", "-o", out],
        "convert": ["-o", out],
    }
    result = run(verb, file, *options.get(verb, []))
    assert result.returncode == FAILED, result.stdout
    assert "--from" in result.stderr and "pgn" in result.stderr and "trmph" in result.stderr
    assert not out.exists()


def test_nothing_is_replaced_by_what_cannot_be_read(tmp_path):
    games, junk = tmp_path / "games.pgn", tmp_path / "junk"
    games.write_text("1. e4 e5 1-0\n")
    junk.write_bytes(STRANGE["json lines"])
    build(games, "-o", tmp_path / "set")
    before = (tmp_path / "set/manifest.json").read_bytes()
    assert run("build", junk, "-o", tmp_path / "set", "--force").returncode == FAILED
    assert (tmp_path / "set/manifest.json").read_bytes() == before


def test_the_format_may_be_said(tmp_path):
    file = tmp_path / "games"
    file.write_text("#5,a1b2c3 b\n")
    out = tmp_path / "out.npy"
    layout = ["--layout", "hex/3nxn", "--force", "-o", out]
    assert run("encode", file, *layout).returncode == DONE and len(np.load(out)) == 1
    assert run("encode", file, "--from", "trmph", *layout).returncode == DONE
    assert len(np.load(out)) == 3
    assert run("check", file, "--from", "sgf").returncode == SOME_REJECTED
    wrong = run("check", file, "--from", "csv")
    assert wrong.returncode == USAGE and "trmph" in wrong.stderr


def test_a_file_of_positions_may_begin_with_a_broken_one(tmp_path):
    file = tmp_path / "positions"
    file.write_text("what is this\nstartpos\n#5,a1\n")
    result = run("inspect", file)
    assert result.returncode == SOME_REJECTED
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert "error" in lines[0] and "fen" in lines[1] and lines[2]["game"] == "hex"


def test_rules_of_every_game():
    assert run("perft", "2", "hex", "3").stdout == "81\n"
    step = json.loads(run("transition", "hex 5 moves a2", "swap", "--json").stdout)
    assert step["edits"] == [
        {"cell": "a2", "before": "blue", "after": None},
        {"cell": "b1", "before": None, "after": "red"},
    ]
    assert step["key_before"] != step["key_after"]
    assert run("transition", "hex 5 moves a2", "a2").returncode == USAGE


def test_swaps_have_the_same_words_everywhere(tmp_path):
    file = tmp_path / "a.trmph"
    file.write_text("#5,b1b1c3 b\n")
    out = tmp_path / "out.npy"
    openings = {}
    for word in ("transposed", "pieces", "literal"):
        run("encode", file, "--layout", "hex/2nxn", "--swap", word, "--force", "-o", out)
        openings[word] = np.load(out)[1].tolist()
    assert openings["transposed"] == openings["pieces"] != openings["literal"]
    build(file, "-o", tmp_path / "set", "--swap", "pieces")
    assert "swap" not in json.loads((tmp_path / "set/manifest.json").read_text())["options"]


def test_outcomes_are_written_in_the_words_of_games(tmp_path):
    file = tmp_path / "a.trmph"
    file.write_text("#5,b1c3 b\n#5,b1c3 r\n#5,b1c3\n")
    for words, count in (("blue", 1), ("red,unknown", 2), ("first", 1), ("second,*", 2)):
        build(file, "-o", tmp_path / "set", "--outcome", words, "--force")
        assert len(np.concatenate([games for _, games in shards(tmp_path / "set")])) == count
    wrong = run("build", file, "-o", tmp_path / "set", "--outcome", "green")
    assert wrong.returncode == USAGE and "blue" in wrong.stderr and "1-0" in wrong.stderr
