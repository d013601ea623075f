"""Where things are on the page: what is needed next is on the screen, and nothing moves under a finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.people import LOCALES, Person
from tests.e2e.table import Table, play_on, start_computer
from tests.e2e.test_friend import sit_down
from tests.e2e.words import Words

pytestmark = pytest.mark.e2e
ON_ITS_SIDE = {"viewport": {"width": 640, "height": 360}}
BOX = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.top, box.right, box.bottom, box.left].map(Math.round);
}"""
LINE = """() => {
  const line = document.querySelector(".announcement");
  return {height: line.offsetHeight, cut: line.scrollHeight - line.clientHeight, text: line.innerText};
}"""

SAY = f"""(texts) => {{
  const line = document.querySelector(".announcement");
  line.replaceChildren(...texts.map((text, place) => {{
    const said = document.createElement("p");
    said.className = place < texts.length - 1 ? "last" : "now";
    said.textContent = text;
    return said;
  }}));
  return ({LINE})();
}}"""


def box(person: Person, selector: str) -> tuple[int, int, int, int]:
    """Top, right, bottom and left on the screen, in pixels."""
    top, right, bottom, left = person.page.evaluate(BOX, selector)
    return top, right, bottom, left


def is_seen(person: Person, selector: str) -> bool:
    """All of it is on the screen, but for the part of a pixel that scrolling cannot reach."""
    top, right, bottom, left = box(person, selector)
    wide, high = person.page.evaluate("() => [innerWidth, innerHeight]")
    return top > -1 and left > -1 and right < wide + 1 and bottom < high + 1


def comes_into_sight(person: Person, selector: str) -> bool:
    """The page scrolls a moment after it was asked to."""
    for _ in range(50):
        if is_seen(person, selector):
            return True
        person.page.wait_for_timeout(100)
    return False


def leave_by_scrolling(person: Person) -> None:
    person.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    assert not is_seen(person, ".board-box")


@pytest.mark.parametrize("lang", LOCALES)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_line_is_as_high_whatever_it_says_and_cuts_nothing(person, size, lang) -> None:
    player = person(size, lang)
    table = start_computer(player)
    told = [player.page.evaluate(LINE)]
    flag = next(square for square, kind in table.own().items() if kind == table.words("gunjin.kinds.flag"))
    for square in ("b4", "a1", "hq1"):
        if not table.marked("board.selected"):
            table.press(flag)
            told.append(player.page.evaluate(LINE))
        table.press(square)
        told.append(player.page.evaluate(LINE))
    player.page.keyboard.press("Escape")
    player.button("layout.random").click()
    expect(player.text("layout.dealt")).to_be_visible()
    told.append(player.page.evaluate(LINE))
    table.confirm()
    for _ in range(4):
        table.wait_for_turn()
        told.append(player.page.evaluate(LINE))
        start, to = table.choose()
        told.append(player.page.evaluate(LINE))
        table.send(start, to)
        told.append(player.page.evaluate(LINE))
    assert len({line["text"] for line in told}) > 6
    assert {line["height"] for line in told} == {told[0]["height"]}
    assert [line["text"] for line in told if line["cut"] > 0] == []
    longest = player.page.evaluate(SAY, longest_round(player.words))
    assert longest == {**longest, "height": told[0]["height"], "cut": 0}


def longest_round(words: Words) -> list[str]:
    """A ply, an answer from headquarters to headquarters, which comes seldom, and what to do now."""
    kind = max({**words.table("gunjin.kinds"), **words.table("gunjin.shortKinds")}.values(), key=len)
    piece = words("play.battle.mine", kind)
    fates = {"won": piece, "lost": piece, "both": kind}
    result = max((words(f"play.battle.{fate}", what) for fate, what in fates.items()), key=len)
    enemy, own = words("squares.short.enemy"), words("squares.short.own")
    return [
        words("play.attacked", words("players.you"), "e4", "e5", result),
        words("play.attacked", words("players.computerPlain"), enemy, own, result),
        words("play.yourTurn"),
    ]


def test_a_phone_shows_the_whole_layout_stage_at_once(person) -> None:
    for height in (640, 780):
        player = person("phone", viewport={"width": 360, "height": height})
        start_computer(player)
        for selector in (".board-box", ".announcement", ".layout-tools", ".deeds .main"):
            assert is_seen(player, selector), selector
        for name in ("random", "mirror", "last", "undo", "redo"):
            shown = player.button(f"layout.{name}").bounding_box()
            assert shown
            assert min(shown["width"], shown["height"]) >= 44
        player.shot(f"layout-stage-{height}", whole=False)


def test_every_phase_begins_with_the_board_on_the_screen(person) -> None:
    player = person("phone")
    table = start_computer(player)
    leave_by_scrolling(player)
    player.page.evaluate("() => document.querySelector('.deeds .main').click()")
    table.wait_for_turn()
    assert is_seen(player, ".board-box")
    leave_by_scrolling(player)
    table.resign()
    assert is_seen(player, ".board-box")
    for selector in (".result h1", ".result .pair"):
        assert is_seen(player, selector), selector
    assert is_seen(player, "a[href^='/replay/']")
    player.shot("end-first-screen", whole=False)
    leave_by_scrolling(player)
    player.page.evaluate("() => document.querySelector('.result .main').click()")
    expect(player.button("layout.confirm")).to_be_enabled()
    assert is_seen(player, ".board-box")


def test_a_phone_on_its_side_has_the_board_beside_the_panels(person) -> None:
    player = person("phone", **ON_ITS_SIDE)
    table = start_computer(player)
    for phase in ("layout", "play"):
        assert is_seen(player, ".board-box"), phase
        assert is_seen(player, ".announcement"), phase
        assert box(player, ".announcement")[3] >= box(player, ".board-box")[1]
        player.shot(f"sideways-{phase}", whole=False)
        if phase == "layout":
            assert is_seen(player, ".layout-tools")
            table.confirm()
            table.wait_for_turn()
    table.resign()
    assert is_seen(player, ".result .pair")


def test_the_ways_out_stay_where_they_are_while_pieces_are_lost(person) -> None:
    player = person()
    table = start_computer(player)
    table.confirm()
    table.wait_for_turn()
    resign = player.button("play.resign")
    before, lost = resign.bounding_box(), box(player, ".captured")
    while table.wait_for_turn() and box(player, ".captured") == lost:
        play_on([table], 6)
    if table.wait_for_turn():
        assert resign.bounding_box() == before


def test_the_buttons_come_into_sight_when_they_are_asked_for(person) -> None:
    player = person()
    table: Table = start_computer(player)
    table.confirm()
    table.wait_for_turn()
    player.unfold("board.buttons")
    expect(player.page.locator(".side [role=grid]")).to_be_visible()
    assert comes_into_sight(player, ".side [role=grid]")
    player.page.evaluate("() => scrollTo(0, 0)")
    player.page.reload()
    table.wait_for_pieces()
    expect(player.page.locator(".side [role=grid]")).to_be_visible()
    assert player.page.evaluate("() => scrollY") == 0


def test_the_end_is_told_on_the_screen_however_far_it_is_scrolled(person) -> None:
    """The board sticks beside the panels: the result must not stay above the screen."""
    first, second = sit_down(person)
    first.confirm()
    second.confirm()
    expect(first.person.button("play.resign")).to_be_visible()
    first.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    second.resign()
    expect(first.result).to_be_visible()
    assert is_seen(first.person, ".result h1")
    first.person.button("end.swapAgain").click()
    accept = second.person.button("end.offerAccept")
    expect(accept).to_be_visible()
    shown = accept.bounding_box()
    assert shown
    assert shown["y"] + shown["height"] <= second.page.evaluate("innerHeight")
    expect(second.page.locator(".toast")).to_have_text(second.words("end.offerReceived"))
    second.person.shot("offer", whole=False)
