"""How fast the browser page is, beside what it may take (docs/page.md). ./dev page builds it."""

import json
import pathlib
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.page import browser  # noqa: E402

PAGE = ROOT / "build/page/intarsia.html"

# Milliseconds.
DUE = {
    "from opening to the first planes": 500,
    "a change to drawn planes, 119 planes": 33,
    "pointing at a cell, 119 planes": 4,
    "a PGN of 1 MB": 400,
}

HISTORY = {
    "game": "chess",
    "frame": "mover",
    "features": [
        {
            "last": 8,
            "features": ["us.pieces", "them.pieces", "occurrences.twice", "occurrences.thrice"],
        },
        "us.castling",
        "them.castling",
        "clock/100",
        "turn.white",
        "fullmove",
    ],
}
LINE = "startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 20

# Runs in the page: what a step takes until it is drawn, and what pointing takes.
STEPS = """async () => {
  const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  const times = [];
  for (let i = 0; i < 60; i++) {
    const key = i % 2 ? "ArrowRight" : "ArrowLeft";
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await drawn();
    times.push(performance.now() - start);
  }
  return times;
}"""
POINTS = """() => {
  const plane = document.querySelector(".planes canvas");
  const box = plane.getBoundingClientRect();
  return Array.from({ length: 60 }, (_, i) => {
    const x = box.left + box.width * ((i % 8) + 0.5) / 8, y = box.top + box.height / 2;
    const start = performance.now();
    const event = { clientX: x, clientY: y, bubbles: true };
    plane.dispatchEvent(new PointerEvent("pointermove", event));
    return performance.now() - start;
  });
}"""


def opening(started) -> float:
    def once() -> float:
        start = time.perf_counter()
        tab = browser.Tab(started, PAGE, "")
        tab.page.locator(".planes figure").first.wait_for()
        took = 1000 * (time.perf_counter() - start)
        tab.close()
        return took

    return statistics.median(once() for _ in range(5))


def reading(tab) -> float:
    """A megabyte of games, pasted."""
    game = '[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n'
    return tab.page.evaluate(
        """text => {
          const box = document.querySelector("#input");
          box.value = text;
          const start = performance.now();
          box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
          return performance.now() - start;
        }""",
        (game * (1_000_000 // len(game)))[:1_000_000] + "\n",
    )


def main() -> None:
    if not PAGE.exists():
        raise SystemExit("build/page/intarsia.html is not there: ./dev page builds it")
    with browser.started() as started:
        found = [opening(started)]
        tab = browser.Tab(started, PAGE, "")
        box = tab.page.get_by_label("A position, a game or a layout")
        for text in (LINE, json.dumps(HISTORY)):
            box.fill(text)
            box.press("Enter")
        tab.page.locator("h1").click()
        found.append(statistics.median(tab.page.evaluate(STEPS)))
        found.append(statistics.median(tab.page.evaluate(POINTS)))
        found.append(reading(tab))
        planes = tab.page.locator(".planes figure").count()
    print(f"page of {PAGE.stat().st_size // 1000} kB, {planes} planes")
    for (name, due), took in zip(DUE.items(), found, strict=True):
        print(f"{name:40} {took:7.1f} ms   {took / due:5.2f} of the {due} ms that it may take")


if __name__ == "__main__":
    main()
