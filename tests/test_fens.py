"""Tricky and hostile FENs: a position, or an error that names each fault and its place."""

import json

import pytest

from tests.conftest import ROOT, inspect

CASES = [
    json.loads(line) for line in (ROOT / "tests/data/fen/tricky_fens.jsonl").open(encoding="utf-8")
]

# What our rules say of the suspect ones, where they are readable: cleaned and reported.
CLEANED = {
    "ep on a wrong rank": ["en_passant"],
    "negative clock": ["clock"],
    "fullmove 0 (often accepted as 1)": ["fullmove"],
    "clock overflow": ["clock"],
    "right without a rook": ["castling"],
    "right with the king away": ["castling"],
    "5,000 trailing spaces": [],  # they are the line's, not the FEN's
}


@pytest.mark.parametrize("case", CASES, ids=[c["why"] for c in CASES])
def test_tricky_fen(case):
    if not case["fen"].strip():
        assert inspect([case["fen"]]) == []  # a blank line is no position
        return
    (reply,) = inspect([case["fen"]])
    if case["kind"] == "valid":
        assert len(reply["legal"]) == case["n_legal"]
        assert reply["key"] == case["polyglot"]
        assert reply["faults"] == []
    elif case["why"] in CLEANED:
        assert [f["code"] for f in reply["faults"]] == CLEANED[case["why"]]
    else:
        assert reply["line"] == 1
        assert reply["error"]["code"] in ("syntax", "invalid", "limit")
        assert 0 <= reply["error"]["offset"] <= len(case["fen"].encode())
        assert reply["error"]["detail"]
