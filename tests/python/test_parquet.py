"""Data sets as Parquet: others read them without us, and they become the same set again."""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import intarsia as ia
from tests.conftest import ROOT, run

pa = pytest.importorskip("pyarrow", reason="./dev test --all installs it")
pq = pytest.importorskip("pyarrow.parquet")
duckdb = pytest.importorskip("duckdb", reason="./dev test --all installs it")

LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
HEX = ROOT / "tests/data/hex/selfplay13.trmph"
SPLIT = {"train": 0.7, "hold-out": 0.2}  # the rest has none, and a dash is nothing for names


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A chess set of several shards, with splits."""
    path = tmp_path_factory.mktemp("sets") / "data"
    ia.build(LICHESS, path, split=SPLIT, seed=1, limit=120, shard_records=2000, final=True)
    return path


@pytest.fixture(scope="module")
def ds(folder):
    with pytest.warns(ia.DataSetWarning):
        return ia.open(folder)


@pytest.fixture(scope="module")
def parquet(ds, tmp_path_factory):
    path = tmp_path_factory.mktemp("parquet") / "set"
    ds.to_parquet(path, file_records=1500)
    return path


def opened(path, **arguments):
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ia.DataSetWarning)
        return ia.open(path, **arguments)


def report_of(ds):
    return {name: value for name, value in ds.report.items() if name not in ("folder", "seconds")}


def arrays_of(folder):
    """Everything but the manifest, whose tool may have another version."""
    return {p.name: p.read_bytes() for p in folder.glob("*.npy")}


def test_the_round_trip_is_the_same_set(folder, ds, parquet, tmp_path):
    back = ia.from_parquet(parquet, tmp_path / "back")
    assert np.array_equal(back.records, ds.records) and np.array_equal(back.games, ds.games)
    assert report_of(back) == report_of(ds) and back.manifest == ds.manifest
    assert arrays_of(tmp_path / "back") == arrays_of(folder)
    for split in SPLIT:
        ours, theirs = (opened(path, split=split) for path in (folder, tmp_path / "back"))
        assert np.array_equal(ours.records, theirs.records) and len(ours)
    assert run("verify", str(tmp_path / "back")).returncode == 0


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_part_keeps_its_records_games_and_splits(folder, tmp_path_factory, data):
    path = tmp_path_factory.mktemp("part")
    ds = opened(folder, split=data.draw(st.sampled_from([None, *SPLIT])))
    narrow = data.draw(st.sampled_from(["where", "select", "games", "all"]))
    if narrow == "where":
        ds = ds.where(
            every=data.draw(st.integers(1, 40)), min_elo=data.draw(st.sampled_from([0, 1700]))
        )
    elif narrow == "select":
        numbers = data.draw(st.sets(st.integers(0, len(ds) - 1), min_size=1, max_size=30))
        ds = ds.select(sorted(numbers))
    elif narrow == "games":
        ds = ds.select(ds.games["records"] > data.draw(st.integers(1, 90)))
    ds.to_parquet(path / "parquet", text=False, file_records=data.draw(st.integers(900, 4000)))
    ia.from_parquet(path / "parquet", path / "back")
    back = opened(path / "back")
    assert np.array_equal(back.records, ds.records)
    names = [name for name in ds.games.dtype.names if name not in ("first", "shard")]
    assert np.array_equal(back.games[names], ds.games[names]) and back.splits == ds.splits
    assert run("verify", str(path / "back")).returncode == 0
    layout = ia.Layout("chess", [{"last": 3, "features": ["occupied"]}])
    some = np.arange(0, len(ds), 7)
    assert np.array_equal(back.take(some, layout).planes, ds.take(some, layout).planes)


@pytest.mark.parametrize("game", ["hex", "connect4"])
def test_other_games(tmp_path, game):
    path = HEX
    if game == "connect4":
        path = tmp_path / "games.c4"
        path.write_text("4453\n1122334 1\n4444443 d\n")
    ds = ia.build(path, tmp_path / "data", limit=50, every=3, split={"train": 0.5})
    with pytest.warns(ia.DataSetWarning):
        ds = ia.open(tmp_path / "data")
    ds.to_parquet(tmp_path / "parquet")
    back = ia.from_parquet(tmp_path / "parquet", tmp_path / "back")
    assert np.array_equal(back.records, ds.records) and report_of(back) == report_of(ds)
    assert arrays_of(tmp_path / "back") == arrays_of(tmp_path / "data")
    rows = pq.read_table(tmp_path / "parquet/data")
    assert rows["position"][0].as_py() == ds.trace(0)["state"]["position"]


def test_boards_of_several_sizes_are_asked_for_one(tmp_path):
    lines = ["#11,a3b4", "#13,c2d4e5"]
    (tmp_path / "games.trmph").write_text("".join(f"{line}\n" for line in lines))
    ds = ia.build(tmp_path / "games.trmph", tmp_path / "data")
    with pytest.raises(ValueError, match=r"choose one with ia.open"):
        ds.to_parquet(tmp_path / "parquet")
    assert not (tmp_path / "parquet").exists()
    ia.open(tmp_path / "data", size=13).to_parquet(tmp_path / "parquet")
    assert ia.from_parquet(tmp_path / "parquet", tmp_path / "back").sizes == [13]


def test_duckdb_reads_it_without_us(ds, parquet):
    found = duckdb.sql(f"""
        SELECT g.split_name, count(*), count(DISTINCT p.game), sum(p.clock)
        FROM '{parquet}/data/*.parquet' p JOIN '{parquet}/games/*.parquet' g USING (game)
        GROUP BY 1""").fetchall()
    expected = []
    for number, name in enumerate([None, *SPLIT]):
        is_in = np.repeat(ds.games["split"] == number, ds.games["records"])
        games = int((ds.games["split"] == number).sum())
        expected.append((name, int(is_in.sum()), games, int(ds.records["clock"][is_in].sum())))
    assert sorted(found, key=str) == sorted(expected, key=str)


def test_pandas_reads_it_without_us(ds, parquet):
    frame = pd.concat(map(pd.read_parquet, sorted(parquet.glob("data/*.parquet"))))
    frame = frame.sort_values(["game", "ply"], ignore_index=True)
    assert b"".join(frame["record"]) == ds.records.tobytes()
    assert frame["occupied"].tolist() == ds.records["occupied"].tolist()
    assert np.array_equal(np.stack(frame["pieces"]), ds.records["pieces"])
    for number in range(0, len(ds), 97):
        state, row = ds.trace(number)["state"], frame.iloc[number]
        assert row["fen"] == state["fen"] and row["occurrences"] == state["occurrences"]
        assert (row["move_text"], row["san"], row["outcome"]) == (
            state["move"],
            state["san"],
            state["outcome"],
        )
        assert row["ply"] == ds.trace(number)["ply"]


def test_an_evaluation_that_is_none_is_null(tmp_path):
    (tmp_path / "games.pgn").write_text(
        '[Result "1-0"]\n\n1. e4 { [%eval 0.3] } e5 2. Nf3 { [%eval #5] } 1-0\n'
    )
    ds = ia.build(tmp_path / "games.pgn", tmp_path / "data")
    ds.to_parquet(tmp_path / "parquet")
    assert pq.read_table(tmp_path / "parquet/data")["eval"].to_pylist() == [None, 30, None]
    back = ia.from_parquet(tmp_path / "parquet", tmp_path / "back")
    assert np.array_equal(back.records, ds.records)


def yaml_of(path):
    """The head of a card, in the little YAML that it is written in."""
    head = re.fullmatch(r"---\n(.*?)\n---\n.*", (path / "README.md").read_text(), re.DOTALL)[1]
    configs, current = {}, None
    for line in head.splitlines():
        if found := re.fullmatch(r"- config_name: (\w+)", line):
            current = configs.setdefault(found[1], {"paths": {}, "examples": {}})
        elif found := re.fullmatch(r"  - (?:split|name): (\w+)", line):
            split = found[1]
        elif found := re.fullmatch(r"    path: (\S+)", line):
            current["paths"][split] = found[1]
        elif found := re.fullmatch(r"    num_examples: (\d+)", line):
            current["examples"][split] = int(found[1])
    return configs


def test_the_card_says_what_the_files_are(ds, parquet):
    configs = yaml_of(parquet)
    assert set(configs) == {"default", "games"}
    assert set(configs["default"]["paths"]) == {"train", "hold_out", "rest"}
    seen = []
    for config in configs.values():
        assert config["paths"].keys() == config["examples"].keys()
        for split, pattern in config["paths"].items():
            files = sorted(parquet.glob(pattern))
            names = [f"{split}-{i:05}-of-{len(files):05}.parquet" for i in range(len(files))]
            assert files and [file.name for file in files] == names
            assert sum(pq.read_metadata(f).num_rows for f in files) == config["examples"][split]
            seen += files
    assert sorted(seen) == sorted(parquet.rglob("*.parquet"))
    assert configs["games"]["examples"]["games"] == len(ds.games)
    card = (parquet / "README.md").read_text()
    assert f"{len(ds):,} positions from {len(ds.games)} games" in card and LICHESS.name in card
    assert "# Chess positions" in card


LOADED = """
import json, sys
from datasets import load_dataset
records, games = load_dataset(sys.argv[1]), load_dataset(sys.argv[1], "games")["games"]
rows = {name: split.num_rows for name, split in records.items()}
first = dict(records["train"][0], record=records["train"][0]["record"].hex())
print(json.dumps([rows, first, games.num_rows, games[0]]))
"""


@pytest.mark.skipif(
    importlib.util.find_spec("datasets") is None, reason="./dev test --all installs it"
)
def test_hugging_face_reads_it_without_us(ds, parquet, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", LOADED, str(parquet)],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows, first, count, game = json.loads(done.stdout)
    assert sum(rows.values()) == len(ds) and set(rows) == {"train", "hold_out", "rest"}
    record = opened(ds.path, split="train")[0]
    assert first["record"] == record.tobytes().hex()
    assert first["pieces"] == record["pieces"].tolist() and first["move"] == record["move"]
    assert count == len(ds.games) and game["hash"] == ds.games["hash"][0]


def test_what_is_there_is_refused(ds, parquet, folder, tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    for force in (False, True):
        with pytest.raises(FileExistsError, match="out"):
            ds.to_parquet(out, force=force)
        with pytest.raises(FileExistsError, match="out"):
            ia.from_parquet(parquet, out, force=force)
    assert [p.name for p in tmp_path.iterdir()] == ["out"] and len(list(out.iterdir())) == 1
    with pytest.raises(FileExistsError, match="force=True replaces it"):
        ds.to_parquet(parquet)
    shutil.copytree(parquet, tmp_path / "copy")
    ds.where(every=50).to_parquet(tmp_path / "copy", force=True)
    ia.from_parquet(tmp_path / "copy", tmp_path / "set")
    assert len(opened(tmp_path / "set")) == len(ds.where(every=50))
    assert len(ia.from_parquet(parquet, tmp_path / "set", force=True)) == len(ds)
    with pytest.raises(FileNotFoundError, match=r"ds.to_parquet did not write it"):
        ia.from_parquet(folder, tmp_path / "other")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["copy", "out", "set"]


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_damage_is_refused_by_name_and_leaves_nothing(parquet, tmp_path_factory, data):
    path = tmp_path_factory.mktemp("damaged")
    shutil.copytree(parquet, path / "parquet")
    files = sorted([*(path / "parquet").rglob("*.parquet"), path / "parquet/intarsia.json"])
    file = data.draw(st.sampled_from(files))
    bytes_ = bytearray(file.read_bytes())
    at = data.draw(st.integers(0, len(bytes_) - 1))
    if data.draw(st.booleans()):
        bytes_ = bytes_[:at]
    else:
        bytes_[at] ^= 1 << data.draw(st.integers(0, 7))
    file.write_bytes(bytes_)
    try:
        back = ia.from_parquet(path / "parquet", path / "back")
    except (ia.ParseError, OSError, ValueError) as error:
        assert str(path / "parquet") in str(error)
        assert [p.name for p in path.iterdir()] == ["parquet"]
    else:  # in a column that is not read, or in what describes one
        whole = ia.from_parquet(parquet, path / "whole")
        assert np.array_equal(back.records, whole.records)
        assert np.array_equal(back.games, whole.games) and report_of(back) == report_of(whole)


def rewritten(parquet, path, change):
    """A copy with another table in one of its files."""
    shutil.copytree(parquet, path)
    file = sorted(path.glob("data/train-*.parquet"))[0]
    pq.write_table(change(pq.read_table(file)), file)
    return path


def with_column(name, column):
    return lambda t: t.set_column(t.schema.get_field_index(name), name, column(t[name]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda t: t.drop_columns(["record"]), "no column record"),
        (lambda t: t.slice(1), "rows, and 1500 were written"),
        (lambda t: pa.concat_tables([t.slice(0, 1), t.slice(0, 1), t.slice(2)]), "twice"),
        (lambda t: pa.concat_tables([t.slice(900), t.slice(0, 900)]), "not in order"),
        (with_column("ply", lambda c: pa.array([9999] * len(c), pa.uint32())), "beyond the end"),
        (with_column("ply", lambda c: pa.array(["x"] * len(c))), "column ply"),
        (with_column("game", lambda c: pa.array([None] * len(c), pa.uint64())), "missing"),
        (with_column("record", lambda c: pa.array([b"x" * 32] * len(c))), "record 43: a pawn"),
        (with_column("record", lambda c: pa.array([b"x"] * len(c))), "expected 32 bytes"),
    ],
)
def test_what_was_changed_is_refused(parquet, tmp_path, change, said):
    with pytest.raises(ia.ParseError, match=said):
        ia.from_parquet(rewritten(parquet, tmp_path / "parquet", change), tmp_path / "back")
    assert [p.name for p in tmp_path.iterdir()] == ["parquet"]


def test_records_of_another_set_are_refused(ds, parquet, tmp_path):
    """All of it is sound, and yet not what was written."""
    path = rewritten(
        parquet,
        tmp_path / "parquet",
        with_column("record", lambda c: c.take(pa.array([0] * len(c)))),
    )
    with pytest.raises(ia.ParseError, match="not those that were exported"):
        ia.from_parquet(path, tmp_path / "back")


def test_names_lead_nowhere_else(parquet, tmp_path):
    shutil.copytree(parquet, tmp_path / "parquet")
    about = json.loads((tmp_path / "parquet/intarsia.json").read_text())
    for name in ("../x.parquet", "data/../x.parquet", "/data/x.parquet", "data/x", 7):
        about["games"][0]["name"] = name
        (tmp_path / "parquet/intarsia.json").write_text(json.dumps(about))
        with pytest.raises(ia.ParseError, match=r"intarsia.json is damaged"):
            ia.from_parquet(tmp_path / "parquet", tmp_path / "back")


def test_an_interrupted_run_leaves_nothing(ds, parquet, tmp_path, monkeypatch):
    from intarsia import _parquet, _parquet_read

    class Interrupting:
        def __init__(self, total):
            assert total > 0

        def __call__(self, records):
            raise KeyboardInterrupt

        def clear(self):
            pass

    for module in (_parquet, _parquet_read):
        monkeypatch.setattr(module, "RecordsLine", Interrupting)
    with pytest.raises(KeyboardInterrupt):
        ds.to_parquet(tmp_path / "parquet", progress=True)
    with pytest.raises(KeyboardInterrupt):
        ia.from_parquet(parquet, tmp_path / "back", progress=True)
    assert not list(tmp_path.iterdir())


def test_columns_beside_records_are_left_out_with_a_warning(folder, tmp_path):
    shutil.copytree(folder, tmp_path / "data")
    for name in ("visits", "net7"):
        (tmp_path / "data/columns" / name).mkdir(parents=True)
        (tmp_path / "data/columns" / name / "manifest.json").write_text("{}")
    with pytest.warns(ia.DataSetWarning, match="columns are left out: net7, visits"):
        opened(tmp_path / "data", split="train").to_parquet(tmp_path / "parquet")
    back = ia.from_parquet(tmp_path / "parquet", tmp_path / "back")
    assert len(back) and not (tmp_path / "back/columns").exists()


def test_progress_and_what_is_not_there(ds, parquet, tmp_path, capfd, monkeypatch):
    ds.to_parquet(tmp_path / "parquet", progress=True)
    ia.from_parquet(tmp_path / "parquet", tmp_path / "back", progress=True)
    assert re.search(r"\d+% [\d,]+ records, [\d,]+/s", capfd.readouterr().err)
    for missing in ("games", "rejected.jsonl", "README.md"):
        path = tmp_path / missing.partition(".")[0]
        shutil.copytree(parquet, path)
        found = path / missing
        shutil.rmtree(found) if found.is_dir() else found.unlink()
        if missing == "README.md":
            assert len(ia.from_parquet(path, tmp_path / "without")) == len(ds)
        else:
            with pytest.raises(FileNotFoundError, match=missing):
                ia.from_parquet(path, tmp_path / "none")
    with pytest.raises(ValueError, match="no records"):
        ds.select([]).to_parquet(tmp_path / "none")
    with pytest.raises(ValueError, match="file_records"):
        ds.to_parquet(tmp_path / "none", file_records=0)
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"intarsia\[parquet\]"):
        ds.to_parquet(tmp_path / "none")
    assert not pathlib.Path(tmp_path / "none").exists()
