"""Data sets of version 1 stay readable, and the same input still gives the same bytes."""

import json

import numpy as np
import pytest

from tests.conftest import ROOT, run

SETS = ROOT / "tests/data/sets"
BUILDS = {
    "chess-v1": (
        "a.pgn",
        "--final",
        "--every",
        "2",
        "--seed",
        "3",
        "--split",
        "train=0.5,validation=0.5",
    ),
    "hex-v1": ("a.trmph", "--final", "--swap", "literal"),
}
LAYOUTS = {"chess-v1": "chess/canonical18", "hex-v1": "hex/3nxn"}


@pytest.mark.parametrize("name", BUILDS)
def test_a_set_of_version_1_is_whole(name):
    assert run("verify", SETS / name).returncode == 0
    found = json.loads(run("info", SETS / name, "--json").stdout)
    assert found["complete"] and found["games"] == 3


@pytest.mark.parametrize("name", BUILDS)
def test_the_same_input_gives_the_same_bytes(name, tmp_path, monkeypatch):
    monkeypatch.chdir(SETS)
    assert run("build", *BUILDS[name], "-o", tmp_path / "new").returncode == 0
    old = {file.name: file.read_bytes() for file in (SETS / name).iterdir()}
    new = {file.name: file.read_bytes() for file in (tmp_path / "new").iterdir()}
    assert new == old


@pytest.mark.parametrize(("name", "count"), [("chess-v1", 15), ("hex-v1", 9)])
def test_its_records_become_tensors(name, count, tmp_path):
    size = ["--size", "5"] if name == "hex-v1" else []
    out = tmp_path / "out.npy"
    done = run("encode", SETS / name, "--layout", LAYOUTS[name], *size, "--targets", "-o", out)
    assert done.returncode == 0, done.stderr
    assert len(np.load(out)) == count
