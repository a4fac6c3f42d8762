"""What is in a data set: counts over its records, as a dict, as text and in notebooks."""

from __future__ import annotations

import html
import json
from typing import Any

from ._report import Report

_SHOWN = 12  # bins on a line of text


class Description(Report):
    """What `ds.describe()` counts: a dict whose keys are attributes too, and as text a summary.

    `to_json()` has all of it, and `ia.plot` draws it.
    """

    def __str__(self) -> str:
        rows = self._rows()
        width = max(len(name) for name, _ in rows)
        head = f"{self['name']}: {self['records']:,} records of {self['games']:,} games"
        return "\n".join([head, *(f"  {name:{width}} {text}" for name, text in rows)])

    __repr__ = __str__

    def to_json(self, indent: int | None = None) -> str:
        """All counts, for programs.

        >>> json.loads(ds.describe().to_json())["records"] == len(ds)  # doctest: +SKIP
        True
        """
        return json.dumps(self, indent=indent)

    def _repr_html_(self) -> str:
        from ._views import html_table

        name = html.escape(self["name"])
        head = f"<b>{name}</b>: {self['records']:,} records of {self['games']:,} games"
        return head + html_table(self._rows())

    def _rows(self) -> list[tuple[str, str]]:
        rows = [
            (
                split["name"] or "no split",
                f"{split['records']:,} records of {split['games']:,} games",
            )
            for split in self["splits"]
        ]
        rows += [
            (name, _bins(self[name], self["records"])) for name in ("ply", "outcome", "rating")
        ]
        if self["material"] is not None:
            rows += [
                (name, _bins(self["material"][name], self["records"]))
                for name in ("material", "advantage")
            ]
        found = self["duplicates"]
        share = _share(found["repeats"], self["records"])
        rows.append(("positions", f"{found['positions']:,}; {share} of the records repeat one"))
        rows += [
            (
                "leakage",
                f"{_share(leak['records'], leak['of'])} of {leak['split']} ({leak['records']:,} "
                f"records) stands in {leak['stands_in']}",
            )
            for leak in self["leakage"]
        ]
        if self["one_in"] > 1:
            rows.append(("sampled", f"positions and leakage by one position in {self['one_in']}"))
        return rows


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "none"


def _bins(counts: list[dict[str, Any]], records: int) -> str:
    """As shares; of many numbers several together."""
    numbers = [count for count in counts if isinstance(count["value"], int)]
    others = [count for count in counts if not isinstance(count["value"], int)]
    texts = [(str(c["value"]), c["records"]) for c in others]
    if numbers:
        texts = _together(numbers) + texts
    return ", ".join(f"{name} {_share(n, records)}" for name, n in texts)


def _together(counts: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """Ranges of values, so wide that few are left; the last of a range is not in it."""
    low, high = counts[0]["value"], counts[-1]["value"]
    width = next(w for w in _widths() if high // w - low // w < _SHOWN)
    sums: dict[int, int] = {}
    for count in counts:
        first = count["value"] // width * width
        sums[first] = sums.get(first, 0) + count["records"]
    if width == 1:
        return [(str(first), n) for first, n in sums.items()]
    return [(f"{first}…{first + width - 1}", n) for first, n in sums.items()]


def _widths():
    """1, 2, 5, 10, 20, 50 …"""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
