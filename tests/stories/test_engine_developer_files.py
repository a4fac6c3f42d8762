"""Somebody who writes a chess engine, and comes with the files that engines make."""

import gzip
import json

import numpy as np
import pytest

from tests.conftest import run
from tests.data_sets import LICHESS, build, shards

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def plain(*entries):
    """Stockfish's text: (fen, move, score, ply, result) each."""
    names = ("fen", "move", "score", "ply", "result")
    return "".join(
        "".join(f"{n} {v}\n" for n, v in zip(names, e, strict=True)) + "e\n" for e in entries
    )


def rows_of(folder):
    return np.concatenate([rows for rows, _ in shards(folder)])


def test_a_mate_is_counted_in_plies_in_plain_text_and_in_moves_in_records(tmp_path):
    for score, eval_ in ((31999, 31999), (31997, 31998), (31995, 31997), (-31996, -31998)):
        text = plain((START, "e2e4", score, 0, 1))
        (tmp_path / "a.plain").write_text(text)
        build(tmp_path / "a.plain", "-o", tmp_path / f"set{score}")
        assert rows_of(tmp_path / f"set{score}")["eval"].tolist() == [eval_]
        assert run("export", str(tmp_path / f"set{score}"), "--to", "plain").stdout == text


def test_entries_of_one_game_are_one_game_as_the_peers_say(corpus, tmp_path):
    data = corpus / "peer-data"
    build(data / "sf-plain/games.plain.gz", "-o", tmp_path / "set")
    games = np.concatenate([games for _, games in shards(tmp_path / "set")])
    with gzip.open(data / "binpack/games.expected.jsonl.gz", "rt") as lines:
        stems = [json.loads(line)["stem"] for line in lines]
    assert len(games) == sum(stems) == 37
    assert games["first"].tolist() == np.flatnonzero(stems).tolist()
    text = gzip.decompress((data / "sf-plain/games.plain.gz").read_bytes()).decode()
    assert run("export", str(tmp_path / "set"), "--to", "plain").stdout.split() == text.split()
    build(data / "sf-plain/isolated.plain", "-o", tmp_path / "isolated")
    assert all((g["records"] == 1).all() for _, g in shards(tmp_path / "isolated"))


def test_history_survives_plain_text(tmp_path):
    """Records, occurrences and counters all come back, so every layout is the same."""
    build(LICHESS, "-o", tmp_path / "set", "--result", "1-0", "--limit", 100)
    out = ["export", str(tmp_path / "set"), "--to", "plain", "-o", str(tmp_path / "a.plain")]
    assert run(*out).returncode == 0
    build(tmp_path / "a.plain", "-o", tmp_path / "again")
    assert (rows_of(tmp_path / "set") == rows_of(tmp_path / "again")).all()
    history = {"last": 8, "features": ["white.pieces", "black.pieces", "occurrences"]}
    (tmp_path / "own.json").write_text(json.dumps({"game": "chess", "features": [history]}))
    layout = ["--layout", str(tmp_path / "own.json"), "-o"]
    for name, source in (("a", tmp_path / "set"), ("b", tmp_path / "a.plain")):
        made = run("encode", str(source), *layout, str(tmp_path / f"{name}.npy"))
        assert made.returncode == 0, made.stderr
    assert (np.load(tmp_path / "a.npy") == np.load(tmp_path / "b.npy")).all()


def test_plain_games_become_pgn(tmp_path):
    second = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    (tmp_path / "a.plain").write_text(
        plain((START, "e2e4", 31997, 0, 1), (second, "e7e5", -31998, 1, -1))
    )
    made = run("convert", str(tmp_path / "a.plain"), "-o", "-", "--to", "pgn")
    assert made.returncode == 0, made.stderr
    assert "1. e4 { [%eval #1] }" in made.stdout and made.stdout.strip().endswith("e5 1-0")


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_do_not_cut_games(corpus, tmp_path, threads):
    text = gzip.decompress((corpus / "peer-data/sf-plain/games.plain.gz").read_bytes())
    (tmp_path / "a.plain").write_bytes(text * 40)
    build(tmp_path / "a.plain", "-o", tmp_path / "set", "-j", threads)
    assert sum(len(games) for _, games in shards(tmp_path / "set")) == 37 * 40
