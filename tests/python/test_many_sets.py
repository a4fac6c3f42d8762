"""Sets of many shards, several sets as one, and sets that are packed into one."""

import os
import pathlib
import pickle
import resource
import subprocess
import sys
import warnings

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import run
from tests.oracle import records as oracle

FEW = 256  # descriptors
SPLIT = {"train": 0.7, "validation": 0.3}


def with_few_files(code, *words):
    """What a program prints that may open that many files at once."""

    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, FEW))

    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *map(str, words)],
        preexec_fn=limit,
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def pgn(first, last):
    """Short games: many share their first positions, and every seventh its moves with another."""
    openings = ["e4 e5", "d4 d5", "c4 c5", "Nf3 Nf6", "e4 c5", "e4 e6"]
    more = ["Nc3 Nc6", "a3 a6", "h3 h6", "Na3 Na6", "g3 g6", "b3 b6", "a4 a5"]
    text = ""
    for i in range(first, last):
        moves = f"{openings[i % 6]} {more[i % 7]} {more[(i // 7 + 1 + i % 7) % 7]}".split()
        numbered = " ".join(f"{1 + n // 2}. {m}" if n % 2 == 0 else m for n, m in enumerate(moves))
        text += f'[Event "{i}"]\n[Result "1-0"]\n\n{numbered} 1-0\n\n'
    return text


def files_of(folder):
    return {p.name: p.read_bytes() for p in pathlib.Path(folder).iterdir()}


@pytest.fixture(scope="module")
def sets(tmp_path_factory):
    """Three sets, and one of all their games."""
    folder = tmp_path_factory.mktemp("sets")
    paths = []
    for i in range(3):
        paths.append(folder / f"games{i}.pgn")
        paths[-1].write_text(pgn(50 * i, 50 * i + 70))
        ia.build(paths[-1], folder / f"set{i}", split=SPLIT, seed=3, shard_records=100)
    ia.build(paths, folder / "whole", split=SPLIT, seed=3, shard_records=100)
    return folder


def parts(sets):
    return [sets / f"set{i}" for i in range(3)]


def test_more_shards_than_descriptors_are_read_in_any_order(sets):
    """Of all sets together only some files are open."""
    code = """
import sys
import intarsia as ia
for cache_bytes in (0, 1 << 30):
    ds = ia.open(sys.argv[1:] * 150, cache_bytes=cache_bytes)
    assert len(ds.manifest["shards"]) > 1_020
    batches = list(ds.batches("chess/signed64", 4_096, seed=1, shuffle="global"))
    assert sum(len(b.planes) for b in batches) == len(ds)
    print(len(ds), ds.trace(len(ds) - 1)["row"])
"""
    printed = with_few_files(code, sets / "whole").splitlines()
    whole = ia.open(sets / "whole", all_records=True)
    assert printed == [f"{150 * len(whole)} {whole.trace(-1)['row']}"] * 2


@pytest.mark.parametrize("split", [None, "train", "validation"])
def test_several_sets_are_read_as_one(sets, split):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = ia.open(sets / "whole", split=split)
        one = ia.open(parts(sets), split=split)
    assert len(one) == len(whole) > 0 and one.splits == whole.splits
    assert (one.records == whole.records).all() and one[7] == whole[7]
    for name in set(one.games.dtype.names) - {"shard", "first"}:
        assert (one.games[name] == whole.games[name]).all(), name
    for i in (0, len(one) // 2, len(one) - 1):
        here, there = one.trace(i), whole.trace(i)
        assert {**here, "folder": "", "shard": "", "row": 0} == {
            **there, "folder": "", "shard": "", "row": 0,
        }  # fmt: skip
        assert os.path.basename(here["folder"]) == f"set{int(here['source'][-5])}"
        shard = np.load(os.path.join(here["folder"], here["shard"]))
        assert shard[here["row"]] == one[i]
    assert (one.where(ply="2..").records == whole.where(ply="2..").records).all()
    for a, b in zip(
        one.batches("chess/planes25", 64, seed=5, policy="chess/az4672", value="outcome"),
        whole.batches("chess/planes25", 64, seed=5, policy="chess/az4672", value="outcome"),
        strict=True,
    ):
        assert (a.planes == b.planes).all() and (a.policy == b.policy).all()
    again = pickle.loads(pickle.dumps(one))
    assert again.paths == one.paths and (again.records == one.records).all()
    assert one.manifest["positions"] == whole.manifest["positions"]
    for shard in one.manifest["shards"]:
        assert os.path.isfile(os.path.join(shard["folder"], shard["name"]))


def test_what_differs_is_told(sets, tmp_path):
    ia.build(sets / "games0.pgn", tmp_path / "other", every=2, split=SPLIT, seed=3)
    with pytest.warns(ia.DataSetWarning, match=r"another choice of options.*every"):
        ds = ia.open([*parts(sets), tmp_path / "other"], split="train")
    assert len(ds) > 0
    ia.build(sets / "games0.pgn", tmp_path / "unsplit", seed=3)
    with pytest.raises(ValueError, match="no splits in common"):
        ia.open([sets / "set0", tmp_path / "unsplit"], split="train")
    (tmp_path / "a.trmph").write_text("#5,a1b2\n")
    ia.build(tmp_path / "a.trmph", tmp_path / "hex")
    with pytest.raises(ValueError, match=r"of chess, and .* of hex"):
        ia.open([sets / "set0", tmp_path / "hex"])
    with pytest.raises(ValueError, match="there are none"):
        ia.open([])
    with pytest.raises(FileNotFoundError):
        ia.open([sets / "set0", sets / "nothing"])


def test_columns_of_several_sets_are_read_as_one(sets, tmp_path):
    rows = {}
    for number in range(2):
        ds = ia.build(sets / f"games{number}.pgn", tmp_path / f"set{number}", shard_records=100)
        rows[number] = np.arange(len(ds), dtype=np.float32) + 1000 * number
        ds.add_column("score", rows[number], view="white")
        visits = np.array([(r["move"], 65535) for r in ds.records], ia._columns.VISIT)
        ds.add_column("visits", visits, offsets=np.arange(len(ds) + 1), meaning="the move played")
    ia.build(sets / "games0.pgn", tmp_path / "empty", min_elo=4000, require="WhiteElo")
    both = ia.open([tmp_path / name for name in ("set1", "empty", "set0")])
    assert list(both.columns) == ["score", "visits"]
    expected = np.concatenate([rows[1], rows[0]])
    assert (both.columns["score"][:] == expected).all()
    for batch in both.batches(
        "chess/planes25", 64, policy="chess/move4096", policy_form="visits", value="column:score"
    ):
        assert (batch.value == expected[batch.numbers]).all()
        played = both.take(batch.numbers, "chess/planes25", policy="chess/move4096").policy
        assert (batch.policy[np.arange(len(played)), played] == 1).all()


def test_columns_that_are_not_one_are_refused(sets, tmp_path):
    for name in "abc":
        ia.build(sets / "games0.pgn", tmp_path / name)
    one, other, none = (ia.open(tmp_path / name) for name in "abc")
    one.add_column("score", np.zeros(len(one), np.float32))
    other.add_column("score", np.zeros(len(other), np.float64))
    both, part = ia.open([one.path, other.path]), ia.open([one.path, none.path])
    with pytest.raises(ValueError, match="b/columns/score is of another type"):
        _ = both.columns["score"]
    assert list(part.columns) == []
    with pytest.raises(FileNotFoundError, match='c has no column "score"; there are: none'):
        part.batches("chess/planes25", extra="score")
    with pytest.raises(ValueError, match="columns are written beside one data set"):
        both.add_column("other", np.zeros(len(both), np.float32))
    with pytest.raises(ValueError, match="b/columns/score is of another type"):
        ia.merge([one, other], tmp_path / "merged")
    with pytest.raises(OSError, match='"score" can be packed where all sets have it'):
        ia.merge([one, none], tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


def with_columns(folder, games, **options):
    """A set of self-play, whose columns say of every record which it is."""
    with ia.Writer(folder, "hex", shard_records=60, **options) as writer:
        for number, (size, first) in enumerate(games):
            cells = [f"{'abcde'[(first + k) % size]}{1 + k % size}" for k in range(size)]
            writer.add(start=f"hex {size}", moves=cells, visits=[{c: 2 + number} for c in cells])
    return ia.open(folder)


def test_columns_are_packed_with_their_records(tmp_path):
    """Boards of several sizes, games that come again, ragged columns and those that are not."""
    rng = np.random.default_rng(1)
    for name in "abc":
        games = [(int(rng.integers(3, 6)), int(rng.integers(3))) for _ in range(50)]
        ds = with_columns(tmp_path / name, [] if name == "b" else games)
        if len(ds):
            ds.add_column("place", np.arange(len(ds)) + 1000 * "abc".index(name))
    folders = [tmp_path / name for name in "abc"]
    for unique in (None, "games"):
        merged = ia.merge(folders, tmp_path / "merged", unique=unique, force=True)
        assert run("verify", tmp_path / "merged").returncode == 0
        assert list(merged.columns) == ["place", "visits"]
        assert (len(merged) < sum(len(ia.open(f)) for f in folders)) == (unique == "games")
        for size in (3, 4, 5):
            part = ia.open(tmp_path / "merged", size=size)
            place, visits = part.columns["place"][:], part.columns["visits"][:]
            for i, record in enumerate(part.records):
                source = ia.open(tmp_path / "abc"[place[i] // 1000])
                number = int(place[i] % 1000)
                assert source[number].tobytes() == record.tobytes()
                (visit,) = visits.values[visits.offsets[i] : visits.offsets[i + 1]]
                assert (visit["move"], visit["weight"]) == (record["move"], 65535)
    alone = ia.open(tmp_path / "merged", all_records=True).manifest["xxh3"]
    about = merged.columns["visits"].manifest
    assert about["set_xxh3"] == alone and about["meaning"].startswith("the share")


def test_merging_makes_the_bytes_of_one_build(sets, tmp_path):
    merged = ia.merge(parts(sets), tmp_path / "merged")
    assert files_of(tmp_path / "merged") == files_of(sets / "whole")
    assert (
        merged.report.games == len(ia.open(sets / "whole").games)
        and "repeated" not in merged.report
    )
    with pytest.raises(OSError, match="holds a data set"):
        ia.merge(parts(sets), tmp_path / "merged")
    opened = ia.open(parts(sets), all_records=True, split=None)
    ia.merge([opened], tmp_path / "merged", force=True)
    assert files_of(tmp_path / "merged") == files_of(sets / "whole")
    with pytest.raises(ValueError, match="a part of a data set"):
        ia.merge([opened.select([1, 2])], tmp_path / "part")
    with pytest.raises(ValueError, match="there are none"):
        ia.merge([], tmp_path / "part")
    with pytest.raises(ValueError, match="'games' or 'positions', not 'players'"):
        ia.merge(parts(sets), tmp_path / "part", unique="players")
    assert not (tmp_path / "part").exists()


def moves_of(ds):
    """The games by their moves, in order."""
    return [
        tuple(ds.records["move"][ends - n : ends])
        for ends, n in zip(np.cumsum(ds.games["records"]), ds.games["records"], strict=True)
    ]


def test_equal_games_come_once(sets, tmp_path):
    whole = ia.open(sets / "whole", split=None)
    unique = ia.merge(parts(sets), tmp_path / "unique", unique="games")
    wanted = list(dict.fromkeys(moves_of(whole)))
    assert len(wanted) < len(whole.games)
    assert moves_of(unique) == wanted
    assert unique.report.dropped == {"duplicate": len(whole.games) - len(wanted)}


def keys_of(records):
    """python-chess's: en passant only where it can be played."""
    return [oracle.board_of(record)._transposition_key() for record in records]


def test_positions_come_once(sets, tmp_path):
    """Against a Python set of keys; and built at once they are the same."""
    whole = ia.open(sets / "whole", all_records=True)
    seen, wanted = set(), []
    for i, key in enumerate(keys_of(whole.records)):
        if key not in seen:
            wanted.append(i)
        seen.add(key)
    unique = ia.merge(parts(sets), tmp_path / "unique", unique=["positions"], memory="16MiB")
    assert (unique.records == whole.records[wanted]).all()
    assert unique.report.repeated == len(whole) - len(wanted) > 0
    assert f"{len(whole) - len(wanted)} positions not chosen" in str(unique.report)
    everything = ia.open(tmp_path / "unique", all_records=True)
    assert (everything.records == whole.records).all()
    splits = [ia.open(tmp_path / "unique", split=name) for name in SPLIT]
    assert sum(map(len, splits)) == len(unique)
    assert not set(keys_of(splits[0].records)) & set(keys_of(splits[1].records))
    built = ia.build(
        [sets / f"games{i}.pgn" for i in range(3)], tmp_path / "built", split=SPLIT, seed=3,
        shard_records=100, unique="positions",
    )  # fmt: skip
    assert files_of(tmp_path / "built") == files_of(tmp_path / "unique")
    assert built.report.repeated == unique.report.repeated
    with pytest.raises(ValueError, match="expected 'positions'"):
        ia.build(sets / "games0.pgn", tmp_path / "no", unique="games")
    with pytest.raises(ValueError, match="memory"):
        ia.build(sets / "games0.pgn", tmp_path / "no", unique="positions", memory="1MB")
