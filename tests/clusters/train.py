"""A training loop without a network: which records each rank gets, step by step.

It goes on from its checkpoint, which rank 0 writes after every step that all ranks have ended. The
first time that rank 1 comes to the step KILL_AT it is killed.
"""

import json
import os
import pathlib
import signal
import sys

import numpy as np
import torch
from torch import distributed

import intarsia as ia


def main():
    data, folder, steps, batch = sys.argv[1], pathlib.Path(sys.argv[2]), *map(int, sys.argv[3:5])
    distributed.init_process_group("gloo")
    rank = distributed.get_rank()
    cache = {"cache": folder / "cache", "cache_bytes": 1 << 30} if "://" in data else {}
    ds = ia.open(data, split="train", **cache)
    words = {"epochs": "endless", "seed": 7, "shuffle": "lanes", "prefetch": 2}
    loader = ia.torch.loader(ds, "chess/signed64", batch, rank="auto", **words)
    checkpoint = folder / "checkpoint.json"
    step = 0
    if checkpoint.exists():
        saved = json.loads(checkpoint.read_text())
        loader.load_state_dict(saved["loader"])
        step = saved["step"]
    batches = iter(loader)
    one = torch.ones(1)  # outlives the group, as in examples/train_ddp.py
    while step < steps:
        found = next(batches)
        np.save(folder / f"step-{step:04}.{rank}.npy", found.numbers)
        killed = folder / "killed"
        if rank == 1 and str(step) == os.environ.get("KILL_AT") and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        # All ranks have equally many steps: none waits for one that has no batch.
        distributed.all_reduce(one)
        step += 1
        if rank == 0:
            state = {"step": step, "loader": loader.state_dict()}
            (folder / "new").write_text(json.dumps(state))
            (folder / "new").rename(checkpoint)
    distributed.barrier()
    distributed.destroy_process_group()


if __name__ == "__main__":
    main()
