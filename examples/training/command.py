"""The command line of the examples that train."""

import argparse
import dataclasses
import os
import pathlib
import sys

import torch

from . import checkpoint, loop, report
from .trainer import Settings, Trainer

KINDS = {int: int, int | None: int, float: float}  # of settings as words


def main(description, bundled, arguments=None, **defaults):
    """`bundled(folder)` makes a data set where none is given; `defaults` are of Settings."""
    options = parser(description, defaults).parse_args(arguments)
    folder = pathlib.Path(options.output)
    is_there = checkpoint.exists(folder)
    if is_there and not options.resume:
        sys.exit(f"{folder} has a checkpoint: --resume goes on there, another -o begins anew")
    if options.resume and not is_there:
        print(f"{folder} has no checkpoint: a training begins there", flush=True)
    device = options.device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        usual = checkpoint.load(folder)["settings"] if is_there else defaults
        settings = Settings(**{**usual, **_named(options)})
        data = options.data or bundled(folder / "data")
        if options.deterministic:
            os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
            torch.use_deterministic_algorithms(True)
        trainer = Trainer(
            data, settings, device, options.bits, options.device_set, not options.no_masks
        )
        if is_there:
            trainer.resume(folder)
            print(f"goes on after step {trainer.step:,}", flush=True)
        steps = options.steps
        if steps is not None and trainer.step >= steps:
            sys.exit(f"{folder} has made {trainer.step} steps already; --steps counts all of them")
        minutes = 2 if options.minutes is None and steps is None else options.minutes
        folder.mkdir(parents=True, exist_ok=True)  # now, not when all is learned
        is_whole = loop.run(trainer, folder, minutes, steps, options.check_every)
    except (OSError, RuntimeError, ValueError) as error:  # of a data set, a card, a checkpoint
        sys.exit(f"{type(error).__name__}: {error}")
    if trainer.checks:
        step, best = max(reversed(trainer.checks), key=lambda check: check[1]["right"])
        print(f"the best network, which plays, is that of step {step:,}: {best['right']:.1%}")
    names = (checkpoint.FILE, *report.FILES)
    written = ", ".join(name for name in names if (folder / name).exists())
    print(f"in {folder} are now: {written}")
    if not is_whole:
        sys.exit("stopped: the same command with --resume goes on exactly here")


def positive(word):
    """A whole number from 1 on: argparse says what else is wrong."""
    if int(word) < 1:
        raise argparse.ArgumentTypeError(f"expected 1 or more, not {word}")
    return int(word)


def _named(options):
    """The settings that the command line names."""
    names = {field.name for field in dataclasses.fields(Settings)}
    return {name: value for name, value in vars(options).items() if name in names}


def parser(description, defaults):
    made = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = made.add_argument
    add("-o", "--output", default="net", help="the folder of the network (net)")
    add("--data", help="a data set with the splits train and validation; else bundled games")
    add("--minutes", type=float, help="train so long (2)")
    add("--steps", type=positive, help="train until so many steps were made")
    add("--resume", action="store_true", help="go on where the training in the folder was stopped")
    add(
        "--check-every",
        type=positive,
        default=200,
        metavar="STEPS",
        help="look at unseen games (200)",
    )
    add("--device", help="cpu or cuda: by default a GPU if there is one")
    add(
        "--device-set", action="store_true", help="keep the games on the device, make batches there"
    )
    add("--no-masks", action="store_true", help="let illegal moves compete, as --device-set does")
    add(
        "--deterministic",
        action="store_true",
        help="the same losses in every run, some steps slower",
    )
    add("--bits", action="store_true", help="send planes to the device as bits: the same numbers")
    for field in dataclasses.fields(Settings):
        kind = KINDS.get(field.type, str)
        usual = defaults.get(field.name, field.default)
        name = f"--{field.name.replace('_', '-')}"
        add(name, type=kind, default=argparse.SUPPRESS, help=f"({usual})" if usual else None)
    return made
