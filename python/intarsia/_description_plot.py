"""What `ds.describe()` answers, as bars."""

from __future__ import annotations

from typing import Any

from ._description import Description


def figure_of(found: Description) -> Any:
    """A matplotlib figure, whose import was tried before."""
    from matplotlib.figure import Figure

    charts = {name: found[name] for name in ("ply", "outcome", "rating")}
    charts |= found["material"] or {}
    charts["shown so many times"] = [
        {"value": _range(row), "records": row["positions"]} for row in found["duplicates"]["times"]
    ]
    figure = Figure(figsize=(10, 6), layout="constrained")
    axes = figure.subplots(2, 3).ravel()
    for axis in axes[len(charts) :]:
        axis.set_axis_off()
    for axis, (name, counts) in zip(axes, charts.items(), strict=False):
        _draw(axis, name, counts)
    figure.suptitle(found["name"], fontsize=9)
    return figure


def _draw(axis: Any, name: str, counts: list[dict[str, Any]]) -> None:
    numbers = [count for count in counts if isinstance(count["value"], int)]
    if numbers:  # what is unknown has no place among them
        width = 100 if name == "rating" else 1
        values = [count["value"] for count in numbers]
        axis.bar(values, [count["records"] for count in numbers], width, align="edge")
    else:
        axis.bar([count["value"] for count in counts], [count["records"] for count in counts])
        axis.tick_params(axis="x", labelrotation=30)
    axis.set_title(name, fontsize=9)
    axis.tick_params(labelsize=7)


def _range(row: dict[str, Any]) -> str:
    low, high = row["from"], row["to"]
    return f"{low}" if low == high else f"{low} on" if high is None else f"{low}-{high}"
