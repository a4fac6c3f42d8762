"""Data sets as notebooks show them."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._data import DataSet

_SHOWN = 5  # sources and records


def html_table(rows: Iterable[tuple[str, Any]]) -> str:
    cells = (
        f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
        f"<td style='text-align:left'>{html.escape(str(value))}</td></tr>"
        for name, value in rows
    )
    return f"<table>{''.join(cells)}</table>"


def view_of(ds: DataSet) -> str:
    """What there is of it, and its first records."""
    report = ds.report
    sources = report["sources"]
    more = f" and {len(sources) - _SHOWN} more" if len(sources) > _SHOWN else ""
    rows: list[tuple[str, Any]] = [
        ("records", f"{len(ds):,} of {report['positions']:,} positions"),
        ("games", f"{report['games']:,} of {report['read']:,} read"),
        ("boards", ", ".join(map(str, ds.sizes))),
        ("splits", ", ".join(f"{name} {share:g}" for name, share in ds.splits.items()) or "none"),
        ("sources", ", ".join(sources[:_SHOWN]) + more),
    ]
    if not report["complete"]:
        rows.append(("state", "not complete: resume=True goes on"))
    rows += [(f"record {i}", _in_words(ds, i)) for i in range(min(len(ds), _SHOWN))]
    return f"<b>{html.escape(ds._call())}</b>: {html.escape(ds.game)}{html_table(rows)}"


def _in_words(ds: DataSet, index: int) -> str:
    state = ds.trace(index)["state"]
    return ", ".join(f"{name} {value}" for name, value in state.items() if value is not None)
