"""Nobody reads what a stream has not made yet: a card whose streams do their work late.

Under the usual stand-in all is done when a call returns, and a wait that is missing is not seen.
"""

import os
import subprocess
import sys

import pytest

import intarsia as ia
from tests.conftest import ROOT
from tests.python import fake_card

pytest.importorskip("torch", reason="apt-get install python3-torch")
pytestmark = fake_card.MARKS

CASES = (
    "shards_that_come_and_go",
    "two_loops",
    "any_stream",
    "made_by_a_thread",
    "buffers_used_again",
    "made_as_one",
)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sets") / "many"
    ia.build(fake_card.LICHESS, folder, final=True, shard_records=30, limit=200)
    return folder


def run(case, path, cache, **environment):
    done = subprocess.run(
        [sys.executable, "-m", "tests.python.late_streams", case, str(path)],
        cwd=ROOT,
        env={**os.environ, **fake_card.ENVIRONMENT, "INTARSIA_CACHE": str(cache), **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    count, wrong = map(int, done.stdout.split())
    assert count > 50
    return wrong


@pytest.mark.parametrize("case", CASES)
def test_what_is_read_has_been_made(case, path, tmp_path):
    for seed in ("0", "1", "2"):
        assert run(case, path, tmp_path, FAKE_CUDA_LATE=seed) == 0, f"FAKE_CUDA_LATE={seed}"


@pytest.mark.parametrize("case", ["any_stream", "two_loops", "made_as_one", "buffers_used_again"])
def test_a_wait_that_is_missing_would_be_seen(case, path, tmp_path):
    """Of a driver whose streams wait for nothing."""
    seeds = ("1", "2")
    late = [run(case, path, tmp_path, FAKE_CUDA_LATE=s, FAKE_CUDA_WAITS="no") for s in seeds]
    assert sum(late) > 0
