"""Policies and targets through the tool."""

import json

import chess
import numpy as np
import pytest

from tests.conftest import GAMES, ROOT, run
from tests.oracle.policies import CODES

GAME = ROOT / "tests/data/hex/selfplay13.trmph"
MATE = "startpos moves f2f3 e7e5 g2g4 d8h4"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


def encode(tmp_path, *args):
    out = tmp_path / "out.npy"
    result = run("encode", *args, "-o", str(out), "--force")
    assert result.returncode == 0, result.stderr
    files = {name: tmp_path / f"out.{name}.npy" for name in ("policy", "value")}
    passport = json.loads((tmp_path / "out.layout.json").read_text())
    return {name: np.load(f) for name, f in files.items() if f.exists()}, passport


def test_policies_lists_and_describes():
    rows = [line.split()[:2] for line in run("policies").stdout.splitlines()]
    assert [id for id, _ in rows if id.startswith("chess/")] == list(CODES)
    assert list(dict.fromkeys(id.split("/")[0] for id, _ in rows)) == list(GAMES)
    assert dict(rows)["chess/lc0-1858"] == "1858"
    text = run("policies", "chess/openspiel4674").stdout
    assert "4672 queenside, 4673 kingside" in text
    described = [json.loads(line) for line in run("policies", "--json").stdout.splitlines()]
    assert [(d["schema"], d["id"]) for d in described] == [(1, id) for id, _ in rows]
    hex_code = json.loads(run("policies", "hex/cells", "--size", "13", "--json").stdout)
    assert hex_code["size"] == 170 and hex_code["game"] == "hex"
    wrong = run("policies", "chess/lc0-1585")
    assert wrong.returncode == 2 and "did you mean chess/lc0-1858?" in wrong.stderr


def test_a_position_alone_has_no_move_and_says_how_it_ended(tmp_path):
    found, passport = encode(
        tmp_path, "startpos", MATE, STALEMATE, "--layout", "chess/canonical18", "--targets"
    )
    assert found["policy"].dtype == np.int32 and found["policy"].tolist() == [-1, -1, -1]
    assert found["value"].dtype == np.float32
    assert np.array_equal(found["value"], [np.nan, -1, 0], equal_nan=True)
    assert (passport["policy"], passport["value"]) == ("chess/az4672", "outcome")
    white, passport = encode(
        tmp_path, MATE, "--layout", "chess/planes25", "--targets", "--value", "wdl"
    )
    assert white["value"].tolist() == [[0, 0, 1]]
    assert (passport["value"], passport["view"]) == ("wdl", "white")


def test_targets_are_written_only_if_asked_for(tmp_path):
    found, passport = encode(tmp_path, "startpos", "--layout", "chess/planes25")
    assert found == {} and "policy" not in passport and "value" not in passport
    found, passport = encode(tmp_path, "startpos", "--layout", "chess/planes25", "--value", "eval")
    assert list(found) == ["value"] and "policy" not in passport


def test_a_passport_with_targets_is_still_a_layout(tmp_path):
    encode(tmp_path, "startpos", "--layout", "chess/canonical18", "--targets")
    decoded = run("decode", str(tmp_path / "out.npy"))
    assert decoded.stdout.strip() == chess.STARTING_FEN
    again = run("layouts", str(tmp_path / "out.layout.json"))
    assert again.returncode == 0 and "us.pawn" in again.stdout


def test_the_trap_and_unknown_names_are_refused(tmp_path):
    def refusal(*flags, layout="chess/canonical18"):
        out = str(tmp_path / "no.npy")
        result = run("encode", "startpos", "--layout", layout, "-o", out, *flags)
        assert result.returncode == 2 and list(tmp_path.iterdir()) == []
        return result.stderr

    assert "does not say who moves" in refusal("--value", "outcome", "--view", "white")
    assert "did you mean chess/az4672?" in refusal("--policy", "chess/az4762")
    assert "is a code of hex" in refusal("--policy", "hex/cells")
    assert "there are for chess: outcome wdl eval mix:W" in refusal("--value", "training")
    assert "0 to 1" in refusal("--value", "mix:7")
    assert "white mover" in refusal("--value", "wdl", "--view", "red")


@pytest.mark.parametrize("value", ["outcome", "training", "wdl"])
def test_hex_games_give_a_row_for_every_move(tmp_path, value):
    found, passport = encode(
        tmp_path, str(GAME), "--layout", "hex/3nxn", "--targets", "--value", value
    )
    planes = np.load(tmp_path / "out.npy")
    assert passport["policy"] == "hex/cells" and len(planes) == len(found["policy"])
    stones = planes[:, :2].sum(1).reshape(len(planes), -1)
    on_cell = found["policy"] < 169
    cells = found["policy"][on_cell]
    assert (stones[on_cell, cells] == 0).all()  # each move goes to an empty cell
    if value == "training":
        assert set(np.unique(found["value"])) <= {0, 1}
    elif value == "outcome":
        assert set(np.unique(found["value"])) <= {-1, 1}
    else:
        assert found["value"].shape == (len(planes), 3) and (found["value"].sum(1) == 1).all()
