"""Columns beside records: written, read along with batches, in the view of the planes."""

import json
import os
import pickle
import signal
import subprocess
import sys
import time

import chess
import numpy as np
import pytest

import intarsia as ia
from tests.data_sets import HEX, LICHESS

GAMES = 60
MOVER = ia.Layout("hex", ["us.stones", "them.stones"], frame="mover", id="my/mover")


@pytest.fixture(scope="module")
def chess_set(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chess") / "set"
    ds = ia.build(LICHESS, folder, limit=GAMES, shard_records=1500, split={"a": 0.7, "b": 0.3})
    assert len(ds.manifest["shards"]) > 2
    return ds


def random_visits(ds, seed=1, share=0.8):
    """Of some records of a set: legal moves with random shares, as (rows, offsets, dicts)."""
    rng = np.random.default_rng(seed)
    rows, offsets, dicts = [], [0], []
    for record in ds.records:
        said = {}
        if rng.random() < share:
            moves = legal_numbers(record, ds)
            some = rng.choice(moves, size=min(len(moves), rng.integers(1, 6)), replace=False)
            weights = rng.multinomial(65535, np.full(len(some), 1 / len(some)))
            said = {int(m): int(w) for m, w in zip(sorted(some), weights, strict=True) if w}
        dicts.append(said)
        rows += said.items()
        offsets.append(len(rows))
    return np.array(rows, dtype=ia._columns.VISIT), np.array(offsets, np.uint64), dicts


def legal_numbers(record, ds):
    if ds.game == "hex":
        cells = ds.sizes[0] ** 2
        stones = np.unpackbits(record["blue"] | record["red"], bitorder="little")[:cells]
        return np.flatnonzero(stones == 0)
    board = chess.Board(ia.Position(record).fen)
    return np.array([stored(board, move) for move in board.legal_moves])


def stored(board, move):
    """As records store it: castling is king takes rook."""
    to = move.to_square
    if board.is_castling(move):
        to = chess.square(7 if chess.square_file(to) == 6 else 0, chess.square_rank(to))
    promotion = 0 if move.promotion is None else move.promotion - 1
    return move.from_square | to << 6 | promotion << 12


def with_move(record, move):
    """The same position, with this move as the one played."""
    changed = np.empty(1, record.dtype)
    changed[0] = record
    changed["move"] = move
    bit = 1 << 6 if "occupied" in changed.dtype.names else 1 << 5
    changed["flags"] |= bit
    return changed[0]


@pytest.fixture(scope="module")
def searched(tmp_path_factory):
    """Hex with visits, and what they are."""
    folder = tmp_path_factory.mktemp("hex") / "set"
    ds = ia.build(HEX, folder, limit=12, shard_records=300)
    rows, offsets, dicts = random_visits(ds)
    ds.add_column("visits", rows, offsets=offsets, meaning="random")
    return ds, dicts


def test_a_column_is_read_as_it_was_written(chess_set):
    values = np.arange(len(chess_set), dtype=np.float32) / 7
    column = chess_set.add_column("points", values, meaning="sevenths", replace=True)
    assert column.meaning == "sevenths" and column.dtype == np.float32 and not column.is_ragged
    assert (column[:] == values).all() and column[17] == values[17] and column[-1] == values[-1]
    assert list(chess_set.columns) == ["points"] and "points" in chess_set.columns
    part = ia.open(chess_set.path, split="b")
    everywhere = ia.open(chess_set.path, split="b").columns["points"]
    whole = {ia_trace(chess_set, i): values[i] for i in range(0, len(chess_set), 97)}
    for i in range(0, len(part), 13):
        place = ia_trace(part, i)
        if place in whole:
            assert everywhere[i] == whole[place]
    narrowed = chess_set.where(ply="10..20")
    numbers = narrowed._numbers.in_set(np.arange(len(narrowed)))
    assert (narrowed.columns["points"][:] == values[numbers]).all()
    with pytest.raises(KeyError):
        chess_set.columns["other"]
    with pytest.raises(FileNotFoundError, match=r"there are: points"):
        next(chess_set.batches("chess/canonical18", extra="other"))
    chess_set.drop_column("points")
    assert not list(chess_set.columns)


def ia_trace(ds, i):
    found = ds.trace(i)
    return found["shard"], found["row"]


def test_a_column_stays_unless_it_is_to_be_replaced(chess_set):
    zeros = np.zeros(len(chess_set), np.int16)
    chess_set.add_column("stays", zeros)
    for meaning in ("", "another"):
        with pytest.raises(OSError, match="already"):
            chess_set.add_column("stays", zeros, meaning=meaning)
    with pytest.raises(ValueError, match="too long"):
        chess_set.add_column("other", zeros, meaning="x" * 5000)
    assert chess_set.add_column("stays", zeros + 1, meaning="x", replace=True)[5] == 1
    with pytest.raises(ValueError, match="a row for each"):
        chess_set.add_column("short", zeros[1:])
    with pytest.raises(ValueError, match="names no column"):
        chess_set.add_column("../x", zeros)
    with pytest.raises(TypeError, match="array of numbers"):
        chess_set.add_column("words", ["a"] * len(chess_set))
    chess_set.drop_column("stays")
    with pytest.raises(FileNotFoundError):
        chess_set.drop_column("stays")


def test_extra_and_values_follow_the_layouts_frame(chess_set):
    ds = chess_set
    rng = np.random.default_rng(3)
    wdl = rng.dirichlet([1, 1, 1], len(ds)).astype(np.float16)
    score = rng.uniform(-1, 1, len(ds)).astype(np.float32)
    ds.add_column("wdl", wdl, replace=True)
    ds.add_column("score", score, view="mover", replace=True)
    ds.add_column("clock_ms", np.arange(len(ds), dtype=np.uint32), replace=True)
    is_black = (ds.records["flags"] & 1).astype(bool)
    names = ["wdl", "score", "clock_ms"]
    for layout, frame in (("chess/canonical18", "mover"), ("chess/planes25", "white")):
        b = next(
            ds.batches(layout, len(ds), shuffle="global", seed=2, value="column:wdl", extra=names)
        )
        n = b.numbers
        expected = wdl[n].astype(np.float32)
        told = score[n]
        if ia.layout(layout).frame == "mover":
            expected[is_black[n]] = expected[is_black[n]][:, ::-1]
        else:
            told = np.where(is_black[n], -told, told)
        assert b.value.dtype == np.float32 and (b.value == expected).all(), frame
        assert (b.extra["wdl"] == expected.astype(np.float16)).all()
        assert (b.extra["score"] == told).all()
        assert (b.extra["clock_ms"] == n).all()
        assert len(b) == 4 and pickle.loads(pickle.dumps(b)).extra["score"].shape == told.shape
    b = ds.take([5, 3], "chess/canonical18", value="column:score")
    assert b.value.shape == (2,) and (b.value == score[[5, 3]]).all()
    with pytest.raises(ia.ParseError, match="does not say who moves"):
        ds.batches("chess/canonical18", view="white", value="column:wdl")
    for name in names:
        ds.drop_column(name)


def test_a_value_that_is_not_known_is_left_out_or_refused(chess_set):
    values = np.linspace(-1, 1, len(chess_set), dtype=np.float32)
    values[[7, 70]] = np.nan
    chess_set.add_column("some", values, view="mover", replace=True)
    ask = dict(value="column:some", batch_size=500)
    with pytest.raises(ValueError, match=r"2 of .* have no value"):
        chess_set.batches("chess/canonical18", **ask)
    seen = np.concatenate(
        [b.numbers for b in chess_set.batches("chess/canonical18", unknown="skip", **ask)]
    )
    assert sorted(seen) == sorted(set(range(len(chess_set))) - {7, 70})
    nan = chess_set.take([7, 8], "chess/canonical18", value="column:some", unknown="skip")
    assert list(nan.numbers) == [8] and nan.value.shape == (1,)
    chess_set.drop_column("some")


@pytest.mark.parametrize("code", ["chess/az4672", "chess/lc0-1858", "chess/move4096"])
def test_visits_are_policies_in_the_code_and_the_frame(chess_set, code):
    ds = chess_set
    if "visits" not in ds.columns:
        rows, offsets, dicts = random_visits(ds.select(np.arange(len(ds))))
        ds.add_column("visits", rows, offsets=offsets)
        test_visits_are_policies_in_the_code_and_the_frame.dicts = dicts
    dicts = test_visits_are_policies_in_the_code_and_the_frame.dicts
    ask = dict(policy=code, mask=True, seed=4)
    dense = next(ds.batches("chess/canonical18", 700, policy_form="visits", **ask))
    sparse = next(ds.batches("chess/canonical18", 700, policy_form="visits-sparse", **ask))
    assert dense.policy.dtype == np.float32 and dense.policy.shape == dense.mask.shape
    assert (dense.policy[dense.mask == 0] == 0).all()  # legal moves only
    again = np.zeros_like(dense.policy)
    for i in range(len(again)):
        for index, weight in zip(sparse.policy.indices[i], sparse.policy.weights[i], strict=True):
            if index >= 0:
                again[i, index] += weight
    np.testing.assert_allclose(again, dense.policy, atol=1e-6)
    sums = dense.policy.sum(axis=1)
    for row, number in enumerate(dense.numbers):
        said = dicts[number]
        assert sums[row] == pytest.approx(1 if said else 0, abs=1e-5)
        if row % 20 or not said:
            continue
        # Each move by itself, as the move that is played.
        records = np.array([with_move(ds[int(number)], move) for move in said])
        numbers = ia.targets(records, "chess/canonical18", policy=code).policy
        expected = np.zeros(dense.policy.shape[1], np.float32)
        np.add.at(expected, numbers, np.array(list(said.values())) / 65535)
        np.testing.assert_allclose(dense.policy[row], expected, atol=1e-6)


@pytest.mark.parametrize("augment", [None, "symmetries"])
@pytest.mark.parametrize("layout", ["hex/3nxn", MOVER])
def test_visits_turn_with_the_board(searched, layout, augment):
    ds, dicts = searched
    ask = dict(policy="hex/cells", seed=9, batch_size=200, augment=augment)
    for soft, hard in zip(
        ds.batches(layout, policy_form="visits", **ask), ds.batches(layout, **ask), strict=True
    ):
        assert (soft.planes == hard.planes).all() and (soft.mask == hard.mask).all()
        assert (soft.policy[soft.mask == 0] == 0).all()
        for row, number in enumerate(soft.numbers):
            said = dicts[number]
            played = int(ds[int(number)]["move"])
            if played in said:  # the move played turns as it does
                share = soft.policy[row, hard.policy[row]]
                assert share == pytest.approx(said[played] / 65535, abs=1e-6)
            assert np.count_nonzero(soft.policy[row]) == len(said)


def test_wrong_forms_are_refused(chess_set, searched):
    with pytest.raises(ValueError, match="policy_form: expected one of"):
        searched[0].batches("hex/3nxn", policy="hex/cells", policy_form="soft")
    with pytest.raises(ValueError, match="goes with a policy"):
        searched[0].batches("hex/3nxn", policy_form="visits")
    with pytest.raises(FileNotFoundError, match='no column "visits"'):
        ia.build(LICHESS, chess_set.path + "-none", limit=1).batches(
            "chess/canonical18", policy="chess/az4672", policy_form="visits"
        )
    with pytest.raises(ValueError, match="are no values"):
        searched[0].batches("hex/3nxn", value="column:visits")


def test_ranks_write_a_column_together(chess_set):
    ds = chess_set

    def net(planes):
        return np.tanh(planes.reshape(len(planes), -1).sum(axis=1) / 100)

    def stops(planes):
        stops.left -= 1
        if stops.left < 0:
            raise RuntimeError("out of power")
        return net(planes)

    stops.left = 3
    ask = dict(layout="chess/canonical18", batch=512, model="net7")
    with pytest.raises(RuntimeError, match="out of power"):
        ds.annotate("net8", stops, **ask)
    assert "net8" not in ds.columns
    with pytest.raises(OSError, match='another column "net8" was begun'):
        ds.annotate("net8", net, **ask | {"model": "net9"})
    assert ds.annotate("net8", net, rank=1, world=2, **ask) is None
    column = ds.annotate("net8", net, rank=0, world=2, **ask)
    expected = net(ds.take(np.arange(len(ds)), "chess/canonical18").planes)
    np.testing.assert_array_equal(column[:], expected)
    assert column.view == "mover" and column.turned == "negated"
    about = column.manifest["made_by"]
    assert about["model"] == "net7"
    assert ia.layout(about["passport"]).id == "chess/canonical18"

    again = ds.annotate("net8", net, **ask)
    np.testing.assert_array_equal(again[:], expected)
    ds.drop_column("net8")


def test_annotations_follow_what_a_name_says(chess_set):
    """`wdl` is White's, whatever the planes; and a column that is replaced is another."""
    ds = chess_set

    def net(planes):
        return np.tile(np.float32([0.5, 0.25, 0.25]), (len(planes), 1))

    with pytest.raises(ValueError, match="wdl is told in the view of white, not of mover"):
        ds.annotate("wdl", net, "chess/canonical18")
    column = ds.annotate("wdl", net, "chess/planes25")
    assert (column.view, column.dtype, column.turned) == ("white", np.float16, "reversed")
    ds.annotate("sure", lambda planes: np.zeros(len(planes)), "chess/planes25")
    ds.batches("chess/planes25", value="column:sure")
    ds.annotate("sure", lambda planes: np.full(len(planes), np.nan), "chess/planes25", replace=True)
    with pytest.raises(ValueError, match="have no value in it"):
        ds.batches("chess/planes25", value="column:sure")
    for name in ("wdl", "sure"):
        ds.drop_column(name)


def test_the_torch_loader_reads_along(searched):
    torch = pytest.importorskip("torch")
    ds, _ = searched
    ds.add_column("ply", np.arange(len(ds), dtype=np.uint32), replace=True)
    loader = ia.torch.loader(
        ds, "hex/3nxn", 100, policy="hex/cells", policy_form="visits", extra=["ply"], seed=1
    )
    for batch in loader:
        _, policy, value, _ = batch
        assert policy.dtype == torch.float32 and value is None
        assert batch.extra["ply"].dtype == torch.int64
        assert (batch.extra["ply"].numpy() == batch.numbers).all()
    ds.drop_column("ply")


KILLED = """
import sys, numpy as np, intarsia as ia
folder, first = sys.argv[1], int(sys.argv[2])
rng = np.random.default_rng(0)
games = list(ia.read(sys.argv[3]))[:80]
with ia.Writer(folder, game="chess", shard_records=600, split={"a": 0.5, "b": 0.5}) as writer:
    for game in games[writer.games:]:
        moves = game.moves
        writer.add(game, visits=[{m: 3 + i % 5} for i, m in enumerate(moves)])
print("done")
"""


def test_killed_writers_lose_no_finished_shard(tmp_path):
    def run(folder, kill_after=None):
        command = [sys.executable, "-c", KILLED, str(folder), "0", str(LICHESS)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if kill_after is not None:
            time.sleep(kill_after)
            process.send_signal(signal.SIGKILL)
        return process.communicate(timeout=120)[0].strip() == "done"

    start = time.monotonic()
    assert run(tmp_path / "whole")
    length = time.monotonic() - start
    rng = np.random.default_rng(int(os.environ.get("INTARSIA_SEED", "5")))
    for _ in range(6):
        if run(tmp_path / "set", kill_after=length * rng.uniform(0.5, 1)):
            break
        if (tmp_path / "set/manifest.json").exists():
            manifest = json.loads((tmp_path / "set/manifest.json").read_text())
            if manifest["shards"]:
                ds = ia.open(tmp_path / "set", all_records=True)
                assert len(ds.columns["visits"][:]) == len(ds)
    else:
        assert run(tmp_path / "set")
    whole, found = (files_under(tmp_path / name) for name in ("whole", "set"))
    assert found == whole


def files_under(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
