"""The page under test: its core, natively and as WebAssembly, and the HTML file."""

import pathlib

import pytest

from tests.conftest import BUILD, ROOT
from tests.page import calls

# ./dev page leaves them there.
PAGE = ROOT / "build/page/intarsia.html"
CORE = ROOT / "build/page/bin/core.wasm"


def built(path: pathlib.Path) -> pathlib.Path:
    if not path.exists():
        pytest.skip(f"{path.relative_to(ROOT)} is not there: ./dev page builds it")
    return path


@pytest.fixture(scope="session")
def native() -> calls.Caller:
    if not (BUILD / "bin/page_native").exists():
        pytest.skip("this build tree has no page_native: it was built without tests")
    return calls.native(BUILD)


@pytest.fixture(scope="session")
def wasm() -> calls.Caller:
    return calls.wasm(built(CORE))


@pytest.fixture(scope="session")
def page() -> pathlib.Path:
    return built(PAGE)
