"""Columns of collections: written shard by shard by several processes, read along, verified."""

import json
import shutil
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import run

LAYOUT = "chess/signed64"


def pieces(planes):
    """What stands for a network: how many men there are."""
    return (planes != 0).sum(axis=(1, 2)).astype(np.float32)


def annotate(folder, rank, world):
    ds = ia.open(folder)
    return ds.annotate("men", pieces, LAYOUT, batch=500, rank=rank, world=world) is not None


@pytest.fixture
def out(tmp_path, alone):
    return shutil.copytree(alone, tmp_path / "set")


@pytest.mark.filterwarnings("ignore")
def test_ranks_write_a_column_of_a_collection(out):
    with ProcessPoolExecutor(2) as pool:
        finished = list(pool.map(annotate, [out] * 3, range(3), [3] * 3))
    assert any(finished)
    ds = ia.open(out, split="train")
    records = ds[:]
    expected = [bin(n).count("1") for n in records["occupied"].tolist()]
    assert np.array_equal(ds.columns["men"][:], expected)
    for batch in ds.batches(LAYOUT, 512, seed=2, extra="men"):
        assert np.array_equal(batch.extra["men"], pieces(batch.planes))
    manifest = json.loads((out / "columns/men/manifest.json").read_text())
    assert manifest["part_shards"][-1] == 0  # of the part without a game
    assert manifest["shards"][-1]["name"].startswith("part-00005/shard-")
    done = run("verify", out)
    assert done.returncode == 0, done.stdout
    assert "men" in run("info", out).stdout
    path = out / "columns/men" / manifest["shards"][2]["name"]
    path.write_bytes(path.read_bytes()[:-1] + b"\x7f")
    assert f"columns/men/{manifest['shards'][2]['name']}" in run("verify", out).stdout


@pytest.mark.filterwarnings("ignore")
def test_a_column_is_replaced_and_dropped_whole(out):
    ds = ia.open(out)
    total = len(ds)
    ds.add_column("n", np.arange(total, dtype=np.int32))
    ds.add_column("n", np.arange(total, dtype=np.int32) * 2, replace=True)
    assert ds.columns["n"][total - 1] == 2 * (total - 1)
    offsets = np.arange(total + 1, dtype=np.uint64)
    ragged = ds.add_column("some", np.arange(total, dtype=np.float32), offsets=offsets)
    assert ragged[7].tolist() == [7.0]
    merged = ia.merge([out], out.parent / "merged")
    assert np.array_equal(merged.columns["n"][:], ds.columns["n"][:])
    assert merged.columns["some"][7].tolist() == [7.0]
    ds.drop_column("n")
    ds.drop_column("some")
    assert not ds.columns and run("verify", out).returncode == 0
    assert not list((out / "columns").iterdir())
