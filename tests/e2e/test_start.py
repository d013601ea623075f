"""A stranger opens the page and plays the computer."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.e2e.table import Table, play_on, start_computer

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_stranger_plays_within_ten_seconds_and_three_clicks(person, size) -> None:
    stranger = person(size)
    stranger.go()
    expect(stranger.button("levels.beginner")).to_be_visible()
    stranger.page.wait_for_timeout(300)
    stranger.shot("start")
    began = time.monotonic()
    stranger.go()
    stranger.button("levels.beginner").click()  # one
    table = Table(stranger)
    table.wait_for_pieces()
    table.confirm()  # two
    assert table.wait_for_turn()
    table.play()
    assert time.monotonic() - began < 10
    table.wait_for_turn()
    stranger.shot("playing")


def test_a_match_with_the_computer_goes_to_its_end_and_another_follows(person) -> None:
    player = person()
    table = start_computer(player)
    table.to_the_end = True
    table.confirm()
    plies = play_on([table], 600)
    assert table.result.is_visible(), f"not over after {plies} plies"
    expect(player.text("end.revealed")).to_be_visible()
    expect(player.text("end.verified")).to_be_visible()
    labels = " ".join(table.labels.values())
    assert player.words("board.enemyPiece") not in [part.strip() for part in labels.split(",")]
    player.shot("end")
    player.button("end.again").click()
    expect(player.button("layout.confirm")).to_be_enabled()


def test_resigning_shows_everything(person) -> None:
    player = person("phone")
    table = start_computer(player, "advanced")
    table.confirm()
    play_on([table], 2)
    table.wait_for_turn()
    player.button("play.resign").click()
    player.shot("resign")
    player.in_dialog("play.resignYes").click()
    expect(table.result).to_have_text(player.words("end.lost"))
    expect(player.text("end.because.resigned.lost")).to_be_visible()
    expect(player.text("end.revealed")).to_be_visible()
    player.shot("resigned")


@pytest.mark.parametrize("level", [None, "beginner"])
def test_playing_second_the_computer_begins_and_the_own_side_is_near(person, level) -> None:
    player = person("phone")
    player.go()
    if level is None:
        player.button("start.second").click()
    else:
        player.page.get_by_role("radio", name=player.words("start.places.second"), exact=True).check()
        expect(player.text("levelHints." + level).first).to_be_visible()
        player.button("levels." + level).click()
    table = Table(player, "second")
    table.wait_for_pieces()
    assert all(int(square[-1]) >= 5 for square in table.own())
    table.confirm()
    assert table.wait_for_turn()
    rows = player.page.locator("[role=grid]").first.locator("[role=row]")
    assert rows.last.locator("[data-square]").first.get_attribute("data-square")[-1] == "8"
    table.play()
    player.shot("second")
