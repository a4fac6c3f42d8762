"""`export --to jsonl`: every record as a line of JSON, with what is known of its game."""

import json
import subprocess

import chess
import numpy as np
import pytest

from tests.conftest import TOOL, run
from tests.data_sets import HEX, LICHESS, build, manifest_of, shards

OUTCOMES = [None, "white", "draw", "black"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("sets") / "data"
    build(LICHESS, "-o", path, "--limit", 80, "--shard-records", 2000, "--split", "train=0.7")
    return path


def lines_of(folder, *flags):
    result = run("export", str(folder), "--to", "jsonl", *flags)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_lines_are_the_games(folder):
    lines = iter(lines_of(folder))
    number = 0
    for records, games in shards(folder):
        for row in games:
            board = chess.Board()
            for ply in range(row["records"]):
                line, record = next(lines), records[row["first"] + ply]
                assert line["fen"] == board.fen(en_passant="fen")
                move = board.parse_uci(line["move"])
                assert line["san"] == board.san(move)
                board.push(move)
                assert line["eval"] == (None if record["eval"] == -32768 else record["eval"])
                assert line["outcome"] == OUTCOMES[row["outcome"]]
                place = (number, str(LICHESS), int(row["number"]), ply)
                assert (line["record"], line["source"], line["game"], line["ply"]) == place
                assert line["ratings"] == [int(r) or None for r in row["ratings"]]
                assert line["date"] == row["date"]
                assert (line["time_base"], line["time_increment"]) == (
                    row["time_base"],
                    row["time_increment"],
                )
                assert line["split"] == (None, "train")[row["split"]]
                assert line["variant"] == "standard" and line["termination"]
                number += 1
    assert next(lines, None) is None


def test_en_passant_is_written_as_asked(folder):
    for line in lines_of(folder, "--en-passant", "legal")[:200]:
        assert line["fen"] == chess.Board(line["fen"]).fen(en_passant="legal")


def test_a_split_and_a_choice_are_followed(folder, tmp_path):
    every = lines_of(folder)
    train = lines_of(folder, "--split", "train")
    assert [line["record"] for line in train] == list(range(len(train)))
    wanted = [line | {"record": None} for line in every if line["split"] == "train"]
    assert [line | {"record": None} for line in train] == wanted
    build(LICHESS, "-o", tmp_path / "some", "--limit", 20, "--every", 5)
    assert {line["ply"] % 5 for line in lines_of(tmp_path / "some")} == {0}


def test_unknown_is_null_and_boards_may_differ(tmp_path):
    (tmp_path / "games.pgn").write_text("1. e4 { [%eval #3] } e5 *\n")
    build(tmp_path / "games.pgn", "-o", tmp_path / "data")
    first, second = lines_of(tmp_path / "data")
    assert first["eval"] is None and second["eval"] == 31997
    unknown = ("outcome", "date", "time_base", "time_increment", "termination", "split")
    assert all(first[key] is None for key in unknown) and first["ratings"] == [None, None]
    (tmp_path / "games.trmph").write_text("#11,a3b4\n#13,c2d4e5\n")
    build(tmp_path / "games.trmph", "-o", tmp_path / "hex")
    found = [(line["position"].split()[1], line["move"]) for line in lines_of(tmp_path / "hex")]
    assert found == [("11", "a3"), ("11", "b4"), ("13", "c2"), ("13", "d4"), ("13", "e5")]


def test_it_goes_into_files_and_pipes(folder, tmp_path):
    out = tmp_path / "data.jsonl"
    said = json.loads(run("export", str(folder), "--to", "jsonl", "-o", str(out), "--json").stdout)
    assert said["written"] == manifest_of(folder)["positions"]
    text = run("export", str(folder), "--to", "jsonl", "-o", "-").stdout
    assert out.read_text() == text
    assert run("export", str(folder), "--to", "jsonl", "-o", str(out)).returncode == 1
    shell = f"{TOOL} export {folder} --to jsonl | head -2"
    head = subprocess.run(shell, shell=True, capture_output=True, text=True, check=False)
    assert head.stdout == "".join(text.splitlines(keepends=True)[:2])


def test_damage_is_refused(tmp_path):
    build(HEX, "-o", tmp_path / "data", "--limit", 10)
    shard = tmp_path / "data/shard-00000.npy"
    bytes_ = np.fromfile(shard, np.uint8)
    bytes_[-1] ^= 1
    bytes_.tofile(shard)
    result = run("export", str(tmp_path / "data"), "--to", "jsonl", "-o", str(tmp_path / "out"))
    assert result.returncode == 1 and "shard-00000.npy" in result.stderr
    assert not (tmp_path / "out").exists()
