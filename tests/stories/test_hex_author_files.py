"""Somebody who writes a Hex program, and comes with the files that Hex programs make."""

import json

import numpy as np

from tests.conftest import ROOT, run
from tests.data_sets import build, shards

PUZZLE = "(;AP[HexGui:1.0.]FF[4]GM[11]SZ[6];AB[c4][f6]AW[d5]PL[W])\n"
STUDY = "(;FF[4]GM[11]SZ[6]RE[W+];AB[c4][f6]AW[d5]PL[W];W[d3];B[d4];W[a1])\n"
WHITE_FIRST = "(;FF[4]GM[11]SZ[5];W[a1];B[b2];W[d2];B[e2])\n"


def objects(*args):
    result = run(*args)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_puzzles_are_positions(corpus, tmp_path):
    folder = corpus / "hex/sgf/puzzles"
    file = str(folder / "9x9-henderson-67.sgf")
    (seen,) = objects("inspect", file)
    assert seen["position"] == "hex 9 blue i1 g3 h3 d4 f4 e5 red h2 i2 f3 f5 d7 turn red"
    assert seen["turn"] == "red" and seen["winner"] is None
    checked = objects("check", *(str(f) for f in sorted(folder.glob("*.sgf"))), "--json")
    assert len(checked) == 130 and not any(g["faults"] for g in checked)
    made = run("encode", file, "--layout", "hex/3nxn", "-o", str(tmp_path / "a.npy"))
    assert made.returncode == 0, made.stderr
    planes = np.load(tmp_path / "a.npy")
    assert planes.shape == (1, 3, 9, 9) and planes[0, 2, 0, 0] == 1.0
    assert planes.sum((2, 3))[0, :2].tolist() == [6, 5]


def test_a_game_may_begin_from_stones(tmp_path):
    (tmp_path / "a.sgf").write_text(STUDY)
    build(tmp_path / "a.sgf", "-o", tmp_path / "set", "--final")
    ((rows, games),) = shards(tmp_path / "set")
    assert len(rows) == 4 and games["records"].tolist() == [4]
    assert run("verify", str(tmp_path / "set")).returncode == 0
    exported = run("export", str(tmp_path / "set"), "--to", "sgf").stdout
    assert exported.endswith("RE[W+]AB[c4][f6]AW[d5]PL[W];W[d3];B[d4];W[a1])\n")
    (game,) = objects("check", str(tmp_path / "a.sgf"), "--json")
    assert game["plies"] == 3 and game["result"] == "red"
    assert game["final"] == "hex 6 blue c4 f6 red d5 turn red moves d3 d4 a1"


def test_white_may_begin(tmp_path):
    (tmp_path / "a.sgf").write_text(WHITE_FIRST)
    (seen,) = objects("inspect", str(tmp_path / "a.sgf"))
    assert seen["stones"] == {"blue": ["b2", "e2"], "red": ["a1", "d2"]} and seen["turn"] == "red"
    again = run("convert", str(tmp_path / "a.sgf"), "-o", "-", "--to", "sgf").stdout
    assert again.endswith("SZ[5]PL[W];W[a1];B[b2];W[d2];B[e2])\n")
    build(tmp_path / "a.sgf", "-o", tmp_path / "set")
    exported = run("export", str(tmp_path / "set"), "--to", "sgf").stdout
    assert exported == again


def test_what_trmph_cannot_say_is_refused_game_by_game(tmp_path):
    (tmp_path / "a.sgf").write_text("(;GM[11]SZ[5];B[a1])\n" + STUDY + WHITE_FIRST)
    made = run("convert", str(tmp_path / "a.sgf"), "-o", "-", "--to", "trmph")
    assert made.returncode == 3 and made.stdout == "#5,a1\n"
    assert "a.sgf:2: unsupported: the game began from stones on the board" in made.stderr
    assert "a.sgf:3: unsupported: Red began the game" in made.stderr
    assert "1 game written, 2 refused" in made.stderr


def test_a_result_that_contradicts_the_moves_is_a_fault(tmp_path):
    (tmp_path / "a.sgf").write_text("(;GM[11]SZ[2]RE[W+Resign];B[a1];W[b1];B[a2])\n")
    (game,) = objects("check", str(tmp_path / "a.sgf"), "--json")
    (fault,) = game["faults"]
    assert game["result"] == "blue" and not fault["refused"]
    assert fault["detail"] == "RE says that Red won, but Blue's chain is complete"


def test_a_wrong_shape_is_not_blamed_on_a_size_that_nobody_named(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros((4, 3, 5, 6), np.float32))
    said = run("decode", str(tmp_path / "a.npy"), "--layout", "hex/3nxn").stderr
    assert "has the shape (4, 3, 5, 6), which tensors of hex/3nxn have on no board" in said
    np.save(tmp_path / "b.npy", np.zeros((4, 3, 5, 5), np.float32))
    named = run("decode", str(tmp_path / "b.npy"), "--layout", "hex/3nxn", "--size", "6").stderr
    assert "tensors of hex/3nxn in the order CHW have (3, 6, 6)" in named


def test_comments_and_variations_of_sgf_are_not_dropped_without_a_word(tmp_path):
    (tmp_path / "a.sgf").write_text("(;GM[11]SZ[5];B[a1]C[hm](;W[b2])(;W[c3](;B[d4])(;B[e5])))\n")
    made = run("convert", str(tmp_path / "a.sgf"), "-o", "-", "--to", "trmph")
    assert made.stdout == "#5,a1b2\n" and "not kept: 1 comment, 1 variation\n" in made.stderr


def test_games_are_written_as_links_and_read_back(tmp_path):
    file = ROOT / "tests/data/hex/selfplay13.trmph"
    links = run("convert", file, "-o", "-", "--to", "hexworld")
    assert links.returncode == 0 and links.stdout.startswith("https://hexworld.org/board/#13,")
    back = run("convert", "-", "-o", "-", "--to", "trmph", stdin=links.stdout)
    assert back.stdout == run("convert", file, "-o", "-", "--to", "trmph").stdout
    refused = run("convert", "-", "-o", "-", "--to", "hexworld", "--from", "sgf", stdin=PUZZLE)
    assert refused.returncode != 0 and "a HexWorld link" in refused.stderr
