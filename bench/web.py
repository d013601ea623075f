"""`make bench-web`: sizes, delays and accessibility of the built web client, in a slowed Chromium.

Delays stand beside those of an empty page with one button in the same run: machines are noisy, so compare the
columns of one run, not runs. "Input to marker" is from the click on a piece until its marker was painted.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page

from bench.stack import running_stack
from tests.e2e.axe import violations
from tests.e2e.people import Browsers, Person
from tests.e2e.table import GRID, Table, start_computer
from tests.e2e.words import LANGUAGES, Catalogue

DIST = Path(__file__).parents[1] / "web" / "dist"
SLOWER = 4
CLICKS = 12
WATCH = """
window.seen = { tasks: [], marked: [] };
try {
  new PerformanceObserver((list) => list.getEntries().forEach((one) => window.seen.tasks.push(one.duration)))
    .observe({ type: "longtask", buffered: true });
} catch {}
addEventListener("pointerup", (event) => {
  const pressed = () => document.querySelector("[role=grid] [aria-pressed=true]");
  const before = pressed();
  const look = () => {
    if (pressed() === before) return void requestAnimationFrame(look);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.seen.marked.push(performance.now() - event.timeStamp);
      port2.postMessage(null);
    });
  };
  look();
}, true);
"""
EMPTY = """<div role="grid"><button aria-pressed="false" style="width:200px;height:200px">1</button></div>"""
TOGGLE = """() => { const button = document.querySelector("button");
button.onclick = () => button.setAttribute("aria-pressed", String(button.ariaPressed !== "true")); }"""


@dataclass
class Seen:
    """What one page did while it was used; milliseconds."""

    marked: list[float] = field(default_factory=list)
    tasks: list[float] = field(default_factory=list)

    @property
    def delay(self) -> float:
        return statistics.median(self.marked) if self.marked else float("nan")

    @property
    def longest(self) -> float:
        return max(self.tasks, default=0.0)


def main() -> int:
    """Answers 1 when a size is over its limit or a page breaks an accessibility rule."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=float, default=90, help="kB of compressed script at first (90)")
    parser.add_argument("--scene", type=float, default=200, help="kB of compressed script for 3D (200)")
    asked = parser.parse_args()
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise SystemExit("No Chromium was found. Debian: apt-get install chromium fonts-noto-cjk")
    catalogue = Catalogue()
    limits = {"RATE_GUESTS_PER_ADDRESS": "1000/minute", "RATE_REQUESTS_PER_ADDRESS": "10000/second"}
    try:
        with running_stack(**limits) as stack, Browsers(program) as browsers:
            bench = Bench(browsers, stack.url, catalogue)
            is_small = bench.sizes(asked.first, asked.scene)
            bench.delays()
            return 0 if bench.accessibility() and is_small else 1
    finally:
        catalogue.close()


class Bench:
    def __init__(self, browsers: Browsers, url: str, catalogue: Catalogue) -> None:
        self.browsers, self.url, self.catalogue = browsers, url, catalogue

    def person(
        self, lang: str = "en", *, webgl: bool = False, settings: dict[str, str] | None = None
    ) -> Person:
        return Person(
            self.browsers, self.url, self.catalogue.of(lang), webgl=webgl, settings=settings, scripts=(WATCH,)
        )

    # --- sizes ---------------------------------------------------------------------

    def sizes(self, most_first: float, most_scene: float) -> bool:
        start, table = self._scripts(webgl=False)
        _, drawn = self._scripts(webgl=True)
        first, board, scene = kilobytes(start), kilobytes(table - start), kilobytes(drawn - table)
        print("compressed script (kB)                 size   limit")
        print(f"  front page, first load            {first:7.1f} {most_first:7.0f}")
        print(f"  more for a match without 3D       {board:7.1f}")
        print(f"  first load and a match without 3D {first + board:7.1f} {most_first:7.0f}")
        print(f"  3D                                {scene:7.1f} {most_scene:7.0f}\n")
        return first + board <= most_first and scene <= most_scene

    def _scripts(self, *, webgl: bool) -> tuple[set[str], set[str]]:
        """Scripts that the front page asked for, and those of a match as well."""
        person = self.person(webgl=webgl)
        asked: set[str] = set()
        person.page.on(
            "response",
            lambda answer: asked.add(urlsplit(answer.url).path) if answer.url.endswith(".js") else None,
        )
        person.go()
        person.button("levels.beginner").wait_for()
        person.page.wait_for_load_state("networkidle")
        start = set(asked)
        table = start_computer(person)
        table.confirm()
        table.wait_for_turn()
        person.page.wait_for_timeout(3000 if webgl else 500)
        person.close()
        return start, asked

    # --- delays --------------------------------------------------------------------

    def delays(self) -> None:
        empty = self._empty()
        print(f"CPU {SLOWER}x slower (ms)       input to marker   longest task   to the empty page")
        print(f"  empty page               {empty.delay:10.1f} {empty.longest:14.0f}               1.0")
        for name, webgl, view in (
            ("buttons", False, "buttons"),
            ("flat board", False, "2d"),
            ("3D (drawn by the processor)", True, "3d"),
        ):
            seen = self._board(webgl=webgl, view=view)
            print(f"  {name:<27}{seen.delay:8.1f} {seen.longest:14.0f} {seen.delay / empty.delay:17.1f}")
        print()

    def _empty(self) -> Seen:
        person = self.person()
        person.page.goto(f"{self.url}/healthz")
        person.page.evaluate("(html) => { document.body.innerHTML = html; }", EMPTY)
        person.page.evaluate(TOGGLE)
        slow_down(person.page)
        for _ in range(CLICKS):
            person.page.mouse.click(50, 50)
            person.page.wait_for_timeout(200)
        return finished(person)

    def _board(self, *, webgl: bool, view: str) -> Seen:
        person = self.person(webgl=webgl, settings={"view": view, "viewpoint": "top"})
        table = start_computer(person)
        person.page.wait_for_timeout(3000 if webgl else 300)
        slow_down(person.page)
        person.page.evaluate("() => { window.seen.marked = []; window.seen.tasks = []; }")
        for number in range(CLICKS):
            x, y = self._point(table, view, number % 6)
            person.page.mouse.click(x, y)
            person.page.wait_for_timeout(400)
        return finished(person)

    def _point(self, table: Table, view: str, column: int) -> tuple[float, float]:
        """Somewhere on the own pieces of one row."""
        if view == "buttons":
            place = table.page.locator(f"{GRID} [data-square={'abcdef'[column]}3]").first
        else:
            place = table.page.locator("canvas, svg.flat-drawing").locator("visible=true").first
        box = place.bounding_box()
        assert box, "the board has a place on the page"
        if view == "buttons":
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        width = min(box["width"], box["height"] * 0.66)
        middle = box["x"] + box["width"] / 2
        return middle + width * (column - 2.5) * 0.14, box["y"] + box["height"] * 0.69

    # --- accessibility -------------------------------------------------------------

    def accessibility(self) -> bool:
        total = 0
        print("axe violations     " + " ".join(f"{lang:>8}" for lang in LANGUAGES))
        counts = {lang: self._axe(lang) for lang in LANGUAGES}
        for name in counts["en"]:
            print(f"  {name:<16} " + " ".join(f"{len(counts[lang][name]):8}" for lang in LANGUAGES))
        for lang, screens in counts.items():
            for name, found in screens.items():
                total += len(found)
                for line in found:
                    print(f"  {lang} {name}: {line}")
        print(f"  in all           {total:8}")
        return total == 0

    def _axe(self, lang: str) -> dict[str, list[str]]:
        person, found = self.person(lang), {}
        person.go()
        person.button("levels.beginner").wait_for()
        found["start"] = violations(person.page)
        table = start_computer(person)
        person.page.wait_for_timeout(400)  # colours of a button just enabled pass into each other
        found["layout"] = violations(person.page)
        table.confirm()
        table.wait_for_turn()
        found["play"] = violations(person.page)
        table.resign()
        found["end"] = violations(person.page)
        for name in ("rules", "history", "layouts"):
            person.go(f"/{name}")
            person.page.get_by_role("heading").first.wait_for()
            found[name] = violations(person.page)
        person.close()
        return found


def kilobytes(scripts: set[str]) -> float:
    """As brotli sends them; a script too small to compress goes as it is."""
    total = 0
    for path in scripts:
        plain = DIST / path.lstrip("/")
        packed = plain.with_name(plain.name + ".br")
        total += (packed if packed.is_file() else plain).stat().st_size
    return total / 1000


def slow_down(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def finished(person: Person) -> Seen:
    seen = person.page.evaluate("() => window.seen")
    person.close()
    return Seen(seen["marked"], seen["tasks"])


if __name__ == "__main__":
    sys.exit(main())
