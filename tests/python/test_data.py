"""Data sets from Python: built as the tool builds them, read as they lie on the disk."""

import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import ROOT, run

LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
HEX = ROOT / "tests/data/hex/selfplay13.trmph"
SPLIT = {"train": 0.8, "validation": 0.2}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("sets") / "data"
    ia.build(LICHESS, path, split=SPLIT, seed=1, shard_records=6000)
    return path


def files_of(folder):
    return {p.name: p.read_bytes() for p in pathlib.Path(folder).iterdir()}


def test_build_makes_the_bytes_of_the_tool(tmp_path):
    ds = ia.build(
        [LICHESS],
        tmp_path / "ours",
        min_elo=1200,
        time_control=["blitz", "300+3"],
        ply=(8, 60),
        every=2,
        quiet=True,
        sample=0.5,
        final=True,
        split={"train": 0.75, "rest": 0.25},
        seed=9,
        limit=100,
        shard_records=2000,
        require="WhiteElo",
    )
    words = (
        f"build {LICHESS} -o {tmp_path / 'theirs'} --min-elo 1200 --time-control blitz,300+3 "
        "--ply 8..60 --every 2 --quiet --sample 0.5 --final --split train=0.75,rest=0.25 --seed 9 "
        "--limit 100 --shard-records 2000 --require WhiteElo"
    )
    assert run(*words.split()).returncode == 0
    assert files_of(tmp_path / "ours") == files_of(tmp_path / "theirs")
    assert ds.report.games == 100 and ds.report["dropped"]
    assert "100 of" in str(ds.report) and ds.report.seconds > 0
    with pytest.raises(AttributeError, match="there are folder, game"):
        _ = ds.report.gmaes
    assert 0 < len(ds) == ds.report.selected["chosen"] < ds.report.positions
    with pytest.warns(ia.DataSetWarning):
        assert len(ia.open(tmp_path / "ours", all_records=True)) == ds.report.positions


def test_a_set_that_is_there_is_not_touched(folder, tmp_path):
    before = files_of(folder)
    with pytest.raises(FileExistsError, match=r"ia.open reads it, resume=True .* force=True"):
        ia.build(LICHESS, folder)
    with pytest.raises((ValueError, OSError), match="min_elo is 2000 now"):
        ia.build(LICHESS, folder, resume=True, min_elo=2000)
    assert files_of(folder) == before
    again = ia.build(LICHESS, folder, split=SPLIT, seed=1, shard_records=6000, resume=True)
    assert files_of(folder) == before and len(again) == len(again.records)
    ia.build(LICHESS, tmp_path / "set", limit=3)
    assert ia.build(LICHESS, tmp_path / "set", limit=5, force=True).report.games == 5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"date": "last year"}, "date: "),
        ({"split": {"train": 2}}, "split: "),
        ({"split": [1]}, "split: expected {'train'"),
        ({"every": 0}, "every: expected 1 to"),
        ({"min_elo": -1}, "min_elo: expected 0 to"),
        ({"limit": 0}, "limit: "),
        ({"sample": 2}, "sample: "),
        ({"ply": 8}, "ply: expected 'A..B' or a pair"),
        ({"result": "2-0"}, "result: "),
        ({"shard_records": 1 << 40}, "shard_records: "),
        ({"threads": 0}, "threads: "),
    ],
)
def test_wrong_options_are_named(tmp_path, options, message):
    with pytest.raises((ValueError, TypeError)) as caught:
        ia.build(LICHESS, tmp_path / "set", **options)
    assert str(caught.value).startswith(message)
    assert not (tmp_path / "set" / "manifest.json").exists()


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        ia.build(tmp_path / "none.pgn", tmp_path / "set")
    with pytest.raises(FileNotFoundError, match="manifest"):
        ia.open(tmp_path)


def test_progress_is_one_line_on_stderr(tmp_path, capsys):
    ia.build([LICHESS] * 40, tmp_path / "set", progress=True)
    told = capsys.readouterr()
    assert told.out == "" and told.err.endswith("\r\033[K") and "positions/s" in told.err
    ia.build(LICHESS, tmp_path / "quiet", progress=False)
    assert capsys.readouterr().err == ""


def test_ctrl_c_keeps_finished_shards_and_resume_completes(tmp_path):
    """The same bytes as without the interruption."""
    script = (
        "import sys, intarsia as ia\n"
        f"inputs = [{str(LICHESS)!r}] * 60\n"
        "print('go', flush=True)\n"
        "try:\n    ia.build(inputs, sys.argv[1], shard_records=20_000, threads=1)\n"
        "except KeyboardInterrupt as stop:\n    print(stop.__notes__[0], flush=True)\n"
    )
    out = tmp_path / "set"
    child = subprocess.Popen(
        [sys.executable, "-c", script, out], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert child.stdout.readline() == "go\n"
    while not (out / "shard-00000.npy").exists():
        assert child.poll() is None
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    told = child.communicate(timeout=60)[0]
    if json.loads((out / "manifest.json").read_text())["complete"]:
        pytest.skip("it was faster than the signal")
    assert "resume=True" in told
    kept = ia.open(out)
    assert len(kept) > 0 and "not complete" in repr(kept)
    assert run("verify", out).returncode == 0
    inputs = [LICHESS] * 60
    ia.build(inputs, out, shard_records=20_000, resume=True)
    ia.build(inputs, tmp_path / "whole", shard_records=20_000)
    assert files_of(out) == files_of(tmp_path / "whole")


def test_the_records_are_those_of_the_files(folder):
    with pytest.warns(ia.DataSetWarning, match="splits train, validation"):
        ds = ia.open(folder)
    shards = [np.load(path) for path in sorted(folder.glob("shard-*.npy"))]
    assert len(shards) > 1
    expected = np.concatenate(shards)
    assert len(ds) == len(expected) == len(ds.records)
    assert np.array_equal(ds.records, expected) and ds.records.dtype == ia.RECORD
    assert not ds.records.flags.writeable
    assert ds[0] == expected[0] and ds[-1] == expected[-1]
    assert np.array_equal(ds[7:9000:3], expected[7:9000:3])
    assert np.array_equal(ds[[5, -1, 5]], expected[[5, -1, 5]])
    assert [r["fullmove"] for r in ds][:5000] == expected["fullmove"][:5000].tolist()
    assert ia.Position(ds[1]).turn == "black"
    for wrong in (len(ds), -len(ds) - 1, [len(ds)]):
        with pytest.raises(IndexError):
            ds[wrong]
    for wrong in ("1", 1.5, [1.5], None):
        with pytest.raises(TypeError):
            ds[wrong]
    assert ds.manifest == json.loads((folder / "manifest.json").read_text())
    assert repr(ds).startswith(f"<ia.open({str(folder)!r}): {len(ds):,} records of chess")


def test_splits_part_the_games(folder):
    parts = {name: ia.open(folder, split=name) for name in SPLIT}
    with pytest.warns(ia.DataSetWarning):
        ds = ia.open(folder)
    assert sum(map(len, parts.values())) == len(ds)
    hashes = {name: set(part.games["hash"].tolist()) for name, part in parts.items()}
    assert hashes["train"].isdisjoint(hashes["validation"])
    for name, part in parts.items():
        assert part.games["records"].sum() == len(part)
        assert 0.5 * SPLIT[name] < len(part) / len(ds) < 2 * SPLIT[name]
    with pytest.raises(ValueError, match="there are: train validation"):
        ia.open(folder, split="test")


def test_a_record_is_traced_to_its_game(folder):
    ds = ia.open(folder, split="validation")
    games = list(ia.read(LICHESS))
    for number in (0, 17, len(ds) - 1):
        found = ds.trace(number)
        assert found["source"] == str(LICHESS)
        game = games[found["game"] - 1]
        assert game.positions()[found["ply"]].fen == ia.Position(ds[number]).fen
    with pytest.raises(IndexError):
        ds.trace(len(ds))


def test_a_pickled_set_is_the_same(folder, tmp_path, monkeypatch):
    ds = ia.open(os.path.relpath(folder), split="train")
    text = pickle.dumps(ds)
    monkeypatch.chdir(tmp_path)
    copy = pickle.loads(text)
    assert len(copy) == len(ds) and copy[3] == ds[3] and repr(copy) == repr(ds)


def test_hex_sets(tmp_path):
    ds = ia.build(HEX, tmp_path / "hex")
    games = list(ia.read(HEX))
    assert (ds.game, ds.sizes) == ("hex", [13])
    positions = [p for game in games for p in game.positions(final=False)]
    assert len(ds) == len(positions)
    batch = next(ds.batches("hex/3nxn", len(ds), shuffle=None, policy="hex/cells", value="outcome"))
    assert np.array_equal(batch.planes, ia.encode(positions, "hex/3nxn"))
    assert batch.policy[0] == ia.policy("hex/cells", 13).index(positions[0], games[0].moves[0])
    (tmp_path / "two.trmph").write_text("#5,a1b2 b\n#6,a1b2c3 r\n#5,c3 b\n")
    mixed = ia.build(tmp_path / "two.trmph", tmp_path / "mixed")
    assert mixed.sizes == [5, 6] and len(mixed) == 6
    with pytest.raises(ValueError, match=r"several sizes: 5, 6; choose one with ia.open\(.*size="):
        _ = mixed.records
    with pytest.raises(ValueError, match="several sizes"):
        mixed.batches("hex/3nxn", 2)
    five = ia.open(tmp_path / "mixed", size=5)
    assert len(five) == 3 and five.records.dtype == ia.hex.record_dtype(5)
    assert len(five.games) == 2


def test_a_build_that_stored_nothing_is_in_nobodys_way(tmp_path):
    packed = LICHESS.read_bytes()
    (tmp_path / "cut.pgn.zst").write_bytes(packed[: len(packed) // 50])
    with pytest.raises((ValueError, OSError)):
        ia.build(tmp_path / "cut.pgn.zst", tmp_path / "set")
    assert len(ia.build(LICHESS, tmp_path / "set", limit=3))
    with pytest.raises(FileExistsError):
        ia.build(LICHESS, tmp_path / "set", limit=3)
    (tmp_path / "junk.pgn").write_text("1. Kxz9 *")
    with pytest.warns(ia.DataSetWarning, match="nothing was stored"):
        assert not len(ia.build(tmp_path / "junk.pgn", tmp_path / "none"))
    for wrong in ({"format": 5}, {"swap": 5}, {"require": 5}):
        with pytest.raises(TypeError, match=next(iter(wrong))):
            ia.build(LICHESS, tmp_path / "other", **wrong)
    with pytest.raises(ValueError, match="there are: pgn"):
        ia.build(LICHESS, tmp_path / "other", format="x")
    with pytest.raises(ValueError, match="boards of size 8, not 9"):
        ia.open(tmp_path / "set", size=9)


def test_a_damaged_shard_is_an_error_and_no_crash(tmp_path):
    ds = ia.build(LICHESS, tmp_path / "set", limit=20)
    shard = tmp_path / "set" / "shard-00000.npy"
    good = shard.read_bytes()
    at = len(good) - 32 * 100
    shard.write_bytes(good[:at] + b"\xff" * 32 + good[at + 32 :])
    kept, left = ia.open(tmp_path / "set"), ia.open(tmp_path / "set", cache_bytes=0)
    with pytest.raises(ValueError, match=r"shard-00000.npy.*checksum.*intarsia verify"):
        list(kept.batches("chess/canonical18", 100))
    with pytest.raises(ValueError, match=r"shard-00000.npy: record \d+: .*intarsia verify"):
        list(left.batches("chess/canonical18", 100))
    for each in (kept, left):
        with pytest.raises(ValueError, match="checksum"):
            each[0]
    ahead = kept.batches("chess/canonical18", 100, prefetch=2)
    for _ in range(2):  # what failed once fails again, and waits for nothing
        with pytest.raises(ValueError, match="checksum"):
            next(ahead)
    shard.write_bytes(good[:-1])
    with pytest.raises((ValueError, OSError)):
        ia.open(tmp_path / "set")
    shard.write_bytes(good)
    opened = ia.open(tmp_path / "set", cache_bytes=0)
    shard.write_bytes(good[: len(good) // 2])
    with pytest.raises((ValueError, OSError)):
        list(opened.batches("chess/canonical18", 100))
    assert len(ds) == len(opened)


def test_the_tool_encodes_a_data_set_as_its_games(folder, tmp_path):
    train = ia.open(folder, split="train")
    out = tmp_path / "out.npy"
    words = f"encode {folder} --split train --layout chess/planes25 --targets -o {out}"
    told = run(*words.split())
    assert told.returncode == 0, told.stderr
    batch = next(
        train.batches(
            "chess/planes25", len(train), shuffle=None, policy="chess/az4672", value="outcome"
        )
    )
    assert np.array_equal(np.load(out), batch.planes)
    assert np.array_equal(np.load(tmp_path / "out.policy.npy"), batch.policy)
    assert np.array_equal(np.load(tmp_path / "out.value.npy"), batch.value, equal_nan=True)
    for source, name in ((folder, "set"), (LICHESS, "games")):
        path = tmp_path / f"{name}.npy"
        words = f"encode {source} --layout chess/canonical18 --dtype float16 -o {path} -j 2"
        assert run(*words.split()).returncode == 0
    assert (tmp_path / "set.npy").read_bytes() == (tmp_path / "games.npy").read_bytes()
    refused = run(*f"encode {folder} --layout hex/3nxn -o {tmp_path / 'x.npy'}".split())
    assert refused.returncode == 2 and "records of chess" in refused.stderr
    refused = run("encode", folder, "--layout", "chess/signed64", "--split", "no", "-o", out)
    assert refused.returncode != 0 and not (tmp_path / "x.npy").exists()


@pytest.mark.parametrize("dtype", ["bits", "uint8"])
@pytest.mark.parametrize(
    ("games", "layout"), [(LICHESS, "tiny.json"), (HEX, "tiny.json"), (HEX, "hex/3nxn")]
)
def test_history_comes_from_data_sets_too(games, layout, dtype, tmp_path):
    """Layouts that look back, as bits and as elements, with targets."""
    if layout == "tiny.json":
        game = "hex" if games == HEX else "chess"
        features = {
            "hex": ["blue.stones", "last_move", "turn.player"],
            "chess": ["us.pieces", "them.pieces"],
        }[game]
        table = {"id": "my/tiny", "game": game, "features": [{"last": 3, "features": features}]}
        if game == "chess":
            table["frame"] = "mover"
        (tmp_path / layout).write_text(json.dumps(table))
        layout = tmp_path / layout
    ia.build(games, tmp_path / "set", limit=30)
    found = {}
    for name, source in (("set", tmp_path / "set"), ("games", games)):
        out = tmp_path / f"out-{name}"
        out.mkdir()
        words = ["--layout", layout, "--dtype", dtype, "--targets", "-o", out / "x.npy"]
        told = run("encode", source, *words)
        assert told.returncode == 0, told.stderr
        found[name] = {path.name: path for path in out.iterdir()}
    assert found["set"].keys() == found["games"].keys()
    for name, path in found["set"].items():
        if name.endswith(".npy"):
            rows = np.load(path)
            assert (
                len(rows) and rows.tobytes() == np.load(found["games"][name])[: len(rows)].tobytes()
            )
