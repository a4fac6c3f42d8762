"""The core in the browser answers what it answers natively, byte for byte."""

import json
import os
import pathlib

import pytest

from tests.conftest import ROOT
from tests.page import samples
from tests.page.calls import Call, Caller


def compare(native: Caller, wasm: Caller, calls: list[Call]) -> tuple[int, int]:
    """Both answer the same; how many calls had an answer, and how many were refused."""
    refused = 0
    for call, a, b in zip(calls, native.all(calls), wasm.all(calls), strict=True):
        assert a == b, (call.function, call.arguments)
        refused += a.has_failed
    return len(calls) - refused, refused


def test_every_layout_of_every_line(native: Caller, wasm: Caller):
    calls = []
    for game, lines in samples.games_of(native, samples.LINES).items():
        for line in lines:
            for layout in samples.layouts_of(native, game):
                calls.append(Call("encode", {"line": line, "layout": layout}))
                calls.append(Call("recipe", {"line": line, "layout": layout}))
                calls.append(Call("svg", {"line": line, "layout": layout}))
    answered, refused = compare(native, wasm, calls)
    assert answered > 300 and refused == 0


def test_orders_and_types(native: Caller, wasm: Caller):
    found = native.one("catalogue").json
    calls = [
        Call("encode", {"line": line, "layout": layout, "order": order, "dtype": dtype})
        for game, lines in samples.games_of(native, samples.LINES[::3]).items()
        for line in lines
        for layout in samples.layouts_of(native, game)
        for order in found["orders"]
        for dtype in found["dtypes"]
    ]
    answered, refused = compare(native, wasm, calls)
    assert answered > 300 and refused > 20  # fractions and long ranges fit few types


def test_the_rules_of_real_games(native: Caller, wasm: Caller):
    calls = []
    for line in [*samples.LINES, *samples.real_lines(40)]:
        calls.append(Call("moves", {"line": line}))
        for ply in range(0, 60, 7):
            calls.append(Call("position", {"line": line, "ply": ply}))
            calls.append(Call("policy", {"line": line, "ply": ply, "policy": "chess/az4672"}))
            calls.append(
                Call("policy_move", {"line": line, "policy": "chess/lc0-1858", "index": ply})
            )
    answered, refused = compare(native, wasm, calls)
    assert answered > 700 and refused > 100  # shorter lines, other games


def test_tensors_whole_damaged_and_cut(native: Caller, wasm: Caller):
    calls = []
    for game, lines in samples.games_of(native, samples.LINES).items():
        for i, line in enumerate(lines):
            for layout in samples.layouts_of(native, game):
                encoded = native.one("encode", line=line, layout=layout)
                size = native.one("position", line=line).json["size"]
                sized = {"layout": layout, "size": size} if layout[0] != "{" else {"layout": layout}
                calls += [
                    Call("decode", sized, data)
                    for data in [
                        encoded.array("tensor"),
                        *samples.damaged(encoded.array("tensor"), i, 4),
                    ]
                ]
                file = encoded.array("file")
                calls += [
                    Call("fits", {"file_size": len(data)}, data[:4096])
                    for data in [file, *samples.damaged(file, i, 2)]
                ]
    answers = native.all(calls)
    compare(native, wasm, calls)
    decoded = [
        a.json
        for c, a in zip(calls, answers, strict=True)
        if c.function == "decode" and not a.has_failed
    ]
    assert sum(d["fault"] is None for d in decoded) > 100  # positions
    assert sum(d["fault"] is not None for d in decoded) > 100  # contradictions


def test_texts_whole_damaged_and_cut(native: Caller, wasm: Caller):
    texts = [*samples.LINES, "", "{", "x.png", "[Event", "1. e4 e5 2. Nf3 *", "chess/planes25"]
    texts += samples.texts(ROOT / "tests/data")
    if corpus := os.environ.get("INTARSIA_CORPUS"):
        texts += samples.texts(pathlib.Path(corpus) / "hostile")
        texts += samples.texts(pathlib.Path(corpus) / "hex")[:20]
    calls = [Call("read", {"text": text}) for text in texts]
    for i, text in enumerate(texts):
        data = text.encode()[:20_000]
        if data:
            calls += [Call("read", {"name": "x"}, d) for d in samples.damaged(data, i, 4)]
    answered, refused = compare(native, wasm, calls)
    assert answered > 30 and refused > 30


def test_layouts_and_their_differences(native: Caller, wasm: Caller):
    calls = []
    for game in ("chess", "hex", "connect4"):
        known = samples.layouts_of(native, game)
        calls += [Call("layout", {"layout": layout}) for layout in known]
        calls += [Call("difference", {"a": a, "b": b}) for a in known for b in known]
    calls += [
        Call("layout", {"layout": text})
        for text in (
            "",
            "chess/plane25",
            "{}",
            '{"game": "go"}',
            '{"game": "chess", "features": ["us.pawns"]}',
            '{"game": "chess", "features": [{"fact": "clock", "per": -1}]}',
            "{" * 100,
        )
    ]
    answered, refused = compare(native, wasm, calls)
    assert answered > 100 and refused == 7


def test_boards_put_together(native: Caller, wasm: Caller):
    edits = [
        [{"all": "empty"}],
        [{"cell": "e4", "piece": "N"}, {"cell": "e1", "piece": ""}],
        [{"cell": "e4", "from": "e2"}, {"choice": "turn", "value": "black"}],
        [{"choice": "castling", "value": "K"}, {"choice": "castling", "value": "q"}],
        [{"cell": "z9", "piece": "N"}],
        [{"cell": "a1", "piece": "x"}],
        [{"choice": "luck", "value": "1"}],
    ]
    calls = [
        Call("set_up", {"game": game, "edits": each}) for game in ("chess", "hex") for each in edits
    ]
    answered, refused = compare(native, wasm, [*calls, Call("set_up", {"game": "connect4"})])
    assert answered >= 5 and refused >= 6


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "[]",
        "{",
        '{"line": 1}',
        '{"lime": "startpos"}',
        '{"line": "startpos", "line": "startpos"}',
        '{"line": "\\ud800"}',
        '{"line": "startpos", "ply": -1}',
    ],
)
def test_arguments_that_are_none(native: Caller, wasm: Caller, arguments: str):
    line = f"{list(native.functions).index('position')} - {arguments}"
    a, b = native._run([line])[0], wasm._run([line])[0]
    assert a == b and a.has_failed
    assert set(json.loads(a.text)["error"]) == {"code", "offset", "detail"}
