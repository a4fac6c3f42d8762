"""The functions of the page: what they answer is what the rest of the project says."""

import json
import re
import shlex
import subprocess
import sys

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import ROOT, TOOL, run
from tests.page import samples
from tests.page.calls import Caller

ANSWERS = (ROOT / "page/src/answers.ts").read_text()


def keys_of(interface: str) -> set[str]:
    """The keys that an interface of answers.ts has, those of what it extends included."""
    found = re.search(
        rf"export interface {interface}( extends (\w+))? {{\n(.*?)\n}}", ANSWERS, re.S
    )
    assert found, interface
    own = set(re.findall(r"^  (\w+)\??:", found[3], re.M))
    return own | (keys_of(found[2]) if found[2] else set())


EVERY_FUNCTION = [
    ("functions", {}, b""),
    ("catalogue", {}, b""),
    ("read", {"text": "startpos moves e2e4"}, b""),
    ("moves", {"line": "startpos moves e2e4"}, b""),
    ("position", {"line": "hex 3 moves a1 swap"}, b""),
    ("play", {"line": "startpos", "move": "e4"}, b""),
    ("set_up", {"game": "chess"}, b""),
    ("layout", {"layout": "chess/planes25"}, b""),
    ("encode", {"line": "startpos", "layout": "chess/planes25"}, b""),
    ("difference", {"a": "chess/planes25", "b": "chess/canonical18"}, b""),
    ("fits", {"file_size": 256 + 128}, b"npy"),
    ("decode", {"layout": "chess/signed64", "turn": "white"}, bytes(64)),
    ("policy", {"line": "startpos", "policy": "chess/az4672"}, b""),
    ("policy_move", {"line": "startpos", "policy": "chess/az4672", "index": 0}, b""),
    ("recipe", {"line": "startpos", "layout": "chess/planes25"}, b""),
    ("svg", {"line": "startpos", "layout": "chess/planes25"}, b""),
]


def test_answers_have_the_keys_of_their_interfaces(native: Caller):
    assert [name for name, _, _ in EVERY_FUNCTION] == list(native.functions)
    for name, arguments, data in EVERY_FUNCTION:
        if data == b"npy":
            data = native.one("encode", line="startpos", layout="chess/signed64").array("file")
            arguments = {"file_size": len(data)}
        if name == "decode":
            data = native.one("encode", line="startpos", layout="chess/signed64").array("tensor")
        answer = native.one(name, data, **arguments)
        assert not answer.has_failed, answer.text
        assert set(answer.json) == keys_of(native.functions[name]["answer"]), name


def test_types_for_the_script_are_fresh(native: Caller):
    from tests.conftest import BUILD

    types = subprocess.run([BUILD / "bin/page_native", "--types"], capture_output=True, text=True)
    assert types.stdout == (ROOT / "page/src/generated/types.ts").read_text()


def test_parts_of_answers_have_the_keys_of_their_interfaces(native: Caller):
    position = native.one("position", line="startpos").json
    assert set(position["board"]) == keys_of("Board")
    assert set(position["board"]["cells"][0]) == keys_of("BoardCell")
    assert set(position["board"]["marks"][0]) == keys_of("Mark")
    assert set(position["legal"][0]) == keys_of("LegalMove")
    encoded = native.one("encode", line="startpos", layout="chess/planes25").json
    assert set(encoded["planes"][0]) == keys_of("Plane")
    layout = native.one("layout", layout="chess/planes25").json
    assert set(layout["planes"][0]) == keys_of("LayoutPlane")
    assert set(native.one("catalogue").json["games"][0]) == keys_of("Game")
    assert set(native.one("read", text="startpos").json["games"][0]) == keys_of("ReadGame")


def test_tensors_are_those_of_the_package(native: Caller):
    seen = 0
    for game, lines in samples.games_of(native, samples.LINES).items():
        for layout in samples.layouts_of(native, game):
            for line in lines:
                wanted = ia.layout(json.loads(layout)) if layout[0] == "{" else layout
                tensor = ia.encode(line, wanted)
                answer = native.one("encode", line=line, layout=layout)
                assert answer.array("tensor") == tensor.tobytes(), (line, layout)
                seen += 1
    assert seen > 100


def test_values_are_those_of_the_planes(native: Caller):
    answer = native.one("encode", line="startpos moves e2e4", layout="chess/canonical18")
    tensor = np.frombuffer(answer.array("tensor"), "<f4")
    values = np.frombuffer(answer.array("values"), "<f4")
    numbers = np.frombuffer(answer.array("number"), "<u2")
    for plane in answer.json["planes"]:
        for cell in range(64):
            value = values[plane["at"] + cell]
            assert value == tensor[plane["first"] + cell * plane["stride"]]
            assert float(answer.json["numbers"][numbers[plane["at"] + cell]]) == pytest.approx(
                value
            )


def test_a_file_is_one_that_the_tool_writes(native: Caller, tmp_path):
    answer = native.one("encode", line="startpos moves e2e4", layout="chess/planes25")
    out = tmp_path / "tool.npy"
    args = ("startpos moves e2e4", "--layout", "chess/planes25", "-o", str(out))
    assert run("encode", *args).returncode == 0
    assert answer.array("file") == out.read_bytes()
    assert json.loads(answer.json["passport"]) == json.loads(
        (tmp_path / "tool.layout.json").read_text()
    )


def test_legal_moves_are_those_of_the_rules(native: Caller):
    for line in samples.LINES:
        shown = native.one("position", line=line).json
        position = ia.GamePosition(shown["game"], line)
        assert sorted(m["text"] for m in shown["legal"]) == sorted(position.legal_moves)
        cells = {c["name"] for c in shown["board"]["cells"]}
        for move in shown["legal"]:
            assert {move["from"], move["to"], *move["or_to"]} <= cells | {""}
        ways = [(m["from"], m["to"], m["kind"]) for m in shown["legal"] if m["to"]]
        assert len(ways) == len(set(ways)), "two moves that a board cannot tell apart"


def test_policies_are_those_of_the_package(native: Caller):
    for line in samples.LINES[:9]:
        position = ia.Position(line)
        for code in ("chess/az4672", "chess/move4096", "chess/lc0-1858"):
            policy = ia.policy(code)
            answer = native.one("policy", line=line, policy=code).json
            assert {m["text"]: m["index"] for m in answer["moves"]} == {
                m: policy.index(position, m) for m in position.legal_moves
            }


RECIPES = [
    ("startpos moves e2e4", "chess/canonical18", {}),
    ("startpos moves e2e4", "chess/planes25", {"order": "HWC", "dtype": "float16"}),
    (
        "fen nrkrbbqn/pppppppp/8/8/8/5BNQ/PPPPPPPP/NRKR4 w DBdb - 0 1 moves c1d1",
        "chess/planes25",
        {},
    ),
    ("hex 13 moves a1 swap f6", "hex/3nxn", {"dtype": "uint8"}),
    ("connect4 7x6 4433255", "connect4/3planes", {}),
    (
        "startpos moves e2e4 e7e5",
        json.dumps(
            {
                "game": "chess",
                "frame": "mover",
                "order": "HWC",
                "dtype": "float16",
                "features": [{"last": 2, "features": ["us.pieces", "clock/100"]}],
            }
        ),
        {},
    ),
]


@pytest.mark.parametrize(("line", "layout", "how"), RECIPES)
def test_recipes_of_tool_and_python_make_the_tensor(native: Caller, tmp_path, line, layout, how):
    recipe = native.one("recipe", line=line, layout=layout, **how).json
    tensor = native.one("encode", line=line, layout=layout, **how).array("tensor")
    if recipe["file"]:
        (tmp_path / recipe["file"]).write_text(recipe["json"])
    command = shlex.split(recipe["cli"])
    assert command[0] == "intarsia"
    subprocess.run([str(TOOL), *command[1:]], cwd=tmp_path, check=True, capture_output=True)
    assert np.load(tmp_path / "tensor.npy").tobytes() == tensor
    script = recipe["python"] + "import sys; sys.stdout.buffer.write(tensor.tobytes())\n"
    made = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True)
    assert made.stdout == tensor, made.stderr


@pytest.mark.parametrize("number", [1, 2, 5])
def test_recipes_of_cpp_compile(native: Caller, tmp_path, number):
    line, layout, how = RECIPES[number]
    (tmp_path / "recipe.cc").write_text(
        native.one("recipe", line=line, layout=layout, **how).json["cpp"]
    )
    command = [
        "g++",
        "-std=c++20",
        "-fsyntax-only",
        "-Wall",
        "-Werror",
        f"-I{ROOT / 'src'}",
        "recipe.cc",
    ]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr


def test_a_board_is_put_together_and_read_back(native: Caller):
    edits = [
        {"all": "empty"},
        {"cell": "e1", "piece": "K"},
        {"cell": "e8", "piece": "k"},
        {"cell": "h1", "piece": "R"},
        {"choice": "castling", "value": "K"},
    ]
    answer = native.one("set_up", game="chess", edits=edits).json
    assert answer["draft"] == "4k3/8/8/8/8/8/8/4K2R w K - 0 1" and answer["faults"] == []
    without = native.one(
        "set_up", game="chess", draft=answer["draft"], edits=[{"cell": "h1", "piece": ""}]
    ).json
    assert without["draft"] == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    kingless = native.one(
        "set_up", game="chess", draft=answer["draft"], edits=[{"cell": "e8", "piece": ""}]
    ).json
    assert kingless["line"] == "" and "king" in kingless["faults"][0]["detail"]
