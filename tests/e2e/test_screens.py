"""Every screen in every language: what axe finds, what is left in English, and how it looks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.people import Person
from tests.e2e.table import Table, play_on, start_computer
from tests.e2e.test_friend import CLIPBOARD

pytestmark = pytest.mark.e2e
WIDTHS = "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
# Three English words in a row, outside what a person or the list of references wrote.
ENGLISH = re.compile(r"\b[A-Za-z]{3,}(?: [a-z]{2,}){2,}")
LOOKS = [
    ("en", "phone", "light"),
    ("zh-Hans", "phone", "light"),
    ("zh-Hant", "phone", "dark"),
    ("ja", "phone", "light"),
    ("en", "desktop", "dark"),
    ("ja", "desktop", "light"),
]


class Tour:
    """Looks at each screen it is led to, and remembers what is wrong with it."""

    def __init__(self, visitor: Person, scheme: str) -> None:
        self.visitor, self.scheme = visitor, scheme
        self.english = set() if visitor.words.lang == "en" else _texts(visitor)
        self.wrong: list[str] = []

    def look(self, name: str) -> None:
        page = self.visitor.page
        page.wait_for_timeout(150)
        self.visitor.shot(f"{name}-{self.scheme}")
        found = violations(page)
        wide, shown = page.evaluate(WIDTHS)
        if wide > shown:
            found.append(f"scrolls sideways: {wide} > {shown}")
        if page.evaluate("() => document.documentElement.lang") != self.visitor.words.lang:
            found.append("the document is marked as another language")
        text = page.evaluate("() => document.title + '\\n' + document.body.innerText")
        found += [f"left in English: {line}" for line in text.splitlines() if line.strip() in self.english]
        if self.visitor.words.lang != "en" and name != "rules":
            found += [f"left in English: {match}" for match in ENGLISH.findall(text)]
        self.wrong += [f"{name}: {line}" for line in found]


def _texts(visitor: Person) -> set[str]:
    """English texts that this language says otherwise."""
    own = visitor.words.sentences()
    return {text for text in visitor.words.english().sentences() - own if len(text) > 3}


@pytest.mark.parametrize(("lang", "size", "scheme"), LOOKS)
def test_every_screen(person, lang, size, scheme) -> None:
    visitor = person(
        size, lang, color_scheme=scheme, permissions=CLIPBOARD, expected="Failed to load resource"
    )
    page, words = visitor.page, visitor.words
    tour = Tour(visitor, scheme)
    visitor.go()
    expect(visitor.button("levels.beginner")).to_be_visible()
    tour.look("start")
    visitor.unfold("start.options")
    tour.look("options")
    visitor.button("nav.settings").click()
    tour.look("settings")
    page.keyboard.press("Escape")

    visitor.button("start.friend").click()
    Table(visitor).wait_for_pieces()
    visitor.unfold("lobby.qr")
    visitor.unfold("lobby.dontWait")
    tour.look("lobby")

    table = start_computer(visitor)
    visitor.unfold("layout.saved")
    visitor.unfold("board.buttons")
    table.press("a3")
    tour.look("layout")
    visitor.unfold("board.buttons")
    table.confirm()
    play_on([table], 2)
    table.wait_for_turn()
    visitor.unfold("play.winTable")
    visitor.unfold("play.battles")
    tour.look("play")
    enemy = next(square for square, label in table.labels.items() if words("board.enemyPiece") in label)
    table.press(enemy)
    expect(page.get_by_role("dialog")).to_be_visible()
    tour.look("guess")
    page.keyboard.press("Escape")
    visitor.button("play.resign").click()
    tour.look("resign")
    visitor.in_dialog("play.resignYes").click()
    expect(visitor.text("end.verified")).to_be_visible()
    tour.look("end")
    visitor.link("end.replay").click()
    expect(visitor.button("replay.next")).to_be_visible()
    visitor.button("replay.next").click()
    tour.look("replay")

    visitor.go()
    visitor.button("start.sameScreen").click()
    expect(visitor.button("hotseat.layOut.first")).to_be_visible()
    tour.look("curtain")
    for path, name in (
        ("/rules", "rules"),
        ("/history", "history"),
        ("/layouts", "layouts"),
        ("/r/none", "lost"),
    ):
        visitor.go(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        tour.look(name)
    assert not tour.wrong, "\n".join(tour.wrong)


@pytest.mark.parametrize(("locale", "lang"), [("zh-HK", "zh-Hant"), ("zh-SG", "zh-Hans"), ("fr-FR", "en")])
def test_the_language_is_the_browsers_until_another_is_chosen(person, locale, lang) -> None:
    visitor = person("phone", locale=locale)
    visitor.go()
    expect(visitor.page.locator("html")).to_have_attribute("lang", lang)
    visitor.page.locator("header button").click()
    visitor.page.get_by_role("combobox").select_option("ja")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "ja")
    visitor.page.reload()
    expect(visitor.page.locator("html")).to_have_attribute("lang", "ja")
