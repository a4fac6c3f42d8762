"""The loader of PyTorch: passes, ranks, states, threads, and a real run of two processes."""

import _thread
import itertools
import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest

import intarsia as ia
from tests.conftest import IS_SANITIZED, ROOT

torch = pytest.importorskip("torch", reason="apt-get install python3-torch")

LICHESS = ROOT / "tests/data/chess/lichess_db_1000k.pgn.zst"
LAYOUT = "chess/signed64"
WORKERS = (
    [0] if IS_SANITIZED else [0, 2]
)  # its locks do not outlive a fork of a process with threads


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    return ia.build(LICHESS, tmp_path_factory.mktemp("sets") / "data", limit=30, shard_records=500)


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    monkeypatch.delenv("RANK", raising=False)
    monkeypatch.delenv("WORLD_SIZE", raising=False)


def loader(ds, size=128, **options):
    return ia.torch.loader(ds, LAYOUT, size, **{"seed": 7, **options})


def numbers(batches):
    return [batch.numbers.tolist() for batch in batches]


def joined(lists):
    return list(itertools.chain.from_iterable(lists))


def expected(ds, epochs, size=128):
    return [numbers(ds.batches(LAYOUT, size, seed=7, epoch=epoch)) for epoch in epochs]


@pytest.mark.parametrize("workers", WORKERS)
def test_every_iteration_is_the_next_epoch(ds, workers):
    batches = loader(ds, num_workers=workers)
    assert [numbers(batches) for _ in range(2)] == expected(ds, [0, 1])
    assert (batches.epoch, len(batches)) == (2, -(-len(ds) // 128))
    batches.epoch = 1
    assert [numbers(batches)] == expected(ds, [1])
    next(iter(batches))  # left at once: the next iteration is the next epoch all the same
    assert [numbers(batches)] == expected(ds, [3])


@pytest.mark.parametrize("epochs", ["endless", float("inf"), 3])
def test_counted_and_endless_passes_are_those_of_a_stream(ds, epochs):
    batches = loader(ds, epochs=epochs)
    stream = ds.stream(LAYOUT, 128, seed=7)
    count = 3 * len(ds) // 128
    found = numbers(itertools.islice(batches, count))
    assert found == numbers(itertools.islice(stream, count))
    assert batches.state_dict() == stream.state()
    if epochs == 3:
        whole = numbers(batches)
        assert len(whole) == len(batches) == -(-3 * len(ds) // 128)
        assert np.bincount(joined(whole)).tolist() == [3] * len(ds)
    else:
        with pytest.raises(TypeError, match="endless"):
            len(batches)
        assert next(iter(batches)).numbers.tolist() == next(stream).numbers.tolist()


@pytest.mark.parametrize("workers", WORKERS)
def test_it_goes_on_exactly_after_every_batch(ds, workers):
    """Also at the end of an epoch and in the next one, with other ranks and other batches."""
    size = 512
    whole = joined(expected(ds, range(4), size))
    batches, states = loader(ds, size, num_workers=workers), []
    for _ in range(2):
        for _ in batches:
            states.append(json.loads(json.dumps(batches.state_dict())))
    assert len(states) == 2 * len(batches)
    for done, state in enumerate(states, 1):
        resumed = loader(ds, size, num_workers=workers if done % 4 == 0 else 0)
        resumed.load_state_dict(state)
        left = len(batches) - done % len(batches)
        assert numbers(resumed) == whole[done : done + left]
        assert next(iter(resumed)).numbers.tolist() == whole[done + left]
        world = 1 + done % 3
        ranks = [loader(ds, 100, rank=r, world=world, drop_last=False) for r in range(world)]
        for rank in ranks:
            rank.load_state_dict(state)
        first = joined(next(iter(rank)).numbers.tolist() for rank in ranks)
        after = joined(whole[done:])
        ends = len(ds) - state["place"] % len(ds)
        assert first == after[: min(100, ends)]


def test_a_state_counts_batches_handed_out(ds):
    batches = loader(ds, prefetch=4)
    iterator = iter(batches)
    next(iterator)
    time.sleep(0.1)
    assert batches.state_dict()["place"] == 128
    state = batches.state_dict()
    rest = numbers(iterator)
    batches.load_state_dict(state)
    assert numbers(batches) == rest
    with pytest.raises(ValueError, match="its seed is 7, here it is 8"):
        loader(ds, seed=8).load_state_dict(state)
    batches.load_state_dict(state)
    assert list(iterator) == []  # it was sent elsewhere


@pytest.mark.parametrize("world", [1, 2, 3, 7, 64])
def test_ranks_share_each_batch_and_have_as_many(ds, world):
    for drop_last in (None, False):
        ranks = [list(loader(ds, rank=r, world=world, drop_last=drop_last)) for r in range(world)]
        found = [joined(numbers(batches)) for batches in zip(*ranks, strict=True)]
        whole = expected(ds, [0])[0]
        assert found == (whole[:-1] if drop_last is None and world > 1 else whole)


def test_the_rank_is_asked_when_iteration_begins(ds, monkeypatch):
    batches = loader(ds, drop_last=False)
    monkeypatch.setenv("RANK", "1")
    monkeypatch.setenv("WORLD_SIZE", "2")
    first = next(iter(batches))
    assert first.numbers.tolist() == expected(ds, [0])[0][0][64:]
    for name, value, message in [
        ("WORLD_SIZE", "x", "expected numbers in RANK='1', WORLD_SIZE='x'"),
        ("WORLD_SIZE", "1", "no rank 1 of 1"),
        ("WORLD_SIZE", "", "RANK is set and WORLD_SIZE is not"),
    ]:
        monkeypatch.setenv(name, value)
        with pytest.raises(ValueError, match=message):
            iter(batches)
    with pytest.raises(ValueError, match="world=3 was asked for, but this is rank 0 of 1"):
        monkeypatch.delenv("RANK")
        iter(loader(ds, world=3))
    with pytest.raises(ValueError, match="goes with world="):
        loader(ds, rank=1)
    with pytest.raises(ValueError, match="no rank 2 of 2"):
        loader(ds, rank=2, world=2)


def test_a_group_and_a_launcher_that_differ_are_an_error(ds, monkeypatch):
    monkeypatch.setattr(torch.distributed, "is_initialized", lambda: True)
    monkeypatch.setattr(torch.distributed, "get_rank", lambda: 1)
    monkeypatch.setattr(torch.distributed, "get_world_size", lambda: 2)
    assert len(next(iter(loader(ds))).planes) == 64
    monkeypatch.setenv("RANK", "0")
    monkeypatch.setenv("WORLD_SIZE", "4")
    with pytest.raises(ValueError, match="says rank 1 of 2, but RANK and WORLD_SIZE say 0 of 4"):
        iter(loader(ds))
    assert len(next(iter(loader(ds, rank=0, world=1))).planes) == 128


def threads_end(count):
    """Waits a moment, since they look up ten times a second."""
    for _ in range(50):
        if _thread._count() <= count:
            return True
        time.sleep(0.05)
    return False


def test_threads_end_with_the_loop(ds):
    before = _thread._count()
    caught = None
    try:
        for _ in loader(ds, prefetch=3):
            raise RuntimeError("of the consumer")
    except RuntimeError as error:
        caught = error  # held, with its traceback
    assert caught is not None and threads_end(before)
    batches = loader(ds, prefetch=3)
    for _ in batches:
        break
    assert threads_end(before)
    iterator = iter(batches)
    next(iterator)
    batches.close()
    assert threads_end(before) and list(iterator) == []
    assert len(numbers(batches)) == len(batches)


def test_wrong_arguments_say_what_was_expected(ds):
    for options, message in [
        ({"epochs": 0}, "epochs: expected 1 or more"),
        ({"epochs": "all"}, "epochs: expected a number, 'endless' or None"),
        ({"device": "meta"}, "device: expected 'cuda'"),
        ({"unknown": "guess"}, "unknown: expected"),
        ({"shuffle": "random"}, "shuffle: expected"),
    ]:
        with pytest.raises(ValueError, match=message):
            loader(ds, **options)
    if not torch.cuda.is_available():
        with pytest.raises(ValueError, match="finds no GPU"):
            loader(ds, device="cuda")
    assert next(iter(loader(ds, device="cpu"))).planes.device.type == "cpu"


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
@pytest.mark.parametrize("workers", [0, 2])
def test_batches_arrive_on_the_gpu_as_they_are(ds, workers):
    options = {"policy": "chess/az4672", "value": "wdl", "num_workers": workers}
    here = ia.torch.loader(ds, "chess/planes25", 256, **options)
    there = ia.torch.loader(ds, "chess/planes25", 256, device="cuda", **options)
    for mine, its in zip(here, there, strict=True):
        assert its.planes.device.type == "cuda" and its.policy.dtype == torch.int64
        torch.cuda._sleep(10_000_000)  # the next ones are copied meanwhile
        for a, b in zip(mine, its, strict=True):
            assert torch.equal(a, b.cpu())
    assert here.state_dict() == there.state_dict()


def run_example(processes, *arguments, script=ROOT / "examples/train_ddp.py", restarts=0):
    command = [
        *(sys.executable, "-m", "torch.distributed.run", f"--nproc_per_node={processes}"),
        *("--rdzv_backend=c10d", f"--rdzv_endpoint=127.0.0.1:{23_000 + os.getpid() % 5_000}"),
        *("--max_restarts", str(restarts), "--redirects", "1", "--tee", "1"),
        *(str(script), *arguments),
    ]
    variables = {
        "OMP_NUM_THREADS": "1",
        "GLOO_SOCKET_IFNAME": "lo",
        "TORCH_DISABLE_SHARE_RDZV_TCP_STORE": "1",  # else a new PyTorch cannot begin again
    }
    found = subprocess.run(
        command, capture_output=True, text=True, timeout=300, env={**os.environ, **variables}
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return [
        json.loads(line[line.index("{") :]) for line in found.stdout.splitlines() if "{" in line
    ]


@pytest.mark.skipif(
    IS_SANITIZED or not torch.distributed.is_available(), reason="PyTorch without torch.distributed"
)
def test_two_processes_train_as_one_does_and_one_goes_on(ds, tmp_path):
    """Losses agree, whoever computes them; and a run that was stopped goes on with one process."""
    common = [ds.path, "--batch-size", "128"]
    checkpoint = str(tmp_path / "two.pt")
    whole = run_example(1, *common, "--steps", "12")
    begun = run_example(2, *common, "--steps", "8", "--checkpoint", checkpoint)
    rest = run_example(1, *common, "--steps", "12", "--checkpoint", checkpoint)
    assert [step["step"] for step in begun + rest] == list(range(1, 13))
    assert [step["place"] for step in whole] == [step["place"] for step in begun + rest]
    losses = [step["loss"] for step in whole]
    assert np.allclose(losses, [step["loss"] for step in begun + rest], rtol=1e-4)
    assert losses[-1] < losses[0]


# Rank 1 dies once, as by the system's hand, in the middle of a step.
DIES = """
import os, signal, sys
sys.path.insert(0, {examples!r})
import train_ddp
mean = train_ddp.mean_of_ranks
count = 0
def dies(*arguments):
    global count
    count += 1
    is_first = os.environ["TORCHELASTIC_RESTART_COUNT"] == "0"
    if count == 7 and is_first and os.environ["RANK"] == "1":
        os.kill(os.getpid(), signal.SIGKILL)
    return mean(*arguments)
train_ddp.mean_of_ranks = dies
train_ddp.main()
"""


@pytest.mark.skipif(
    IS_SANITIZED or not torch.distributed.is_available(), reason="PyTorch without torch.distributed"
)
def test_a_process_that_dies_costs_the_steps_since_the_checkpoint(tmp_path):
    """And what is learned from is the split of that name, not the games that are kept apart."""
    data = str(tmp_path / "data")
    ia.build(LICHESS, data, limit=30, split={"train": 0.8, "validation": 0.2}, seed=1)
    common = [data, "--batch-size", "64", "--steps", "9", "--save-every", "3", "--checkpoint"]
    whole = run_example(1, *common, str(tmp_path / "whole.pt"))
    script = tmp_path / "dies.py"
    script.write_text(DIES.format(examples=str(ROOT / "examples")))
    found = run_example(2, *common, str(tmp_path / "died.pt"), script=script, restarts=1)
    assert [step["step"] for step in found] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [step["place"] for step in found] == [step["place"] for step in whole]
    assert np.allclose([s["loss"] for s in found], [s["loss"] for s in whole], rtol=1e-4)
    state = torch.load(tmp_path / "died.pt")["loader"]
    assert (state["split"], state["records"]) == ("train", len(ia.open(data, split="train")))


def test_torchs_random_numbers_are_left_alone(ds):
    """A network's dropout is the same, whichever way its batches are made."""
    before = torch.get_rng_state()
    for _ in loader(ds):
        pass
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize("num_workers", WORKERS)
def test_a_collate_fn_of_the_callers_is_called(ds, num_workers):
    batches = loader(ds, num_workers=num_workers)
    batches.collate_fn = len
    assert list(batches) == [4] * len(batches)  # planes, policy, value, mask
