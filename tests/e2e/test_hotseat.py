"""Two people at one screen: while one looks, nothing of the other is anywhere in the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.heap import heap_of, stored, written
from tests.e2e.people import Person
from tests.e2e.table import Table

pytestmark = pytest.mark.e2e
KINDS = {
    *("general", "lt_general", "maj_general", "plane", "tank", "colonel", "lt_colonel", "major", "captain"),
    *("lieutenant", "second_lt", "cavalry", "engineer", "spy", "mine", "flag"),
}
HOMES = {
    "first": {f"{file}{rank}" for rank in "1234" for file in "abcdef"} - {"c1", "d1"} | {"hq1"},
    "second": {f"{file}{rank}" for rank in "5678" for file in "abcdef"} - {"c8", "d8"} | {"hq8"},
}


def what_is_held(player: Person, side: str) -> list[str]:
    """Everything in the page that tells a kind of this side."""
    squares = HOMES[side]
    heap = heap_of(player.page)
    found = [f"object {held}" for held in heap.pieces(squares, KINDS) if held.get("side") in (None, side)]
    found += [f"battle {held}" for held in heap.objects if held.get(side) in KINDS]
    found += [f"text {text}" for text in heap.told(squares, KINDS)]
    kinds = "|".join(KINDS)
    for place, text in (("storage", stored(player.page)), ("document", written(player.page))):
        if re.search(rf"\b({'|'.join(squares)})\b[^,{{}}]{{0,12}}\b({kinds})\b", text):
            found.append(f"{place}: {text[:400]}")
    return found


def nothing_of(player: Person, side: str) -> None:
    assert what_is_held(player, side) == []


def open_curtain(player: Person, path: str, side: str) -> Table:
    player.button(path).click()
    table = Table(player, side)
    table.wait_for_pieces()
    return table


def test_hot_seat_match_with_nothing_of_the_other_seat_in_the_page(person) -> None:
    player = person("phone")
    player.go()
    player.button("start.sameScreen").click()
    expect(player.button("hotseat.layOut.first")).to_be_visible()
    player.page.reload()  # the picture on the front page is a layout too
    expect(player.button("hotseat.layOut.first")).to_be_visible()
    player.shot("curtain-layout")

    first = open_curtain(player, "hotseat.layOut.first", "first")
    assert what_is_held(player, "first"), "the search finds nothing even where something is"
    first.confirm()
    expect(player.button("hotseat.layOut.second")).to_be_visible()
    nothing_of(player, "first")

    second = open_curtain(player, "hotseat.layOut.second", "second")
    assert second.own().keys() == HOMES["second"]
    nothing_of(player, "first")
    second.confirm()

    for number in range(6):
        side, other = ("first", "second") if number % 2 == 0 else ("second", "first")
        expect(player.button(f"hotseat.start.{side}")).to_be_visible()
        if number in (0, 5):
            nothing_of(player, "first")
            nothing_of(player, "second")
        if number == 0:
            player.shot("curtain")
        table = open_curtain(player, f"hotseat.start.{side}", side)
        assert table.wait_for_turn()
        table.play()
        if number in (2, 3):
            nothing_of(player, other)
        if number == 0:
            player.shot("hotseat-moved")
        player.button("hotseat.change").click()
        expect(player.page.locator("[data-square]")).to_have_count(0)

    table = open_curtain(player, "hotseat.start.first", "first")
    assert table.wait_for_turn()
    table.resign()
    expect(player.text("end.revealed")).to_be_visible()
    assert not any(player.words("board.enemyPiece") in label for label in table.labels.values())
    player.shot("hotseat-end")
    player.button("end.again").click()
    expect(player.button("hotseat.layOut.first")).to_be_visible()


# What comes and goes beside the board from now on, and the lines that were said meanwhile.
WATCH = """() => {
  const board = document.querySelector('.board');
  globalThis.seen = { gone: 0, lines: [] };
  new MutationObserver(() => {
    if (!board.isConnected || document.querySelector('.waiting, .curtain')) globalThis.seen.gone += 1;
    const line = document.querySelector('.announcement')?.innerText;
    if (line !== globalThis.seen.lines.at(-1)) globalThis.seen.lines.push(line);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_where_all_is_open_the_next_one_plays_at_once(person) -> None:
    player = person("phone")
    player.go()
    for path in ("systems.luzhanqi", "variants.flip"):
        # why forced: what is seen of a choice lies over its radio button
        player.page.get_by_role("radio", name=player.words(path), exact=True).check(force=True)
    player.button("start.sameScreen").click()
    table = Table(player)
    table.wait_for_board()
    player.page.evaluate(WATCH)
    sides = [player.words("play.sideTurn", player.words(f"sides.{side}")) for side in ("first", "second")]
    line = player.page.locator(".announcement")
    for number in range(4):
        expect(line).to_contain_text(re.compile("|".join(map(re.escape, sides))))
        mine = 0 if sides[0] in line.inner_text() else 1
        face_down = table.marked("board.faceDown")
        table.press(face_down[number])
        expect(line).to_contain_text(sides[1 - mine])
        assert face_down[number] not in table.marked("board.faceDown")
    seen = player.page.evaluate("() => globalThis.seen")
    assert seen["gone"] == 0, "the board was taken away between turns"
    assert not any(player.words("players.you") in said for said in seen["lines"]), "both are you"
    assert not any(player.words("play.start") in said for said in seen["lines"][2:]), seen["lines"]
    player.shot("hotseat-open")
