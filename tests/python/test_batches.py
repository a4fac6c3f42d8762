"""Batches: the tensors of their records, each record once an epoch, whoever shares the work."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from intarsia._batches import Batch

import intarsia as ia
from tests.conftest import IS_SANITIZED, ROOT

LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
HEX = ROOT / "tests/data/hex/selfplay13.trmph"
HISTORY = ia.Layout(
    "chess", [{"last": 4, "features": ["us.pieces", "occurrences/3"]}], frame="mover"
)


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    path = tmp_path_factory.mktemp("sets") / "data"
    return ia.build(LICHESS, path, final=True, limit=150, shard_records=3000)


@pytest.fixture(scope="module")
def positions(ds):
    games = list(ia.read(LICHESS))
    return [p for game in games for p in game.positions()][: len(ds)]


@pytest.fixture(scope="module")
def hex_set(tmp_path_factory):
    return ia.build(HEX, tmp_path_factory.mktemp("sets") / "hex")


@pytest.mark.parametrize("cache_bytes", [1 << 30, 0])
@pytest.mark.parametrize("layout", ["chess/canonical18", "chess/planes25", HISTORY])
def test_batches_are_the_tensors_of_the_positions(ds, positions, layout, cache_bytes):
    opened = ia.open(ds.path, cache_bytes=cache_bytes)
    batches = opened.batches(layout, 1000, seed=5)
    for number, batch in enumerate(batches):
        rows = batches.indices(number)
        expected = ia.encode([positions[row] for row in rows], layout)
        assert np.array_equal(batch.planes, expected)
        assert batch[1:] == (None, None, None)
        if cache_bytes == 0 and number == 1:
            break


def test_targets_follow_the_layout(ds):
    for layout, value in (("chess/canonical18", "outcome"), ("chess/planes25", "wdl")):
        code = ia.policy("chess/lc0-1858", view=ia.layout(layout))
        batches = ds.batches(layout, 700, policy="chess/lc0-1858", value=value, seed=2)
        for number, (_, policy, values, mask) in enumerate(batches):
            records = ds.records[batches.indices(number)]
            expected = ia.targets(records, layout, policy=code, value=value)
            assert np.array_equal(policy, expected.policy)
            assert np.array_equal(values, expected.value, equal_nan=True)
            assert np.array_equal(mask, code.mask(records))
            played = policy >= 0
            assert mask[np.flatnonzero(played), policy[played]].all()


def test_the_trap_is_refused(ds):
    with pytest.raises(ValueError, match="does not say who moves"):
        ds.batches("chess/canonical18", 10, value="outcome", view="white")


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
@pytest.mark.parametrize("shuffle", ["global", "blocks", "lanes", None])
def test_every_record_comes_once_for_any_number_of_workers(ds, workers, shuffle):
    def of(workers):
        parts = [
            ds.batches("chess/signed64", 64, seed=3, shuffle=shuffle, partition=(i, workers))
            for i in range(workers)
        ]
        assert sum(map(len, parts)) == -(-len(ds) // 64)
        found = {}
        for worker, part in enumerate(parts):
            for number in range(len(part)):
                found[worker + number * workers] = part.indices(number)
            assert len(list(part)) == len(part)
        return np.concatenate([found[number] for number in sorted(found)])

    order = of(workers)
    assert np.array_equal(np.sort(order), np.arange(len(ds)))
    assert np.array_equal(order, of(1))
    if shuffle is None:
        assert np.array_equal(order, np.arange(len(ds)))


@settings(max_examples=30, deadline=None)
@given(
    st.integers(1, 3000),
    st.integers(0, 2**70),
    st.integers(0, 5),
    st.sampled_from(["global", "blocks"]),
    st.booleans(),
)
def test_an_epoch_is_a_permutation_by_its_seed(ds, size, seed, epoch, shuffle, drop_last):
    options = {"seed": seed, "epoch": epoch, "shuffle": shuffle, "drop_last": drop_last}
    batches = ds.batches("chess/signed64", size, **options)
    order = np.concatenate([batches.indices(i) for i in range(len(batches))])
    left = len(ds) % size if drop_last else 0
    assert len(order) == len(np.unique(order)) == len(ds) - left
    other = ds.batches("chess/signed64", size, **{**options, "epoch": epoch + 1})
    assert not np.array_equal(batches.indices(0), other.indices(0)) or size == 1


def test_the_same_bytes_however_they_are_filled(ds):
    def all_of(**options):
        batches = ds.batches("chess/canonical18", 512, seed=1, policy="chess/az4672", **options)
        return [(b.planes.tobytes(), b.policy.tobytes()) for b in batches]

    expected = all_of(threads=1)
    assert all_of(threads=3) == all_of(prefetch=3) == all_of(reuse=True) == expected
    assert all_of(reuse=True, prefetch=2) == expected


def test_new_arrays_unless_reuse_is_asked_for(ds):
    first, second = list(ds.batches("chess/signed64", 100))[:2]
    assert not np.shares_memory(first.planes, second.planes)
    batches = ds.batches("chess/signed64", 100, reuse=True)
    assert np.shares_memory(next(batches).planes, next(batches).planes)


@pytest.mark.parametrize("prefetch", [0, 2])
def test_threads_may_share_an_iterator(ds, prefetch):
    batches = ds.batches("chess/mailbox69", 97, prefetch=prefetch)
    counts = []

    def consume():
        counts.append(sum(len(b.planes) for b in batches))

    threads = [threading.Thread(target=consume) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert sum(counts) == len(ds)


def test_an_interrupt_loses_no_batch(ds):
    batches = ds.batches("chess/mailbox69", 997, prefetch=2, shuffle=None)
    take = batches._ahead.get

    def interrupted(*arguments):
        take(*arguments)
        raise KeyboardInterrupt

    rows = [next(batches).planes]
    batches._ahead.get = interrupted
    with pytest.raises(KeyboardInterrupt):
        next(batches)
    del batches._ahead.get
    rows += [b.planes for b in batches]
    assert np.array_equal(np.concatenate(rows), ia.encode(ds.records, "chess/mailbox69"))


def test_a_policy_must_number_moves_as_the_targets_do(ds):
    mover = ia.policy("chess/az4672")
    with pytest.raises(ValueError, match=r"view of mover.*in that of white"):
        ds.batches("chess/planes25", 6, policy=mover)
    with pytest.raises(ValueError, match="view of mover"):
        ia.targets(ds.records[:2], "chess/planes25", policy=mover)
    fitting = ds.take([1], "chess/planes25", policy=ia.policy("chess/az4672", view="white"))
    named = ds.take([1], "chess/planes25", policy="chess/az4672")
    assert fitting.policy == named.policy
    viewed = ds.take([1], "chess/planes25", policy=mover, view="mover")
    assert mover.move(ia.Position(ds[1]), int(viewed.policy[0]))
    with pytest.raises(ia.ParseError, match="does not say who moves"):
        ds.batches("chess/naive64", 5, value="outcome", view="mover")


def test_history_ends_where_records_do_not_follow(ds):
    chosen = ds.records[[10, 11, 13, 14]]
    rows = ia.encode(chosen, HISTORY, rows=range(4))
    alone = ia.encode(chosen, HISTORY)
    assert np.array_equal(rows[[0, 2]], alone[[0, 2]])
    assert not np.array_equal(rows[1], alone[1]) and not np.array_equal(rows[3], alone[3])


def test_order_dtype_and_alignment(ds):
    batch = next(ds.batches("chess/canonical18", 33, order="CHW", dtype="float16", shuffle=None))
    expected = ia.encode(
        ds.records, "chess/canonical18", order="CHW", dtype="float16", rows=range(33)
    )
    assert np.array_equal(batch.planes, expected) and batch.planes.ctypes.data % 64 == 0


def test_take_gives_the_records_asked_for(ds, positions):
    batch = ds.take([5, -1, 5, 0], HISTORY, policy="chess/az4672", mask=True)
    expected = ia.encode([positions[i] for i in (5, -1, 5, 0)], HISTORY)
    assert np.array_equal(batch.planes, expected) and batch.mask.shape == (4, 4672)
    assert ds.take([5], HISTORY, policy="chess/az4672", mask=False).mask is None
    assert ds.take([5], HISTORY).mask is None
    with pytest.raises(IndexError):
        ds.take([len(ds)], HISTORY)


def test_symmetries_are_chosen_by_the_seed(hex_set):
    options = {"policy": "hex/cells", "value": "outcome", "seed": 4}
    plain = hex_set.batches("hex/3nxn", 500, **options)
    turned = hex_set.batches("hex/3nxn", 500, augment="symmetries", **options)
    seen = np.zeros(4, int)
    for number, (batch, other) in enumerate(zip(plain, turned, strict=True)):
        rows = plain.indices(number)
        assert np.array_equal(rows, turned.indices(number))
        for row in range(0, len(rows), 50):
            position = ia.from_records(hex_set[rows[row : row + 1]])[0]
            fits = [
                np.array_equal(ia.encode(image, "hex/3nxn"), other.planes[row])
                for image in ia.hex.symmetries(position)
            ]
            assert any(fits)
            which = ia.hex.SYMMETRIES[fits.index(True)]
            assert sum(fits) > 1 or other.value[row] == which.value(batch.value[row])
            assert sum(fits) > 1 or other.policy[row] == which.index(batch.policy[row], size=13)
            seen[fits.index(True)] += 1
    assert (seen > 0).all()
    again = next(hex_set.batches("hex/3nxn", 500, augment="symmetries", **options)).planes
    first = next(hex_set.batches("hex/3nxn", 500, augment="symmetries", **options)).planes
    assert np.array_equal(again, first)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"batch_size": 0}, ValueError, "batch_size: expected 1"),
        ({"batch_size": 1.5}, TypeError, "batch_size: "),
        ({"shuffle": "random"}, ValueError, "shuffle: expected 'global'"),
        ({"partition": (2, 2)}, ValueError, "no worker 2 of 2"),
        ({"partition": 3}, TypeError, r"\(worker, workers\)"),
        ({"mask": True}, ValueError, "goes with a policy"),
        ({"policy": "chess/none"}, ValueError, "chess/"),
        ({"policy": "hex/cells"}, ValueError, "code of hex"),
        ({"value": "training"}, ValueError, "training"),
        ({"augment": "symmetries"}, ValueError, "chess has no symmetries"),
        ({"augment": "mirror"}, ValueError, "'symmetries' or None"),
        ({"prefetch": -1}, ValueError, "prefetch: "),
        ({"layout": "hex/3nxn"}, ValueError, "layout of hex"),
        ({"seed": "1"}, TypeError, "seed: "),
    ],
)
def test_wrong_arguments_say_what_was_expected(ds, options, error, message):
    arguments = {"layout": "chess/canonical18", "batch_size": 10, **options}
    with pytest.raises(error, match=message):
        ds.batches(**arguments)


def test_threads_share_a_set(ds):
    expected = [b.planes.tobytes() for b in ds.batches("chess/canonical18", 256, seed=1)]
    opened, found = ia.open(ds.path), {}

    def work(number):
        batches = opened.batches("chess/canonical18", 256, seed=1)
        found[number] = [b.planes.tobytes() for b in batches]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[i] == expected for i in range(4))


def test_a_forked_child_goes_on(ds):
    """Even with an iterator that fills batches ahead: its thread is not in the child."""
    batches = ds.batches("chess/signed64", 100, seed=1, prefetch=2)
    next(batches)
    child = os.fork()
    if child == 0:
        fine = next(batches).planes.shape == (100, 8, 8)
        os._exit(0 if fine and len(ds.records) == len(ds) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert len(list(batches)) == len(batches) - 1


@pytest.mark.parametrize("prefetch", [0, 3])
def test_the_interpreter_ends_with_a_live_iterator(ds, prefetch):
    script = (
        "import intarsia as ia\n"
        f"ds = ia.open({ds.path!r})\n"
        f"batches = ds.batches('chess/canonical18', 500, prefetch={prefetch})\n"
        "next(batches)\nprint('done')\n"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (found.returncode, found.stdout, found.stderr) == (0, "done\n", "")


def test_an_empty_set_has_no_batches(tmp_path):
    ds = ia.build(LICHESS, tmp_path / "set", min_elo=4000)
    assert len(ds) == 0 and list(ds.batches("chess/canonical18", 10)) == []
    assert len(ds.records) == len(ds.games) == 0


def test_torch(ds):
    torch = pytest.importorskip("torch")
    planes25 = ia.torch.loader(ds, "chess/planes25", 512, policy="chess/az4672", value="outcome")
    batches = list(planes25)
    assert batches[0].planes.shape == (512, 25, 8, 8) and batches[0].policy.dtype == torch.int64
    expected = ds.batches("chess/planes25", 512)
    assert all(
        np.array_equal(b.planes.numpy(), e.planes) for b, e in zip(batches, expected, strict=True)
    )
    second = next(iter(planes25))
    assert not torch.equal(second.planes, batches[0].planes)
    hwc = next(iter(ia.torch.loader(ds, "chess/canonical18", 512)))
    assert hwc.planes.shape == (512, 18, 8, 8)
    assert hwc.planes.is_contiguous(memory_format=torch.channels_last)


@pytest.mark.skipif(IS_SANITIZED, reason="threads of PyTorch hold the sanitizer's locks in a fork")
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_workers_of_a_torch_loader_share_the_epoch(ds, workers):
    pytest.importorskip("torch")
    alone = [b.planes.numpy() for b in ia.torch.loader(ds, "chess/signed64", 512, seed=7)]
    shared = [
        b.planes.numpy()
        for b in ia.torch.loader(ds, "chess/signed64", 512, seed=7, workers=workers)
    ]
    assert len(alone) == len(shared)
    assert all(np.array_equal(a, b) for a, b in zip(alone, shared, strict=True))


def test_pinned_batches_keep_their_numbers():
    class Pinned(np.ndarray):
        def pin_memory(self):
            return self

    batch = Batch(np.zeros((2, 3)).view(Pinned), None).numbered(lambda: np.array([7, 9]))
    pinned = batch.pin_memory()
    assert type(pinned) is Batch and pinned.policy is None
    assert pinned.numbers.tolist() == [7, 9]
