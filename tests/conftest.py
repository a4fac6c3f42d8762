"""What the Python tests share: the tool under test and how to call it."""

import json
import os
import pathlib
import re
import signal
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parent.parent
# The build tree under test, with the tool.
BUILD = pathlib.Path(os.environ.get("INTARSIA_BUILD", ROOT / "build/release"))
TOOL = BUILD / "bin/intarsia"

# The names of all games, in the order of the registry.
ROWS = (ROOT / "src/intarsia/games/rows.h").read_text()
GAMES = tuple(re.findall(r"& (\w+)_game\(\);", ROWS))

# ./dev says so when it runs the tests of Python with the sanitized module.
IS_SANITIZED = "INTARSIA_SANITIZED" in os.environ

needs_all_addresses = pytest.mark.skipif(
    IS_SANITIZED, reason="the address sanitizer's own memory leaves no room for limits"
)

frees_at_once = pytest.mark.skipif(
    IS_SANITIZED, reason="the address sanitizer keeps for a while what was freed"
)

# In the background of a script Ctrl-C is ignored, and programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def run(*args, stdin=""):
    """Run the tool; answers the finished process with text output."""
    return subprocess.run([TOOL, *args], input=stdin, capture_output=True, text=True, check=False)


def kill_somewhere(command, seconds):
    """Run it for so long, then kill it; answers how it ended."""
    process = subprocess.Popen(
        list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
    return process.returncode


def inspect(lines, *flags):
    """What `intarsia inspect` says about each position line."""
    result = run("inspect", "-", "--lenient", *flags, stdin="".join(f"{line}\n" for line in lines))
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture(scope="session")
def corpus():
    """The folder of the whole corpus, named by INTARSIA_CORPUS."""
    folder = os.environ.get("INTARSIA_CORPUS")
    if not folder:
        pytest.skip("INTARSIA_CORPUS is not set")
    return pathlib.Path(folder)
