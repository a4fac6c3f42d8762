"""Positions and games on the page, as a person uses it: by the names and roles of what is there."""

import pytest

FOOL = "startpos moves f2f3 e7e5 g2g4"
GAMES = """[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[White "C"]
[Black "D"]
[Result "*"]

1. d4 d5 2. c4 *
"""
SGF = "(;FF[4]GM[11]SZ[5];B[a1];W[b2];B[c3])"


def type_in(tab, text: str) -> None:
    """Types into the one box, and Enter."""
    box = tab.page.get_by_label("A position, a game or a layout")
    box.fill(text)
    box.press("Enter")


def figures(tab):
    return tab.page.locator(".planes figure:visible")


def figure(tab, name: str):
    return tab.page.locator(f'.planes figure[data-plane="{name}"]')


def text_of(tab, name: str) -> str:
    return figure(tab, name).locator(".foot b").inner_text()


def board(tab):
    return tab.page.locator("svg.board")


def cell(tab, name: str):
    return tab.page.locator(f'svg.board [data-cell="{name}"] polygon')


def middle(locator) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(tab, a: str, b: str) -> None:
    mouse = tab.page.mouse
    start, end = middle(cell(tab, a)), middle(cell(tab, b))
    mouse.move(*start)
    mouse.down()
    mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    mouse.move(*end)
    mouse.up()


def click(tab, name: str) -> None:
    tab.page.mouse.click(*middle(cell(tab, name)))


def line(tab) -> str:
    return tab.page.get_by_label("A position, a game or a layout").input_value()


def trouble(tab) -> str:
    return tab.page.locator("#trouble").inner_text()


def test_something_is_there_before_anything_is_typed(tab):
    t = tab()
    assert figures(t).count() == 18
    assert text_of(t, "us.pawn") == "8 of 64"
    assert "rank" in t.page.locator(".caption").inner_text()


@pytest.mark.parametrize(
    ("text", "plane", "summary"),
    [
        ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "us.pawn", "2 of 64"),
        (FOOL, "us.queen", "1 of 64"),
        ("#13,c1c1g7", "blue.stones", "1 of 169"),
        ("connect4 7x6 4433255", "them.discs", "4 of 42"),
        ("https://hexworld.org/board/#5,a2:sc3", "blue.stones", "1 of 25"),
    ],
)
def test_whatever_is_pasted_is_understood(tab, text, plane, summary):
    t = tab()
    type_in(t, text)
    figure(t, plane).wait_for()
    assert text_of(t, plane) == summary
    assert "line=" in t.address


def test_a_layout_as_json_may_be_pasted_too(tab):
    t = tab()
    type_in(t, '{"game": "chess", "frame": "white", "features": ["white.pawn", "clock/100"]}')
    figure(t, "white.pawn").wait_for()
    assert figures(t).count() == 2
    assert "(2, 8, 8)" in t.page.locator(".form").first.inner_text()


def test_games_of_a_file_are_listed(tab):
    t = tab()
    type_in(t, GAMES)
    games = t.page.get_by_label("2 games")
    assert games.locator("option").all_inner_texts()[1].startswith("2  C - D")
    games.select_option(index=1)
    assert t.page.locator(".where").inner_text() == "ply 0 of 3"
    t.page.get_by_label("Last position").click()
    assert text_of(t, "us.pawn") == "8 of 64"


def test_a_file_of_hex_is_read(tab):
    t = tab()
    type_in(t, SGF)
    figure(t, "blue.stones").wait_for()
    assert t.page.locator(".where").inner_text().endswith("of 3")


@pytest.mark.parametrize(
    ("text", "said", "marked"),
    [
        ("rnbqkbnr/pppppppq/8x/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "at byte 19", "x"),
        ("startpos moves e2e5", "illegal at byte 15", "e"),
    ],
)
def test_errors_are_the_cores_with_their_byte(tab, text, said, marked):
    t = tab("line=" + FOOL.replace(" ", "+"))
    type_in(t, text)
    assert said in trouble(t)
    assert t.page.locator(".place mark").inner_text() == marked
    assert "failed" in t.page.locator("body").get_attribute("class")
    assert text_of(t, "them.pawn") == "8 of 64"  # the last good position stays
    type_in(t, "startpos")
    assert trouble(t) == ""
    assert "failed" not in (t.page.locator("body").get_attribute("class") or "")


def test_what_was_put_right_is_a_note(tab):
    t = tab()
    type_in(t, "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")
    assert trouble(t) == ""
    assert "put right" in t.page.get_by_label("Notes").inner_text()


def test_steps_by_buttons_keys_and_list(tab):
    t = tab("line=" + FOOL.replace(" ", "+"))
    where = t.page.locator(".where")
    assert where.inner_text() == "ply 3 of 3"
    t.page.get_by_label("One move back").click()
    assert where.inner_text() == "ply 2 of 3" and "ply=2" in t.address
    t.page.locator("body").press("Home")
    assert where.inner_text() == "ply 0 of 3"
    t.page.locator("body").press("ArrowRight")
    assert where.inner_text() == "ply 1 of 3"
    t.page.get_by_label("Moves").get_by_role("button", name="e5").click()
    assert where.inner_text() == "ply 2 of 3"
    t.page.locator("body").press("End")
    assert where.inner_text() == "ply 3 of 3" and "ply=" not in t.address


def test_only_changed_or_filled_or_named_planes(tab):
    t = tab("line=" + FOOL.replace(" ", "+") + "&layout=chess/planes25")
    shown = t.page.get_by_label("Planes", exact=True)
    everything = figures(t).count()
    t.page.locator("#planes").select_option("changed")
    changed = figures(t).count()
    assert 0 < changed < everything and figure(t, "white.pawn").is_visible()
    t.page.locator("#planes").select_option("filled")
    assert 0 < figures(t).count() < everything
    t.page.get_by_label("Planes by name").fill("king")
    assert set(shown.locator(".name").all_inner_texts()) and "planes=king" in t.address
    assert all("king" in f.get_attribute("data-plane") for f in figures(t).all())


def test_pointing_says_the_words_of_the_tool(tab, native):
    t = tab()
    planes = figure(t, "us.pawn").locator("canvas")
    box = planes.bounding_box()
    e2 = (box["x"] + box["width"] * 4.5 / 8, box["y"] + box["height"] * 6.5 / 8)
    t.page.mouse.move(*e2)
    assert t.page.locator("p.at").inner_text() == (
        "us.pawn e2 = 1 at [6, 4, 0], element 936, byte 3744"
    )
    assert t.page.locator("svg.board .cursor.hover").get_attribute("points") != ""
    assert t.page.locator("svg.cursor.hover.there").count() == 18
    t.page.mouse.click(*e2)
    rows = t.page.locator(".square tbody tr")
    assert rows.count() == 18 and "us.pawn" in rows.first.inner_text()
    hidden = t.page.locator(".square .scroll").evaluate("e => e.scrollWidth - e.clientWidth")
    assert hidden <= 0  # nothing of the table is cut
    assert "cell=e2" in t.address
    t.page.get_by_role("button", name="Unpin").click()
    assert "cell=" not in t.address


def test_pointing_at_the_board_names_what_is_there(tab):
    t = tab()
    t.page.mouse.move(*middle(cell(t, "e1")))
    assert "us.king e1 = 1" in t.page.locator("p.at").inner_text()


def test_a_card_opens_at_large(tab):
    t = tab()
    t.page.get_by_role("button", name="Enlarge us.knight").click()
    large = t.page.get_by_role("dialog")
    numbers = large.locator("svg text:not(.cell-name)").all_text_contents()
    assert len(numbers) == 64 and numbers.count("1") == 2
    rows = large.locator("table tr").all_inner_texts()
    assert len(rows) == 8 and rows[0].startswith("[0, 0, 1]")
    assert "mover" in large.inner_text() and "the mover's knights" in large.inner_text()
    large.get_by_role("button", name="Close").click()
    assert large.count() == 0 or not large.is_visible()


def test_moves_by_clicks_and_by_dragging(tab):
    t = tab("board=stands")
    click(t, "e2")
    assert t.page.locator("svg.board .target").count() == 2
    click(t, "e4")
    assert line(t) == "startpos moves e2e4"
    drag(t, "e7", "e5")
    assert line(t) == "startpos moves e2e4 e7e5"
    drag(t, "e5", "e3")  # none
    assert line(t) == "startpos moves e2e4 e7e5" and trouble(t) == ""
    t.page.go_back()
    assert t.page.locator(".where").inner_text() == "ply 1 of 1"


def test_a_promotion_is_asked_for(tab):
    t = tab("line=8/P6k/8/8/8/8/8/K7+w+-+-+0+1")
    drag(t, "a7", "a8")
    t.page.get_by_role("button", name="knight", exact=True).click()
    assert line(t).endswith("a7a8n")


def test_castling_by_king_or_rook(tab):
    for to in ("g1", "h1"):
        t = tab("line=4k3/8/8/8/8/8/8/4K2R+w+K+-+0+1")
        drag(t, "e1", to)
        assert line(t).endswith("e1g1"), to


def test_hex_is_played_with_the_swap(tab):
    t = tab("line=hex+5&layout=hex/3nxn&board=stands")
    click(t, "a2")
    t.page.get_by_role("button", name="Play swap").click()
    assert line(t) == "hex 5 moves a2 swap"
    t.page.locator("#size").select_option("7")
    assert line(t).startswith("hex 7")


def test_every_example_shows_what_it_says(tab):
    t = tab()
    buttons = t.page.get_by_role("group", name="Examples").get_by_role("button")
    assert buttons.count() == 6
    for i in range(6):
        buttons.nth(i).click()
        assert trouble(t) == "" and figures(t).count() > 0
    assert figure(t, "blue.stones").is_visible()


def test_three_meanings_of_en_passant(tab):
    t = tab()
    t.page.get_by_role("button", name="En passant, three meanings").click()
    said = {m: text_of(t, f"en_passant.{m}") for m in ("always", "pseudo", "legal")}
    assert said == {"always": "1 of 64", "pseudo": "1 of 64", "legal": "all 0"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_screens_scroll_one_way(tab, scheme):
    phone = {"width": 390, "height": 844}
    t = tab("line=hex+19+moves+a1+j10", viewport=phone, color_scheme=scheme, has_touch=True)
    assert t.page.evaluate("document.documentElement.scrollWidth") <= 390
    for panel in t.page.locator("details.panel > summary").all():
        panel.click()
    assert t.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_text_of_more_than_16_mib_is_refused(tab, tmp_path):
    t = tab()
    large = tmp_path / "large.pgn"
    large.write_bytes(b"{ " + b"x" * (16 << 20) + b" }")
    t.page.locator("#file").set_input_files(large)
    t.page.locator("#trouble p").wait_for()
    assert "16 MiB" in trouble(t) and "large.pgn" in trouble(t)


def test_an_opened_page_can_be_shared_at_once(tab):
    t = tab("line=startpos+moves+e2e4&cell=e4")
    t.page.evaluate(
        """() => Object.defineProperty(navigator, "clipboard",
             { value: { writeText: async text => { window.copied = text; } } })"""
    )
    t.page.get_by_role("button", name="Copy a link to this").click()
    copied = t.page.evaluate("window.copied")
    assert copied.endswith("#v=1&line=startpos+moves+e2e4&cell=e4")


def test_a_comparison_ends_with_its_game(tab):
    t = tab("with=chess/planes25")
    type_in(t, "hex 5")
    assert trouble(t) == "" and figure(t, "blue.stones").is_visible()


def test_the_way_back_leaves_no_error_behind(tab):
    t = tab("line=startpos+moves+e2e4")
    type_in(t, "startpos moves d2d4")
    type_in(t, "nonsense")
    assert trouble(t) != ""
    t.page.go_back()
    t.page.locator("#trouble:empty").wait_for(state="attached")
    assert "failed" not in (t.page.locator("body").get_attribute("class") or "")


def test_lists_keep_the_focus_of_the_keyboard(tab):
    t = tab()
    t.page.locator("#layout").focus()
    t.page.locator("#layout").select_option("chess/planes25")
    assert t.page.evaluate("document.activeElement.id") == "layout"


def test_a_finger_points_where_it_taps(tab):
    t = tab(viewport={"width": 390, "height": 844}, has_touch=True)
    canvas = figure(t, "us.pawn").locator("canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    t.page.touchscreen.tap(box["x"] + box["width"] * 4.5 / 8, box["y"] + box["height"] * 6.5 / 8)
    said = t.page.locator("p.at")
    assert said.inner_text().startswith("us.pawn e2 = 1 at [6, 4, 0]")
    assert "cell=e2" in t.address
    # It is seen where the finger is, whatever is scrolled.
    place = said.bounding_box()
    assert place["y"] >= 0 and place["y"] + place["height"] <= 844


def test_what_is_under_the_pointer_says_what_is_there_now(tab):
    t = tab("line=startpos+moves+e2e4+e7e5&ply=0")
    box = figure(t, "us.pawn").locator("canvas").bounding_box()
    t.page.mouse.move(box["x"] + box["width"] * 4.5 / 8, box["y"] + box["height"] * 6.5 / 8)
    said = t.page.locator("p.at")
    before = said.inner_text()
    t.page.locator("body").press("ArrowRight")
    cell = before.split()[1]
    outline = t.page.locator("svg.board .cursor.hover").get_attribute("points")
    assert outline == t.page.locator(f'svg.board [data-cell="{cell}"] polygon').get_attribute(
        "points"
    )
    assert said.inner_text().split()[1] == cell and said.inner_text() != before


def test_examples_do_not_depend_on_what_was_there(tab):
    t = tab("line=hex+5&layout=hex/3nxn&planes=king")
    t.page.get_by_role("button", name="En passant, three meanings").click()
    assert figures(t).count() > 1 and figure(t, "en_passant.legal").is_visible()
    assert "three" in t.page.get_by_label("Notes").inner_text().lower() or figures(t).count()
    t.page.locator("#layout").select_option("chess/planes25")
    assert t.page.get_by_label("Notes").inner_text() == ""  # it was of the example


def test_a_plane_at_large_is_closed_by_what_comes(tab):
    t = tab()
    type_in(t, "startpos moves e2e4")
    t.page.get_by_role("button", name="Enlarge us.knight").click()
    t.page.go_back()
    t.page.get_by_role("dialog").wait_for(state="hidden")


def test_a_filter_that_leaves_nothing_says_so(tab):
    t = tab("planes=changed")
    assert figures(t).count() == 0
    assert t.page.get_by_text("No plane has changed.").is_visible()


def test_the_text_of_a_fault_stays_with_it(tab):
    t = tab()
    type_in(t, "nonsense")
    t.page.locator("#view").select_option("stands")
    assert line(t) == "nonsense" and trouble(t) != ""
    assert "failed" not in (t.page.locator("body").get_attribute("class") or "")
    type_in(t, "startpos")
    assert trouble(t) == ""
