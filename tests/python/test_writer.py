"""ia.Writer: games of self-play into data sets, the same as a build of a file of them."""

import threading

import chess
import numpy as np
import pytest

import intarsia as ia
from tests.data_sets import HEX, LICHESS

SPLIT = {"train": 0.7, "validation": 0.3}


def same_records(written, built):
    assert (written.records == built.records).all()
    fields = [name for name in built.games.dtype.names if name not in ("offset", "number")]
    for name in fields:
        np.testing.assert_array_equal(written.games[name], built.games[name], err_msg=name)
    assert written.splits == built.splits


def test_the_same_games_make_the_same_records(tmp_path):
    for file, game in ((LICHESS, "chess"), (HEX, "hex")):
        built = ia.build(file, tmp_path / f"{game}-built", limit=50, split=SPLIT, seed=3)
        with ia.Writer(tmp_path / game, game=game, split=SPLIT, seed=3) as writer:
            for found in ia.read(file):
                if writer.games == 50:
                    break
                if found.moves:
                    writer.add(found)
        with pytest.warns(ia.DataSetWarning, match="splits"):
            written = ia.open(tmp_path / game)
        same_records(written, built)


def test_moves_visits_and_evaluations_of_a_game(tmp_path):
    with ia.Writer(tmp_path / "set", "chess") as writer:
        writer.add(
            moves=["e4", chess.Move.from_uci("e7e5"), "Nf3"],
            outcome="1-0",
            evals=[20, None, 31_998],
            visits=[{"e4": 600, "d2d4": 200}, None, {"Nf3": 0.5, 6 | 21 << 6: 0.0, "d4": 0.5}][:2],
            tags={"WhiteElo": "2000", "Date": "2026.11.19"},
        )
        assert (writer.games, writer.positions) == (1, 3)
        writer.add(start="k7/8/1K6/8/8/8/8/7R w - - 0 1", moves=["Rh8"])
    ds = ia.open(tmp_path / "set")
    assert list(ds.records["eval"]) == [20, ia._core.NO_EVAL, 31_998, ia._core.NO_EVAL]
    assert ds.games["ratings"][0][0] == 2000 and ds.games["date"][0] == 20261119
    assert list(ds.games["outcome"]) == [1, 1]  # the second by mate
    visits = ds.columns["visits"]
    assert [(int(m), int(w)) for m, w in visits[0]] == [
        (11 | 27 << 6, 16384),
        (12 | 28 << 6, 49151),
    ]
    assert len(visits[1]) == 0 and len(visits[:].values) == 2
    b = ds.take([0, 1], "chess/canonical18", policy="chess/move4096", policy_form="visits")
    assert b.policy[0, 12 * 64 + 28] == pytest.approx(0.75, abs=1e-4)
    assert b.policy[1].sum() == 0


def test_what_cannot_be_stored_is_refused_and_not_added(tmp_path):
    writer = ia.Writer(tmp_path / "set", "chess")
    with pytest.raises(ia.IllegalError):
        writer.add(moves=["e4", "e4"])
    with pytest.raises(ia.IllegalError):
        writer.add(moves=["e4"], visits=[{"e5": 1}])
    with pytest.raises(ValueError, match="the visits after 0 moves"):
        writer.add(moves=["e4"], visits=[{17: 1}])
    with pytest.raises(ValueError, match="0 or more"):
        writer.add(moves=["e4"], visits=[{"e4": -1}])
    with pytest.raises(ValueError, match="more than"):
        writer.add(moves=["e4"], visits=[{}, {}, {}])
    with pytest.raises(TypeError, match="a dict of moves"):
        writer.add(moves=["e4"], visits=[3])
    with pytest.raises(ValueError, match="without moves"):
        writer.add(moves=[])
    with pytest.raises(ValueError, match="outcome"):
        writer.add(moves=["e4"], outcome="blue")
    with pytest.raises(TypeError):
        writer.add(ia.HexGame(5), moves=["a1"])
    with pytest.raises(OSError, match="another program"):
        ia.Writer(tmp_path / "set", "chess")
    assert writer.games == 0
    writer.add(moves=["e4"])
    writer.close()
    writer.close()
    with pytest.raises(ValueError, match="closed"):
        writer.add(moves=["e4"])
    with pytest.raises(ValueError, match="game"):
        ia.Writer(tmp_path / "other", "checkers")


def test_a_writer_goes_on_behind_what_is_there(tmp_path):
    games = list(ia.read(HEX)) * 6

    def visits(game):
        return [{move: 1} for move in game.moves]

    with ia.Writer(tmp_path / "whole", "hex", shard_records=400) as writer:
        for game in games:
            writer.add(game, visits=visits(game))
    part = ia.Writer(tmp_path / "set", "hex", shard_records=400)
    with pytest.raises(RuntimeError, match="stop"), part as writer:
        for game in games[:11]:
            writer.add(game, visits=visits(game))
        raise RuntimeError("stop")
    with ia.Writer(tmp_path / "set", "hex", shard_records=400) as writer:
        assert writer.games == 11
        for game in games[11:]:
            writer.add(game, visits=visits(game))
    whole, found = ia.open(tmp_path / "whole"), ia.open(tmp_path / "set")
    assert (whole.records == found.records).all()
    assert (whole.games["hash"] == found.games["hash"]).all()
    np.testing.assert_array_equal(
        whole.columns["visits"][:].values, found.columns["visits"][:].values
    )
    with pytest.raises(OSError, match="seed"):
        ia.Writer(tmp_path / "set", "hex", shard_records=400, seed=1)
    with ia.Writer(tmp_path / "set", "hex", shard_records=400, force=True) as writer:
        writer.add(games[0])
    assert len(ia.open(tmp_path / "set").games) == 1
    assert not list(ia.open(tmp_path / "set").columns)


def test_boards_of_several_sizes_and_threads(tmp_path):
    with ia.Writer(tmp_path / "set", "hex", shard_records=60) as writer:

        def work(size):
            for i in range(40):
                moves = [f"{'abcde'[(i + k) % size]}{1 + k % size}" for k in range(size)]
                writer.add(start=f"hex {size}", moves=moves, visits=[{m: 2} for m in moves])

        threads = [threading.Thread(target=work, args=(size,)) for size in (3, 4, 5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert writer.games == 120
    for size in (3, 4, 5):
        ds = ia.open(tmp_path / "set", size=size)
        assert len(ds.games) == 40 and len(ds) == 40 * size
        for b in ds.batches("hex/3nxn", policy="hex/cells", policy_form="visits"):
            assert (b.policy.max(axis=1) == 1).all()
