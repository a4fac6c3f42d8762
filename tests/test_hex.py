"""Hex through the tool: positions, games, tensors and pictures."""

import json
import re
import struct

import pytest

from tests.conftest import ROOT, run

SAMPLE = ROOT / "tests/data/hex/selfplay13.trmph"
SWAPPED = "#13,c1c1g7 b"


def npy(path):
    """Shape and numbers of a .npy file, read without NumPy."""
    data = path.read_bytes()
    (size,) = struct.unpack("<H", data[8:10])
    header = data[10 : 10 + size].decode()
    shape = [int(n) for n in re.search(r"\((.*?)\)", header).group(1).split(",") if n.strip()]
    kind = {"<f4": "f", "<i4": "i", "|i1": "b"}[re.search(r"'descr': '(.*?)'", header).group(1)]
    return shape, [v for (v,) in struct.iter_unpack("<" + kind, data[10 + size :])]


def inspect_one(line):
    result = run("inspect", line)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_the_same_position_in_every_form():
    forms = ["#11,b1b1f6", "hex 11 moves a2 swap f6", "https://hexworld.org/board/#11c1,a2:sf6"]
    first, *others = [inspect_one(f) for f in forms]
    assert all(o == first for o in others)
    assert first["stones"] == {"blue": ["f6"], "red": ["b1"]}
    assert (first["size"], first["turn"], first["winner"], first["swapped"]) == (
        11,
        "red",
        None,
        True,
    )
    assert "f6" not in first["legal"] and "swap" not in first["legal"]


def test_the_swap_is_legal_once():
    assert inspect_one("hex 5 moves a2")["legal"][-1] == "swap"
    assert inspect_one("#2,a1b1a2")["winner"] == "blue"
    assert inspect_one("#2,a1b1a2")["legal"] == []


def test_a_bad_line_is_answered_with_its_place():
    result = run("inspect", "-", stdin="#13,a1b2\n#13,a1b2a1\n")
    assert result.returncode == 3
    good, bad = map(json.loads, result.stdout.splitlines())
    assert good["ply"] == 2
    assert bad["line"] == 2 and bad["error"]["offset"] == 8 and bad["error"]["code"] == "illegal"


def test_games_become_tensors_with_targets(tmp_path):
    games = tmp_path / "games.trmph"
    games.write_text(f"# two games\n{SWAPPED}\n#13,a3i10 2\n")
    out = tmp_path / "out.npy"
    result = run("encode", games, "--layout", "hex/3nxn", "--targets", "-o", out)
    assert result.returncode == 0, result.stderr
    shape, tensor = npy(out)
    assert shape == [5, 3, 13, 13]
    at = lambda row, plane, cell: tensor[(row * 3 + plane) * 169 + cell]  # noqa: E731
    assert at(1, 0, 2 * 13) == 1  # a3 after one ply
    assert at(2, 1, 2) == 1 and at(2, 0, 2 * 13) == 0  # the Red stone on c1 after two
    assert [at(row, 2, 0) for row in range(3)] == [0, 1, 0]
    assert npy(tmp_path / "out.policy.npy") == ([5], [26, 169, 6 * 13 + 6, 26, 9 * 13 + 8])
    assert npy(tmp_path / "out.value.npy") == ([5], [1, 1, 1, -1, -1])
    training = ["--value", "training", "--final", "--force"]
    run("encode", games, "--layout", "hex/3nxn", *training, "-o", out)
    assert npy(tmp_path / "out.value.npy") == ([7], [0, 0, 0, 0, 1, 1, 1])


def test_several_sizes_are_named_and_one_is_chosen(tmp_path):
    games = tmp_path / "games.trmph"
    games.write_text("#5,a1b2\n#7,a1b2\n#7,c3\n")
    out = tmp_path / "out.npy"
    refused = run("encode", games, "--layout", "hex/2nxn", "-o", out)
    assert refused.returncode == 2 and "5 (1 input) 7 (2 inputs)" in refused.stderr
    assert run("encode", games, "--layout", "hex/2nxn", "--size", "7", "-o", out).returncode == 0
    assert npy(out)[0] == [3, 2, 7, 7]


def test_tensors_come_back_and_convert(tmp_path):
    three, flat, again = (tmp_path / f"{n}.npy" for n in ("three", "flat", "again"))
    line = "hex 5 blue c3 red b1 turn red"
    assert run("encode", line, "--layout", "hex/3nxn", "-o", three).returncode == 0
    assert run("decode", three).stdout == line + "\n"
    assert run("encode", three, "--layout", "hex/nxn", "-o", flat).returncode == 0
    refused = run("encode", flat, "--layout", "hex/3nxn", "-o", again)
    assert refused.returncode == 2 and "say --turn" in refused.stderr
    turn = ["--turn", "infer-swap", "--force"]
    assert run("encode", flat, "--layout", "hex/3nxn", *turn, "-o", again).returncode == 0
    assert again.read_bytes() == three.read_bytes()
    (tmp_path / "flat.layout.json").unlink()
    found = run("decode", flat, "--layout", "hex/nxn", "--json", "--turn", "red")
    assert json.loads(found.stdout)["position"] == line
    assert run("decode", flat, "--layout", "hex/nxn").stdout == "hex 5 blue c3 red b1\n"


def test_a_layout_of_ones_own_takes_the_size_of_the_boards(tmp_path):
    mine = tmp_path / "mine.json"
    features = ["us.stones", "them.stones", "us.edges", "border", "swap.open"]
    mine.write_text(json.dumps({"game": "hex", "frame": "mover", "features": features}))
    out = tmp_path / "out.npy"
    assert run("encode", "#9,a1b2c3", "--layout", mine, "-o", out).returncode == 0
    assert npy(out)[0] == [1, 6, 9, 9]
    assert json.loads((tmp_path / "out.layout.json").read_text())["size"] == 9
    assert run("decode", out, "--turn", "red").stdout == "hex 9 blue a1 c3 red b2 turn red\n"


def test_games_of_the_other_game_are_refused(tmp_path):
    out = tmp_path / "out.npy"
    assert run("encode", "startpos", "--layout", "hex/3nxn", "-o", out).returncode == 3
    other = ["--layout", "chess/planes25", "--force", "-o", out]
    assert run("encode", "#5,a1", *other).returncode == 3
    assert run("show", "#5,a1", "--layout", "chess/planes25").returncode == 2


def test_trmph_through_sgf_is_the_same_file(tmp_path):
    sgf, back = tmp_path / "a.sgf", tmp_path / "a.trmph"
    assert run("convert", SAMPLE, "-o", sgf).returncode == 0
    assert run("convert", sgf, "-o", back).returncode == 0
    lines = [line for line in SAMPLE.read_text().splitlines() if not line.startswith("# ")]
    assert back.read_text().splitlines() == lines


def test_swaps_are_kept_normalised_or_read_literally():
    def convert(*flags):
        return run("convert", "-", "-o", "-", *flags, stdin=SWAPPED + "\n").stdout.strip()

    assert convert("--to", "trmph") == SWAPPED
    assert ";B[a3];W[swap-pieces];B[g7]" in convert("--to", "sgf")
    assert convert("--to", "trmph", "--normalise-swap") == "#13,a3g7 r # swap normalised"
    assert convert("--to", "trmph", "--swap", "literal") == SWAPPED
    assert ";B[a3];W[swap-pieces]" in convert("--to", "sgf", "--swap", "literal")


def test_check_names_every_fault(tmp_path):
    games = tmp_path / "games.trmph"
    games.write_text("#13,a1b2 b\n<<<<<<< HEAD\n#2,a1b1a2b2\n#13,a1 1\n")
    result = run("check", games)
    assert result.returncode == 3
    assert f"{games}:2:1: syntax" in result.stdout
    assert f"{games}:3:10: illegal: Blue had won at ply 3" in result.stdout
    assert "mixes the winners" in result.stdout
    reports = [json.loads(line) for line in run("check", games, "--json").stdout.splitlines()]
    assert [r["game"] for r in reports] == [1, 2, 3, 4]
    assert [r.get("result") for r in reports] == ["blue", None, "blue", "blue"]
    assert reports[2]["final"] == "#2,a1b1a2 b" and reports[2]["plies"] == 3
    assert reports[1]["offset"] == 11 and reports[1]["faults"][0]["code"] == "syntax"


def test_an_sgf_fault_has_line_and_column(tmp_path):
    games = tmp_path / "games.sgf"
    games.write_text("(;GM[11]SZ[5];B[a1])\n(;GM[11]SZ[5];B[a1]\n;W[a1])\n")
    result = run("check", games)
    assert result.returncode == 3
    assert f"{games}:3:2: illegal: a1 is taken (ply 2) (game 2, refused)" in result.stdout


def test_the_board_is_drawn_slanted():
    text = run("show", "#5,b1b1c3", "--layout", "hex/3nxn").stdout
    assert "1 · R · · ·" in text and "  3 · ·[B]· ·" in text
    svg = run("show", "#5,b1b1c3", "--layout", "hex/3nxn", "--svg", "-").stdout
    assert "blue stone" in svg and "red stone" in svg


@pytest.mark.parametrize("name", ["lg11", "lg13_bare", "lg13_swap", "lg19"])
def test_the_corpus_survives_conversion(corpus, tmp_path, name):
    source = corpus / f"hex/trmph/{name}.trmph"
    sgf, back = tmp_path / "a.sgf", tmp_path / "a.trmph"
    assert run("convert", source, "-o", sgf).returncode == 0
    assert run("convert", sgf, "-o", back).returncode == 0
    wanted = [line[line.index("#") :] for line in source.read_text().splitlines()]
    found = back.read_text().splitlines()
    assert [f.split(" ")[0] for f in found] == [w.split(" ")[0] for w in wanted]
    assert all(f.startswith(w) for f, w in zip(found, wanted, strict=True))
