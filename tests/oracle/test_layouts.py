"""Every element of every layout against the oracle, bit for bit."""

import json

import numpy as np
import pytest

from tests.conftest import run
from tests.oracle.layouts import LAYOUTS
from tests.oracle.positions import KINDS, random_lines

COUNT = 1_000  # of each of the seven kinds of positions


@pytest.fixture(scope="module")
def lines():
    return {kind: random_lines(kind, seed=2, count=COUNT) for kind in KINDS}


def encode(lines, layout, tmp_path, *flags):
    file = tmp_path / "out.npy"
    text = "".join(f"{line.text}\n" for line in lines)
    result = run("encode", "-", "--layout", layout, "-o", str(file), "--force", *flags, stdin=text)
    assert result.returncode == 0, result.stderr
    return np.load(file), json.loads((tmp_path / "out.layout.json").read_text())


def flags_of(kind):
    return ["--chess960"] if kind.endswith("960") else []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_equals_the_oracle(lines, layout, kind, tmp_path):
    found, _ = encode(lines[kind], layout, tmp_path, *flags_of(kind))
    expected = np.stack([LAYOUTS[layout](line.board, line.occurrences) for line in lines[kind]])
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    assert np.array_equal(found.view(np.uint8), np.ascontiguousarray(expected).view(np.uint8))


def test_the_sample_holds_what_it_should(lines):
    all_lines = [line for of_kind in lines.values() for line in of_kind]
    assert len(all_lines) >= 5_000
    assert {min(line.occurrences, 3) for line in all_lines} == {1, 2, 3}
    boards = [line.board for line in all_lines]
    assert sum(b.ep_square is not None for b in boards) > 200
    assert sum(b.has_legal_en_passant() for b in boards) > 50
    asymmetric = [b for b in boards if 0 < bin(b.clean_castling_rights()).count("1") < 4]
    assert len(asymmetric) > 100
    assert {b.turn for b in boards} == {True, False}


@pytest.mark.parametrize("dtype", ["float16", "uint8"])
def test_other_types_hold_the_same_values(lines, dtype, tmp_path):
    sample = lines["standard"][:200]
    plain, _ = encode(sample, "chess/canonical18", tmp_path)
    other, passport = encode(sample, "chess/canonical18", tmp_path, "--dtype", dtype)
    assert passport["dtype"] == dtype
    expected = np.rint(plain * 255) if dtype == "uint8" else plain.astype(np.float16)
    assert passport["divisor"] == (255 if dtype == "uint8" else 1)
    assert np.array_equal(other, expected.astype(dtype))


def test_bfloat16_is_stored_as_its_bits(lines, tmp_path):
    sample = lines["standard"][:50]
    plain, _ = encode(sample, "chess/canonical18", tmp_path)
    bits, passport = encode(sample, "chess/canonical18", tmp_path, "--dtype", "bfloat16")
    assert (bits.dtype, passport["dtype"]) == (np.uint16, "bfloat16")
    back = (bits.astype(np.uint32) << 16).view(np.float32)
    assert np.abs(back - plain).max() < 2**-9


def test_orders_are_transposes(lines, tmp_path):
    sample = lines["chess960"][:100]
    hwc, _ = encode(sample, "chess/canonical18", tmp_path, "--chess960")
    chw, passport = encode(sample, "chess/canonical18", tmp_path, "--order", "CHW", "--chess960")
    assert passport["shape"] == [18, 8, 8]
    assert np.array_equal(chw, hwc.transpose(0, 3, 1, 2))


def test_refusals(tmp_path):
    out = str(tmp_path / "x.npy")
    unnamed = run("encode", "startpos", "-o", out)
    assert unnamed.returncode == 2
    assert all(name in unnamed.stderr for name in LAYOUTS)
    wrong = run("encode", "startpos", "--layout", "chess/canonical81", "-o", out)
    assert wrong.returncode == 2 and "did you mean chess/canonical18?" in wrong.stderr
    held = run(
        "encode", "startpos", "--layout", "chess/observation839", "--dtype", "uint8", "-o", out
    )
    assert held.returncode == 2 and "turn.sign" in held.stderr
    assert list(tmp_path.iterdir()) == []
    good = ["encode", "startpos", "--layout", "chess/planes25", "-o", out]
    assert run(*good).returncode == 0
    again = run(*good)
    assert again.returncode == 1 and "--force" in again.stderr
    some = run(
        "encode",
        "-",
        "--layout",
        "chess/planes25",
        "-o",
        out,
        "--force",
        stdin="startpos\nbad one\n",
    )
    assert some.returncode == 3 and "-:2" in some.stderr
    assert np.load(out).shape == (1, 25, 8, 8)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["x.layout.json", "x.npy"]
