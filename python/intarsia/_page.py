"""The browser page: one HTML file over the same core, opened at a position or a tensor."""

from __future__ import annotations

import base64
import html
import io
import os
import pathlib
import tempfile
import urllib.parse
import webbrowser
from typing import Any

import numpy as np

from . import _core
from ._arguments import (
    array_in,
    fitting,
    is_one,
    kind_of,
    layout_for,
    layout_in,
    layout_of_tensor,
    rows_in,
    sizes_in,
    turns_in,
)
from ._layouts import Layout, LayoutLike

# Where the page has room for what it opens at (page/src/index.html).
_ROOM = '<meta name="intarsia-{}" content="">'


class Page:
    """The page as one file that needs nothing else: `html`; `save` and `open` it; notebooks show it
    in a frame."""

    def __init__(self, html: str, about: str):
        self.html = html
        self._about = about

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file; it works from a disk, a mail or any host, without a network."""
        pathlib.Path(path).write_text(self.html, encoding="utf-8")

    def open(self) -> str:
        """Shows it in the browser; answers the file, in the folder for temporary ones."""
        with tempfile.NamedTemporaryFile(
            "w", prefix="intarsia-", suffix=".html", encoding="utf-8", delete=False
        ) as file:
            file.write(self.html)
        webbrowser.open(pathlib.Path(file.name).as_uri())
        return file.name

    def _repr_html_(self) -> str:
        # A frame of its own: nothing of the notebook's reaches the page, nor the other way round.
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" sandbox="allow-scripts allow-downloads" '
            'style="width:100%;height:760px;border:1px solid #8888;border-radius:8px" '
            f'title="{html.escape(self._about)}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Page of {self._about}, {len(self.html) // 1000} kB: save(path), open()>"


def page(
    position_or_tensor: Any = None,
    layout: LayoutLike | None = None,
    *,
    turn: str | None = None,
    order: str | None = None,
    path: str | os.PathLike[str] | None = None,
) -> Page:
    """The planes of a position or a tensor in a browser, to play with.

    A position may be a text, a position, a game or a board of python-chess, and keeps its moves. Of
    a tensor that is none, the first contradiction is shown with its plane and cell; `turn` says who
    moves where it does not show it. Of several tensors the page goes through them. `path` is the
    page itself, where it is not the package's: `./dev page` builds it.

        ia.page("startpos moves e2e4", "chess/planes25").open()
        ia.page(my_encoder(board), "chess/planes25")        # in a notebook
    """
    text = _page_file(path)
    if position_or_tensor is None:
        chosen = None if layout is None else layout_in(layout, order, None)
        return Page(_filled(text, "state", _state(None, chosen)), "the start")
    if is_one(position_or_tensor):
        position = _position_of(position_or_tensor, layout, order)
        chosen = _layout_of_position(position, layout, order)
        return Page(_filled(text, "state", _state(position, chosen)), position.text)
    return _page_of_tensor(text, position_or_tensor, layout, turn, order)


def _page_file(path: str | os.PathLike[str] | None) -> str:
    named = path or os.environ.get("INTARSIA_PAGE")
    file = pathlib.Path(named) if named else pathlib.Path(__file__).with_name("page.html")
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{file} is not there: ./dev page builds the page (build/page/intarsia.html); then "
            "install the package again, or name it by path= or INTARSIA_PAGE"
        ) from None


def _position_of(source: Any, layout: LayoutLike | None, order: str | None) -> Any:
    row = _core.find_game(source)
    if row is None and layout is not None:
        row = _core.game_type(layout_in(layout, order, None).game)
    if row is None:
        row = _core.games()[0]  # its error says how a position is written
    return _core.position_of(row, source)


def _layout_of_position(position: Any, layout: LayoutLike | None, order: str | None) -> Any:
    if layout is None:
        return None
    chosen = layout_in(layout, order, None)
    if chosen._plan.has_sizes:
        chosen = layout_for(layout, order, None, sizes_in(chosen.game, (position,)))
    return chosen


def _page_of_tensor(
    text: str, tensor: Any, layout: LayoutLike | None, turn: str | None, order: str | None
) -> Page:
    if np.asarray(tensor).dtype.kind not in "biuf":
        raise TypeError(f"expected a position or a tensor, not {kind_of(tensor)}")
    array = array_in(tensor)
    chosen = fitting(array) if layout is None else layout_of_tensor(layout, order, array)
    turns_in(turn, chosen.game)
    rows = rows_in(array, chosen)
    file = io.BytesIO()
    np.save(file, rows)
    for name, content in (
        ("state", urllib.parse.urlencode({"v": 1, **({"turn": turn} if turn else {})})),
        ("tensor", base64.b64encode(file.getvalue()).decode()),
        ("passport", chosen._plan.passport),
    ):
        text = _filled(text, name, content)
    return Page(text, f"{kind_of(tensor)} as {chosen.id or 'a layout of your own'}")


def _state(position: Any, layout: Layout | None) -> str:
    """What the page's address says of it."""
    fields: list[tuple[str, str]] = [("v", "1")]
    if position is not None:
        fields.append(("line", position.text))
        if getattr(position, "chess960", False):
            fields.append(("option", "chess960"))
    if layout is not None:
        fields.append(("layout", layout._plan.short_text))
    return urllib.parse.urlencode(fields)


def _filled(text: str, name: str, content: str) -> str:
    room = _ROOM.format(name)
    if room not in text:
        raise ValueError("the page is one of another version: build it again by ./dev page")
    return text.replace(room, f'<meta name="intarsia-{name}" content="{html.escape(content)}">', 1)
