"""Ranks share global batches; streams are left and taken up again at any place."""

import itertools
import json
import time
import warnings

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import ROOT

LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
HEX = ROOT / "tests/data/hex/selfplay13.trmph"
WORLDS = [1, 2, 3, 7, 8, 64]
SHUFFLES = ["global", "lanes", "blocks", None]
LAYOUT = "chess/signed64"


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    path = tmp_path_factory.mktemp("sets") / "data"
    split = {"train": 0.7, "validation": 0.3}
    ia.build(LICHESS, path, limit=40, shard_records=500, split=split)
    return ia.open(path, split="train")


@pytest.fixture(autouse=True)
def without_the_notice_about_lanes():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".* ranks share lanes")
        yield


def joined(batches):
    """The numbers of what all ranks hold of one global batch."""
    return np.concatenate([batch.numbers for batch in batches])


def epoch_of(ds, world, size=97, **options):
    """One epoch as global batches, each as the numbers of its rows."""
    ranks = [ds.batches(LAYOUT, size, seed=2, rank=r, world=world, **options) for r in range(world)]
    assert len({len(batches) for batches in ranks}) == 1
    return [joined(batches) for batches in zip(*ranks, strict=True)]


@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_every_record_comes_once_in_the_same_global_batches(ds, shuffle):
    alone = epoch_of(ds, 1, shuffle=shuffle)
    assert np.array_equal(np.sort(np.concatenate(alone)), np.arange(len(ds)))
    for world in WORLDS[1:]:
        found = epoch_of(ds, world, shuffle=shuffle)
        assert all(map(np.array_equal, found, alone)) and len(found) == len(alone)


def test_rows_are_the_records_that_they_are_numbered_by(ds):
    for shuffle in SHUFFLES:
        for batch in ds.batches(LAYOUT, 301, shuffle=shuffle, rank=1, world=3):
            assert np.array_equal(batch.planes, ds.take(batch.numbers, LAYOUT).planes)


def test_a_rank_takes_its_slice_of_each_batch(ds):
    whole = next(ds.batches(LAYOUT, 100, seed=3)).numbers
    for world in (3, 7):
        for rank in range(world):
            share = next(ds.batches(LAYOUT, 100, seed=3, rank=rank, world=world))
            begin, end = 100 * rank // world, 100 * (rank + 1) // world
            assert np.array_equal(share.numbers, whole[begin:end])


def test_the_last_batch_is_shared_evenly_or_dropped_by_all(ds):
    size = len(ds) - 2  # two are left
    ranks = [list(ds.batches(LAYOUT, size, rank=r, world=4)) for r in range(4)]
    assert [len(batches[-1].planes) for batches in ranks] == [0, 1, 0, 1]
    dropped = [list(ds.batches(LAYOUT, size, rank=r, world=4, drop_last=True)) for r in range(4)]
    assert [len(batches) for batches in dropped] == [1] * 4


@pytest.mark.parametrize("shuffle", ["global", "lanes"])
def test_a_part_of_a_set_is_shared_as_a_whole_one(ds, shuffle):
    part = ds.where(ply="3..", every=2)
    assert 500 < len(part) < len(ds)
    alone = epoch_of(part, 1, shuffle=shuffle)
    assert np.array_equal(np.sort(np.concatenate(alone)), np.arange(len(part)))
    assert all(map(np.array_equal, epoch_of(part, 5, shuffle=shuffle), alone))
    batch = next(part.batches(LAYOUT, 50, shuffle=shuffle))
    assert np.array_equal(batch.planes, ia.encode(part[batch.numbers], LAYOUT))


def test_lanes_read_whole_shards_side_by_side(ds):
    """Listed lane by lane, an epoch is one shard after the other."""
    every = np.concatenate(epoch_of(ds, 1, size=len(ds), shuffle="lanes"))
    shards = np.searchsorted(np.cumsum(ds._set.records_by_shard), every, side="right")
    visits = [shard for shard, _ in itertools.groupby(shards)]
    assert len(visits) == len(set(visits)) == len(ds.manifest["shards"])
    assert visits != sorted(visits)
    inside = every[shards == visits[0]]
    assert not np.array_equal(inside, np.sort(inside))


def test_auto_depends_on_the_set_alone(ds, monkeypatch):
    assert ds.batches(LAYOUT, 10).shuffle == "global"
    suggested = ia._core.suggested_shuffle
    assert (suggested(8 << 30), suggested((8 << 30) + 1)) == ("global", "lanes")
    monkeypatch.setattr("intarsia._core.suggested_shuffle", lambda n: "lanes")
    assert ds.batches(LAYOUT, 10).shuffle == ds.stream(LAYOUT, 10).shuffle == "lanes"


def test_ranks_that_share_lanes_are_told(ds):
    with pytest.warns(UserWarning, match="8 ranks share lanes in batches of 1,000"):
        ds.batches(LAYOUT, 1000, shuffle="lanes", rank=3, world=8)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ds.batches(LAYOUT, 1024, shuffle="lanes", rank=3, world=8)
        ds.batches(LAYOUT, 1000, shuffle="lanes")
        ds.stream(LAYOUT, 1000, rank=3, world=8)


@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_a_stream_is_one_epoch_after_the_other(ds, shuffle):
    size = 190
    stream = ds.stream(LAYOUT, size, seed=2, shuffle=shuffle)
    count = 2 * len(ds) // size + 1
    found = np.concatenate([batch.numbers for batch in itertools.islice(stream, count)])
    assert (stream.place, stream.epoch) == (count * size, 2)
    if shuffle != "lanes":  # whose rows are listed lane by lane
        for epoch in range(2):
            batches = ds.batches(LAYOUT, size, seed=2, shuffle=shuffle, epoch=epoch)
            expected = np.concatenate([batches.indices(i) for i in range(len(batches))])
            assert np.array_equal(found[epoch * len(ds) : (epoch + 1) * len(ds)], expected)
    counts = np.bincount(found, minlength=len(ds))
    assert counts.min() == 2 and counts.sum() == count * size


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("shuffle", ["global", "lanes"])
def test_ranks_share_a_stream(ds, shuffle, world):
    """Also batches that span an epoch's end, or several epochs."""
    for size in (512, 2 * len(ds) + 5):
        alone = ds.stream(LAYOUT, size, seed=1, shuffle=shuffle)
        ranks = [
            ds.stream(LAYOUT, size, seed=1, shuffle=shuffle, rank=r, world=world)
            for r in range(world)
        ]
        for _ in range(len(ds) // size + 2):
            assert np.array_equal(joined(map(next, ranks)), next(alone).numbers)
        assert {json.dumps(rank.state()) for rank in ranks} == {json.dumps(alone.state())}


@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_a_stream_goes_on_exactly_after_every_batch(ds, shuffle):
    options = {"policy": "chess/az4672", "mask": False, "seed": 4, "shuffle": shuffle}
    size, count = 256, len(ds) // 256 + 3
    stream = ds.stream(LAYOUT, size, **options)
    batches, states = [], [stream.state()]
    for batch in itertools.islice(stream, count):
        batches.append(batch)
        states.append(json.loads(json.dumps(stream.state())))
    for done, state in enumerate(states[:-1]):
        resumed = ds.stream(LAYOUT, size, **options, state=state, threads=1 + done % 3)
        batch = next(resumed)
        assert np.array_equal(batch.planes, batches[done].planes)
        assert np.array_equal(batch.policy, batches[done].policy)
        assert resumed.state() == states[done + 1]


def test_a_stream_goes_on_with_other_ranks_and_other_batches(ds):
    stream = ds.stream(LAYOUT, 100, seed=9)
    order = np.concatenate([next(stream).numbers for _ in range(2 * len(ds) // 100)])
    stream = ds.stream(LAYOUT, 100, seed=9)
    place, random = 0, np.random.default_rng(1)
    state = stream.state()
    while place < len(order) - 500:
        world, size = int(random.choice(WORLDS)), int(random.integers(1, 400))
        ranks = [
            ds.stream(LAYOUT, size, seed=9, rank=r, world=world, state=state) for r in range(world)
        ]
        assert np.array_equal(joined(map(next, ranks)), order[place : place + size])
        place += size
        state = ranks[int(random.integers(world))].state()
        assert state["place"] == place


@pytest.mark.parametrize(("prefetch", "reuse"), [(0, False), (3, False), (3, True), (0, True)])
def test_load_goes_anywhere_and_counts_what_was_handed_out(ds, prefetch, reuse):
    plain = ds.stream(LAYOUT, 128, seed=1)
    expected = [next(plain).planes.copy() for _ in range(12)]
    stream = ds.stream(LAYOUT, 128, seed=1, prefetch=prefetch, reuse=reuse)
    states = []
    for batch in expected[:8]:
        states.append(stream.state())
        assert np.array_equal(next(stream).planes, batch)
    time.sleep(0.05)  # batches are made ahead meanwhile, and do not count
    assert stream.state()["place"] == 8 * 128
    for start in (5, 0, 7):
        stream.load(states[start])
        for batch in expected[start:]:
            assert np.array_equal(next(stream).planes, batch)


def test_a_state_is_small_and_tells_another_order(ds, tmp_path):
    whole = ia.open(ds.path, split="validation")
    state = ds.stream(LAYOUT, 64, seed=3).state()
    for other, options, message in [
        (whole, {"seed": 3}, "its split is 'train', here it is 'validation'"),
        (ds, {"seed": 4}, "its seed is 3, here it is 4"),
        (ds, {"seed": 3, "shuffle": "lanes"}, "its shuffle is 'global', here it is 'lanes'"),
        (ds.where(every=2), {"seed": 3}, "its choice among the records .* is not given, here it"),
        (ia.build(LICHESS, tmp_path / "b", limit=41), {"seed": 3}, "its data set .*manifest"),
    ]:
        with pytest.raises(ValueError, match=message):
            other.stream(LAYOUT, 64, state=state, **options)
        with pytest.raises(ValueError, match=message):
            other.stream(LAYOUT, 64, **options).load(state)
    with pytest.raises(ValueError, match="its number of lanes is 32, here it is 64"):
        lanes = ds.stream(LAYOUT, 64, shuffle="lanes")
        lanes.load({**lanes.state(), "lanes": 32})
    with pytest.raises(TypeError, match="state: expected what"):
        ds.stream(LAYOUT, 64, state=7)
    with pytest.raises(ValueError, match="state: expected a place"):
        ds.stream(LAYOUT, 64, state={**state, "place": -1})
    with pytest.raises(ValueError, match=r"up to 2\*\*63"):
        ds.stream(LAYOUT, 64, state={**state, "place": 1 << 63})
    long = "ü" * 40
    named = ia.build(LICHESS, tmp_path / "c", limit=40, split={long: 0.9})
    part = ia.open(named.path, split=long).where(every=2)
    stream = part.stream(LAYOUT, 64, seed=(1 << 64) - 1, shuffle="blocks")
    far = {**stream.state(), "place": 1 << 62}
    stream.load(far)
    assert len(json.dumps(stream.state())) <= 256 and stream.state() == far


def test_two_choices_of_one_length_have_two_states(ds):
    first, last = ds.select(np.arange(500)), ds.select(np.arange(100, 600))
    state = first.stream(LAYOUT, 64).state()
    assert first.select(np.arange(500)).stream(LAYOUT, 64).state() == state
    with pytest.raises(ValueError, match="choice among the records"):
        last.stream(LAYOUT, 64, state=state)


def test_symmetries_are_those_of_each_rows_epoch(tmp_path):
    """In a batch that spans two epochs, too: the same as in the batches of each."""
    ds = ia.build(HEX, tmp_path / "hex", limit=12, shard_records=200)
    options = {"seed": 4, "augment": "symmetries", "shuffle": "lanes"}
    stream = ds.stream("hex/3nxn", len(ds) + 100, **options)
    across = next(stream)
    shown = [
        dict(zip(b.numbers, b.planes, strict=True))
        for b in (
            next(ds.batches("hex/3nxn", len(ds), epoch=epoch, **options)) for epoch in range(2)
        )
    ]
    twice = np.bincount(across.numbers)[across.numbers] == 2
    assert twice.sum() == 200
    for number, planes, is_twice in zip(across.numbers, across.planes, twice, strict=True):
        fits = [np.array_equal(planes, epoch[number]) for epoch in shown]
        assert any(fits) if is_twice else fits[0]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"rank": 2, "world": 2}, ValueError, "no rank 2 of 2"),
        ({"rank": -1}, ValueError, "no rank -1 of 1"),
        ({"world": 0}, ValueError, "world: expected 1"),
        ({"rank": "auto"}, TypeError, "rank: "),
        ({"rank": 1, "world": 2, "partition": (0, 2)}, ValueError, "partition: shares batches"),
    ],
)
def test_wrong_ranks_are_refused(ds, options, error, message):
    with pytest.raises(error, match=message):
        ds.batches(LAYOUT, 10, **options)


def test_an_empty_set_has_no_stream(tmp_path):
    ds = ia.build(LICHESS, tmp_path / "set", min_elo=4000)
    with pytest.raises(ValueError, match="has no records"):
        ds.stream(LAYOUT, 10)
    assert list(ds.batches(LAYOUT, 10, rank=1, world=2)) == []
