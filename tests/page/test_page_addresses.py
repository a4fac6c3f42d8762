"""What the page shows is in its address; an address is hostile input."""

import urllib.parse

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.page.test_page_positions import GAMES, figures, line, trouble, type_in

LINES = {
    "chess": ["startpos", "startpos moves e2e4 e7e5 g1f3", "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1"],
    "hex": ["hex 5", "hex 5 moves a2 swap c3", "hex 11 moves a1"],
    "connect4": ["connect4 7x6 4433", "connect4 7x6"],
}
LAYOUTS = {
    "chess": ["chess/canonical18", "chess/planes25", "chess/observation839"],
    "hex": ["hex/3nxn", "hex/nxn"],
    "connect4": ["connect4/2planes", "connect4/signed"],
}
CELLS = {"chess": "e4", "hex": "a2", "connect4": ""}


@st.composite
def states(draw) -> dict[str, str]:
    """States as the page writes them: what is as at the start is left out."""
    game = draw(st.sampled_from(sorted(LINES)))
    state = {"line": draw(st.sampled_from(LINES[game]))}
    state["layout"] = draw(st.sampled_from(LAYOUTS[game]))
    state["with"] = draw(st.sampled_from(["", *LAYOUTS[game]]))
    state["planes"] = draw(st.sampled_from(["all", "changed", "filled", "a", "ö+&=#"]))
    state["cell"] = draw(st.sampled_from(["", CELLS[game]]))
    state["board"] = draw(st.sampled_from(["frame", "stands"]))
    state["dtype"] = draw(st.sampled_from(["", "float32"]))
    if " moves " in state["line"]:
        state["ply"] = draw(st.sampled_from(["", "0"]))  # the last is left out
    plain = {"line": "startpos", "layout": "chess/canonical18", "planes": "all", "board": "frame"}
    return {k: v for k, v in state.items() if v and v != plain.get(k)}


def fields_of(address: str) -> dict[str, str]:
    fields = dict(urllib.parse.parse_qsl(address))
    fields.pop("v", None)
    return fields


@pytest.fixture
def page_of_many(tab):
    return tab()


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(states())
def test_state_to_address_to_state(page_of_many, state):
    t = page_of_many
    t.open(urllib.parse.urlencode({"v": 1, **state}))
    assert trouble(t) == "" and t.page.get_by_label("Notes").inner_text() == ""
    # A step there and back writes the address anew.
    t.page.locator("#planes").select_option("filled")
    t.page.locator("#planes").select_option("changed")
    assert fields_of(t.address) == {**state, "planes": "changed"}


def test_long_addresses_are_packed_and_read_back(tab):
    t = tab()
    line = "startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 100
    box = t.page.get_by_label("A position, a game or a layout")
    box.fill(line)
    box.press("Enter")
    t.page.wait_for_url("**#z=*")
    again = tab(t.address)
    assert again.page.locator(".where").inner_text() == "ply 400 of 400"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("v=2&line=startpos", "version"),
        ("v=1&colour=red", "colour"),
        ("z=AAAA", "damaged"),
        ("z=%%%", "damaged"),
        ("ply=minus", "ply"),
        ("line=startpos&line=hex+5&layout=hex/3nxn", "twice"),
        ("line=" + "x" * (70 << 10), "KiB"),
        ("%00%ff&=&&&=", "does not know"),
        ("policy=chess/az4673", "policy=chess/az4673, which is none of"),
        ("board=upside-down", "board=upside-down"),
        ("turn=green", "turn=green"),
        ("cell=z9", "cell=z9"),
        ("with=chess/none", "left out: "),
        ("with=hex/3nxn", "one of hex"),
        ("option=chess961", "chess961"),
        ("order=foo", "order=foo"),
        ("dtype=float99", "dtype=float99"),
        ("line=startpos&ply=9", "the line has 0"),
        ("line=startpos&layout=hex/2nxn", "a layout of hex"),
        ("option=__proto__=1", "__proto__"),
    ],
)
def test_what_an_address_says_wrong_is_said(tab, address, said):
    t = tab(address)
    assert said in t.page.get_by_label("Notes").inner_text()
    assert figures(t).count() > 0


@pytest.mark.parametrize(
    "address",
    [
        "line=<img+src=x+onerror=alert(1)>",
        "layout={%22game%22:%22chess%22",
        "layout=<script>alert(1)</script>",
        "line=startpos&ply=99",
        "line=startpos&dtype=float99",
        "policy=../../etc&cell=zz&with=none",
        "option=__proto__=1&option=constructor",
        "line=%23" + "a" * 5000,
    ],
)
def test_a_hostile_address_gives_a_page_and_a_sentence(tab, address):
    t = tab(address)
    assert figures(t).count() > 0
    assert t.page.locator("img").count() == 0


def test_a_bomb_is_not_unpacked(tab):
    import base64
    import zlib

    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b"line=" + b"a" * (30 << 20)) + packer.flush()
    t = tab("z=" + base64.urlsafe_b64encode(bomb).decode().rstrip("="))
    assert "damaged" in t.page.get_by_label("Notes").inner_text()


def test_a_wrong_layout_is_marked_in_its_own_text(tab):
    t = tab('layout={"game":"chess","frame":"mover","features":["us.prawn"]}')
    assert "us.prawn" in trouble(t)
    assert "startpos" not in t.page.locator("#trouble").inner_text()


def test_back_shows_the_text_although_the_box_has_the_keyboard(tab):
    t = tab()
    for text in ("startpos moves e2e4", "startpos moves d2d4"):
        type_in(t, text)
    t.page.go_back()
    t.page.wait_for_url("**e2e4**")
    assert line(t) == "startpos moves e2e4"


def test_back_brings_the_list_of_games_again(tab):
    t = tab()
    type_in(t, GAMES)
    assert t.page.get_by_label("2 games").is_visible()
    t.page.locator("#game").select_option("hex")
    assert not t.page.get_by_label("2 games").is_visible()
    t.page.go_back()
    t.page.get_by_label("2 games").wait_for()
