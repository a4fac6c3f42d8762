"""Filters on games and choices among positions, by the names that `intarsia build` has for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._arguments import kind_of
from ._policies import _whole

Words = str | Iterable[str] | None
Span = str | tuple[Any, Any] | None


def filters(
    *,
    min_elo: int = 0,
    max_elo: int = 0,
    time_control: Words = None,
    termination: Words = None,
    outcome: Words = None,
    result: Words = None,
    date: Span = None,
    variant: Words = None,
    has_eval: bool = False,
    length: Span | range = None,
    max_elo_difference: int | None = None,
    ply: Span | range = None,
    every: int = 1,
    sample: float = 1.0,
) -> dict[str, Any]:
    """As C++ takes them, with defaults for all that only `build` knows."""
    if outcome is not None and result is not None:
        raise TypeError("outcome: it is the same as result; say it once")
    return {
        "min_elo": count_in(min_elo, "min_elo"),
        "max_elo": count_in(max_elo, "max_elo"),
        "time_control": _words(time_control, "time_control"),
        "termination": _words(termination, "termination"),
        "outcome": _words(outcome, "outcome"),
        "result": _words(result, "result"),
        "date": _span(date, "date"),
        "variant": _words(variant, "variant"),
        "has_eval": bool(has_eval),
        "length": _plies(length, "length"),
        "max_elo_difference": -1
        if max_elo_difference is None
        else count_in(max_elo_difference, "max_elo_difference"),
        "ply": _plies(ply, "ply"),
        "every": count_in(every, "every", 1),
        "sample": _share(sample),
        "require": [],
        "tag": [],
        "event": "",
        "eco": "",
        "no_bots": "",
        "quiet": False,
        "final": False,
        "split": "",
        "seed": 0,
    }


def tag_filters(
    *,
    event: Words = None,
    eco: Words = None,
    no_bots: bool = False,
    tag: Any = None,
    require: Words = None,
) -> dict[str, Any]:
    """Those on what files say in tags, in the place of the defaults of `filters`."""
    if not isinstance(require, (str, Iterable, type(None))):
        raise TypeError(f"require: expected names of tags, not {kind_of(require)}")
    return {
        "require": [require] if isinstance(require, str) else list(require or ()),
        "tag": tag_rules(tag),
        "event": pattern_in(event, "event"),
        "eco": pattern_in(eco, "eco"),
        "no_bots": "yes" if no_bots else "",
    }


_CHOICES = {"ply", "every", "sample"}  # among the positions of a game
_OF_GAMES = {*(filters.__kwdefaults__ or ())} - _CHOICES
_OF_TAGS = {*(tag_filters.__kwdefaults__ or ())}


def game_filters(given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The filters on games among arguments by name, as C++ takes them; and the other arguments."""
    found = filters(**{name: given[name] for name in given if name in _OF_GAMES})
    found |= tag_filters(**{name: given[name] for name in given if name in _OF_TAGS})
    return found, {name: given[name] for name in given if name not in _OF_GAMES | _OF_TAGS}


def count_in(number: Any, name: str, least: int = 0, most: int = (1 << 32) - 1) -> int:
    found = _whole(number, name)
    if not least <= found <= most:
        raise ValueError(f"{name}: expected {least} to {most}, not {found}")
    return found


def _words(words: Words, name: str) -> str:
    """As the command line has them: by commas."""
    if words is None:
        return ""
    if isinstance(words, str):
        return some_text(words, name)
    if not isinstance(words, Iterable):
        raise TypeError(f"{name}: expected a text or a list of texts, not {kind_of(words)}")
    return some_text(",".join(str(word) for word in words), name)


def some_text(text: str, name: str) -> str:
    """None leaves a filter out; an empty text is rather one that was lost on the way."""
    if not text:
        raise ValueError(f"{name}: expected some text; None leaves it out")
    return text


def _span(span: Any, name: str) -> str:
    if span is None:
        return ""
    if isinstance(span, str):
        return some_text(span, name)
    try:
        first, last = span
    except (TypeError, ValueError):
        raise TypeError(f"{name}: expected 'A..B' or a pair, not {kind_of(span)}") from None
    return f"{'' if first is None else first}..{'' if last is None else last}"


def _plies(ply: Any, name: str) -> str:
    if isinstance(ply, range):
        if ply.step != 1 or not ply:
            raise ValueError(f"{name}: expected a range of step 1 that is not empty, not {ply}")
        return f"{ply.start}..{ply.stop - 1}"
    return _span(ply, name)


def pattern_in(pattern: Any, name: str) -> str:
    """One, or several, of which one must fit."""
    if pattern is None and name != "tag":
        return ""
    if isinstance(pattern, (list, tuple, set)) and pattern:
        return "|".join(pattern_in(one, name) for one in pattern)
    if not isinstance(pattern, str):
        raise TypeError(f"{name}: expected a pattern such as '*Blitz*', not {kind_of(pattern)}")
    return pattern if name == "tag" else some_text(pattern, name)


def tag_rules(tag: Any) -> list[str]:
    """{"Event": "*Blitz*"} or "Event=*Blitz*", or a list of such texts."""
    if tag is None:
        return []
    if isinstance(tag, str):
        return [some_text(tag, "tag")]
    if isinstance(tag, Mapping):
        return [f"{name}={pattern_in(pattern, 'tag')}" for name, pattern in tag.items()]
    if not isinstance(tag, Iterable):
        raise TypeError(f"tag: expected names with patterns, not {kind_of(tag)}")
    return [str(rule) for rule in tag]


def _share(sample: Any) -> float:
    share = float(sample)
    if not 0 <= share <= 1:
        raise ValueError(f"sample: expected a share from 0 to 1, not {sample}")
    return share
