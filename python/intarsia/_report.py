"""What became of the games of a data set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any


class Report(dict):
    """What became of the games: a dict whose keys are attributes too, and as text a summary."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no {name!r}; there are {', '.join(self)}") from None

    def __str__(self) -> str:
        state = "complete" if self["complete"] else "interrupted: resume=True goes on"
        lines = [f"{self['folder']}: {self['game']} data set, {state}"]
        lines.append(f"  games     {self['games']} of {self['read']} read")
        lines.append(f"  positions {self['positions']} in {_counted(self['shards'], 'shard')}")
        lines += [f"  {name:9} {_counted(n, 'position')}" for name, n in self["selected"].items()]
        lines += [
            f"  dropped   {_counted(n, 'game')} by {name}" for name, n in self["dropped"].items()
        ]
        if self.get("repeated") is not None:
            lines.append(f"  repeated  {_counted(self['repeated'], 'position')} not chosen")
        if self.get("unrated"):
            lines.append(f"  unrated   {_counted(self['unrated'], 'game')} kept")
        lines += [f"  mended    {n} {reason}" for reason, n in self["mended"].items()]
        lines += [f"  rejected  {n} {reason}" for reason, n in self["rejected"].items()]
        if self.get("seconds"):
            games, positions = (self[name] / self["seconds"] for name in ("read", "positions"))
            speed = f"{games:,.0f} games read/s, {positions:,.0f} positions stored/s"
            lines.append(f"  speed     {speed}, {self['seconds']:.1f} s")
        return "\n".join(lines)


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}{'' if n == 1 else 's'}"


def report_of(folder: str, manifest: Mapping[str, Any], seconds: float | None = None) -> Report:
    selected: Counter[str] = Counter()
    for shard in manifest["shards"]:
        for selection in shard["selections"]:
            selected[selection["split"] or "chosen"] += selection["records"]
    counts = ("game", "complete", "games", "positions", "read", "dropped", "rejected")
    return Report(
        folder=folder,
        **{name: manifest[name] for name in counts},
        rejected_first=manifest["rejected_first"],
        mended=manifest.get("mended", {}),
        mended_first=manifest.get("mended_first", {}),
        shards=len(manifest["shards"]),
        split=manifest["split"],
        selected=dict(selected),
        sources=[source["name"] for source in manifest["sources"]],
        seconds=seconds,
    )
