"""How much memory a program takes at most.

The figure that the system keeps for a child begins with what its parent had when it was started,
and a run of all tests has hundreds of megabytes. So a small process stands between.
"""

import json
import subprocess
import sys
from dataclasses import dataclass

_BETWEEN = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
print(json.dumps([done.returncode, done.stderr, most]))
"""


@dataclass(frozen=True)
class Measured:
    returncode: int
    stderr: str
    most_bytes: int


def measured(*command):
    """Runs the command, whose output is dropped."""
    words = [sys.executable, "-S", "-c", _BETWEEN, *map(str, command)]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    return Measured(*json.loads(done.stdout))
