"""Matches that are over: their replay from every seat, and the list of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.table import Table, play_on, start_computer
from tests.e2e.test_friend import sit_down
from tests.e2e.test_page import is_seen

pytestmark = pytest.mark.e2e


def finish(table: Table, plies: int = 4) -> None:
    table.confirm()
    play_on([table], plies)
    table.wait_for_turn()
    table.resign()


def test_a_replay_goes_forward_and_back_through_everybodys_eyes(person) -> None:
    player = person("phone")
    table = start_computer(player)
    laid = table.own()
    finish(table)
    final = table.labels
    player.link("end.replay").click()
    forward = player.button("replay.next")
    expect(forward).to_be_visible()
    everything = [table.labels]
    player.shot("replay-start")
    while forward.is_enabled():
        forward.click()
        everything.append(table.labels)
    assert len(everything) >= 5
    assert "".join(sorted(final)) == "".join(sorted(everything[-1]))
    player.button("replay.previous").click()
    assert table.labels == everything[-2]
    player.button("replay.first").click()
    assert table.labels == everything[0]
    hidden = re.compile(f"{re.escape(player.words('board.enemyPiece'))}|player's piece")
    assert not any(hidden.search(label) for label in table.labels.values())

    for side in ("first", "second"):
        name = player.words("replay.asSide", player.words("sides." + side))
        player.page.get_by_role("radio", name=name, exact=True).check()
        player.page.wait_for_function(
            "(word) => document.querySelector('[role=grid]').innerHTML.includes(word)",
            arg=player.words("board.enemyPiece"),
        )
        own = table.own()
        assert len(own) == 23
        if side == "first":
            assert own == laid
        assert sum(player.words("board.enemyPiece") in label for label in table.labels.values()) == 23
        player.shot(f"replay-{side}")
    player.page.evaluate("() => document.activeElement.blur()")
    player.page.keyboard.press("End")
    expect(player.button("replay.next")).to_be_disabled()


# The answer about a piece ends on the screen, and above the bar that stays there on a phone.
# why a pixel: scrolling stops at whole ones, and the answer may begin between two
IS_ANSWER_SEEN = """() => {
  const answer = [...document.querySelectorAll(".bars")].at(-1).closest("section").getBoundingClientRect();
  const bar = document.querySelector(".transport");
  const end = getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect().top : innerHeight;
  return answer.top > -1 && answer.bottom < end + 1;
}"""


@pytest.fixture(scope="session")
def search() -> None:
    """Computers leave no thoughts while their search is still being compiled."""
    subprocess.run([sys.executable, "-m", "ai_workers.bots.warm"], check=True)


@pytest.mark.usefixtures("search")
@pytest.mark.parametrize(
    ("size", "lang"),
    [("phone", "en"), ("desktop", "en"), ("phone", "ja"), ("phone", "zh-Hans"), ("desktop", "zh-Hant")],
)
def test_a_replay_shows_what_the_computer_thought(person, size, lang) -> None:
    player = person(size, lang)
    table = start_computer(player, "advanced")
    finish(table)
    player.link("end.replay").click()
    for _ in range(2):
        player.button("replay.next").click()
    player.unfold("replay.thoughts.title")
    bars = player.page.locator(".bars").first
    expect(player.text("replay.thoughts.before", 2)).to_be_visible()
    # The five best, and what it chose where that looked better than it was.
    assert bars.get_by_role("listitem").count() in (5, 6)
    expect(bars.get_by_text(player.words("replay.thoughts.played"))).to_be_visible()
    expect(player.text("replay.thoughts.pick")).to_be_visible()
    square = next(it for it in ("f2", "a2", "b3") if player.words("board.empty") not in table.labels[it])
    table.press(square)
    expect(player.text("replay.thoughts.took", square)).to_be_visible()
    assert table.marked("board.selected") == [square]
    player.page.wait_for_function(IS_ANSWER_SEEN)
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(player.page) == []
    player.shot("replay-thoughts")
    player.shot("replay-thoughts-near", whole=False)
    player.button("replay.next").click()
    expect(player.text("replay.thoughts.before", 4)).to_be_visible()
    player.unfold("replay.thoughts.title")
    expect(bars).to_have_count(0)
    assert table.marked("board.selected") == []


def test_what_the_computer_thought_is_nowhere_in_a_game_of_two(person) -> None:
    tables = sit_down(person)
    first = tables[0].person
    for table in tables:
        table.confirm()
    play_on(tables, 2)
    tables[0].wait_for_turn()
    tables[0].resign()
    first.link("end.replay").click()
    expect(first.button("replay.next")).to_be_visible()
    expect(first.text("replay.thoughts.title")).to_have_count(0)


def test_a_record_is_downloaded_and_a_replay_shared(person) -> None:
    player = person(permissions=["clipboard-read", "clipboard-write"])
    player.go()
    player.unfold("start.options")
    player.page.get_by_text(player.words("start.allowSpectators")).click()
    player.button("levels.beginner").click()
    table = Table(player)
    table.wait_for_pieces()
    finish(table, 2)
    player.link("end.replay").click()
    expect(player.button("replay.download")).to_be_visible()
    with player.page.expect_download() as caught:
        player.button("replay.download").click()
    record = json.loads(caught.value.path().read_text())
    assert record["plies"]
    player.button("lobby.copy").click()
    expect(player.button("lobby.copied")).to_be_visible()
    link = player.page.evaluate("() => navigator.clipboard.readText()")
    other = person("phone")
    other.go(link)
    expect(other.button("replay.next")).to_be_visible()
    player.button("replay.play").click()
    expect(player.button("replay.pause")).to_be_visible()
    expect(player.button("replay.next")).to_be_disabled(timeout=15_000)


def test_history_lists_matches_and_leads_to_their_replay(person) -> None:
    player = person("phone")
    player.go("/history")
    expect(player.text("history.empty")).to_be_visible()
    player.shot("history-empty")
    finish(start_computer(player), 1)
    running = start_computer(player)
    running.confirm()
    assert running.wait_for_turn()
    player.go("/history")
    lines = player.page.locator("#content").get_by_role("listitem")
    expect(lines.filter(has_text=player.words("history.results.lost"))).to_have_count(1)
    expect(lines.filter(has_text=player.words("history.results.playing"))).to_have_count(1)
    player.shot("history")
    player.link("history.open").click()
    expect(player.button("replay.next")).to_be_visible()


def test_who_comes_back_to_the_front_page_goes_on_with_the_game(person) -> None:
    player = person("phone")
    table = start_computer(player)
    table.confirm()
    play_on([table], 1)
    table.wait_for_turn()
    before = table.labels
    player.go()
    resume = player.page.get_by_role("link", name=player.words("history.resume"))
    expect(resume).to_be_visible()
    player.shot("resume")
    resume.click()
    table.wait_for_pieces()
    assert table.labels == before


def test_a_replay_is_at_hand_on_a_phone_and_seen_from_the_own_seat(person) -> None:
    player = person("phone")
    player.go()
    player.button("start.second").click()
    table = Table(player, side="second")
    table.wait_for_pieces()
    finish(table, 3)
    assert is_seen(player, ".result .pair")
    player.link("end.replay").click()
    expect(player.button("replay.next")).to_be_visible()
    for selector in (".board-box", ".announcement", ".transport"):
        assert is_seen(player, selector), selector
    assert next(iter(table.labels)).endswith("1"), "the own pieces are near"
    player.button("replay.last").click()
    expect(player.text("end.watched", player.words("sides.first"))).to_be_visible()
    player.shot("replay-first-screen", whole=False)
    player.page.evaluate("() => scrollTo(0, 400)")
    assert is_seen(player, ".transport")
    captured = player.page.locator(".captured")
    for side, own in (("first", False), ("second", True)):
        name = player.words("sides." + side)
        player.page.get_by_role("radio", name=player.words("replay.asSide", name), exact=True).check()
        expect(captured.get_by_text(player.words("play.capturedOwn"))).to_have_count(int(own))


def test_choosing_a_viewpoint_moves_nothing_and_leaves_the_arrow_keys_to_the_plies(person) -> None:
    player = person()
    finish(start_computer(player), 2)
    player.link("end.replay").click()
    expect(player.button("replay.next")).to_be_visible()
    heights = set()
    for path in ("first", "second", "all"):
        name = player.words("replay.revealed")
        if path != "all":
            name = player.words("replay.asSide", player.words("sides." + path))
        choice = player.page.get_by_role("radio", name=name, exact=True)
        choice.check()
        heights.add(player.page.locator(".segments").last.bounding_box()["height"])
        number = int(player.page.get_by_role("slider").input_value())
        player.page.keyboard.press("ArrowRight")
        assert int(player.page.get_by_role("slider").input_value()) == number + 1
        expect(choice).to_be_checked()
    assert len(heights) == 1


def test_the_end_lists_the_battles_with_both_kinds(person) -> None:
    player = person()
    table = start_computer(player)
    table.confirm()
    play_on([table], 6)
    table.wait_for_turn()
    player.unfold("play.battles")
    lines = player.page.locator(".lines li")
    told = lines.count()
    table.resign()
    player.unfold("play.battles")
    expect(lines).to_have_count(told)
    expect(lines.first).to_contain_text("Move ")
    for line in lines.all_inner_texts():
        assert re.search(r", \w.* (beat|lost to) \w|, \w.* and .* fell", line), line
