"""Checkpoints that say what they are for: passports of layout and policy beside the weights."""

import json
import os
import pathlib
from pickle import UnpicklingError

import torch

import intarsia as ia

from .net import Net

FILE = "checkpoint.pt"


class Mismatch(ValueError):
    """A checkpoint is for something else than what was asked for."""


def passports(layout, policy):
    """Whoever finds the weights must know what goes in, and what the numbers of moves mean."""
    return {
        "layout": layout.passport,
        "policy": {"id": policy.id, "size": policy.size, "view": policy.view},
    }


def save(folder, tensors, facts):
    """Whole or not at all: an interrupted save leaves the file that was there before.

    `facts` go as JSON, so that no file that somebody sends can run code when it is loaded.
    """
    path = pathlib.Path(folder) / FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".tmp")
    torch.save({**tensors, "facts": json.dumps(facts)}, unfinished)
    os.replace(unfinished, path)


def exists(folder):
    return (pathlib.Path(folder) / FILE).exists()


def load(folder):
    """Tensors and facts by their names."""
    path = pathlib.Path(folder) / FILE
    if not path.exists():
        raise Mismatch(f"{path}: there is no checkpoint; train one first")
    try:
        found = torch.load(path, map_location="cpu", weights_only=True)
        return {**found, **json.loads(found.pop("facts"))}
    except (OSError, EOFError, RuntimeError, KeyError, ValueError, UnpicklingError) as error:
        raise Mismatch(f"{path} is damaged, or no checkpoint of these programs: {error}") from None


def check(checkpoint, layout, policy, folder):
    """Refuses another layout or policy than that of the checkpoint, and says what differs."""
    trained = ia.layout(checkpoint["passports"]["layout"])
    where = pathlib.Path(folder) / FILE
    if trained.game != layout.game:
        raise Mismatch(f"{where} is for {trained.game}, and {layout.id} a layout of {layout.game}")
    if trained.passport != layout.passport:
        raise Mismatch(
            f"{where} was trained with {trained.id}, not with {layout.id}:\n"
            f"{trained.difference(layout).rstrip()}\n"
            f"Go on with that layout, or train anew in another folder."
        )
    found, wanted = checkpoint["passports"]["policy"], passports(layout, policy)["policy"]
    if found != wanted:
        lines = (f"{key}: {found[key]}, not {wanted[key]}" for key in found)
        raise Mismatch(f"{where} numbers moves by another policy:\n" + "\n".join(lines))


def load_net(folder, device="cpu"):
    """The best network of a training, for playing, with its `layout` and its `move_code`."""
    checkpoint = load(folder)
    settings, about = checkpoint["settings"], checkpoint["passports"]
    layout = ia.layout(about["layout"])
    policy = ia.policy(about["policy"]["id"], view=layout)
    check(checkpoint, layout, policy, folder)  # the code may have changed since
    net = Net(layout, policy, settings["channels"], settings["blocks"])
    net.load_state_dict(checkpoint["best"])
    net.layout, net.move_code = layout, policy
    return net.to(device).eval()
