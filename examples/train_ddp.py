"""Trains on several processes: DistributedDataParallel over a data set.

    torchrun --nproc_per_node 2 examples/train_ddp.py data --steps 200 --checkpoint net.pt

Every process takes its share of each batch, so that all together learn what one alone would.
Started again, with any number of processes, it goes on where the checkpoint was written last; so
does a run that torchrun starts again when a process has died:

    TORCH_DISABLE_SHARE_RDZV_TCP_STORE=1 torchrun --rdzv_backend c10d --max_restarts 3 ...

(PyTorch 2.15, without that variable, finds the addresses of the dead again and fails.)
"""

import argparse
import json
import os
import warnings

import torch
from torch import distributed, nn
from torch.nn import functional
from torch.nn.parallel import DistributedDataParallel

import intarsia as ia

LAYOUT, POLICY = "chess/canonical18", "chess/az4672"


def make_net():
    """The same on every process: a policy of one hidden layer."""
    torch.manual_seed(1)
    planes = len(ia.layout(LAYOUT).planes)
    return nn.Sequential(
        nn.Conv2d(planes, 8, 3, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(8 * 64, ia.policy(POLICY).size),
    )


def mean_of_ranks(loss, total):
    """What the whole batch says: shares are equal, or differ by one row."""
    total.copy_(loss.detach())
    distributed.all_reduce(total)
    return float(total) / distributed.get_world_size()


def open_data(folder, split):
    """What is learned from: never all of a set that keeps some games for looking."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ia.DataSetWarning)
        has_train = "train" in ia.open(folder).splits
    return ia.open(folder, split=split or ("train" if has_train else None))


def save(path, tensors):
    """Whole or not at all, whenever the process dies."""
    torch.save(tensors, f"{path}.tmp")
    os.replace(f"{path}.tmp", path)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("--split", help="by default train, if the data set has splits")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--batch-size", type=int, default=4096, help="of all processes together")
    parser.add_argument("--checkpoint", help="gone on from, if it is there, and written")
    parser.add_argument("--save-every", type=int, default=100, help="steps from one to the next")
    return parser.parse_args()


def main():
    asked = arguments()
    # A GPU for each process of this machine, or none.
    has_gpu = torch.cuda.device_count() >= int(os.environ["LOCAL_WORLD_SIZE"])
    distributed.init_process_group("nccl" if has_gpu else "gloo")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"])) if has_gpu else torch.device("cpu")
    if has_gpu:
        torch.cuda.set_device(device)
    net = make_net().to(device)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    ds = open_data(asked.data, asked.split)
    # The rank is asked of torch.distributed. A batch may span two epochs: there is no last one.
    loader = ia.torch.loader(
        ds, LAYOUT, asked.batch_size, policy=POLICY, mask=False, epochs="endless", seed=1,
        device=device,
    )  # fmt: skip
    step = 0
    if asked.checkpoint and os.path.exists(asked.checkpoint):
        saved = torch.load(asked.checkpoint, map_location=device)
        net.load_state_dict(saved["net"])
        optimizer.load_state_dict(saved["optimizer"])
        loader.load_state_dict(saved["loader"])
        step = saved["step"]
    shared = DistributedDataParallel(net)
    total = torch.zeros((), device=device)
    batches = iter(loader)
    while step < asked.steps:
        batch = next(batches)
        optimizer.zero_grad()
        loss = functional.cross_entropy(shared(batch.planes), batch.policy, ignore_index=-1)
        loss.backward()  # gradients are averaged over the processes
        optimizer.step()
        step += 1
        shown = mean_of_ranks(loss, total)
        if distributed.get_rank() == 0:
            place = loader.state_dict()["place"]
            print(json.dumps({"step": step, "place": place, "loss": round(shown, 6)}), flush=True)
        is_due = step % asked.save_every == 0 or step == asked.steps
        if asked.checkpoint and is_due and distributed.get_rank() == 0:
            state = {
                "net": net.state_dict(),
                "optimizer": optimizer.state_dict(),
                "loader": loader.state_dict(),  # the same on all ranks
                "step": step,
            }
            save(asked.checkpoint, state)
    distributed.barrier()
    distributed.destroy_process_group()
    # Its threads end here, while `total` is still there: PyTorch 1.13 waits for ever if one of them
    # is the last to hold a tensor that Python knows.
    del shared


if __name__ == "__main__":
    main()
