"""Columns of a data set that lies elsewhere: read along through the cache, replaced, damaged."""

import pickle
import shutil

import numpy as np
import pytest

import intarsia as ia

fsspec = pytest.importorskip(
    "fsspec", reason="fsspec is not installed: pip install 'intarsia[remote]'"
)
LAYOUT = "chess/signed64"
ADDRESS = "memory://columns/set"


@pytest.fixture
def here(tmp_path, alone):
    """The collection with a column of numbers, and one of any number of rows a record."""
    ds = ia.open(shutil.copytree(alone, tmp_path / "set"), all_records=True)
    total = len(ds)
    ds.add_column("n", np.arange(total, dtype=np.int32))
    offsets = np.arange(0, 2 * total + 1, 2, dtype=np.uint64)
    ds.add_column("pairs", np.arange(2 * total, dtype=np.float32), offsets=offsets)
    return ds


@pytest.fixture
def store(here):
    fs = fsspec.filesystem("memory")
    fs.store.clear()
    fs.put(f"{here.path}/", "/columns/set/", recursive=True)
    yield fs
    fs.store.clear()


def away(tmp_path, split="train", bytes_=1 << 30):
    return ia.open(ADDRESS, split=split, cache=tmp_path / "cache", cache_bytes=bytes_)


pytestmark = pytest.mark.filterwarnings("ignore")


def test_columns_elsewhere_are_read_as_here(tmp_path, here, store):
    near, far = ia.open(here.path, split="train"), away(tmp_path)
    assert list(far.columns) == ["n", "pairs"] and "m" not in far.columns
    assert np.array_equal(far.columns["n"][:], near.columns["n"][:])
    assert np.array_equal(far.columns["pairs"][5], near.columns["pairs"][5])
    words = {"shuffle": "lanes", "seed": 3, "extra": ["n", "pairs"]}
    pairs = [ds.batches(LAYOUT, 512, **words) for ds in (far, near)]
    for a, b in zip(*pairs, strict=True):
        assert np.array_equal(a.extra["n"], b.extra["n"])
        assert np.array_equal(a.extra["pairs"].values, b.extra["pairs"].values)
    again = pickle.loads(pickle.dumps(far))
    assert np.array_equal(again.columns["n"][:9], near.columns["n"][:9])
    with pytest.raises(FileNotFoundError, match='no column "m"'):
        far.batches(LAYOUT, 512, extra="m")
    with pytest.raises(ValueError, match="names no column"):
        far.batches(LAYOUT, 512, extra="../n")
    with pytest.raises(ValueError, match="lies elsewhere"):
        far.add_column("m", np.zeros(len(here), np.float32))


def test_beside_a_set_of_this_machine(tmp_path, here, store):
    both = ia.open([here.path, ADDRESS], cache=tmp_path / "cache", cache_bytes=1 << 30)
    assert list(both.columns) == ["n", "pairs"]
    assert np.array_equal(both.columns["n"][:], np.tile(here.columns["n"][:], 2))
    store.rm("/columns/set/columns/n", recursive=True)
    assert list(both.columns) == ["pairs"]


def test_a_column_that_was_replaced_is_read_anew(tmp_path, here, store):
    far = away(tmp_path)
    was = far.columns["n"][:]
    here.add_column("n", here.columns["n"][:] * 2, replace=True)
    store.rm("/columns/set/columns/n", recursive=True)
    store.put(f"{here.path}/columns/n/", "/columns/set/columns/n/", recursive=True)
    assert np.array_equal(far.columns["n"][:], 2 * was)
    assert np.array_equal(away(tmp_path).columns["n"][:], 2 * was)


def test_a_changed_byte_and_a_small_cache(tmp_path, here, store):
    files = [p for p in store.find("/columns/set/columns/n") if p.endswith(".npy")]
    was = store.cat(files[0])
    store.pipe_file(files[0], was[:-1] + bytes([was[-1] ^ 1]))
    with pytest.raises(ValueError, match="checksum is not that of the manifest"):
        away(tmp_path).columns["n"][:]
    store.pipe_file(files[0], was)
    largest = max(info["size"] for info in store.find("/columns", detail=True).values())
    few = away(tmp_path, bytes_=3 * largest)
    assert np.array_equal(few.columns["n"][:], ia.open(here.path, split="train").columns["n"][:])
    held = sum(path.stat().st_size for path in (tmp_path / "cache").rglob("*.npy"))
    assert held <= 3 * largest
