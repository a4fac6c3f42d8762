"""A browser that shows the page, without a network, and what it must never do."""

from __future__ import annotations

import pathlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

# Nothing of the browser's own asks for a network either.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def started() -> Iterator[Any]:
    chromium = shutil.which("chromium")
    if not chromium:
        pytest.skip("chromium is not installed: apt-get install chromium")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install playwright"
    )
    with playwright.sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


def expect(locator: Any) -> Any:
    """Waits for what a locator is to show; what is to be true of a page in words may not be run."""
    from playwright.sync_api import expect

    return expect(locator)


class Tab:
    """The page, opened; `check` says whether it asked for nothing and complained of nothing."""

    def __init__(self, browser: Any, file: pathlib.Path, address: str, **context: Any):
        self._context = browser.new_context(offline=True, accept_downloads=True, **context)
        self._url = file.as_uri()
        self._context.set_default_timeout(10_000)  # milliseconds
        self.page = self._context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda m: self.complaints.append(m.text))
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.page.on("request", lambda r: self._asked(r.url))
        self.page.add_init_script(
            "document.addEventListener('securitypolicyviolation',"
            "e => console.error('policy: ' + e.violatedDirective))"
        )
        self.open(address)

    def open(self, address: str = "") -> None:
        # A page that is there already would only get another hash.
        self.page.goto("about:blank")
        self.page.goto(self._url + (f"#{address}" if address else ""))
        self.page.locator("footer").wait_for()
        # Whatever the address says, there are planes; perhaps a filter hides them.
        self.page.locator(".planes figure").first.wait_for(state="attached")

    @property
    def address(self) -> str:
        """Steps are written into it a moment after the last one."""
        return self.page.evaluate(
            "new Promise(found => setTimeout(() => found(location.hash.slice(1)), 200))"
        )

    def close(self) -> None:
        self._context.close()

    def check(self) -> None:
        assert self.complaints == []

    def _asked(self, url: str) -> None:
        if url.split("#")[0] not in (self._url, "about:blank") and not url.startswith("blob:"):
            self.complaints.append(f"asked for {url}")
