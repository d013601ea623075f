"""`make bench-web`: sizes, delays and accessibility of the built web client, in a slowed Chromium.

Delays stand beside those of an empty page with one button in the same run, drawn by the same means:
machines are noisy, so compare the columns of one run, not runs. "Input to marker" is from the click on a
piece of a match until the markers of its plies were on the screen: of the board that is shown, not of the
buttons hidden under it. "Opening" is from the choice of a level to a board at rest.
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
BRIDGEHEADS = (1, 4)  # columns b and e: before the bridges, from where every piece may go
WATCH = Path(__file__).with_name("watch.js").read_text()
EMPTY = """<button id="marker" aria-pressed="false">1</button>"""
CANVAS = EMPTY + "<canvas></canvas>"
TOGGLE = """() => {
  const button = document.querySelector("button");
  const canvas = document.querySelector("canvas");
  // by script: the page's policy refuses styles in the text
  Object.assign(button.style, { width: "200px", height: "200px" });
  if (canvas) {
    const place = { position: "fixed", inset: "64px 0 0", width: "100%", height: "704px", zIndex: -1 };
    Object.assign(canvas.style, place);
  }
  const gl = canvas?.getContext("webgl2");
  if (gl) [canvas.width, canvas.height] = [canvas.clientWidth, canvas.clientHeight];
  button.onclick = () => {
    button.setAttribute("aria-pressed", String(button.ariaPressed !== "true"));
    gl?.clearColor(Math.random(), 0.5, 0.5, 1);
    gl?.clear(gl.COLOR_BUFFER_BIT);
  };
}"""
RESET = "() => window.watch.reset()"


@dataclass
class Seen:
    """What one page did while it was used; milliseconds."""

    marked: list[float] = field(default_factory=list)
    tasks: list[float] = field(default_factory=list)
    opening: float = 0.0

    @property
    def delay(self) -> float:
        return median(self.marked)

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
        person = self.person(webgl=webgl, settings={"view": "3d"} if webgl else None)
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
        print(f"CPU {SLOWER}x slower (ms)      input to      longest task     marker to the same")
        print("                           marker    opening    used       of an empty page")
        for webgl, name, boards in (
            (False, "empty page", (("buttons", "buttons"), ("flat board", "2d"))),
            (True, "empty page with WebGL", (("3D, by the processor", "3d"),)),
        ):
            empty = self._empty(webgl=webgl)
            show(name, empty, empty)
            for board, view in boards:
                show(board, self._board(webgl=webgl, view=view), empty)
        print()

    def _empty(self, *, webgl: bool) -> Seen:
        """A button and nothing else, or over a canvas as large as the 3D board that every click clears."""
        person = self.person(webgl=webgl)
        person.page.goto(f"{self.url}/healthz")
        slow_down(person.page)
        person.page.evaluate("(html) => { document.body.innerHTML = html; }", CANVAS if webgl else EMPTY)
        person.page.evaluate(TOGGLE)
        person.page.wait_for_timeout(300)
        opening = longest_task(person.page)
        for _ in range(CLICKS):
            person.page.mouse.click(50, 50)
            person.page.wait_for_timeout(400)
        return finished(person, opening)

    def _board(self, *, webgl: bool, view: str) -> Seen:
        person = self.person(webgl=webgl, settings={"view": view, "viewpoint": "top"})
        person.go()
        person.button("levels.beginner").wait_for()
        slow_down(person.page)
        person.page.evaluate(RESET)
        person.button("levels.beginner").click(timeout=60_000)
        table = Table(person)
        table.wait_for_pieces()
        if webgl:
            person.page.locator(".is-solid canvas").first.wait_for(timeout=60_000)
        person.page.wait_for_timeout(1500 if webgl else 300)
        opening = longest_task(person.page)
        table.confirm()
        table.wait_for_turn()
        person.page.wait_for_timeout(1500)
        person.page.evaluate(RESET)
        for number in range(CLICKS):
            x, y = self._point(table, view, BRIDGEHEADS[number % 2])
            person.page.mouse.click(x, y)
            person.page.wait_for_timeout(400)
        return finished(person, opening)

    def _point(self, table: Table, view: str, column: int) -> tuple[float, float]:
        """The middle of a square in the own foremost row."""
        if view == "buttons":
            place = table.page.locator(f"{GRID} [data-square={'abcdef'[column]}4]").first
        else:
            place = table.page.locator("canvas, svg.flat-drawing").locator("visible=true").first
        box = place.bounding_box()
        assert box, "the board has a place on the page"
        if view == "buttons":
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        width = min(box["width"], box["height"] * 0.66)
        middle = box["x"] + box["width"] / 2
        return middle + width * (column - 2.5) * 0.14, box["y"] + box["height"] * 0.59

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


def median(values: list[float]) -> float:
    return statistics.median(values) if values else float("nan")


def show(name: str, seen: Seen, empty: Seen) -> None:
    print(
        f"  {name:<22} {seen.delay:8.1f} {seen.opening:10.0f} {seen.longest:7.0f}"
        f" {seen.delay / empty.delay:18.1f}"
    )


def slow_down(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def longest_task(page: Page) -> float:
    """Since the last time it was asked, in milliseconds."""
    return max(page.evaluate(RESET)["tasks"], default=0.0)


def finished(person: Person, opening: float) -> Seen:
    person.page.wait_for_timeout(300)
    seen = person.page.evaluate(RESET)
    person.close()
    return Seen(seen["marked"], seen["tasks"], opening)


if __name__ == "__main__":
    sys.exit(main())
