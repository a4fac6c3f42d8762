"""What is promised in docstrings and stubs holds; other libraries share our memory."""

import ctypes
import doctest
import inspect
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import intarsia as ia
from intarsia import _core
from tests.conftest import IS_SANITIZED, ROOT

STUB = ROOT / "python/intarsia/_core.pyi"


def documented():
    """Every public object, with the members of classes."""
    for name in ia.__all__:
        thing = getattr(ia, name)
        yield name, thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", value


DOCSTRINGS = {"intarsia": ia.__doc__}
DOCSTRINGS |= {name: thing.__doc__ for name, thing in documented() if name != "RECORD"}


@pytest.mark.parametrize("name", DOCSTRINGS)
def test_every_docstring_runs(name):
    assert DOCSTRINGS[name], f"{name} has none"
    parser = doctest.DocTestParser()
    test = parser.get_doctest(DOCSTRINGS[name], {"ia": ia}, name, None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert result.failed == 0


def test_most_of_them_have_a_line_to_run():
    functions = ["encode", "decode", "convert", "layout", "layouts", "show", "check_encoder"]
    classes = ["Position", "ChessGame", "LegalMoves", "Setup", "Transition", "Layout"]
    for name in [*functions, *classes, "to_records", "from_records", "ParseError", "IllegalError"]:
        assert ">>>" in DOCSTRINGS[name], name


def test_the_stub_is_what_the_module_says(tmp_path):
    pytest.importorskip("nanobind")
    fresh = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "intarsia._core", "-o"]
    subprocess.run([*command, str(fresh)], check=True, cwd=tmp_path)
    assert STUB.read_text() == fresh.read_text(), (
        "python/intarsia/_core.pyi is stale: "
        ".venv/bin/python -m nanobind.stubgen -m intarsia._core -o python/intarsia/_core.pyi"
    )


@pytest.mark.skipif(not IS_SANITIZED, reason="it is not meant to be")
def test_the_sanitized_module_is_the_one_under_test():
    assert "build/dev/package" in _core.__file__
    assert b"__asan_init" in pathlib.Path(_core.__file__).read_bytes()
    assert ctypes.CDLL(None).__asan_init is not None


def test_the_package_is_typed_and_needs_only_numpy():
    folder = ROOT / "python/intarsia"
    assert (folder / "py.typed").exists()
    script = (
        "import sys; import intarsia as ia; ia.encode('startpos', 'chess/canonical18');"
        "print([m for m in ('chess', 'torch', 'matplotlib', 'pyarrow') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
    assert _core.__doc__


def test_torch_shares_memory_with_an_array():
    torch = pytest.importorskip("torch", reason="apt-get install python3-torch")
    planes = ia.encode(["startpos", "startpos moves e2e4"], "chess/planes25")
    tensor = torch.from_dlpack(planes)
    assert tensor.data_ptr() == planes.ctypes.data and tuple(tensor.shape) == planes.shape
    tensor[1, 2, 3, 4] = 7
    assert planes[1, 2, 3, 4] == 7
    planes[0, 0, 0, 0] = -3
    assert tensor[0, 0, 0, 0] == -3


def test_torch_tensors_are_filled_and_read():
    torch = pytest.importorskip("torch", reason="apt-get install python3-torch")
    fens = ["startpos", "startpos moves e2e4"]
    right = ia.encode(fens, "chess/planes25")
    out = torch.zeros((2, 25, 8, 8))
    assert ia.encode(fens, "chess/planes25", out=out) is out
    assert np.array_equal(out.numpy(), right)
    assert ia.decode(out, "chess/planes25").positions[1].turn == "black"
    half = torch.zeros((2, 25, 8, 8), dtype=torch.bfloat16)
    ia.encode(fens, "chess/planes25", dtype=torch.bfloat16, out=half)
    assert np.array_equal(half.float().numpy(), right)
    for wrong in (torch.zeros((2, 25, 8, 8), dtype=torch.float64), torch.zeros((25, 8, 8))):
        with pytest.raises((TypeError, ValueError)):
            ia.encode(fens, "chess/planes25", out=wrong)
