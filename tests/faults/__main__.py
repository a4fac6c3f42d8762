"""Repeats runs by hand.

python -m tests.faults                        the commands, and how many calls they make
python -m tests.faults COMMAND KIND:N:ACTION  one run, and every law that it breaks
python -m tests.faults COMMAND KIND           the same for all n and all actions of a kind
"""

import pathlib
import sys
import tempfile

from tests.faults.commands import Stage
from tests.faults.laws import broken_laws
from tests.faults.library import ACTIONS, Fault, Injector, compiled


def list_commands(stage):
    for name in stage.commands:
        clean = stage.clean(name)
        calls = " ".join(f"{k}:{n}" for k, n in clean.counts.items() if n)
        print(f"{name}: exit code {clean.outcome.code}, {calls}")


def faults_of(stage, command, text):
    if ":" in text:
        return [Fault.read(text)]
    calls = range(1, stage.clean(command.name).counts[text] + 1)
    return [Fault.of(text, n, action) for action in ACTIONS[text] for n in calls]


def main(args):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        stage = Stage(root, Injector(compiled(root)))
        if len(args) != 2:
            list_commands(stage)
            return 0
        command = stage.commands[args[0]]
        broken = []
        for fault in faults_of(stage, command, args[1]):
            broken += broken_laws(stage, command, fault)
        print("\n".join(broken) if broken else "all laws hold")
        return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
