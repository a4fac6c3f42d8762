"""Lines that are positions, with what stands behind them: every verb reads the same of them."""

import bz2
import gzip
import json
import lzma

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import run

DONE, FAILED, USAGE, SOME_REJECTED = range(4)
MATED = "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"

# A position in which the game has ended, the outcome of the other player, and the true one.
CONTRADICTIONS = {
    "chess": (MATED, "0-1", "white"),
    "hex": ("hex 1 blue a1 turn red", "red", "blue"),
    "connect4": ("connect4 1212121", "second", "first"),
}


@pytest.mark.parametrize("game", CONTRADICTIONS)
def test_the_board_is_right_about_an_outcome_and_says_so(game, tmp_path):
    position, outcome, true = CONTRADICTIONS[game]
    file = tmp_path / "positions.txt"
    file.write_text(f"{position} | | {outcome}\n")
    checked = run("check", file, "--json")
    (fault,) = json.loads(checked.stdout.splitlines()[0])["faults"]
    assert f'"{outcome}" is not that of the board' in fault["detail"]
    assert run("build", file, "-o", tmp_path / "set").returncode == DONE
    assert run("verify", tmp_path / "set").returncode == DONE
    assert ia.open(tmp_path / "set").trace(0)["state"]["outcome"] == true


@pytest.mark.parametrize("text", ["hex 5 moves c3 | | red", "connect4 44 | 12 | second"])
def test_columns_are_read_by_every_verb(text, tmp_path):
    file = tmp_path / "positions.txt"
    file.write_text(text + "\n")
    for verb in ("inspect", "check", "show"):
        assert run(verb, file).returncode == DONE, verb
    to = "trmph" if text.startswith("hex") else "c4"
    assert run("convert", file, "-o", "-", "--to", to).returncode == DONE
    assert run("build", file, "-o", tmp_path / "set").returncode == DONE
    (game,) = ia.read(file)
    assert game.recorded == text.split()[-1]


def test_positions_of_all_games_in_any_order(tmp_path):
    lines = ["hex 5 moves a1", "startpos", "connect4 44"]
    for first in range(3):
        file = tmp_path / f"{first}.txt"
        file.write_text("\n".join(lines[first:] + lines[:first]) + "\n")
        assert run("check", file).returncode == DONE


def test_evaluations_belong_to_the_position_that_is_shown(tmp_path):
    file = tmp_path / "scored.txt"
    file.write_text("startpos moves e2e4 e7e5 | 33 | 1-0\n")
    (game,) = ia.read(file)
    assert game.evals == [None, None, 33]
    build = run("build", file, "-o", tmp_path / "set")
    assert build.returncode == DONE
    assert ia.open(tmp_path / "set").trace(0)["state"]["eval"] == 33
    out = tmp_path / "a.npy"
    run("encode", file, "--layout", "chess/planes25", "--value", "eval", "-o", out)
    assert np.load(tmp_path / "a.value.npy").shape == (1,)


@pytest.mark.parametrize(
    "line",
    ["startpos | 99999 |", "startpos | -32768 |", f"{' '.join(MATED.split()[:4])} ce 40000;"],
)
def test_evaluations_beyond_the_range_are_said(line, tmp_path):
    file = tmp_path / ("a.epd" if "ce" in line else "a.txt")
    file.write_text(line + "\n")
    done = run("check", file)
    assert "31000, the most that is kept" in done.stdout + done.stderr


def test_lines_that_begin_with_a_hash_and_a_digit_are_no_comments(tmp_path):
    suite = tmp_path / "suite.txt"
    suite.write_text("# by hand\n#5,a1 ;D1 25\nstartpos ;D1 20\n")
    assert "2 passed" in run("perft", "--suite", suite).stdout
    games = tmp_path / "games.trmph"
    games.write_text("#5,a1b2 b\n")
    for other in ("c4", "epd", "plain"):
        assert run("check", games, "--from", other).returncode != DONE, other


@pytest.mark.parametrize("filling", ["# a comment\n", "\n"])
def test_many_comments_hide_no_format(filling, tmp_path):
    file = tmp_path / "x.txt"
    for text, code in (
        (f'{" ".join(MATED.split()[:4])} bm Kh7; id "x";\n', None),
        ("startpos\n", DONE),
        ('{"fen": "x"}\n', FAILED),
    ):
        file.write_text(filling * 5000 + text)
        many = run("check", file)
        if code is None:
            assert "clock" not in many.stdout + many.stderr
        else:
            assert many.returncode == code, many.stderr


def test_convert_takes_positions_and_what_it_wrote(tmp_path):
    pgn = tmp_path / "g.pgn"
    pgn.write_text('[Event "?"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n')
    assert run("convert", pgn, "-o", tmp_path / "g.uci").returncode == DONE
    back = run("convert", tmp_path / "g.uci", "-o", "-", "--to", "pgn")
    assert back.returncode == DONE and "1. e4 e5 2. Nf3" in back.stdout
    epd = tmp_path / "a.epd"
    epd.write_text("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n")
    written = run("convert", epd, "-o", "-", "--to", "pgn").stdout
    assert '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]' in written and "1. e4 *" in written


def test_convert_says_what_a_form_has_no_room_for(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("startpos moves e2e4 | 33 | 1-0\n" * 3)
    done = run("convert", file, "-o", "-", "--to", "uci")
    assert "not kept: 3 evaluations, 3 outcomes" in done.stderr
    assert "not kept" not in run("convert", file, "-o", "-", "--to", "pgn").stderr


def test_convert_says_the_same_once(tmp_path):
    file = tmp_path / "many.txt"
    file.write_text("hex 3 blue a1 red b1 turn blue\n" * 1000)
    done = run("convert", file, "-o", "-", "--to", "trmph")
    assert done.returncode == SOME_REJECTED
    assert len(done.stderr.splitlines()) == 3, done.stderr
    assert "the last of 999 more like it" in done.stderr


PACKERS = {"xz": lzma.compress, "bz2": bz2.compress, "gz": gzip.compress}


@pytest.mark.parametrize(("ending", "damage"), [*((e, "junk") for e in PACKERS), ("xz", "cut")])
def test_packed_files_give_all_that_comes_before_the_damage(ending, damage, tmp_path):
    packed = PACKERS[ending](b"4453\n" * 200_000)
    whole = packed + b"junk" if damage == "junk" else packed[:-20]
    file = tmp_path / f"a.c4.{ending}"
    file.write_bytes(whole)
    done = run("check", file)
    assert done.returncode == FAILED
    assert "200000 games" in (done.stdout + done.stderr).replace(",", "")


def test_connect4_records_know_their_board():
    records = ia.to_records(["connect4 4453"])
    with pytest.raises(ValueError, match="7x6"):
        ia.from_records(records, size="6x5")
    for game, text, outcome in (
        ("hex", "hex 1 moves a1", "red"),
        ("connect4", "connect4 1212121", "second"),
    ):
        with pytest.raises(ValueError, match="ended on the board"):
            ia.Game(game, text, outcome=outcome)
