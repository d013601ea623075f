"""The same game on every kind of board: drawn in 3D, drawn flat, as buttons, and by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.people import Person
from tests.e2e.table import Table, play_on, start_computer

pytestmark = pytest.mark.e2e


def flat_point(person: Person, square: str, near: str = "first") -> tuple[float, float]:
    """Where a square's middle is on the screen: drawing units are columns, a row is 1.12 of them."""
    drawing = person.page.locator("svg.flat-drawing:not([inert] *)").first
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    assert box
    margin, row, river = 0.4, 1.12, 0.86
    column = {"h": 2.5}.get(square[0], "abcdef".find(square[0])) + 0.5
    rank = int(square[-1])
    down = 8 - rank if near == "first" else rank - 1
    if near != "first":
        column = 6 - column
    y = (down + 0.5) * row + (river if down >= 4 else 0)
    width, height = 6 + 2 * margin, 8 * row + river + 2 * margin
    scale = min(box["width"] / width, box["height"] / height)
    left = box["x"] + (box["width"] - width * scale) / 2
    top = box["y"] + (box["height"] - height * scale) / 2
    return left + (column + margin) * scale, top + (y + margin) * scale


def test_without_webgl_taps_on_the_flat_board_play(person) -> None:
    player = person("phone")
    table = start_computer(player)
    table.confirm()
    assert table.wait_for_turn()
    player.shot("flat")
    for start in sorted(table.own(), key=lambda square: -int(square[-1])):
        player.page.touchscreen.tap(*flat_point(player, start))
        expect(player.page.get_by_text(player.words("play.yourTurn"), exact=True)).to_be_hidden()
        if offered := table.marked("board.reachable") + table.marked("board.attackable"):
            player.shot("flat-chosen")
            player.page.touchscreen.tap(*flat_point(player, offered[0]))
            break
    table.wait_for_turn()
    assert start not in table.own() or table.marked("board.lastTo")


def test_dragging_swaps_pieces_and_plays(person) -> None:
    player = person()
    table = start_computer(player)
    before = table.own()
    drag(player, "a3", "f3")
    player.page.wait_for_timeout(200)
    after = table.own()
    assert (after["a3"], after["f3"]) == (before["f3"], before["a3"])
    table.confirm()
    assert table.wait_for_turn()
    for start in sorted(table.own(), key=lambda square: -int(square[-1])):
        table.press(start)
        if offered := table.marked("board.reachable") + table.marked("board.attackable"):
            table.press(start)
            drag(player, start, offered[0])
            break
    table.wait_for_turn()
    assert start not in table.own()


def drag(player: Person, start: str, to: str) -> None:
    mouse = player.page.mouse
    mouse.move(*flat_point(player, start))
    mouse.down()
    x, y = flat_point(player, to)
    mouse.move(x - 20, y - 10, steps=4)
    mouse.move(x, y, steps=2)
    mouse.up()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_board_in_3d(person, size) -> None:
    player = person(size, webgl=True, settings={"view": "3d"})
    table = start_computer(player)
    canvas = player.page.locator("canvas:not([inert] *)").first
    # The flat board stands in until the first picture is drawn, here on the processor.
    expect(player.page.locator(".board-box.is-solid")).to_be_visible(timeout=60_000)
    table.confirm()
    assert table.wait_for_turn(60)
    player.page.wait_for_timeout(1000)
    player.shot("3d-slanted")
    player.button("board.top").click()
    player.page.wait_for_timeout(1000)
    player.shot("3d-top")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    middle, width = box["x"] + box["width"] / 2, min(box["width"], 0.66 * box["height"])
    tap = player.page.touchscreen.tap if size == "phone" else player.page.mouse.click
    for part in range(12):  # down the column of a bridgehead, where somebody can always attack
        tap(middle - 0.213 * width, box["y"] + box["height"] * (0.5 + 0.02 * part))
        if table.marked("board.reachable") or table.marked("board.attackable"):
            break
    chosen = table.marked("board.selected")
    assert len(chosen) == 1, "no tap on the 3D board chose a piece that can move"
    player.page.wait_for_timeout(600)
    player.shot("3d-chosen")
    table.press(chosen[0])
    before = canvas.screenshot()
    if size == "desktop":
        player.page.mouse.move(middle, box["y"] + 20)
        player.page.mouse.down()
        player.page.mouse.move(middle + 160, box["y"] + 60, steps=6)
        player.page.mouse.up()
        player.page.mouse.wheel(0, -240)
        player.page.wait_for_timeout(800)
        player.shot("3d-turned")
        assert canvas.screenshot() != before
    else:
        spread_two_fingers(player, middle, box["y"] + box["height"] / 2)
        player.page.wait_for_timeout(800)
        player.shot("3d-near", whole=False)
        assert canvas.screenshot() != before


def spread_two_fingers(person: Person, x: float, y: float) -> None:
    session = person.page.context.new_cdp_session(person.page)
    for kind, apart in [("touchStart", 30), *(("touchMove", 30 + 10 * step) for step in range(1, 8))]:
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def tab_to(person: Person, wanted: Locator) -> None:
    for _ in range(80):
        if wanted.evaluate("(element) => element === document.activeElement"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not get there")


def go_to(person: Person, square: str) -> None:
    """From square to square with the arrow keys."""
    here = person.page.evaluate("() => document.activeElement.dataset.square")
    assert here, "the keyboard is not on the board"
    for _ in range(20):
        if here == square:
            return
        up, column = int(square[-1]) - int(here[-1]), _column(square) - _column(here)
        key = "ArrowUp" if up > 0 else "ArrowDown" if up < 0 else "ArrowRight" if column > 0 else "ArrowLeft"
        person.page.keyboard.press(key)
        here = person.page.evaluate("() => document.activeElement.dataset.square")
    raise AssertionError(f"the arrow keys do not get to {square}")


def _column(square: str) -> float:
    return 2.5 if square.startswith("hq") else "abcdef".index(square[0])


def test_a_match_by_keyboard_alone(person) -> None:
    player = person(settings={"view": "buttons"})
    keys = player.page.keyboard
    player.go()
    tab_to(player, player.button("levels.beginner"))
    keys.press("Enter")
    table = Table(player)
    table.wait_for_board()
    tab_to(player, player.button("layout.confirm"))
    keys.press("Enter")
    board = player.page.locator("[role=grid] [tabindex='0']").first
    for _ in range(10):
        if not table.wait_for_turn():
            return
        own = table.own()
        for start in sorted(own, key=lambda square: (-int(square[-1]), table.dice.random())):
            if not player.page.evaluate("() => document.activeElement.dataset.square"):
                tab_to(player, board)
            go_to(player, start)
            keys.press("Enter")
            if offered := table.marked("board.attackable") + table.marked("board.reachable"):
                to = max(offered, key=lambda square: int(square[-1]))
                go_to(player, to)
                keys.press("Enter")
                break
        else:
            raise AssertionError("no ply was offered")
        player.page.wait_for_timeout(50)
        while start in table.own() and not table.result.is_visible():
            player.page.wait_for_timeout(20)
    player.shot("buttons")
    table.wait_for_turn()
    tab_to(player, player.button("play.resign"))
    keys.press("Enter")
    tab_to(player, player.in_dialog("play.resignYes"))
    keys.press("Enter")
    expect(table.result).to_be_visible()


def test_buttons_beside_the_drawn_board(person) -> None:
    player = person("phone")
    table = start_computer(player)
    table.confirm()
    assert table.wait_for_turn()
    player.unfold("board.buttons")
    grids = player.page.locator("[role=grid]:not([inert] *)")
    expect(grids).to_have_count(2)
    grid = grids.last
    assert grid.locator("[data-square]").count() == 46
    for start in sorted(table.own(), key=lambda square: -int(square[-1])):
        grid.locator(f"[data-square='{start}']").click()
        if offered := table.marked("board.reachable") + table.marked("board.attackable"):
            player.shot("buttons-panel")
            grid.locator(f"[data-square='{offered[0]}']").click()
            break
    table.wait_for_turn()
    play_on([table], 2)
