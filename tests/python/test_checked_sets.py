"""What is read of a data set was compared with its checksums, and few files are open at once."""

import resource
import subprocess
import sys

import pytest

import intarsia as ia
from tests.data_sets import LICHESS, files_of


@pytest.fixture
def folder(tmp_path):
    ia.build(
        LICHESS, tmp_path / "set", shard_records=9000, every=2, split={"a": 0.5, "b": 0.5}, seed=3
    )
    return tmp_path / "set"


def flip(path):
    data = bytearray(path.read_bytes())
    data[-3] ^= 8
    path.write_bytes(data)


def uses(ds):
    """Every way to look at a data set, by what it reads."""
    shard = {
        "records": lambda: ds.records,
        "a record": lambda: ds[0],
        "batches": lambda: next(iter(ds.batches("chess/signed64", 16))),
    }
    games = {"games": lambda: ds.games, "trace": lambda: ds.trace(0)}
    return {
        "shard-00000.npy": shard,
        "games-00000.npy": games,
        "selection-00001.npy": shard | {"trace": games["trace"]},
    }


@pytest.mark.parametrize("cache_bytes", [0, 1 << 30])
@pytest.mark.parametrize("name", ["shard-00000.npy", "games-00000.npy", "selection-00001.npy"])
def test_a_flipped_bit_is_found_before_use(folder, name, cache_bytes):
    flip(folder / name)
    for what in uses(None)[name]:
        if name.startswith("shard") and cache_bytes == 0 and what != "a record":
            continue  # beyond the memory: for `intarsia verify`
        ds = ia.open(folder, split="a", cache_bytes=cache_bytes)
        with pytest.raises(ValueError, match=rf"{name}.*checksum.*intarsia verify"):
            uses(ds)[name][what]()


def test_a_changed_shard_is_refused_however_often(folder):
    """Failing to read it must not use up the cache, beyond which shards are not compared."""
    flip(folder / "shard-00000.npy")
    size = (folder / "shard-00000.npy").stat().st_size
    ds = ia.open(folder, split="a", cache_bytes=2 * size)
    for _ in range(10):
        with pytest.raises(ValueError, match="checksum"):
            for _ in ds.batches("chess/signed64", 64):
                pass


def test_resume_compares_what_it_keeps(folder):
    again = {"shard_records": 9000, "every": 2, "split": {"a": 0.5, "b": 0.5}, "seed": 3}
    before = files_of(folder)
    assert ia.build(LICHESS, folder, resume=True, **again).report.games == 433
    flip(folder / "games-00000.npy")
    with pytest.raises(ValueError, match=r"games-00000.npy: its checksum.*force"):
        ia.build(LICHESS, folder, resume=True, **again)
    ia.build(LICHESS, folder, resume=True, trust=True, **again)
    ia.build(LICHESS, folder, force=True, **again)
    assert files_of(folder) == before


MANY = """
import resource, sys
import intarsia as ia
resource.setrlimit(resource.RLIMIT_NOFILE, (290, 290))
ds = ia.open(sys.argv[1], split="a", cache_bytes=int(sys.argv[2]))
assert len(ds.games) == len(ds) // 2
print(sum(b.planes.sum() for b in ds.batches("chess/canonical18", 64, seed=1)))
"""


def test_more_shards_than_a_process_may_open(tmp_path):
    text = "".join(f"1. {move} e5 1-0\n\n" for move in ("e4", "d4", "c4", "Nf3") * 80)
    (tmp_path / "games.pgn").write_text(text)
    ia.build(tmp_path / "games.pgn", tmp_path / "set", shard_records=1, split={"a": 0.5, "b": 0.5})
    ds = ia.open(tmp_path / "set", split="a")
    expected = sum(b.planes.sum() for b in ds.batches("chess/canonical18", 64, seed=1))
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 290
    for cache_bytes in (0, 1 << 30):
        done = subprocess.run(
            [sys.executable, "-c", MANY, tmp_path / "set", str(cache_bytes)],
            capture_output=True,
            check=True,
            text=True,
        )
        assert float(done.stdout) == float(expected)
