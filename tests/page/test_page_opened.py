"""The page opened by the tool and from Python, at a state or with a tensor."""

import json

import numpy as np

import intarsia as ia
from tests.conftest import run
from tests.page.test_page_positions import figure, text_of, trouble


def test_the_tool_writes_it_at_a_position(tab, page, tmp_path, monkeypatch):
    monkeypatch.setenv("INTARSIA_PAGE", str(page))
    out = tmp_path / "opened.html"
    done = run("page", "startpos moves e2e4", "--layout", "chess/planes25", "-o", str(out))
    assert done.returncode == 0 and done.stdout.strip() == str(out)
    t = tab(file=out)
    assert trouble(t) == "" and text_of(t, "black.pawn") == "8 of 64"
    assert t.page.locator(".where").inner_text() == "ply 1 of 1"


def test_the_tool_says_what_it_made(page, tmp_path, monkeypatch):
    monkeypatch.setenv("INTARSIA_PAGE", str(page))
    out = tmp_path / "opened.html"
    assert run("page", "-o", str(out)).returncode == 0
    again = run("page", "-o", str(out))
    assert again.returncode == 1 and "--force" in again.stderr
    told = json.loads(run("page", "#5,b1b1c3", "-o", str(out), "--force", "--json").stdout)
    assert told["file"] == str(out) and "line=" in told["state"] and told["opened"] is False
    assert run("page", "startpos moves e2e5", "-o", "-").returncode != 0


def test_the_tool_says_where_the_page_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("INTARSIA_PAGE", str(tmp_path / "none.html"))
    done = run("page", "-o", str(tmp_path / "x.html"))
    assert done.returncode == 1 and "./dev page" in done.stderr


def test_python_shows_a_position(tab, page, tmp_path):
    shown = ia.page("startpos moves e2e4", "chess/planes25", path=page)
    shown.save(tmp_path / "python.html")
    t = tab(file=tmp_path / "python.html")
    assert text_of(t, "black.pawn") == "8 of 64"
    assert "<iframe" in shown._repr_html_() and "startpos moves e2e4" in repr(shown)


def test_python_shows_what_is_wrong_with_a_tensor(tab, page, tmp_path):
    tensor = np.array(ia.encode("startpos", "chess/planes25"))
    tensor[0, 4, 4] = 0.5
    ia.page(tensor, "chess/planes25", path=page).save(tmp_path / "tensor.html")
    t = tab(file=tmp_path / "tensor.html")
    t.page.locator(".verdict.wrong").wait_for()
    assert figure(t, "white.pawn").get_attribute("class") == "faulty"


def test_a_notebook_shows_it_in_a_frame(chromium, page):
    shown = ia.page("startpos", path=page)
    context = chromium.new_context(offline=True)
    tab = context.new_page()
    complaints: list[str] = []
    tab.on("console", lambda m: complaints.append(m.text))
    tab.on("pageerror", lambda e: complaints.append(str(e)))
    tab.set_content(shown._repr_html_())
    frame = tab.frame_locator("iframe")
    frame.locator("footer").wait_for()
    frame.locator("#planes").select_option("filled")
    assert frame.locator(".planes figure:visible").count() > 0
    assert complaints == []
    context.close()
