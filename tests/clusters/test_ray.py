"""What docs/clusters.md says about Ray, run as it stands there; a worker dies at its work.

Ray is told to stay on loopback, and its workers listen on all addresses all the same: so this runs
only when it is asked for.
"""

import os
import secrets
import subprocess
import sys
import tempfile

import pytest

from tests.clusters.samples import OPTIONS, check_same
from tests.conftest import ROOT

BYTES = 100_000
# Before the page's lines: a small Ray, small parts, and a worker that dies once its shard is there.
BEFORE = """
import functools, os, pathlib, signal, threading, time
import ray
import intarsia as ia

OUT, DIED = pathlib.Path({out!r}), pathlib.Path({died!r})

def watch():
    while not any(OUT.glob(".attempt-*/shard-*.npy")):
        time.sleep(0.001)
    try:
        DIED.touch(exist_ok=False)
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)

def with_a_death(*words, build=ia.build_part, **more):
    threading.Thread(target=watch, daemon=True).start()
    return build(*words, **more)

ia.plan = functools.partial(ia.plan, part_bytes={bytes}, **{options})
ray.init(
    num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", _temp_dir={folder!r},
    configure_logging=False, log_to_driver=False,
)
"""
SAFE = {"RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_USAGE_STATS_ENABLED": "0"}
MAKES = "    return ia.build_part("


def page():
    """The lines of the page that use Ray."""
    blocks = (ROOT / "docs/clusters.md").read_text().split("```python\n")
    return next(block.split("```")[0] for block in blocks if "ray.remote" in block)


@pytest.mark.skipif(
    "INTARSIA_RAY" not in os.environ,
    reason="Ray listens beyond loopback: INTARSIA_RAY=1 runs it; pip install ray",
)
def test_the_page_about_ray_makes_the_same_bytes(tmp_path, sources, alone):
    pytest.importorskip("ray", reason="Ray is not installed: pip install ray")
    lines = page()
    assert MAKES in lines and "/shared/set" in lines and "/data/months" in lines
    out, died = str(tmp_path / "set"), str(tmp_path / "died")
    lines = lines.replace("/shared/set", out).replace("/data/months", str(sources))
    lines = lines.replace(MAKES, "    return with_a_death(")
    # Its sockets need a short path.
    with tempfile.TemporaryDirectory(prefix="ray-") as folder:
        before = BEFORE.format(out=out, died=died, bytes=BYTES, options=OPTIONS, folder=folder)
        done = subprocess.run(
            [sys.executable, "-c", before + lines],
            env=os.environ | SAFE,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-3000:]
    assert (tmp_path / "died").exists()
    check_same(tmp_path / "set", alone)
