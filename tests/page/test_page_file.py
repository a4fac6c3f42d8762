"""The page as a file: small, alone, strict, and readable for everybody."""

import base64
import re

from tests.page.conftest import CORE

# What spec and README promise.
MOST_CORE, MOST_PACKED, MOST_PAGE = 800_000, 300_000, 500_000


def test_it_is_small(page):
    packed = re.search(r'id="core">([^<]*)<', page.read_text())
    assert packed and len(base64.b64decode(packed[1])) <= MOST_PACKED
    assert CORE.stat().st_size <= MOST_CORE
    assert page.stat().st_size <= MOST_PAGE


def test_it_names_no_other_place(page):
    text = page.read_text()
    places = set(re.findall(r"https?://[^\s\"'`<>)]+", text))
    assert places <= {"http://www.w3.org/2000/svg"}
    assert "style=" not in re.sub(r"<script.*?</script>", "", text, flags=re.S)


def test_an_injected_handler_does_not_run_and_nothing_is_fetched(tab):
    t = tab()
    t.page.evaluate(
        """() => {
          const holder = document.createElement("div");
          holder.innerHTML = "<img src=data:, onerror='document.title = 1'>";
          document.body.append(holder);
        }"""
    )
    refused = t.page.evaluate("fetch('https://example.org').then(() => false, () => true)")
    assert refused and t.page.title() != "1"
    assert t.complaints
    t.complaints.clear()


def luminance(color: str) -> float:
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_texts_stand_out_in_both_schemes(tab):
    for scheme in ("light", "dark"):
        t = tab(color_scheme=scheme)

        def color(name: str, t=t) -> str:
            value = t.page.evaluate(
                "n => getComputedStyle(document.documentElement).getPropertyValue(n).trim()", name
            )
            return "#" + "".join(c * 2 for c in value[1:]) if len(value) == 4 else value

        for text in ("--ink", "--soft", "--wrong", "--n", "--x"):
            for ground in ("--ground", "--card"):
                assert contrast(color(text), color(ground)) >= 4.5, (scheme, text, ground)


def test_every_control_has_a_name(tab):
    t = tab("line=startpos+moves+e2e4&with=chess/planes25&cell=e4")
    for panel in t.page.locator("details > summary").all():
        if panel.is_visible():
            panel.click()
    nameless = t.page.evaluate(
        """() => {
          const named = e => e.closest("label") || e.getAttribute("aria-label") ||
            e.labels?.length || e.textContent.trim();
          const silent = ["row", "alert", "status", "gridcell"];
          const controls = "button, input, select, textarea, [tabindex], [role]";
          return [...document.querySelectorAll(controls)]
            .filter(e => !named(e) && !silent.includes(e.getAttribute("role")))
            .map(e => e.outerHTML.slice(0, 120));
        }"""
    )
    assert nameless == []


def test_a_trap_of_the_core_is_our_fault_and_survived(tab):
    t = tab()
    # The only way to one from outside: a memory that cannot grow.
    t.page.evaluate(
        """() => {
          const real = WebAssembly.Memory.prototype;
          const broken = { get() { throw new Error("broken"); }, configurable: true };
          window.wasBroken = Object.getOwnPropertyDescriptor(real, "buffer");
          Object.defineProperty(real, "buffer", broken);
        }"""
    )
    box = t.page.get_by_label("A position, a game or a layout")
    box.fill("startpos moves e2e4")
    box.press("Enter")
    assert "fault of ours" in t.page.locator("#trouble").inner_text()
    t.page.evaluate(
        "Object.defineProperty(WebAssembly.Memory.prototype, 'buffer', window.wasBroken)"
    )
    box.press("Enter")
    assert t.page.locator(".where").inner_text() == "ply 1 of 1"
