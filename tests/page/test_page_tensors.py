"""Tensor files on the page: drawn as they are, with the position or the first wrong cell."""

import base64
import io
import json

import numpy as np
import pytest

import intarsia as ia
from tests.page.browser import expect
from tests.page.samples import damaged
from tests.page.test_page_positions import figure, line, text_of, trouble, type_in


def npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def give(tab, *files: tuple[str, bytes]) -> None:
    """Chooses files, as a person does by the button."""
    tab.page.locator("#file").set_input_files(
        [{"name": n, "mimeType": "application/octet-stream", "buffer": b} for n, b in files]
    )


def panel(tab):
    return tab.page.get_by_label("A tensor file")


def verdict(tab) -> str:
    said = panel(tab).locator(".verdict, .trouble").first
    said.wait_for()
    return said.inner_text()


def test_a_tensor_says_its_position(tab):
    t = tab()
    give(t, ("mine.npy", npy(ia.encode("startpos moves e2e4", "chess/planes25"))))
    assert "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq" in verdict(t)
    assert text_of(t, "white.pawn") == "8 of 64"
    panel(t).get_by_role("button", name="Open").click()
    assert not panel(t).is_visible() and "layout=chess%2Fplanes25" in t.address


def test_the_first_wrong_cell_is_marked(tab):
    tensor = np.array(ia.encode("startpos", "chess/canonical18"))
    tensor[4, 4, 0] = 1  # a ninth pawn is none, a second king is
    tensor[4, 3, 5] = 1
    t = tab()
    give(t, ("buggy.npy", npy(tensor)))
    assert "No position makes this tensor" in verdict(t)
    faulty = t.page.locator("figure.faulty")
    assert faulty.count() == 1
    assert faulty.locator("svg.cursor.fault.there").count() == 1


def test_nothing_is_chosen_silently(tab):
    tensor = np.zeros((8, 8), np.int8)
    t = tab()
    give(t, ("board.npy", npy(tensor)))
    choice = panel(t).locator("#fit")
    choice.wait_for()
    options = choice.locator("option").all_inner_texts()
    assert options[0].startswith("choose one of") and len(options) >= 3
    choice.select_option(index=1)
    assert verdict(t)


def test_a_passport_names_the_layout(tab):
    layout = ia.layout(
        {
            "id": "my/one",
            "game": "chess",
            "frame": "mover",
            "features": ["us.pieces", "them.pieces"],
        }
    )
    tensor = ia.encode("startpos moves e2e4", layout)
    passport = json.dumps(layout.passport).encode()
    t = tab()
    give(t, ("mine.npy", npy(tensor)), ("mine.layout.json", passport))
    assert figure(t, "us.king").is_visible()
    panel(t).locator("#turn").select_option("black")
    expect(panel(t).locator(".verdict")).to_contain_text(" b ")


def test_rows_are_read_one_at_a_time(tab):
    lines = ["startpos", "startpos moves e2e4", "startpos moves d2d4 d7d5"]
    t = tab()
    give(t, ("three.npy", npy(ia.encode(lines, "chess/planes25"))))
    assert "rnbqkbnr/pppppppp/8/8/8/8" in verdict(t)
    row = panel(t).locator("#row")
    row.fill("2")
    row.press("Enter")
    expect(panel(t).locator(".verdict")).to_contain_text("3P4")
    row.fill("99")
    row.press("Enter")
    assert row.input_value() == "2"


def test_files_are_dropped(tab):
    content = base64.b64encode(npy(ia.encode("startpos", "chess/planes25"))).decode()
    t = tab()
    t.page.evaluate(
        """content => {
          const bytes = Uint8Array.from(atob(content), c => c.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], "dropped.npy"));
          document.body.dispatchEvent(
            new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        content,
    )
    assert "It shows" in verdict(t) and "dropped.npy" in panel(t).inner_text()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.png", b"\x89PNG\r\n\x1a\n" + bytes(40), "picture"),
        ("x.npz", b"PK\x03\x04" + bytes(40), "unzip"),
        ("x.pgn.zst", b"\x28\xb5\x2f\xfd" + bytes(40), "zstd -d"),
        ("x.pgn.gz", b"\x1f\x8b" + bytes(40), "gzip -d"),
        ("empty.npy", b"", "nothing"),
        ("cut.npy", b"\x93NUMPY", "cut.npy"),
    ],
)
def test_what_is_no_tensor_is_refused_by_name(tab, name, content, said):
    t = tab()
    give(t, (name, content))
    t.page.locator("#trouble p").wait_for()
    assert said in trouble(t) and name in trouble(t)
    assert text_of(t, "us.pawn") == "8 of 64"


def test_hostile_files_are_told_and_the_page_lives(tab):
    good = npy(ia.encode("startpos", "chess/signed64"))
    nan = npy(np.full((25, 8, 8), np.nan, np.float32))
    header = good[:10] + good[10:].replace(b"(8, 8)", b"(4294967296, 8, 8)"[:6], 1)
    files = [good[:n] for n in range(0, len(good), 7)] + list(damaged(good, 1, 40)) + [nan, header]
    t = tab()
    for i, content in enumerate(files):
        give(t, (f"hostile-{i}.npy", content))
        t.page.wait_for_timeout(5)
    give(t, ("last.npy", npy(ia.encode("startpos", "chess/planes25"))))
    expect(panel(t).locator(".verdict")).to_contain_text("It shows")
    assert "fault of ours" not in t.page.locator("body").inner_text()
    panel(t).get_by_role("button", name="Close the file").click()
    assert line(t) == "startpos"


def test_values_that_are_none_are_outside_their_range(tab):
    t = tab()
    give(t, ("nan.npy", npy(np.full((25, 8, 8), np.nan, np.float32))))
    assert "No position makes this tensor" in verdict(t)
    assert text_of(t, "white.pawn") == "64 out of range"


def test_what_fits_no_layout_has_no_planes(tab):
    t = tab()
    give(t, ("odd.npy", npy(np.zeros((8, 8, 13), np.float32))))
    panel(t).locator(".trouble").wait_for()
    assert t.page.locator(".planes figure:visible").count() == 0
    panel(t).get_by_role("button", name="Close the file").click()
    assert t.page.locator(".planes figure:visible").count() == 18


def test_a_file_has_no_game_to_step_through(tab):
    t = tab("line=startpos+moves+e2e4+e7e5")
    give(t, ("start.npy", npy(ia.encode("startpos", "chess/planes25"))))
    assert "It shows" in verdict(t)
    t.page.locator("body").press("Home")
    panel(t).get_by_role("button", name="Close the file").click()
    assert t.page.locator(".where").inner_text() == "ply 2 of 2"


OWN = """{"game": "chess", "frame": "white", "order": "HWC",
    "features": ["white.pieces", "black.pieces", "clock/100"]}"""


def test_a_layout_that_is_composed_may_fit_the_file(tab):
    t = tab()
    give(t, ("own.npy", npy(ia.encode("startpos", json.loads(OWN)))))
    assert "No layout has that shape" in verdict(t)
    type_in(t, OWN)
    expect(panel(t).locator(".verdict")).to_contain_text("It shows")
    assert text_of(t, "white.pawn") == "8 of 64"


def test_the_order_of_file_and_layout_does_not_matter(tab):
    t = tab()
    type_in(t, OWN)
    give(t, ("own.npy", npy(ia.encode("startpos", json.loads(OWN)))))
    assert "It shows" in verdict(t)


def test_what_is_of_the_pages_position_is_not_there_beside_a_file(tab):
    t = tab()
    give(t, ("start.npy", npy(ia.encode("startpos", "chess/planes25"))))
    assert "It shows" in verdict(t)
    for panel_of_page in ("#take-away", "#policies", "#compare", ".layout-bar"):
        assert not t.page.locator(panel_of_page).is_visible()
    t.page.get_by_role("button", name="Enlarge white.pawn").click()
    assert "Frame white:" in t.page.get_by_role("dialog").inner_text()


@pytest.mark.parametrize("dtype", ["<f8", ">f4", "<i4", "|b1"])
def test_a_type_that_no_layout_has_comes_with_advice(tab, dtype):
    t = tab()
    give(t, ("double.npy", npy(np.zeros((18, 8, 8), dtype))))
    t.page.locator("#trouble p").wait_for()
    assert 'astype("float32")' in trouble(t) and dtype in trouble(t)


def test_a_bad_passport_is_named_as_such(tab):
    t = tab()
    tensor = npy(ia.encode("startpos", "chess/planes25"))
    give(t, ("mine.npy", tensor), ("mine.layout.json", b'{"game": "chess"'))
    t.page.locator("#trouble p").wait_for()
    assert "mine.npy: its passport: " in trouble(t)


def test_a_second_file_is_not_dropped_silently(tab):
    t = tab()
    tensor = npy(ia.encode("startpos", "chess/planes25"))
    give(t, ("a.npy", tensor), ("b.npy", tensor))
    assert "It shows" in verdict(t)
    assert "Not opened: b.npy" in t.page.get_by_label("Notes").inner_text()


def buggy() -> bytes:
    tensor = np.array(ia.encode("startpos moves e2e4", "chess/planes25"))
    tensor[0, 0, 0] = 0.5
    return npy(tensor)


def test_no_board_is_invented_for_a_tensor_that_shows_none(tab):
    t = tab()
    give(t, ("buggy.npy", buggy()))
    assert "No position makes this tensor" in verdict(t)
    assert t.page.locator(".caption").inner_text() == "No position: the board stays empty."
    assert t.page.get_by_role("button", name="Copy a link to this").count() == 0


def test_no_filter_hides_the_first_wrong_cell(tab):
    t = tab("planes=queen")
    give(t, ("buggy.npy", buggy()))
    assert "No position makes this tensor" in verdict(t)
    assert t.page.locator("figure.faulty").is_visible()


def test_a_file_that_nobody_chose_a_layout_for_has_no_board(tab):
    t = tab()
    give(t, ("board.npy", npy(np.zeros((8, 8), np.int8))))
    panel(t).locator("#fit").wait_for()
    assert not t.page.locator("svg.board").is_visible()
    panel(t).locator("#fit").select_option(index=1)
    expect(t.page.locator("svg.board")).to_be_visible()
    panel(t).get_by_role("button", name="Close the file").click()
    assert t.page.locator("svg.board").is_visible()


def test_back_closes_the_file_alone(tab):
    t = tab()
    type_in(t, "startpos moves d2d4")
    give(t, ("start.npy", npy(ia.encode("startpos", "chess/planes25"))))
    assert "It shows" in verdict(t)
    t.page.go_back()
    panel(t).wait_for(state="hidden")
    assert line(t) == "startpos moves d2d4"


def test_the_position_of_a_file_is_in_the_box_too(tab):
    t = tab()
    give(t, ("mine.npy", npy(ia.encode("startpos moves e2e4", "chess/planes25"))))
    assert "It shows" in verdict(t)
    panel(t).get_by_role("button", name="Open").click()
    assert "rnbqkbnr/pppppppp/8/8/4P3" in line(t)


def test_notes_are_of_what_is_open(tab):
    t = tab()
    type_in(t, "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")
    tensor = npy(ia.encode("startpos", "chess/planes25"))
    give(t, ("a.npy", tensor), ("b.npy", tensor))
    assert "It shows" in verdict(t)
    assert "put right" not in t.page.get_by_label("Notes").inner_text()
    give(t, ("c.npy", tensor))
    expect(t.page.get_by_label("Notes")).to_have_text("")
