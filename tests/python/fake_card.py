"""A driver without a card, for tests: tests/fake_cuda runs the kernels' own text in loops."""

import contextlib
import ctypes
import os
import shutil

import pytest

from tests.conftest import BUILD, IS_SANITIZED

_FAKES = BUILD / "fake_cuda"
ENVIRONMENT = {
    "INTARSIA_CUDA_DRIVER": str(_FAKES / "libfake_driver.so"),
    "INTARSIA_NVRTC": str(_FAKES / "libfake_nvrtc.so"),
}

MARKS = [
    pytest.mark.skipif(not (_FAKES / "libfake_driver.so").exists(), reason="no fake driver built"),
    pytest.mark.skipif(shutil.which("g++") is None, reason="apt-get install g++"),
    pytest.mark.skipif(IS_SANITIZED, reason="programs that are loaded are not sanitized"),
]


@contextlib.contextmanager
def driver(cache):
    """The driver of this process, which takes the first that it finds."""
    os.environ.update(ENVIRONMENT, INTARSIA_CACHE=str(cache))
    yield ctypes.CDLL(ENVIRONMENT["INTARSIA_CUDA_DRIVER"])
    for name in (*ENVIRONMENT, "INTARSIA_CACHE"):
        del os.environ[name]
