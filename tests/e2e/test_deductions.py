"""The deduction aid: what the server concludes, shown with the note on an enemy piece."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.people import Person
from tests.e2e.table import Table, start_computer

pytestmark = pytest.mark.e2e


def ask_about(table: Table, square: str) -> None:
    table.press(square)
    expect(table.page.get_by_role("dialog")).to_be_visible()


def excluded(player: Person) -> int:
    return player.page.get_by_role("dialog").locator(".excluded").count()


@pytest.mark.parametrize(("size", "lang"), [("phone", "en"), ("desktop", "zh-Hans"), ("phone", "ja")])
def test_the_aid_says_what_is_ruled_out_and_why(person, size, lang) -> None:
    player = person(size, lang)
    table = start_computer(player)
    table.confirm()
    table.wait_for_turn()
    ask_about(table, "e5")
    expect(
        player.page.get_by_role("dialog").get_by_text(player.words.around("play.namedFacts.origin"))
    ).to_be_visible()
    assert excluded(player) == 2, "no mine and no flag on a bridgehead"
    assert violations(player.page) == []
    player.shot("deductions", whole=False)


def test_a_room_without_the_aid_asks_for_nothing(person) -> None:
    player = person()
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.go()
    player.unfold("start.options")
    player.page.get_by_text(player.words("start.deduction"), exact=False).first.click()
    player.button("levels.beginner").click()
    table = Table(player)
    table.wait_for_pieces()
    table.confirm()
    table.wait_for_turn()
    ask_about(table, "e5")
    expect(player.text("settings.deductionOff")).to_be_visible()
    assert excluded(player) == 0
    assert not [url for url in asked if "deductions" in url]
