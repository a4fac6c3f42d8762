"""Connect Four through every verb: the third game, and the first board that is not square."""

import json

import numpy as np
import pytest

from tests.conftest import run
from tests.data_sets import build, shards

DONE, FAILED, USAGE, SOME_REJECTED = range(4)
GAMES = "# games\n4453\n1122334 1\n6x5 3344 d\n\n#more\n77 2\n"
PERFT = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]


@pytest.fixture
def games(tmp_path):
    file = tmp_path / "games.c4"
    file.write_text(GAMES)
    return file


def test_perft_and_inspect():
    for depth, count in enumerate(PERFT, 1):
        assert run("perft", str(depth), "connect4").stdout == f"{count}\n"
    found = json.loads(run("inspect", "connect4 4453").stdout)
    assert found["turn"] == "first" and found["legal"] == list("1234567")
    assert found["discs"] == {"first": ["d1", "e1"], "second": ["d2", "c1"]}
    won = json.loads(run("inspect", "connect4 1122334").stdout)
    assert won["outcome"] == "first" and won["legal"] == []


def test_wrong_lines_have_their_place():
    for line, offset in (("connect4 8", 9), ("connect4 4444444", 15), ("connect4 11223345", 16)):
        result = run("inspect", line)
        assert result.returncode == SOME_REJECTED
        assert json.loads(result.stdout)["error"]["offset"] == offset, line


def test_a_suite_of_two_games(tmp_path):
    suite = tmp_path / "suite"
    suite.write_text("#both\nconnect4 ;D1 7 ;D2 49\nstartpos ;D1 20\nconnect4 6x5 ;D3 216\n")
    assert run("perft", "--suite", suite).stdout == "3 passed, 0 failed\n"


def test_games_are_checked_and_written(games, tmp_path):
    checked = [json.loads(line) for line in run("check", games, "--json").stdout.splitlines()]
    assert [g["result"] for g in checked] == [None, "first", "draw", "second"]
    assert [g["plies"] for g in checked] == [4, 7, 4, 2]
    assert {g["variant"] for g in checked} == {"standard"}
    out = tmp_path / "out.c4"
    assert run("convert", games, "-o", out).returncode == DONE
    assert out.read_text() == "4453\n1122334 1\n6x5 3344 d\n77 2\n"
    wrong = tmp_path / "wrong.c4"
    wrong.write_text("1122334 2\n44x\n4453 d\n")
    result = run("check", wrong)
    assert result.returncode == SOME_REJECTED and "3 games: 2 refused" in result.stderr


@pytest.mark.parametrize("layout", ["connect4/2planes", "connect4/3planes", "connect4/signed"])
def test_games_become_tensors_and_positions_again(layout, games, tmp_path):
    out, again = tmp_path / "out.npy", tmp_path / "again.npy"
    done = run("encode", games, "--layout", layout, "--size", "7x6", "--final", "-o", out)
    assert done.returncode == DONE, done.stderr
    assert len(np.load(out)) == 5 + 8 + 3
    lines = run("decode", out).stdout
    file = tmp_path / "lines"
    file.write_text(lines)
    assert run("encode", file, "--layout", layout, "-o", again).returncode == DONE
    np.testing.assert_array_equal(np.load(out), np.load(again))


def test_boards_of_several_sizes_are_chosen_from(games, tmp_path):
    out = tmp_path / "out.npy"
    ambiguous = run("encode", games, "--layout", "connect4/2planes", "-o", out)
    assert ambiguous.returncode == USAGE
    assert "6x5" in ambiguous.stderr and "7x6" in ambiguous.stderr
    layout = ["--layout", "connect4/2planes", "--size", "6x5", "-o", out]
    assert run("encode", games, *layout).returncode == DONE
    assert np.load(out).shape == (4, 2, 5, 6)


def test_data_sets(games, tmp_path):
    folder = tmp_path / "set"
    build(games, "-o", folder, "--final")
    assert run("verify", folder).returncode == DONE
    rows = np.concatenate([rows for _, rows in shards(folder)])
    assert sorted(set(rows["size"])) == [65, 76]
    assert "7x6 (16 positions)" in run("info", folder).stdout
    trace = json.loads(run("info", folder, "--record", "1", "--json").stdout)
    assert trace["state"]["position"].startswith("connect4")
    exported = run("export", folder, "--to", "c4")
    assert sorted(exported.stdout.splitlines()) == ["1122334 1", "4453", "6x5 3344 d", "77 2"]
    mixed = run("export", folder, "--to", "npz", "-o", tmp_path / "a.npz")
    assert mixed.returncode == FAILED and "sizes: 6x5 7x6" in mixed.stderr
    elements, bits = tmp_path / "e.npy", tmp_path / "b.npy"
    layout = ["--layout", "connect4/3planes", "--size", "76", "--targets"]
    assert run("encode", folder, *layout, "-o", elements).returncode == DONE
    assert run("encode", folder, *layout, "--dtype", "bits", "-o", bits).returncode == DONE
    assert run("decode", elements).stdout == run("decode", bits).stdout
    won = run("build", games, "-o", tmp_path / "won", "--outcome", "second,draw")
    assert won.returncode == DONE and "dropped   2 games by outcome" in won.stderr
    assert len(np.concatenate([rows for _, rows in shards(tmp_path / "won")])) == 2


def test_other_verbs(tmp_path):
    step = json.loads(run("transition", "connect4 44", "4", "--json").stdout)
    assert step["edits"] == [{"cell": "d3", "before": None, "after": "first"}]
    shown = run("show", "connect4 6x5 33", "--layout", "connect4/signed").stdout
    assert "First to move" in shown
    svg = tmp_path / "a.svg"
    shown = run("show", "connect4 4453", "--layout", "connect4/2planes", "--svg", svg)
    assert shown.returncode == DONE
    assert "red disc" in svg.read_text()
    assert "connect4/columns" in run("policies").stdout
    planes = json.loads(run("layouts", "connect4/3planes", "--size", "9x7", "--json").stdout)
    assert planes["shape"] == [3, 7, 9]
    wrong = run("layouts", "connect4/3planes", "--size", "9x9")
    assert wrong.returncode == USAGE
    assert "Connect Four: columns x rows, 1 to 9 each and at most 64 cells" in wrong.stderr


def test_a_game_without_quiet_positions_refuses_the_choice(games, tmp_path):
    done = run("build", games, "-o", tmp_path / "set", "--quiet")
    assert done.returncode == USAGE and not (tmp_path / "set").exists()
    assert "--quiet: Connect Four does not say which positions are quiet" in done.stderr


def test_one_game_is_exported_as_one(tmp_path):
    one = tmp_path / "one.c4"
    one.write_text("4453\n")
    build(one, "-o", tmp_path / "set")
    assert run("export", tmp_path / "set", "--to", "c4").stderr == "1 game written\n"


@pytest.mark.parametrize("text", ["Connect4 44", "6x5 33", "4453"])
def test_what_no_game_reads_is_answered_with_the_forms(text):
    done = run("inspect", text)
    assert done.returncode == (USAGE if " " not in text else SOME_REJECTED)
    for form in ("startpos or a FEN", "a TRMPH line", "connect4 4453"):
        assert form in done.stderr
    fen = run("inspect", "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR white KQkq -")
    assert "placement at 13" in fen.stderr
