"""Data sets that are larger than the card, with a driver that has none."""

import pytest
from intarsia._cuda_batches import DeviceFiller

import intarsia as ia
from tests.python import fake_card
from tests.python.fake_card import HISTORY, LICHESS, expect_same

pytestmark = fake_card.MARKS


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    return fake_card.chess_set(tmp_path_factory.mktemp("sets") / "data")


@pytest.fixture(scope="module")
def hex_set(tmp_path_factory):
    return fake_card.hex_set(tmp_path_factory.mktemp("sets") / "hex")


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Small shards, more than lanes read side by side."""
    path = tmp_path_factory.mktemp("sets") / "many"
    return ia.build(
        LICHESS, path, final=True, shard_records=30, limit=150, split={"a": 0.8, "b": 0.2}
    )


@pytest.fixture(scope="module")
def many_more(tmp_path_factory):
    """More than five shards for each lane."""
    path = tmp_path_factory.mktemp("sets") / "more"
    return ia.build(LICHESS, path, final=True, shard_records=30)


@pytest.mark.parametrize("limit", [60_000, "0.05MB", 1])
def test_what_does_not_fit_is_sent_along(ds, hex_set, limit):
    on_card = ds.to("cuda", limit=limit)
    assert on_card.is_streamed and on_card.nbytes <= 60_000
    for shuffle in ("global", "lanes"):
        asked = {"policy": "chess/az4672", "mask": False, "seed": 1, "shuffle": shuffle}
        for prefetch in (0, 2):
            expect_same(
                ds.batches(HISTORY, 400, **asked),
                on_card.batches(HISTORY, 400, prefetch=prefetch, **asked),
            )
    asked = {"augment": "symmetries", "policy": "hex/cells", "mask": False}
    expect_same(
        hex_set.batches("hex/2nxn", 300, **asked),
        hex_set.to("cuda", limit=1).batches("hex/2nxn", 300, **asked),
    )


@pytest.mark.parametrize("size", [20, 64, 900])
def test_shards_come_and_go(many, fake, size):
    """Lanes read many small shards, of which a few fit at once; of 900 rows, too many for them."""
    assert len(many.manifest["shards"]) > 100
    part = ia.open(many.path, split="a").where(ply="3..60")
    for host in (many, part):
        on_card = host.to("cuda", limit=150_000)
        assert on_card.is_streamed and on_card.nbytes <= 190_000
        before = fake.fake_cuda_calls(b"cuMemcpyHtoDAsync_v2")
        for epoch in (0, 1):
            asked = {"shuffle": "lanes", "epoch": epoch, "policy": "chess/az4672", "mask": False}
            expect_same(
                host.batches(HISTORY, size, **asked), on_card.batches(HISTORY, size, **asked)
            )
        assert fake.fake_cuda_calls(b"cuMemcpyHtoDAsync_v2") > before


def test_a_shard_comes_once_an_epoch(many_more, fake):
    """Or twice, where one lane ends in it and another begins; and the next epoch's first ones come
    before it begins.
    """
    lanes, shards = ia._core.LANES, len(many_more.manifest["shards"])
    on_card = many_more.to("cuda", limit=720_000)  # room for two shards of each lane
    assert on_card.is_streamed and shards > 5 * lanes
    stream = on_card.stream("chess/signed64", 2 * lanes, shuffle="lanes")
    before = fake.fake_cuda_calls(b"cuMemcpyHtoDAsync_v2")
    epochs, tables = 4, 10
    while stream.epoch < epochs:
        next(stream)
    copies = fake.fake_cuda_calls(b"cuMemcpyHtoDAsync_v2") - before
    assert copies < epochs * (shards + lanes) + lanes + tables


def test_the_next_epoch_does_not_begin_with_a_wait(many_more, fake, monkeypatch):
    """Its first shards came while the one before ended: the batch that begins it copies fewer."""
    lanes = ia._core.LANES

    def copies_at_the_border():
        asked = {"shuffle": "lanes"}
        stream = many_more.to("cuda", limit=720_000).stream("chess/signed64", 2 * lanes, **asked)
        while stream.place + 2 * lanes < len(many_more):
            next(stream)
        before = fake.fake_cuda_calls(b"cuMemcpyHtoDAsync_v2")
        next(stream)
        assert stream.epoch == 1
        return fake.fake_cuda_calls(b"cuMemcpyHtoDAsync_v2") - before

    ahead = copies_at_the_border()
    monkeypatch.setattr(DeviceFiller, "look_ahead", lambda *_: None)
    late = copies_at_the_border()
    assert ahead < late


@pytest.mark.parametrize(
    ("limit", "shuffle", "rows", "ahead"),
    [
        (720_000, "lanes", 4096, 0),  # shards are sent ahead
        (400_000, "lanes", 4096, 2),  # fewer than two for each lane: records may be collected
        (400_000, "lanes", 16, 0),
        (720_000, "global", 4096, 2),
        (None, "global", 4096, 0),
        (None, "lanes", 4096, 0),
    ],
)
def test_a_thread_works_ahead_where_records_are_collected(many_more, limit, shuffle, rows, ahead):
    on_card = many_more.to("cuda", limit=limit)
    made = on_card.batches("chess/signed64", rows, shuffle=shuffle, prefetch=2)
    assert made._prefetch == ahead


def test_what_a_thread_made_is_waited_for_in_the_callers_stream(ds, fake):
    """Records that are sent along one by one are collected by a thread, in CUDA's own stream."""
    asked = {"shuffle": "global", "policy": "chess/az4672", "mask": False}
    before = fake.fake_cuda_calls(b"cuStreamWaitEvent")
    with ia.cuda.stream(4711):
        batches = list(ds.to("cuda", limit=1000).batches(HISTORY, 500, prefetch=2, **asked))
        assert {part.__cuda_array_interface__["stream"] for part in batches[0][:2]} == {4711}
    assert fake.fake_cuda_calls(b"cuStreamWaitEvent") - before >= len(batches)
    expect_same(ds.batches(HISTORY, 500, **asked), batches)


@pytest.mark.parametrize(
    "call",
    [
        "cuLaunchKernel",
        "cuMemcpyHtoDAsync_v2",
        "cuMemAllocFromPoolAsync",
        "cuEventCreate",
        "cuEventRecord",
        "cuStreamWaitEvent",
        "cuCtxPushCurrent_v2",
    ],
)
@pytest.mark.parametrize("shuffle", ["lanes", "global"])
def test_a_fault_in_between_makes_no_wrong_batch(many, fake, monkeypatch, call, shuffle):
    """The same batch can be asked for again, and all behind it are right."""
    asked = {"shuffle": shuffle, "policy": "chess/az4672", "mask": False, "prefetch": 0}
    failures = 0
    for nth in (1, 2, 3, 4, 5, 7, 12, 30):
        batches = many.to("cuda", limit=150_000).batches(HISTORY, 20, **asked)
        found = [next(batches)]
        fails_at = fake.fake_cuda_calls(call.encode()) + nth
        monkeypatch.setenv("FAKE_CUDA_FAIL", f"{call}:700={fails_at}")
        while len(found) < 60:
            try:
                found.append(next(batches))
            except RuntimeError as error:
                assert call in str(error)
                failures += 1
        monkeypatch.delenv("FAKE_CUDA_FAIL")
        found += batches
        expect_same(many.batches(HISTORY, 20, **asked), found)
    assert failures or (call == "cuStreamWaitEvent" and shuffle == "global")


def test_what_does_not_fit_is_refused_if_asked(ds):
    with pytest.raises(MemoryError, match=rf"take {32 * len(ds)} bytes, and 1000 may be used"):
        ds.to("cuda", limit=1000, stream=False)
