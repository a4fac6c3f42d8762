"""Folders that appear whole under their name, or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator


@contextlib.contextmanager
def new_folder(path: str, force: bool, mark: str) -> Iterator[str]:
    """A hidden folder beside it to be filled, which then takes the name.

    A folder that holds something is refused; with `force` it is replaced if the file `mark` says
    that it is of the same kind. What ends with an error leaves everything as it was.
    """
    wanted = os.path.realpath(path)
    _check(path, wanted, force, mark)
    parent, name = os.path.split(wanted)
    os.makedirs(parent, exist_ok=True)
    hidden = os.path.join(parent, f".{name[:200]}.{secrets.token_hex(4)}")
    os.mkdir(hidden)
    try:
        yield hidden
        _sync(hidden)
        _replace(hidden, wanted)
        _sync_names(parent)
    except BaseException:
        shutil.rmtree(hidden, ignore_errors=True)
        raise


def _check(path: str, wanted: str, force: bool, mark: str) -> None:
    if not os.path.lexists(wanted):
        return
    if not os.path.isdir(wanted):
        raise FileExistsError(f"{path} is a file: name a folder")
    if not os.listdir(wanted):
        return
    if not force:
        raise FileExistsError(f"{path} is there already: force=True replaces it")
    if not os.path.isfile(os.path.join(wanted, mark)):
        raise FileExistsError(f"{path} has no {mark}: force=True replaces what was written so only")


def _replace(hidden: str, wanted: str) -> None:
    if not os.path.isdir(wanted):
        os.rename(hidden, wanted)
        return
    old = f"{hidden}.old"
    os.rename(wanted, old)
    try:
        os.rename(hidden, wanted)
    except OSError:
        os.rename(old, wanted)
        raise
    shutil.rmtree(old)


def _sync(folder: str) -> None:
    """Everything below is on the disk before its name is."""
    for here, _, files in os.walk(folder):
        for file in files:
            with open(os.path.join(here, file), "rb") as written:
                os.fsync(written.fileno())
        _sync_names(here)


def _sync_names(folder: str) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
