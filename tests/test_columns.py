"""Columns beside records, as the tool sees them."""

import json

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import run
from tests.data_sets import LICHESS, build


@pytest.fixture
def annotated(tmp_path):
    build(LICHESS, "-o", tmp_path / "set", "--limit", 20, "--shard-records", 500)
    ds = ia.open(tmp_path / "set")
    ds.add_column(
        "net7", np.zeros(len(ds), np.float32), meaning="what a network says", view="mover"
    )
    return tmp_path / "set"


def test_info_lists_columns(annotated):
    text = run("info", str(annotated)).stdout
    assert "  column    net7: <f4, " in text and "what a network says" in text
    (column,) = json.loads(run("info", str(annotated), "--json").stdout)["columns"]
    assert column["name"] == "net7" and column["view"] == "mover" and not column["ragged"]


def test_a_damaged_column_is_found_and_named(annotated):
    path = annotated / "columns/net7/shard-00000.npy"
    good = path.read_bytes()
    path.write_bytes(good[:-1] + b"\x01")
    found = run("verify", str(annotated))
    assert found.returncode == 4 and "columns/net7/shard-00000.npy" in found.stdout
    path.write_bytes(good)
    assert run("verify", str(annotated)).returncode == 0
    (annotated / "columns/net7/manifest.json").write_text("{}")
    assert "net7: " in run("info", str(annotated)).stdout
    assert run("verify", str(annotated)).returncode == 4


def test_export_says_what_it_leaves_out(annotated, tmp_path):
    found = run("export", str(annotated), "--to", "pgn", "-o", str(tmp_path / "games.pgn"))
    assert found.returncode == 0 and "columns are left out: net7" in found.stderr


def test_a_set_that_is_built_anew_has_none(annotated):
    build(LICHESS, "-o", annotated, "--limit", 20, "--force")
    assert json.loads(run("info", str(annotated), "--json").stdout)["columns"] == []
