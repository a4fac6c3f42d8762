"""Every call of the system may fail, at any time: nothing is lost, made up, or called done.

The laws are in tests/faults/laws.py. A sample of all faults is tried, and all of them with
INTARSIA_FULL=1. A failure names its command and fault; `python -m tests.faults COMMAND FAULT`
repeats it.
"""

import concurrent.futures
import os
import pathlib
import tempfile

import pytest

from tests.faults.commands import NAMES, Stage
from tests.faults.laws import broken_laws
from tests.faults.library import ACTIONS, Fault, Injector, compiled
from tests.faults.sabotage import SABOTAGES, spoilt_run
from tests.faults.samples import faults

AT_ONCE = 2
MOST_SHOWN = 12


@pytest.fixture(scope="session")
def stage():
    """In memory where there is a file system for that: what is synced there costs no time."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        root = pathlib.Path(folder)
        yield Stage(root, Injector(compiled(root)))


@pytest.fixture(scope="session")
def pool():
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as threads:
        yield threads


def test_commands_do_their_work_where_nothing_fails(stage):
    assert tuple(stage.commands) == NAMES
    for name in NAMES:
        expected = (1,) if name == "build-refused" else (0, 3)
        assert stage.clean(name).outcome.code in expected, name


@pytest.mark.parametrize(
    "text", ["write:1:EIO", "open:1+:EMFILE", "malloc:1+:ENOMEM", "thread:1+:EAGAIN"]
)
def test_a_fault_is_felt(stage, text):
    """Else all laws would hold for nothing."""
    command = stage.commands["build"]
    outcome = stage.injector.run(command.args, stage.begin(command), Fault.read(text))
    assert outcome.code != stage.clean("build").outcome.code


@pytest.mark.parametrize("sabotage", SABOTAGES, ids=lambda s: f"{s.command}-{s.said}")
def test_every_law_can_be_broken(stage, sabotage):
    assert sabotage.said in spoilt_run(stage, sabotage)


@pytest.mark.parametrize("kind", ACTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_laws_hold_whatever_fails(stage, pool, name, kind):
    """A command that makes no call of the kind has nothing to fail."""
    command = stage.commands[name]
    stage.clean(name)  # once, not by each thread
    tried = faults(stage, command, kind)
    found = [said for said in pool.map(lambda f: broken_laws(stage, command, f), tried) if said]
    if found:
        shown = "\n".join("\n".join(said) for said in found[:MOST_SHOWN])
        pytest.fail(f"{len(found)} of {len(tried)} runs break a law\n{shown}", pytrace=False)
