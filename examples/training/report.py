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

    def step(self, trainer):
        if self._bar is None:
            return
        if trainer.step % SMOOTHED == 0:  # not always: asking waits for the device
            self._bar.set_postfix_str(f"loss {sum(trainer.losses[-1]):.3f}", refresh=False)
        self._bar.update()

    def line(self, text):
        print(text, flush=True) if self._bar is None else self._bar.write(text)

    def close(self):
        if self._bar is not None:
            self._bar.close()


class Pace:
    """Positions a second, and the share of the time that goes for batches.

    On a GPU its own clock says when a batch was asked for and when it was there: what the processor
    prepares while the GPU computes costs nothing. Looking at unseen games does not count.
    """

    def __init__(self, device):
        self._device = device
        self.begin()

    def begin(self):
        self._began, self._positions, self._waits = time.monotonic(), 0, []

    def timed(self, batches):
        """The batches, each of them waited for."""
        batches = iter(batches)
        while True:
            begun = self._now()
            try:
                batch = next(batches)
            except StopIteration:
                return
            self._waits.append((begun, self._now()))
            yield batch

    def count(self, positions):
        self._positions += positions

    def end(self):
        """All that was begun is done."""
        if self._device.type == "cuda":
            torch.cuda.synchronize(self._device)
        self.seconds = max(time.monotonic() - self._began, 1e-9)

    @property
    def positions_a_second(self):
        return self._positions / self.seconds

    @property
    def input_share(self):
        return sum(self._between(*wait) for wait in self._waits) / self.seconds

    def _now(self):
        """A point in what the device does; a CPU does one thing after the other."""
        if self._device.type != "cuda":
            return time.monotonic()
        mark = torch.cuda.Event(enable_timing=True)
        mark.record()
        return mark

    def _between(self, begun, there):
        return there - begun if self._device.type != "cuda" else begun.elapsed_time(there) / 1000


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
