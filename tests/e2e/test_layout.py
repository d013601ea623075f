"""The layout stage: swaps and refusals, and every way to another layout."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.table import BACK, BRIDGEHEADS, Table, start_computer

pytestmark = pytest.mark.e2e


def find(table: Table, kind: str, *, off: tuple[str, ...] = ()) -> str:
    name = table.words("gunjin.kinds." + kind)
    return next(square for square, held in table.own().items() if held == name and square not in off)


def find_plain(table: Table, *, off: tuple[str, ...]) -> str:
    """A piece that may stand anywhere, as what stands on its square may not everywhere."""
    tied = {table.words(f"gunjin.kinds.{kind}") for kind in ("mine", "flag")}
    return next(square for square, held in table.own().items() if held not in tied and square not in off)


def swap(table: Table, one: str, other: str) -> None:
    table.press(one)
    assert table.marked("board.selected") == [one]
    table.press(other)


def test_two_clicks_swap_and_the_first_is_marked(person) -> None:
    player = person("phone")
    table = start_computer(player)
    before = table.own()
    swap(table, "a3", "f3")
    after = table.own()
    assert (after["a3"], after["f3"]) == (before["f3"], before["a3"])
    assert not table.marked("board.selected")
    table.press("b3")
    player.shot("layout-chosen")
    table.press("b3")
    assert not table.marked("board.selected")


@pytest.mark.parametrize(
    ("kind", "to", "reason"),
    [
        ("mine", "b4", "mine_on_bridgehead"),
        ("flag", "e4", "flag_on_bridgehead"),
        ("flag", "a1", "flag_on_back_rank"),
        ("flag", "hq1", "flag_on_back_rank"),
    ],
)
def test_a_forbidden_swap_is_refused_with_the_reason(person, kind, to, reason) -> None:
    player = person("phone")
    table = start_computer(player)
    if table.own()[to] == table.words("gunjin.kinds.mine"):  # two reasons at once would be told as two
        swap(table, to, find_plain(table, off=(*BACK["first"], *BRIDGEHEADS["first"])))
    before = table.own()
    swap(table, find(table, kind), to)
    assert table.own() == before
    expect(player.around(f"layout.reasons.{reason}").first).to_be_visible()
    expect(player.text("layout.refused").first).to_be_visible()
    if to == "b4":
        player.shot("layout-refused")


def test_undo_redo_mirror_random(person) -> None:
    player = person()
    table = start_computer(player)
    dealt = table.own()
    expect(player.button("layout.undo")).to_be_disabled()
    swap(table, "a3", "f3")
    swapped = table.own()
    player.button("layout.undo").click()
    assert table.own() == dealt
    player.button("layout.redo").click()
    assert table.own() == swapped
    player.button("layout.mirror").click()
    flipped = table.own()
    assert flipped["a3"] == swapped["f3"]
    assert flipped["b2"] == swapped["e2"]
    player.button("layout.random").click()
    expect(player.button("layout.random")).to_be_enabled()
    player.page.wait_for_timeout(300)
    assert table.own() != flipped
    player.shot("layout")
    table.confirm()
    assert table.wait_for_turn()
    expect(player.button("layout.undo")).to_have_count(0)


def test_the_last_layout_comes_back_in_the_next_game(person) -> None:
    player = person()
    table = start_computer(player)
    expect(player.button("layout.last")).to_be_disabled()
    confirmed = table.own()
    table.confirm()
    assert table.wait_for_turn()
    table = start_computer(player)
    player.button("layout.last").click()
    expect(player.around("layout.used").first).to_be_visible()
    assert table.own() == confirmed


def test_layouts_are_saved_under_a_name_and_used_again(person) -> None:
    player = person("phone")
    table = start_computer(player)
    kept = table.own()
    player.unfold("layout.saved")
    player.page.get_by_label(player.words("layout.name")).fill("朝 <b>Morning</b>")
    player.button("layout.save").click()
    expect(player.text("layout.savedAs", "朝 <b>Morning</b>").first).to_be_visible()
    player.button("layout.random").click()
    player.page.wait_for_timeout(300)
    assert table.own() != kept
    player.button("layout.use").click()
    assert table.own() == kept
    player.shot("saved-layouts")
    player.go("/layouts")
    expect(player.page.get_by_text("朝 <b>Morning</b>")).to_be_visible()
    player.shot("layouts")


def test_a_layout_begun_outlives_a_reload(person) -> None:
    player = person()
    table = start_computer(player)
    swap(table, "a3", "f3")
    swap(table, "b3", "e3")
    begun = table.own()
    player.page.reload()
    table.wait_for_pieces()
    assert table.own() == begun
