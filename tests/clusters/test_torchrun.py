"""Ranks over a collection: one is killed, then there are three, then one; records come once."""

import os
import subprocess
import sys
import warnings

import numpy as np
import pytest

import intarsia as ia
from tests.clusters.slurm import free_port
from tests.conftest import ROOT

SCRIPT = ROOT / "tests/clusters/train.py"
BATCH = 256
TORCH = "PyTorch is not installed: apt-get install python3-torch"


def launch(ranks, data, folder, steps, **environment):
    """Python's output is shown only if it fails."""
    words = ["--master_addr=127.0.0.1", f"--master_port={free_port()}"]
    words += [f"--nproc_per_node={ranks}", "--max_restarts=2"]
    words += ["--redirects", "1", "--tee", "1", str(SCRIPT), data, folder, str(steps), str(BATCH)]
    done = subprocess.run(
        [sys.executable, "-m", "torch.distributed.run", *map(str, words)],
        env=os.environ | {"OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"} | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def batch_of(folder, step):
    """The global batch of a step: what all ranks had of it."""
    ranks = sorted(folder.glob(f"step-{step:04}.*.npy"), key=lambda p: int(p.suffixes[0][1:]))
    return np.concatenate([np.load(path) for path in ranks])


def test_ranks_that_are_lost_and_changed_see_each_record_once(tmp_path, alone):
    pytest.importorskip("torch", reason=TORCH)
    ds = ia.open(alone, split="train")
    steps = -(-len(ds) // BATCH) + 3  # into the second epoch
    launch(2, alone, tmp_path, steps // 3, KILL_AT=str(steps // 6))
    assert (tmp_path / "killed").exists()
    launch(3, alone, tmp_path, 2 * steps // 3)
    launch(1, alone, tmp_path, steps)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = ds.stream("chess/signed64", BATCH, seed=7, shuffle="lanes")
        expected = [next(whole).numbers for _ in range(steps)]
    found = [batch_of(tmp_path, step) for step in range(steps)]
    assert all(map(np.array_equal, found, expected))
    # Of the batch over the end of the epoch, rows of both epochs lie side by side.
    whole_batches = len(ds) // BATCH
    seen = np.concatenate(found[:whole_batches])
    assert len(np.unique(seen)) == len(seen)
    assert np.isin(np.setdiff1d(np.arange(len(ds)), seen), found[whole_batches]).all()
    assert not list(tmp_path.glob(f"step-{steps:04}.*"))
