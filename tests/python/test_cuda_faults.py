"""What goes wrong on a card is said, and nothing stays there; with a driver that has none."""

import gc
import os
import shutil
import subprocess
import sys

import pytest

import intarsia as ia
from tests.python import fake_card

pytestmark = fake_card.MARKS


@pytest.fixture(scope="module")
def ds(tmp_path_factory):
    return fake_card.chess_set(tmp_path_factory.mktemp("sets") / "data")


def test_nothing_stays_on_the_card(ds, fake):
    before = fake.fake_cuda_live()
    on_card = ds.to("cuda")
    batch = next(on_card.batches("chess/planes25", 100, policy="chess/az4672", mask=False))
    assert fake.fake_cuda_live() > before
    del batch, on_card
    assert fake.fake_cuda_live() == before


OPENED = """
import sys, intarsia as ia
try:
    ia.open(sys.argv[1]).to("cuda").batches("chess/planes25")
except RuntimeError as error:
    print(error)
"""

KEPT = """
import sys, intarsia as ia
layout = ia.Layout("chess", ["us.pieces", "clock/7"], frame="mover")
list(ia.open(sys.argv[1]).to("cuda").batches(layout, 1000))
"""

SCRIPT = """
import gc, sys
import intarsia as ia, ctypes, os
fake = ctypes.CDLL(os.environ["INTARSIA_CUDA_DRIVER"])
ds = ia.open(sys.argv[1])
try:
    on_card = ds.to("cuda", limit=int(sys.argv[2]) or None)
    batches = on_card.batches("chess/planes25", 300, policy="chess/az4672", mask=False)
    planes = next(batches).planes.numpy()
except Exception as error:
    print(type(error).__name__, error)
on_card = batches = planes = error = None
gc.collect()
print("live", fake.fake_cuda_live())
"""


def run_apart(ds, limit=0, **environment):
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, ds.path, str(limit)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


CALLS = [
    "cuInit",
    "cuDeviceGetCount",
    "cuDeviceGet",
    "cuDeviceGetName",
    "cuDeviceGetAttribute",
    "cuDevicePrimaryCtxRetain",
    "cuCtxPushCurrent_v2",
    "cuMemGetInfo_v2",
    "cuMemAlloc_v2",
    "cuMemAllocFromPoolAsync",
    "cuMemHostAlloc",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuStreamSynchronize",
    "cuEventCreate",
    "cuEventRecord",
    "cuEventSynchronize",
    "cuModuleLoadData",
    "cuModuleGetFunction",
    "cuLaunchKernel",
]


@pytest.mark.parametrize("call", CALLS)
def test_a_call_that_fails_is_named_and_leaves_nothing(ds, call):
    clean = run_apart(ds)[-1]
    for nth in (1, 2, 4):
        *said, live = run_apart(ds, FAKE_CUDA_FAIL=f"{call}:700@{nth}")
        assert all(call in line and "RuntimeError" in line for line in said[:1]), said
        assert int(live.split()[1]) <= int(clean.split()[1])
        if nth == 1:
            assert said


def test_memory_that_is_lacking_is_said_with_both_numbers(ds):
    said = run_apart(ds, FAKE_CUDA_MEMORY="400000", FAKE_CUDA_FAIL="cuMemAllocFromPoolAsync:2@2")[0]
    assert said.startswith("MemoryError out of memory on no card at all: ")
    assert "bytes wanted" in said and "free of 400000" in said


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"INTARSIA_CUDA_DRIVER": "/nowhere"}, "install the driver of your card"),
        ({"INTARSIA_NVRTC": "/nowhere"}, "pip install nvidia-cuda-nvrtc-cu12"),
        ({"FAKE_CUDA_DEVICES": "0"}, "there is no NVIDIA card here"),
        ({"FAKE_CUDA_CAPABILITY": "61"}, "the card is too old"),
        ({"INTARSIA_CUDA_DRIVER": fake_card.ENVIRONMENT["INTARSIA_NVRTC"]}, "too old"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(ds, environment, said):
    script = OPENED
    cache = {"INTARSIA_CACHE": "/nonexistent"}
    found = subprocess.run(
        [sys.executable, "-c", script, ds.path],
        env={**os.environ, **cache, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said in found and found.count("\n") == 1


def test_a_set_that_changed_on_disk_is_refused(ds, tmp_path):
    copy = tmp_path / "data"
    shutil.copytree(ds.path, copy)
    opened = ia.open(copy)
    shard = copy / "shard-00000.npy"
    content = bytearray(shard.read_bytes())
    content[-1] ^= 1
    shard.write_bytes(content)
    with pytest.raises((ValueError, RuntimeError, OSError), match="shard-00000"):
        opened.to("cuda")


def test_programs_are_kept(ds, tmp_path, monkeypatch):
    monkeypatch.setenv("INTARSIA_CACHE", str(tmp_path / "kept"))
    layout = ia.Layout("chess", ["us.pieces", "clock/7"], frame="mover")
    gc.collect()  # what another test has loaded would not be compiled
    list(ds.to("cuda").batches(layout, 1000))
    kept = sorted((tmp_path / "kept").iterdir())
    assert any(path.name.endswith("-sm90.cubin") for path in kept)
    monkeypatch.setenv("FAKE_NVRTC_CXX", "false")  # a compiler that fails: it is not asked
    script = KEPT
    subprocess.run([sys.executable, "-c", script, ds.path], check=True)
