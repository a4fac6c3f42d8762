"""Orders of men in words."""

from __future__ import annotations

from collections.abc import Sequence

_LETTERS = {"pawn": "P", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"}
_USUAL_ORDER = "P N B R Q K"
_KNOWN_ORDERS = {
    "P B N R Q K": "piece order: bishops come before knights",
    "K Q R B N P": "piece order: from the king down (K Q R B N P)",
}
_WHOSE = {"us": "the mover's", "them": "the opponent's", "white": "White's", "black": "Black's"}


def order_names(own: list[str], order: list[str]) -> list[str]:
    """An order of men in words: of kinds, and of colours."""
    sides, kinds = zip(*(name.split(".") for name in order), strict=True)
    own_sides, own_kinds = zip(*(name.split(".") for name in own), strict=True)
    by_side = {_letters_of(side, sides, kinds) for side in sides}
    letters = by_side.pop()
    own_letters = _letters_of(own_sides[0], own_sides, own_kinds)
    if by_side:
        return [f"piece order: {', '.join(order)}"]
    names = []
    if sides != own_sides:
        is_alternating = len(set(sides[:2])) == 2
        names.append(
            "piece order: the colours alternate, kind by kind"
            if is_alternating
            else f"piece order: {_WHOSE[sides[0]]} men come first"
        )
    if letters != own_letters:
        known = _KNOWN_ORDERS.get(letters) if own_letters == _USUAL_ORDER else None
        names.append(known or f"piece order: {letters}")
    return names


def _letters_of(side: str, sides: Sequence[str], kinds: Sequence[str]) -> str:
    return " ".join(_LETTERS[kind] for each, kind in zip(sides, kinds, strict=True) if each == side)
