"""The keyboard alone does each job, and is never nowhere."""

import pytest

from tests.page.test_page_positions import FOOL, board, figure, line

GAME = "line=" + FOOL.replace(" ", "+")


def focused(tab) -> str:
    return tab.page.evaluate(
        "(e => e.getAttribute('aria-label') || e.id || e.textContent)(document.activeElement)"
    )


def test_the_keyboard_alone_plays_and_reads(tab):
    t = tab("board=stands")
    keys = t.page.keyboard
    board(t).focus()
    for _ in range(4):
        keys.press("ArrowRight")
    for _ in range(8):
        keys.press("ArrowUp")
    name = board(t).get_attribute("aria-activedescendant")
    assert t.page.locator(f"#{name}").get_attribute("aria-label") == "e8, black king"
    for _ in range(6):
        keys.press("ArrowDown")
    keys.press("Enter")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    keys.press("Enter")
    assert line(t) == "startpos moves e2e4"
    plane = figure(t, "them.pawn").get_by_role("grid")
    plane.focus()
    keys.press("ArrowRight")
    assert plane.get_by_role("gridcell").inner_text().startswith("them.pawn ")
    keys.press("Enter")
    assert "cell=" in t.address


@pytest.mark.parametrize(
    ("button", "then"),
    [
        ("One move on", "One move back"),  # at the end there is none
        ("Set up", "Set up"),
        ("Play", "Play"),
    ],
)
def test_a_button_keeps_the_keyboard(tab, button, then):
    t = tab(GAME + "&ply=2")
    t.page.get_by_role("button", name=button, exact=True).press("Enter")
    assert focused(t) == then


def test_radios_of_a_set_up_keep_it_too(tab):
    t = tab()
    t.page.get_by_role("button", name="Set up").press("Enter")
    t.page.get_by_role("radio", name="White").focus()
    t.page.keyboard.press("ArrowDown")
    turn = t.page.get_by_role("radio", name="Black")
    assert turn.is_checked() and turn.evaluate("e => e === document.activeElement")


def test_after_the_swap_it_is_on_the_board(tab):
    t = tab("line=hex+5+moves+a2&layout=hex/3nxn")
    t.page.get_by_role("button", name="Play swap").press("Enter")
    t.page.wait_for_function("document.activeElement.classList.contains('board')")


def test_the_composer_keeps_it(tab):
    t = tab()
    t.page.locator("#compose > summary").press("Enter")
    add = t.page.get_by_label("Facts").get_by_role("button").last
    name = add.get_attribute("aria-label")
    add.press("Enter")
    assert focused(t) == name
    features = t.page.get_by_label("Features of the layout").get_by_role("listitem")
    count = features.count()
    features.nth(2).press("Delete")
    assert features.count() == count - 1
    assert features.nth(2).evaluate("e => e === document.activeElement")


def test_arrows_at_a_question_do_not_leave_it(tab):
    t = tab("line=8/P6k/8/8/8/8/8/K7+w+-+-+0+1+moves+a1b1+h7h6")
    before = t.address
    board(t).focus()
    for key in ("ArrowDown", "Enter", "ArrowUp", "Enter"):  # from a8
        t.page.keyboard.press(key)
    t.page.keyboard.press("ArrowLeft")
    assert t.page.get_by_role("button", name="knight", exact=True).is_visible()
    assert t.address == before and line(t).endswith("h7h6")


def test_what_closes_hands_the_keyboard_on(tab):
    t = tab("cell=e4")
    t.page.get_by_role("button", name="Unpin").press("Enter")
    t.page.wait_for_function("document.activeElement.classList.contains('board')")


def test_tab_leads_out_of_a_changed_number(tab):
    t = tab()
    t.page.locator("#compose > summary").press("Enter")
    t.page.get_by_label("Divisor of us.pawn").fill("2")
    t.page.keyboard.press("Tab")
    t.page.wait_for_function(
        "document.activeElement.getAttribute('aria-label') === 'Plies ago of us.pawn'"
    )
    t.page.locator(".form").first.filter(has_text="float32").wait_for()
    assert focused(t) == "Plies ago of us.pawn"
