"""Boards put together by hand: the game that was there is kept, and comes back."""

import re

from tests.page.test_page_positions import (
    FOOL,
    board,
    cell,
    click,
    drag,
    figures,
    line,
    middle,
    text_of,
    trouble,
    type_in,
)

GAME = "line=" + FOOL.replace(" ", "+")


def set_up(tab) -> None:
    tab.page.get_by_role("button", name="Set up").click()


def test_a_board_is_set_up(tab):
    t = tab("board=stands")
    t.page.get_by_role("button", name="Set up").click()
    t.page.get_by_role("button", name="Empty board").click()
    faults = t.page.get_by_label("Faults")
    assert "king" in faults.inner_text()
    assert t.page.get_by_role("button", name="Done").is_disabled()
    for man, where in (("white king", "e1"), ("black king", "e8"), ("white rook", "h1")):
        t.page.get_by_role("button", name=man).click()
        click(t, where)
    t.page.get_by_role("radio", name="Black").check()
    assert re.match(r"4k3/8/8/8/8/8/8/4K2R b ", t.page.locator(".draft").inner_text())
    t.page.get_by_role("button", name="Done").click()
    assert text_of(t, "them.rook") == "1 of 64"
    assert "4k3" in t.address


def test_looking_changes_nothing(tab):
    t = tab(GAME)
    before = t.address
    set_up(t)
    assert t.page.locator(".draft").inner_text().startswith("rnbqkbnr/pppp1ppp/8/4p3")
    t.page.get_by_role("button", name="Done").click()
    assert t.address == before and t.page.locator(".where").inner_text() == "ply 3 of 3"


def test_back_leads_to_the_game(tab):
    t = tab(GAME)
    set_up(t)
    drag(t, "g4", "h5")
    drag(t, "h5", "a6")
    assert "moves" not in line(t) and "moves" not in t.address
    t.page.go_back()
    assert t.page.locator(".where").inner_text() == "ply 3 of 3"
    assert line(t) == FOOL and not t.page.locator(".palette").is_visible()


def test_no_man_stays_in_hand(tab):
    t = tab()
    set_up(t)
    t.page.get_by_role("button", name="white queen").click()
    t.page.locator("#game").select_option("connect4")
    t.page.locator("#game").select_option("chess")
    set_up(t)
    click(t, "e5")
    assert "8/8/8/8" in t.page.locator(".draft").inner_text() and trouble(t) == ""


def test_the_pin_and_the_words_are_those_of_the_board_that_is_drawn(tab):
    t = tab("line=startpos+moves+e2e4&cell=e4")  # a mirrored board: Black is to move
    set_up(t)
    pin = t.page.locator("svg.board .cursor.pin").get_attribute("points")
    assert pin == cell(t, "e4").get_attribute("points")
    view = t.page.locator("#view")
    assert view.is_disabled() and view.input_value() == "stands"
    said = t.page.locator(".caption").inner_text()
    t.page.get_by_role("button", name="Done").click()
    assert view.is_enabled() and view.input_value() == "frame"
    assert t.page.locator(".caption").inner_text() != said


def test_arrow_keys_have_no_game_to_step_through(tab):
    t = tab(GAME)
    set_up(t)
    t.page.locator("body").press("ArrowLeft")
    t.page.get_by_role("button", name="Done").click()
    assert t.page.locator(".where").inner_text() == "ply 3 of 3"


def test_what_was_said_of_a_game_goes_with_it(tab):
    t = tab()
    type_in(t, "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")
    assert "put right" in t.page.get_by_label("Notes").inner_text()
    set_up(t)
    drag(t, "h1", "a1")
    assert t.page.get_by_label("Notes").inner_text() == ""
    assert figures(t).count() == 18 and board(t).is_visible()


def test_nothing_is_played_meanwhile(tab):
    t = tab("line=hex+5+moves+a2&layout=hex/3nxn")
    assert t.page.get_by_role("button", name="Play swap").is_visible()
    set_up(t)
    assert not t.page.get_by_role("button", name="Play swap").is_visible()
    t.page.get_by_role("button", name="Done").click()
    assert t.page.get_by_role("button", name="Play swap").is_visible()


def test_a_layout_of_another_game_ends_it(tab):
    t = tab()
    set_up(t)
    type_in(t, '{"game": "hex", "frame": "blue", "features": ["blue.stones"]}')
    assert not t.page.locator(".palette").is_visible()
    assert t.page.locator('svg.board [data-cell="k11"]').count() == 1


def test_it_can_be_given_up(tab):
    t = tab(GAME)
    set_up(t)
    drag(t, "g4", "h5")
    t.page.get_by_role("button", name="Empty board").click()
    assert t.page.get_by_role("button", name="Play", exact=True).is_disabled()
    t.page.mouse.move(*middle(cell(t, "e1")))
    assert "king" not in t.page.locator("p.at").inner_text()  # there is none
    t.page.get_by_role("button", name="Cancel").click()
    assert line(t) == FOOL and t.page.locator(".where").inner_text() == "ply 3 of 3"
