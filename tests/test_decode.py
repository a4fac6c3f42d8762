"""Tensors back to positions, and from one layout to another, through the tool."""

import json
import subprocess

import chess
import numpy as np
import pytest

from tests.conftest import TOOL, run
from tests.oracle.layouts import LAYOUTS
from tests.oracle.positions import KINDS, random_lines

DONE, FAILED, USAGE, SOME_REJECTED, DIFFERENCE = range(5)
TINY = {
    "id": "my/tiny",
    "game": "chess",
    "frame": "mover",
    "order": "CHW",
    "dtype": "float16",
    "features": [
        "us.pieces",
        "them.pieces",
        {"fact": "clock", "per": 100},
        {"last": 4, "features": ["us.pieces", "them.pieces"]},
    ],
}


@pytest.fixture(scope="module")
def lines():
    return [line for kind in KINDS for line in random_lines(kind, seed=3, count=150)]


def encode(positions, layout, file, *flags):
    text = "".join(f"{p}\n" for p in positions)
    result = run("encode", "-", "--layout", layout, "-o", str(file), "--force", *flags, stdin=text)
    assert result.returncode == DONE, result.stderr
    return result


def decode(file, *flags):
    result = run("decode", str(file), *flags)
    assert result.returncode == DONE, result.stderr
    return result.stdout.splitlines(), result.stderr


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_was_decoded_encodes_to_the_same_bytes(layout, lines, tmp_path):
    # Positions that have stood before lose their count in a FEN.
    once = [line for line in lines if line.occurrences == 1]
    encode([line.text for line in once], layout, tmp_path / "a.npy", "--chess960")
    fens, lost = decode(tmp_path / "a.npy")
    assert len(fens) == len(once)
    assert "history" in lost
    encode(fens, layout, tmp_path / "b.npy")
    assert np.array_equal(np.load(tmp_path / "a.npy"), np.load(tmp_path / "b.npy"))


@pytest.mark.parametrize("layout", ["chess/observation839", "chess/planes25", "chess/mailbox69"])
def test_boards_come_back_as_python_chess_has_them(layout, lines, tmp_path):
    encode([line.text for line in lines], layout, tmp_path / "a.npy", "--chess960")
    for line, fen in zip(lines, decode(tmp_path / "a.npy")[0], strict=True):
        board = chess.Board(fen, chess960=True)
        assert board.board_fen() == line.board.board_fen()
        assert board.turn == line.board.turn
        if layout == "chess/planes25":
            assert board.ep_square == line.board.ep_square
        else:
            assert board.has_legal_en_passant() == line.board.has_legal_en_passant()


@pytest.mark.parametrize("target", LAYOUTS)
def test_planes25_becomes_every_layout(target, lines, tmp_path):
    """What planes25 shows is enough for the oracle of the target, counters aside."""
    encode([line.text for line in lines], "chess/planes25", tmp_path / "a.npy", "--chess960")
    result = run(
        "encode", str(tmp_path / "a.npy"), "--layout", target, "-o", str(tmp_path / "b.npy")
    )
    assert result.returncode == DONE, result.stderr
    expected = []
    for line in lines:
        board = line.board.copy()
        board.halfmove_clock, board.fullmove_number = 0, 1
        expected.append(LAYOUTS[target](board, 1))
    assert np.array_equal(np.load(tmp_path / "b.npy"), np.stack(expected))
    if target == "chess/canonical18":
        assert "lost: turn" in result.stderr
        assert "not in chess/planes25: occurrences" in result.stderr


def test_a_layout_of_ones_own(lines, tmp_path):
    file = tmp_path / "tiny.json"
    file.write_text(json.dumps(TINY))
    encode([line.text for line in lines], str(file), tmp_path / "a.npy", "--chess960")
    found = np.load(tmp_path / "a.npy")
    assert found.shape == (len(lines), 61, 8, 8) and found.dtype == np.float16
    planes = np.stack([LAYOUTS["chess/canonical18"](line.board, 1) for line in lines])
    assert np.array_equal(found[:, :12], planes.transpose(0, 3, 1, 2)[:, :12])
    assert np.array_equal(found[:, 13:25], found[:, :12])
    clocks = [min(line.board.halfmove_clock, 255) for line in lines]
    assert np.array_equal(found[:, 12, 0, 0], (np.array(clocks) / 100).astype(np.float16))
    described = run("layouts", str(file))
    assert "them.king@3" in described.stdout and "loses: castling" in described.stdout
    passport = json.loads((tmp_path / "a.layout.json").read_text())
    assert passport["id"] == "my/tiny" and len(passport["hash"]) == 16
    assert passport["features"][12] == "clock/100"
    # Its tensors come back, and encode to themselves with all their history.
    again = run("encode", str(tmp_path / "a.npy"), "--layout", str(file), "-o", tmp_path / "b.npy")
    assert again.returncode == DONE, again.stderr
    assert np.array_equal(found, np.load(tmp_path / "b.npy"))


def test_other_programs_tensors_are_read_with_a_tolerance(tmp_path):
    encode(["startpos"], "chess/canonical18", tmp_path / "a.npy", "--order", "CHW")
    planes = np.load(tmp_path / "a.npy")
    assert planes.shape == (1, 18, 8, 8)
    planes[:, 12] = 0.333
    mine = tmp_path / "mine.npy"
    np.save(mine, planes[0])  # one position, no passport, another order than the layout's own
    assert decode(mine, "--layout", "chess/canonical18")[0] == [chess.STARTING_FEN]
    np.save(mine, planes.transpose(0, 2, 3, 1).astype(np.float16).copy())
    assert decode(mine, "--layout", "chess/canonical18")[0] == [chess.STARTING_FEN]
    piped = subprocess.run(
        [TOOL, "decode", "-", "--layout", "chess/canonical18", "--turn", "black", "--json"],
        input=mine.read_bytes(),
        capture_output=True,
        check=True,
    )
    row = json.loads(piped.stdout)
    assert row["turn"] == "black" and row["lost"][0] == "turn" and row["playable"]


def test_a_tensor_to_standard_output():
    piped = subprocess.run(
        [TOOL, "encode", "startpos", "--layout", "chess/mailbox69", "-o", "-"],
        capture_output=True,
        check=True,
    )
    assert piped.stdout[:6] == b"\x93NUMPY"
    assert np.frombuffer(piped.stdout[-69:], np.int8)[60] == 6


def corrupted(tensor, name):
    t = tensor.copy()
    if name == "nan":
        t[1, 3, 3, 4] = np.nan
    elif name == "infinity":
        t[1, 3, 3, 4] = -np.inf
    elif name == "two pieces":
        t[1, 0, 7, 4] = 1
    elif name == "no king":
        t[1, 5] = 0
    elif name == "not constant":
        t[1, 13, 2, 6] = 0
    elif name == "no value":
        t[1, 12] = 0.3
    return t


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("nan", "plane 3 (white.rook), row 3, column 4: has nan"),
        ("infinity", "plane 3 (white.rook), row 3, column 4: has -inf"),
        ("two pieces", "plane 5 (white.king), row 7, column 4: a second piece"),
        ("no king", "plane 5 (white.king): White needs exactly one king"),
        ("not constant", "plane 13 (white.castling.kingside), row 2, column 6: has 0 where"),
        ("no value", "plane 12 (turn.white), row 0, column 0: has 0.3, which stands for nothing"),
    ],
)
def test_what_is_no_position_is_refused_by_plane_and_cell(fault, expected, tmp_path):
    encode(["startpos"] * 3, "chess/planes25", tmp_path / "a.npy")
    np.save(tmp_path / "a.npy", corrupted(np.load(tmp_path / "a.npy"), fault))
    result = run("decode", str(tmp_path / "a.npy"))
    assert result.returncode == SOME_REJECTED
    assert result.stdout.splitlines() == [chess.STARTING_FEN] * 2
    assert f"row 1: {expected}" in result.stderr
    assert "1 of 3 tensors refused" in result.stderr
    as_json = run("decode", str(tmp_path / "a.npy"), "--json", "--lenient")
    assert as_json.returncode == DONE
    error = json.loads(as_json.stdout.splitlines()[1])
    assert error["row"] == 1 and error["error"]["code"] == "invalid"
    assert error["error"]["offset"] >= 6_400 + 128


def test_files_that_are_no_tensors(tmp_path):
    bad = tmp_path / "bad.npy"

    def refused(*flags):
        result = run("decode", str(bad), *flags)
        assert result.returncode == USAGE and result.stdout == ""
        return result.stderr

    np.save(bad, np.zeros((2, 25, 8, 8), np.float32))
    assert "has no passport" in refused()
    assert "did you mean chess/planes25?" in refused("--layout", "chess/planes52")
    np.save(bad, np.zeros((2, 24, 8, 8), np.float32))
    assert "has the shape (2, 24, 8, 8)" in refused("--layout", "chess/planes25")
    np.save(bad, np.zeros((2, 25, 8, 8)))
    assert '"<f8"' in refused("--layout", "chess/planes25")
    np.save(bad, np.array([{}]), allow_pickle=True)
    assert '"|O"' in refused("--layout", "chess/planes25")
    np.save(bad, np.zeros((1, 8, 8), np.uint8))
    assert "uint8 cannot hold codes.signed" in refused("--layout", "chess/signed64")
    bad.write_bytes(b"\x93NUMPY\x01\x00")
    assert "not a .npy file" in refused("--layout", "chess/planes25")
    np.save(bad, np.zeros((0, 25, 8, 8), np.float32))
    assert run("decode", str(bad), "--layout", "chess/planes25").returncode == DONE


def test_a_passport_that_disagrees_is_refused_with_the_difference(tmp_path):
    encode(["startpos"], "chess/planes25", tmp_path / "a.npy")
    other = run("decode", str(tmp_path / "a.npy"), "--layout", "chess/canonical18")
    assert other.returncode == USAGE
    assert "which colour moves: turn.white | -" in other.stderr
    passport = tmp_path / "a.layout.json"
    passport.write_text(passport.read_text().replace("turn.white", "turn.black"))
    changed = run("decode", str(tmp_path / "a.npy"))
    assert changed.returncode == USAGE and "hash" in changed.stderr


def test_diff_says_what_is_shared():
    same = run("layouts", "--diff", "chess/planes25", "chess/planes25")
    assert same.returncode == DONE and "give the same tensors" in same.stdout
    both = run("layouts", "--diff", "chess/observation839", "chess/observation776")
    assert both.returncode == DIFFERENCE
    assert "both: A 0-63, B 0-63  white.pawn" in both.stdout
    assert "only in A: en_passant.legal\n" in both.stdout
    reply = json.loads(run("layouts", "--diff", "chess/signed64", "chess/naive64", "--json").stdout)
    assert reply["same"] is False and reply["only_a"] == ["codes.signed"]
    assert run("layouts", "--diff", "chess/signed64").returncode == USAGE


@pytest.mark.parametrize("layout", LAYOUTS)
def test_bits_are_the_layers_of_the_planes(layout, lines, tmp_path):
    positions = [line.text for line in lines[:300]]
    encode(positions, layout, tmp_path / "a.npy", "--chess960", "--dtype", "bits")
    assert not (tmp_path / "a.npy").exists()
    masks, values = np.load(tmp_path / "a.masks.npy"), np.load(tmp_path / "a.values.npy")
    assert masks.dtype == np.uint64 and values.dtype == np.float32
    assert masks.shape == (300, values.shape[1], 1)
    if layout == "chess/canonical18":
        bits = masks[:, :, 0, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
        planes = bits.astype(np.float32) * values[:, :, None]
        encode(positions, layout, tmp_path / "b.npy", "--chess960", "--order", "CHW")
        assert np.array_equal(planes.reshape(300, 18, 8, 8), np.load(tmp_path / "b.npy"))
    # And back: to positions, and to elements.
    again = run("encode", tmp_path / "a.masks.npy", "--layout", layout, "-o", tmp_path / "c.npy")
    assert again.returncode == DONE, again.stderr
    encode(positions, layout, tmp_path / "d.npy", "--chess960")
    assert np.array_equal(np.load(tmp_path / "c.npy"), np.load(tmp_path / "d.npy"))
    assert len(decode(tmp_path / "a.npy")[0]) == 300


def test_a_tensor_through_a_pipe_and_a_summary(tmp_path):
    encode(["startpos"], "chess/planes25", tmp_path / "a.npy")
    out = ["-o", str(tmp_path / "b.npy"), "--json"]
    piped = subprocess.run(
        [TOOL, "encode", "-", "--from", "chess/planes25", "--layout", "chess/signed64", *out],
        input=(tmp_path / "a.npy").read_bytes(),
        capture_output=True,
        check=True,
    )
    reply = json.loads(piped.stdout)
    assert (reply["count"], reply["rejected"], reply["shape"]) == (1, 0, [8, 8])
    assert np.load(tmp_path / "b.npy")[0, 7, 4] == 6


def test_transcoding_says_what_happens_to_history(tmp_path):
    (tmp_path / "t.json").write_text(json.dumps(TINY))
    line = "startpos moves e2e4 e7e5 g1f3"
    encode([line], str(tmp_path / "t.json"), tmp_path / "a.npy")
    out = run("encode", tmp_path / "a.npy", "-l", "chess/planes25", "-o", tmp_path / "b.npy")
    assert out.returncode == DONE and "lost: history" in out.stderr
    back = run("encode", tmp_path / "b.npy", "-l", tmp_path / "t.json", "-o", tmp_path / "c.npy")
    assert "not in chess/planes25: history" in back.stderr


def test_half_a_board_is_decoded_but_not_transcoded(tmp_path):
    half = {"id": "my/half", "game": "chess", "features": ["white.pawn", "turn.white"]}
    (tmp_path / "half.json").write_text(json.dumps(half))
    encode(["startpos"], str(tmp_path / "half.json"), tmp_path / "a.npy")
    fens, lost = decode(tmp_path / "a.npy")
    assert fens == ["8/8/8/8/8/8/PPPPPPPP/8 w - - 0 1"] and "pieces" in lost
    out = run("encode", tmp_path / "a.npy", "-l", "chess/planes25", "-o", tmp_path / "b.npy")
    assert out.returncode == USAGE and "does not show all pieces" in out.stderr
    assert not (tmp_path / "b.npy").exists()


def test_flags_that_contradict_the_passport_are_refused(tmp_path):
    encode(["startpos"], "chess/canonical18", tmp_path / "a.npy")
    for flags in (["--order", "CHW"], ["--dtype", "float16"]):
        result = run("decode", tmp_path / "a.npy", *flags)
        assert result.returncode == USAGE and "is HWC float32" in result.stderr
    unused = run("encode", "startpos", "-l", "chess/planes25", "-o", "x.npy", "--turn", "black")
    assert unused.returncode == USAGE


def test_a_failed_passport_leaves_no_tensor(tmp_path):
    (tmp_path / "a.layout.json").mkdir()
    out = ["-l", "chess/planes25", "-o", tmp_path / "a.npy", "--force"]
    assert run("encode", "startpos", *out).returncode == FAILED
    assert [p.name for p in tmp_path.iterdir()] == ["a.layout.json"]


def test_rounded_values_are_said(tmp_path):
    layout = {"game": "chess", "dtype": "bfloat16", "features": ["codes.signed", "clock/300"]}
    (tmp_path / "r.json").write_text(json.dumps(layout))
    encode(["startpos"], str(tmp_path / "r.json"), tmp_path / "a.npy")
    assert "clock/300        exactly: bfloat16 rounds it" in decode(tmp_path / "a.npy")[1]


def test_the_nearest_name_is_found_without_its_game():
    assert "did you mean chess/canonical18?" in run("layouts", "canonical17").stderr
    assert "did you mean hex/2nxn?" in run("layouts", "hex/2nxm").stderr


def test_the_game_before_the_slash_may_be_forgotten():
    result = run("layouts", "canonical18")
    assert result.returncode == USAGE and "did you mean chess/canonical18?" in result.stderr


def test_too_much_output_is_refused(tmp_path):
    big = tmp_path / "big.npy"
    rows = 1_400_000  # of 6,400 bytes each in the new layout
    with big.open("wb") as file:
        np.lib.format.write_array_header_1_0(
            file, {"descr": "|i1", "fortran_order": False, "shape": (rows, 69)}
        )
        file.truncate(file.tell() + rows * 69)
    result = run(
        "encode",
        str(big),
        "--from",
        "chess/mailbox69",
        "--layout",
        "chess/planes25",
        "-o",
        str(tmp_path / "out.npy"),
    )
    assert result.returncode == FAILED
    assert "are 9.0 GB" in result.stderr and "--force" in result.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["big.npy"]
