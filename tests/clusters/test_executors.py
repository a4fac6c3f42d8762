"""ia.build on executors: processes that are killed, Dask whose workers are."""

import os
import pickle
import signal
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import intarsia as ia
from tests.clusters.samples import OPTIONS, PARTS, check_same

RUNS = 20 if os.environ.get("INTARSIA_FULL") else 2
BYTES = 100_000


def files_of(sources):
    return sorted(sources.glob("*.pgn"))


def test_steps_are_what_one_call_makes(tmp_path, sources, alone):
    out = tmp_path / "set"
    assert ia.plan(files_of(sources), out, root=sources, part_bytes=BYTES, **OPTIONS) == PARTS
    with pytest.raises(ia.MissingParts) as missing:
        ia.finish(out)
    assert missing.value.parts == list(range(PARTS))
    assert ia.build_part(out, 6, root=sources) and not ia.build_part(out, 6, root=sources)
    assert ia.build_part(out, "1/2", root=sources)
    assert ia.build_part(out, "0/1", root=sources)
    ds = ia.finish(out)
    check_same(out, alone)
    assert len(ds) == len(ia.open(alone, split="train")) + len(ia.open(alone, split="validation"))
    ds = ia.build(files_of(sources), tmp_path / "one", root=sources, part_bytes=BYTES, **OPTIONS)
    check_same(tmp_path / "one", alone)
    assert ds.report.rejected == {"syntax": 3} and len(ds.report.sources) == 8


def test_a_pool_of_processes_makes_the_same_bytes(tmp_path, sources, alone):
    with ProcessPoolExecutor(2) as pool:
        ia.build(files_of(sources), tmp_path / "set", executor=pool, part_bytes=BYTES, **OPTIONS)
    check_same(tmp_path / "set", alone)


class Losing:
    """Tasks are done by threads, and the answers of some are lost: engines do that."""

    def __init__(self, times):
        self.pool, self.times, self.lost = ThreadPoolExecutor(2), times, 0

    def submit(self, function, *arguments):
        if self.lost >= self.times:
            return self.pool.submit(function, *arguments)
        self.lost += 1
        self.pool.submit(function, *arguments).result()
        future = Future()
        future.set_exception(RuntimeError("worker lost"))
        return future


def test_a_task_whose_answer_is_lost_is_submitted_again(tmp_path, sources, alone):
    ia.build(files_of(sources), tmp_path / "set", executor=Losing(5), part_bytes=BYTES, **OPTIONS)
    check_same(tmp_path / "set", alone)


def test_what_fails_is_named_by_part_and_made_by_the_same_call(tmp_path, sources, alone):
    class Lost:
        def submit(self, function, *arguments):
            future = Future()
            future.set_exception(RuntimeError("worker lost"))
            return future

    files, out = files_of(sources), tmp_path / "set"
    with pytest.raises(ia.PartsFailed, match="worker lost") as failed:
        ia.build(files, out, executor=Lost(), retries=1, part_bytes=BYTES, **OPTIONS)
    assert sorted(failed.value.parts) == list(range(PARTS))
    assert pickle.loads(pickle.dumps(failed.value)).parts == failed.value.parts
    with ProcessPoolExecutor(1) as pool:
        ia.build(files, out, executor=pool, part_bytes=BYTES, **OPTIONS)
    check_same(out, alone)


def test_a_damaged_source_is_not_tried_again(tmp_path):
    (tmp_path / "a.pgn.zst").write_bytes(b"\x28\xb5\x2f\xfd damaged")
    (tmp_path / "b.pgn").write_text('[Event "x"]\n\n1. e4 e5 1-0\n')
    submitted = []

    class Counting:
        def submit(self, function, *arguments):
            submitted.append(arguments)
            future = Future()
            future.set_result(function(*arguments))
            return future

    files = [tmp_path / "a.pgn.zst", tmp_path / "b.pgn"]
    with pytest.raises(ia.PartsFailed, match=r"a\.pgn\.zst") as failed:
        ia.build(files, tmp_path / "set", executor=Counting(), part_bytes=1)
    assert list(failed.value.parts) == [0] and len(submitted) == 2
    assert str(tmp_path) not in (tmp_path / "set/plan.json").read_text()


@pytest.mark.parametrize("seed", range(RUNS))
def test_processes_that_are_killed_leave_no_trace(tmp_path, sources, alone, seed):
    files, out = files_of(sources), tmp_path / "set"
    for _ in range(10):
        pool = ProcessPoolExecutor(2)
        pool.submit(int).result()
        killer = threading.Timer(0.05 + 0.02 * seed, kill_one, [pool])
        killer.start()
        try:
            ia.build(files, out, executor=pool, part_bytes=BYTES, **OPTIONS)
            break
        except ia.PartsFailed:
            continue
        finally:
            killer.cancel()
            end(pool)
    else:
        ia.build(files, out, part_bytes=BYTES, **OPTIONS)
    check_same(out, alone)


def end(pool):
    """Python's own way waits for ever if the process that was killed held the lock of the queue."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
        process.join()


def kill_one(pool):
    for number in list(pool._processes or ())[:1]:
        os.kill(number, signal.SIGKILL)


def has_shard(folder):
    """Whether some attempt has finished a shard."""
    return any(folder.glob(".attempt-*/shard-*.npy"))


@pytest.mark.parametrize("seed", range(RUNS if RUNS > 2 else 1))
def test_dask_loses_two_of_three_workers(tmp_path, sources, alone, seed):
    distributed = pytest.importorskip(
        "distributed", reason="Dask is not installed: pip install dask distributed"
    )
    import dask

    dask.config.set({"distributed.scheduler.allowed-failures": 10})
    cluster = distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    )
    with cluster, distributed.Client(cluster) as client:
        out = tmp_path / "set"
        victims = list(client.run(os.getpid).values())[:2]

        def kill():
            while not has_shard(out):
                time.sleep(0.002)
            for number in victims:
                os.kill(number, signal.SIGKILL)

        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        pool = client.get_executor(retries=5)
        ia.build(files_of(sources), out, executor=pool, part_bytes=BYTES, **OPTIONS)
        killer.join(30)
        assert not killer.is_alive()
    check_same(out, alone)
