"""How fast plies follow each other on the screen, whatever the speed of who answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.table import start_computer

pytestmark = pytest.mark.e2e

MOTION_AND_REST_MS = 480 + 220
LINES = ".announcement .last"
# When, in ms, the board and the lines beside it first showed each state.
WATCH = """(to) => {
  window.seen = [];
  const look = () => {
    const square = document.querySelector(`[role=grid] [data-square="${to}"]`)?.ariaLabel;
    const now = document.querySelector('.announcement .now')?.textContent;
    const lines = [...document.querySelectorAll('.announcement .last')].map((line) => line.textContent);
    const state = JSON.stringify([square, lines, now]);
    if (window.seen.at(-1)?.state === state) return;
    window.seen.push({ at: performance.now(), state, square, lines, now });
  };
  look();
  new MutationObserver(look).observe(document.body, {
    attributes: true, characterData: true, childList: true, subtree: true,
  });
}"""


def test_the_own_ply_is_seen_before_a_quick_answer_and_both_are_told(person) -> None:
    player = person(reduced_motion="no-preference")
    table = start_computer(player)
    table.confirm()
    assert table.wait_for_turn()
    start, to = table.choose()
    player.page.evaluate(WATCH, to)
    table.send(start, to)
    expect(player.page.locator(LINES)).to_have_count(2, timeout=20_000)
    assert table.wait_for_turn()

    seen = player.page.evaluate("window.seen")
    arrived = next(each["at"] for each in seen if each["square"] != seen[0]["square"])
    mine = next(each for each in seen if each["lines"] and each["lines"][0].startswith(f"You: {start} → "))
    both = next(each for each in seen if len(each["lines"]) == 2)
    assert both["lines"][0] == mine["lines"][0]
    assert both["lines"][1].startswith("Computer: ")
    assert mine["at"] - arrived >= 230, "the result was told before the pieces met"
    assert both["at"] - arrived >= MOTION_AND_REST_MS, "the answer covered the own ply"
    between = [each["now"] for each in seen if mine["at"] <= each["at"] < both["at"]]
    assert set(between) == {player.words("play.thinking")}, "one thing is said until the answer is told"
