"""What a training shows of itself: lines, a progress bar if there is tqdm, tables, a picture."""

import csv
import pathlib
import time

import torch

FILES = ("losses.csv", "checks.csv", "loss.png")
SMOOTHED = 25  # steps, whose mean loss is drawn

try:
    from tqdm import tqdm
except ImportError:
    tqdm = None


class Progress:
    """A bar in a terminal, where tqdm is installed; else only the lines between."""

    def __init__(self, first, last):
        self._bar = None
        if tqdm is not None:
            self._bar = tqdm(unit=" steps", initial=first, total=last, disable=None)

    def step(self, losses):
        if self._bar is not None:
            self._bar.set_postfix_str(f"loss {sum(losses):.3f}", refresh=False)
            self._bar.update()

    def line(self, text):
        print(text, flush=True) if self._bar is None else self._bar.write(text)

    def close(self):
        if self._bar is not None:
            self._bar.close()


class Pace:
    """Positions a second, and the share of the time that goes for batches.

    Looking at unseen games does not count.
    """

    def __init__(self):
        self.begin()

    def begin(self):
        self._began, self._positions, self._input = time.monotonic(), 0, 0.0

    def timed(self, batches, device):
        """The batches; the time until each is there, on the device too, counts as input."""
        batches = iter(batches)
        while True:
            begun, mark = time.monotonic(), _mark(device)
            try:
                batch = next(batches)
            except StopIteration:
                return
            waited, there = time.monotonic() - begun, _mark(device)
            yield batch
            # The step waited for the device, so that both marks have been reached.
            on_device = 0.0 if mark is None else mark.elapsed_time(there) / 1000
            self._input += max(waited, on_device)

    def count(self, positions):
        self._positions += positions

    @property
    def seconds(self):
        return max(time.monotonic() - self._began, 1e-9)

    @property
    def positions_a_second(self):
        return self._positions / self.seconds

    @property
    def input_share(self):
        return self._input / self.seconds


def _mark(device):
    """A point in what the device does; None on a CPU, which does one thing after the other."""
    if device.type != "cuda":
        return None
    mark = torch.cuda.Event(enable_timing=True)
    mark.record()
    return mark


def in_words(step, found, pace):
    times = found["right"] / max(found["by_chance"], 1e-9)
    return (
        f"step {step:,}: of unseen games {found['right']:.1%} of the moves right, "
        f"{times:.1f} times chance ({found['by_chance']:.1%}); "
        f"losses {found['of_moves']:.3f} (moves), {found['of_outcomes']:.3f} (outcomes); "
        f"{pace.positions_a_second:,.0f} positions/s, {pace.input_share:.1%} of the time for input"
    )


def write(folder, trainer):
    """losses.csv and checks.csv, and loss.png where matplotlib is installed."""
    folder = pathlib.Path(folder)
    losses = [(number, *each) for number, each in enumerate(trainer.losses, 1)]
    _write_table(folder / "losses.csv", ["step", "of_moves", "of_outcomes"], losses)
    names = list(trainer.checks[0][1]) if trainer.checks else []
    checks = [(step, *found.values()) for step, found in trainer.checks]
    _write_table(folder / "checks.csv", ["step", *names], checks)
    _draw(folder / "loss.png", trainer)


def _write_table(path, names, rows):
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(names)
        table.writerows(rows)


def _draw(path, trainer):
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return
    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    steps = [step for step, _ in trainer.checks]
    for column, (name, key) in enumerate([("moves", "of_moves"), ("outcomes", "of_outcomes")]):
        sums = [each[column] for each in trainer.losses]
        starts = range(0, len(sums), SMOOTHED)
        means = [sum(sums[i : i + SMOOTHED]) / len(sums[i : i + SMOOTHED]) for i in starts]
        (line,) = left.plot(starts, means, label=f"{name}, learned from")
        unseen = [found[key] for _, found in trainer.checks]
        left.plot(steps, unseen, "--", color=line.get_color(), label=f"{name}, unseen")
    left.set(xlabel="step", ylabel="loss")
    left.legend()
    for key, name in (("right", "the network"), ("by_chance", "any legal move")):
        right.plot(
            *zip(*((step, found[key]) for step, found in trainer.checks), strict=True), label=name
        )
    right.set(xlabel="step", ylabel="moves of unseen games found", ylim=(0, None))
    right.legend()
    figure.savefig(path)
