"""Layouts on the page: chosen, composed, compared; moves as numbers; what is taken away."""

import json

import numpy as np

from tests.conftest import run
from tests.page.browser import expect
from tests.page.test_page_positions import figure, figures, line, text_of, trouble, type_in


def open_panel(tab, name: str):
    panel = tab.page.locator(f"#{name}")
    if panel.get_attribute("open") is None:
        panel.locator("summary").first.click()
    return panel


def form_of(tab) -> str:
    return tab.page.locator(".form").first.inner_text()


def test_built_in_layouts_are_chosen(tab):
    t = tab()
    t.page.locator("#layout").select_option("chess/planes25")
    assert figures(t).count() == 25 and form_of(t).startswith(
        "(25, 8, 8) CHW, float32, 6,400 bytes"
    )
    t.page.locator("#dtype").select_option("float16")
    assert "float16, 3,200 bytes" in form_of(t) and "dtype=float16" in t.address
    t.page.locator("#order").select_option("HWC")
    assert form_of(t).startswith("(8, 8, 25)")
    t.page.locator("#layout").select_option("chess/observation839")
    assert t.page.locator(".planes .scalar").count() > 0
    assert "Loses:" in t.page.locator(".losses").first.inner_text()


def test_a_layout_is_composed(tab):
    t = tab("line=startpos+moves+e2e4+e7e5")
    panel = open_panel(t, "compose")
    panel.get_by_role("button", name="Remove all").click()
    panel.get_by_label("Search facts").fill("us.pieces")
    panel.get_by_role("button", name="Add us.pieces").click()
    assert figures(t).count() == 6
    panel.get_by_label("Search facts").fill("clock")
    panel.get_by_role("button", name="Add clock", exact=True).click()
    panel.get_by_label("Divisor of clock").fill("100")
    panel.get_by_label("Divisor of clock").press("Tab")
    figure(t, "clock/100").wait_for()
    chosen = panel.get_by_label("Features of the layout").locator("> li")
    chosen.last.focus()
    for _ in range(6):
        t.page.keyboard.press("Alt+ArrowUp")
    assert figures(t).first.get_attribute("data-plane") == "clock/100"
    panel.get_by_label("Plies", exact=True).fill("2")
    panel.get_by_role("button", name="Repeat").click()
    assert figures(t).count() == 14 and figure(t, "us.king@1").is_visible()
    panel.locator("#frame").select_option("mover")
    assert "mover" in form_of(t)
    assert "layout=" in t.address
    chosen.last.focus()
    t.page.keyboard.press("Delete")
    assert figures(t).count() == 13


def test_what_is_refused_is_not_kept(tab):
    t = tab()
    panel = open_panel(t, "compose")
    features = panel.get_by_label("Features of the layout").get_by_role("listitem")
    panel.get_by_label("Divisor of us.pawn").fill("0")
    panel.get_by_label("Divisor of us.pawn").press("Enter")
    expect(panel.locator(".trouble")).to_contain_text("features[0].per")
    assert panel.get_by_label("Divisor of us.pawn").input_value() == "1"
    assert features.count() == 18 and t.page.locator(".planes figure").count() == 18
    features.last.press("Delete")
    assert panel.locator(".trouble").inner_text() == "" and features.count() == 17


def test_features_are_ordered_by_dragging(tab):
    t = tab()
    chosen = open_panel(t, "compose").get_by_label("Features of the layout").locator("> li")
    first = chosen.nth(0).locator("b").inner_text()
    chosen.nth(0).drag_to(chosen.nth(3))
    assert chosen.nth(3).locator("b").inner_text() == first


def test_json_by_hand_says_where_it_is_wrong(tab):
    t = tab()
    panel = open_panel(t, "compose")
    panel.locator("summary", has_text="JSON").click()
    text = panel.get_by_label("The layout as JSON")
    wrong = {"game": "chess", "features": ["us.pawn", {"fact": "clock", "per": -1}]}
    text.fill(json.dumps(wrong))
    panel.get_by_role("button", name="Use this JSON").click()
    assert "features[1].per" in panel.get_by_role("alert").inner_text()
    assert figures(t).count() == 18
    text.fill('{"game": "chess", "features": ["us.pawn"]}')
    panel.get_by_role("button", name="Use this JSON").click()
    assert figures(t).count() == 1 and panel.get_by_role("alert").inner_text() == ""


def test_two_layouts_are_compared(tab, native):
    t = tab("line=startpos+moves+e2e4&layout=chess/planes25")
    panel = open_panel(t, "compare")
    panel.locator("#with").select_option("chess/naive64")
    assert "with=chess" in t.address
    difference = native.one("difference", a="chess/planes25", b="chess/naive64").json
    panel.locator("details", has_text="In words").locator("summary").click()
    assert panel.locator("pre").inner_text().strip() == difference["text"].strip()
    own = '{"game": "chess", "frame": "mover", "features": ["white.pawn", "clock/100"]}'
    type_in(t, own)
    panel.locator("#with").select_option("chess/planes25")
    pair = panel.locator(".pair", has_text="white.pawn")
    assert pair.locator("polygon.cursor").count() > 0  # mirrored for Black
    assert "differ" in pair.inner_text()


def test_moves_have_numbers_and_numbers_moves(tab, native):
    t = tab()
    panel = open_panel(t, "policies")
    for code in ("chess/az4672", "chess/lc0-1858"):
        panel.locator("#policy").select_option(code)
        answer = native.one("policy", line="startpos", policy=code, frame="mover").json
        rows = panel.locator("tbody tr")
        assert rows.count() == 20
        first = answer["moves"][0]
        assert rows.first.inner_text().split() == [
            str(first["index"]),
            first["text"],
            first["notation"],
        ]
        panel.get_by_label("Number of a move").fill(str(first["index"]))
        assert panel.get_by_role("status").inner_text() == f"{first['index']} is {first['text']}"
        panel.get_by_label("Number of a move").fill("999999")
        assert "is no move here" in panel.get_by_role("status").inner_text()


def test_the_lines_are_those_of_the_recipe(tab, native):
    t = tab("line=startpos+moves+e2e4&layout=chess/planes25&dtype=float16")
    panel = open_panel(t, "take-away")
    recipe = native.one(
        "recipe", line="startpos moves e2e4", layout="chess/planes25", dtype="float16"
    ).json
    for name in ("cli", "python", "cpp", "json"):
        assert panel.locator(f"#recipe-{name}").inner_text().strip() == recipe[name].strip()


def test_files_are_those_of_the_tool(tab, tmp_path):
    t = tab("line=startpos+moves+e2e4&layout=chess/planes25")
    panel = open_panel(t, "take-away")

    def saved(name: str):
        with t.page.expect_download() as download:
            panel.get_by_role("button", name=f"Save {name}").click()
        assert download.value.suggested_filename == name
        return download.value.path().read_bytes()

    out = tmp_path / "tensor.npy"
    args = ("startpos moves e2e4", "--layout", "chess/planes25", "-o", str(out))
    assert run("encode", *args).returncode == 0
    assert saved("tensor.npy") == out.read_bytes()
    passport = json.loads(saved("tensor.layout.json"))
    assert passport == json.loads((tmp_path / "tensor.layout.json").read_text())
    assert saved("planes.svg").startswith(b"<svg") and np.load(out).shape == (1, 25, 8, 8)
    assert text_of(t, "black.pawn") == "8 of 64"


def test_a_layout_does_not_hold_the_size_of_a_board(tab):
    t = tab("line=hex+5&layout=hex/3nxn&with=hex/nxn")
    t.page.locator("#compose > summary").click()
    t.page.get_by_role("button", name="Add red.stones").first.click()
    t.page.locator("#size").select_option("7")
    assert trouble(t) == "" and line(t) == "hex 7"
    assert "(4, 7, 7)" in t.page.locator(".form").first.inner_text()


def test_another_game_takes_no_type_along(tab):
    t = tab("line=hex+5&layout=hex/3nxn&dtype=int8&order=flat&policy=hex/cells")
    type_in(t, "startpos moves e2e4")
    assert trouble(t) == ""
    assert "(8, 8, 18) HWC, float32" in t.page.locator(".form").first.inner_text()
    assert "policy" not in t.address and "order" not in t.address
