"""The page under test: its core, natively and as WebAssembly, and the HTML file."""

import pathlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.conftest import BUILD, ROOT
from tests.page import browser, calls

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


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    with browser.started() as started:
        yield started


@pytest.fixture
def tab(chromium: Any, page: pathlib.Path) -> Iterator[Callable[..., browser.Tab]]:
    """Opens the page at an address. However it is used, it asks for nothing and complains of
    nothing."""
    tabs: list[browser.Tab] = []

    def opened(address: str = "", file: pathlib.Path = page, **context: Any) -> browser.Tab:
        context.setdefault("viewport", {"width": 1280, "height": 900})
        tabs.append(browser.Tab(chromium, file, address, **context))
        return tabs[-1]

    yield opened
    for each in tabs:
        each.check()
        each.close()
