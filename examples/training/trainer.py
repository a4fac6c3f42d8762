"""A network, its optimiser and its batches: all that must be kept to go on exactly there."""

import dataclasses

import torch
from torch.nn import functional as F

import intarsia as ia

from . import checkpoint
from .net import Net

WARM_UP = 50  # steps, in which the learning rate rises
FULL = 400  # the step from which on it falls, with the root of their number
OUTCOMES = 0.25  # the weight of their loss: a game has one outcome, and many moves


@dataclasses.dataclass
class Settings:
    """What decides every number of a training: the same settings, the same losses."""

    layout: str
    policy: str
    size: int | None = None  # of the board, where a game has several
    augment: str | None = None
    channels: int = 32
    blocks: int = 3
    batch_size: int = 128
    learning_rate: float = 3e-3
    seed: int = 1


class Trainer:
    """`has_bits`: planes come as bits and are made on the device; `on_device`: the data set lies
    there, and batches are made of it. Both give the same numbers.

    Masks of legal moves are not made on a device: `has_masks` is False then, and all moves compete.
    """

    def __init__(
        self, data, settings, device="cpu", has_bits=False, on_device=False, has_masks=True
    ):
        self.settings = settings
        self.device = torch.device(device)
        self.layout = ia.layout(settings.layout, size=settings.size)
        self.policy = ia.policy(settings.policy, view=self.layout)
        self.dtype = "bits" if has_bits else None
        self.on_device = on_device
        self.mask = None if has_masks and not on_device else False
        self.training = self._loader(data, "train", "auto", augment=settings.augment)
        self.validation = self._loader(data, "validation", None)
        torch.manual_seed(settings.seed)
        self.net = Net(self.layout, self.policy, settings.channels, settings.blocks).to(self.device)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), weight_decay=0.1)
        self.planes_of = ia.torch.Expand(self.layout) if has_bits else torch.nn.Identity()
        self.step = 0
        self._read = []  # losses, and those that are still on the device
        self._unread = []
        self.checks = []  # (step, what was found of games that it does not learn from)
        self.best = None  # the weights that found most of their moves: what plays

    def _loader(self, data, split, shuffle, augment=None):
        size = {} if self.settings.size is None else {"size": self.settings.size}
        ds = ia.open(data, split=split, **size)
        loader = ia.torch.loader(
            ds.to(self.device) if self.on_device else ds,
            self.layout,
            self.settings.batch_size,
            policy=self.policy,
            value="outcome",
            unknown="skip",
            mask=self.mask,
            seed=self.settings.seed,
            shuffle=shuffle,
            augment=augment,
            dtype=self.dtype,
            device=str(self.device),
        )
        if not len(loader):
            raise ValueError(
                f"{data}: in the split {split} is no position of a game whose outcome is known"
            )
        return loader

    def batches(self):
        """Epoch after epoch without end, from where the training stands."""
        while True:
            yield from self.training

    @property
    def losses(self):
        """Of the moves and of the outcomes, step by step. Asking waits for the device."""
        if self._unread:
            self._read += torch.stack(self._unread).tolist()
            self._unread = []
        return self._read

    def learn(self, batch):
        """One step. A GPU is not waited for: it computes while the next batches are prepared."""
        self.net.train()
        self.step += 1
        rate = min(self.step / WARM_UP, 1, (FULL / self.step) ** 0.5)
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate * rate
        _, *losses = self._run(*self._here(batch))
        self.optimizer.zero_grad(set_to_none=True)
        (losses[0] + OUTCOMES * losses[1]).backward()
        self.optimizer.step()
        self._unread.append(torch.stack(losses).detach())

    def _here(self, batch):
        parts = (
            each if each is None else each.to(self.device, non_blocking=True) for each in batch
        )
        return list(parts)

    def _run(self, planes, moves, outcomes, mask):
        """Logits, almost minus infinity where a mask says illegal, and the two losses."""
        # Half the bits go through a GPU twice as fast; on a CPU they do not.
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            logits, values = self.net(self.planes_of(planes))
        logits = logits.float()
        if mask is not None:
            logits = logits.masked_fill(~mask, -1e9)
        of_moves = F.cross_entropy(logits, moves, ignore_index=-1)  # -1: the end of a game
        return logits, of_moves, F.mse_loss(values.float(), outcomes)

    @torch.no_grad()
    def check(self):
        """What it finds in games that it does not learn from; by chance: any legal move."""
        self.net.eval()
        found = dict.fromkeys(["moves", "right", "by_chance", "of_moves", "of_outcomes"], 0.0)
        for batch in map(self._here, self.validation):
            logits, of_moves, of_outcomes = self._run(*batch)
            _, moves, _, mask = batch
            has_move = moves >= 0
            count = int(has_move.sum())
            found["moves"] += count
            found["right"] += int(((logits.argmax(1) == moves) & has_move).sum())
            choices = self.policy.size if mask is None else mask.sum(1)[has_move]
            found["by_chance"] += float((torch.ones_like(moves[has_move]) / choices).sum())
            found["of_moves"] += float(of_moves) * count
            found["of_outcomes"] += float(of_outcomes) * count
        count = max(1.0, found.pop("moves"))
        means = {name: sum_ / count for name, sum_ in found.items()}
        if all(means["right"] >= earlier["right"] for _, earlier in self.checks):
            weights = self.net.state_dict()
            self.best = {name: each.cpu().clone() for name, each in weights.items()}
        self.checks.append((self.step, means))
        return means

    def save(self, folder):
        optimizer = self.optimizer.state_dict()
        weights = self.net.state_dict()
        tensors = {
            "net": weights,
            "best": self.best or weights,
            "optimizer": optimizer["state"],
        }
        facts = {
            "passports": checkpoint.passports(self.layout, self.policy),
            "settings": dataclasses.asdict(self.settings),
            "groups": optimizer["param_groups"],
            "batches": self.training.state_dict(),
            "records": len(self.training.dataset.ds),
            "step": self.step,
            "losses": self.losses,
            "checks": self.checks,
        }
        checkpoint.save(folder, tensors, facts)

    def resume(self, folder):
        """Go on where the training of a folder was saved, if it was one of the same settings."""
        state = checkpoint.load(folder)
        checkpoint.check(state, self.layout, self.policy, folder)
        for name, here in dataclasses.asdict(self.settings).items():
            there = state["settings"][name]
            if name not in ("layout", "policy") and there != here:
                raise checkpoint.Mismatch(
                    f"{folder}: it was trained with {name} {there}, not {here}; "
                    f"the same settings go on, others begin anew in another folder"
                )
        here, there = len(self.training.dataset.ds), state["records"]
        if there != here:
            raise checkpoint.Mismatch(
                f"{folder}: it was trained with {there:,} records, and this data set has {here:,}"
            )
        self.net.load_state_dict(state["net"])
        self.best = state["best"] if state["checks"] else None
        optimizer = {"state": state["optimizer"], "param_groups": state["groups"]}
        self.optimizer.load_state_dict(optimizer)
        self.training.load_state_dict(state["batches"])
        self.step = state["step"]
        self._read, self._unread = list(state["losses"]), []
        self.checks = list(state["checks"])
