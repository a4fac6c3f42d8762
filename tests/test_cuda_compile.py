"""What a GPU is given can be compiled for it: by NVRTC, which needs no card."""

import json
import re
import subprocess
import sys

import pytest
from intarsia._cuda_device import _nvrtc_of_packages

import intarsia as ia
from tests.conftest import GAMES

pytestmark = pytest.mark.skipif(
    not _nvrtc_of_packages(), reason="pip install nvidia-cuda-nvrtc-cu12==12.9.86"
)

HARMLESS = 32  # bytes: a few numbers that a compiler puts aside once

SCRIPT = """
import json, sys
import intarsia as ia
from intarsia._cuda_device import _nvrtc_of_packages
ia._core.look_for_nvrtc(_nvrtc_of_packages())
logs = {}
for layout in ia.layouts(sys.argv[1]):
    for order in ("CHW", "HWC", "flat"):
        plan = ia.layout(layout, order=order)._plan
        logs[f"{layout.id} {order}"] = ia._core.cuda_compile_log(plan, int(sys.argv[2]))
print(json.dumps(logs))
"""


@pytest.mark.parametrize("architecture", [80, 90])
@pytest.mark.parametrize("game", GAMES)
def test_every_layout_compiles_and_stays_in_registers(game, architecture):
    command = [sys.executable, "-c", SCRIPT, game, str(architecture)]
    # A process of its own: another may have loaded the stand-in of tests/fake_cuda.
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    logs = json.loads(done.stdout)
    assert len(logs) == 3 * len(ia.layouts(game))
    for name, log in logs.items():
        spills = [int(n) for n in re.findall(r"(\d+) bytes spill (?:stores|loads)", log)]
        assert spills and max(spills) <= HARMLESS, f"{name} for sm_{architecture}:\n{log}"
        assert "warning" not in log, log
