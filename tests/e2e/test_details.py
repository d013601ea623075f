"""Lines of the checklist that no whole match shows."""

from __future__ import annotations

import json
import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.people import Person
from tests.e2e.table import GRID, play_on, start_computer
from tests.e2e.test_boards import flat_point
from tests.e2e.test_friend import CLIPBOARD, invite, sit_down

pytestmark = pytest.mark.e2e
SHARE = """Object.defineProperty(navigator, "share", {
  value: async (what) => { window.shared = what; }, configurable: true });"""


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_panels_stand_right_of_the_board_or_under_it(person, size) -> None:
    player = person(size)
    start_computer(player)
    board = player.page.locator(".board-place").bounding_box()
    panel = player.button("layout.confirm").bounding_box()
    assert board
    assert panel
    if size == "phone":
        assert panel["y"] >= board["y"] + board["height"]
    else:
        assert panel["x"] >= board["x"] + board["width"]


def test_a_link_is_shared_by_the_device_where_it_can(person) -> None:
    host = person("phone", permissions=CLIPBOARD, scripts=(SHARE,))
    link = invite(host)
    host.button("lobby.share").click()
    assert host.page.evaluate("() => window.shared.url") == link


def test_a_battle_is_told_with_the_own_kind_only(person) -> None:
    first, second = sit_down(person)
    first.confirm()
    second.confirm()
    first.wait_for_turn()
    start, to = "b4", "b5"
    short = {
        first.words(f"gunjin.kinds.{kind}"): name
        for kind, name in first.words.table("gunjin.shortKinds").items()
    }
    mine, theirs = (short.get(name, name) for name in (first.own()[start], second.own()[to]))
    first.press(start)
    first.send(start, to)
    second.wait_for_turn()
    for table, own, other in ((first, mine, theirs), (second, theirs, mine)):
        told = table.page.get_by_role("status").filter(has_text=f"{start} → {to}").first
        expect(told).to_be_visible()
        text = told.inner_text()
        assert re.search(rf"b4 → b5, (your {own} (won|lost)|both fell \({own}\))", text), text
        if own != other:
            assert other not in text.replace(own, "")
    lost = first.words("play.capturedEnemy")
    expect(second.page.get_by_text(lost)).to_be_visible()
    kinds = set(first.words.table("gunjin.kinds").values())
    panel = second.page.locator(".captured").inner_text().split(lost)[1]
    assert not kinds & {line.strip() for line in panel.splitlines()}


def test_markers_of_a_piece_and_of_the_last_move(person) -> None:
    player = person("desktop", settings={"view": "buttons"})
    table = start_computer(player)
    table.confirm()
    for _ in range(12):
        assert table.wait_for_turn()
        for square in table.own():
            table.press(square)
            if len(table.marked("board.reachable")) > 1 and table.marked("board.attackable"):
                break
        else:
            table.play()
            continue
        break
    assert len(table.marked("board.selected")) == 1
    assert len(table.marked("board.lastFrom")) == 1
    assert len(table.marked("board.lastTo")) == 1
    player.shot("markers-buttons")
    player.page.locator("header button").last.click()
    player.page.get_by_role("radio", name=player.words("settings.boards.2d")).check()
    player.page.keyboard.press("Escape")
    expect(player.page.locator("svg.flat-drawing")).to_be_visible()
    if not table.marked("board.selected"):
        table.press(square)
    player.shot("markers-flat")


def test_another_mode_is_chosen_from_a_running_match(person) -> None:
    player = person("phone")
    table = start_computer(player)
    table.confirm()
    play_on([table], 1)
    table.wait_for_turn()
    player.button("play.chooseMode").click()
    player.in_dialog("play.leaveYes").click()
    expect(player.button("levels.beginner")).to_be_visible()
    expect(player.page.locator(".resume .main")).to_have_count(0)


def test_nothing_is_asked_of_a_room_just_left(person) -> None:
    """The console of the host would tell of a refusal."""
    first, second = sit_down(person)
    first.confirm()
    second.confirm()
    host, friend = first.person, second.person
    expect(friend.button("play.resign")).to_be_visible()
    friend.button("play.chooseMode").click()
    expect(friend.text("play.leaveTitle")).to_be_visible()
    friend.shot("leave", whole=False)
    friend.in_dialog("play.leaveYes").click()
    expect(friend.button("levels.beginner")).to_be_visible()
    expect(host.page.locator(".result h1")).to_have_text(host.words("end.won"))
    host.button("end.chooseMode").click()
    expect(host.button("levels.beginner")).to_be_visible()
    host.page.wait_for_timeout(300)


def test_the_win_table_stays_open_while_moving(person) -> None:
    player = person()
    table = start_computer(player)
    table.confirm()
    table.wait_for_turn()
    player.unfold("play.winTable")
    expect(player.text("winTable.beats").first).to_be_visible()
    table.play()
    table.wait_for_turn()
    expect(player.text("winTable.beats").first).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant", "ja"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_whole_win_table_is_read_without_scrolling_sideways(person, size, lang) -> None:
    player = person(size, lang)
    start_computer(player).confirm()
    player.unfold("play.winTable")
    player.page.get_by_text(player.words("winTable.whole"), exact=True).click()
    place = player.page.locator(".win-table-scroll")
    expect(place.get_by_role("table")).to_be_visible()
    widths = place.evaluate("(one) => [one.scrollWidth, one.clientWidth, one.firstElementChild.offsetWidth]")
    assert widths[0] <= widths[1], widths
    kinds = player.words.table("gunjin.kinds").values()
    for header in ("row", "column"):
        told = place.get_by_role(f"{header}header").all_inner_texts()
        assert len(told) >= len(kinds) - 2  # mine and flag attack nobody
        assert all(text.strip() for text in told)
    place.scroll_into_view_if_needed()
    player.shot("win-table", whole=False)


def test_a_guess_is_noted_on_an_enemy_piece_and_outlives_a_reload(person) -> None:
    player = person("phone")
    table = start_computer(player)
    table.confirm()
    table.wait_for_turn()
    table.press("f8")
    player.page.get_by_role("dialog").get_by_role("button", name="Spy").click()
    player.page.keyboard.press("Escape")
    expect(player.page.locator(f"{GRID} [data-square=f8]").first).to_have_attribute(
        "aria-label", re.compile(re.escape(player.words("board.guess", "spy")))
    )
    player.page.reload()
    table.wait_for_pieces()
    assert player.words("board.guess", "spy") in table.labels["f8"]


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant", "ja"])
def test_the_rules_have_every_page(person, lang) -> None:
    reader = person("phone", lang)
    for page in ("start", "rules", "variants", "tips", "history", "faq", "similar", "references"):
        reader.go(f"/rules/{page}")
        article = reader.page.locator("article")
        expect(article.get_by_role("heading", level=1)).to_be_visible()
        if page == "faq":
            expect(article.get_by_role("heading", level=2)).to_have_count(7)
        if page == "references":
            expect(article.get_by_role("listitem")).to_have_count(11)
        if page in ("rules", "tips", "references"):
            reader.shot(f"rules-{page}")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_short_messages_cover_no_square_and_move_nothing(person, size) -> None:
    host = person(size, permissions=CLIPBOARD)
    friend = person()
    friend.go(invite(host))
    expect(host.button("layout.confirmAndWait")).to_be_enabled()
    friend.button("lobby.join").click()
    toast = host.page.locator(".toast")
    expect(toast).to_have_text(re.compile(host.words("lobby.joined")))
    host.page.evaluate("() => scrollTo(0, 0)")
    toast.evaluate("(it) => Promise.all(it.getAnimations().map(({ finished }) => finished))")
    told = boxes(host)
    host.shot("toast", whole=False)
    shown = told.pop(".toast")
    assert shown["top"] >= 0, "it is seen without scrolling"
    assert shown["bottom"] <= min(told[".board-place"]["top"], told[".announcement"]["top"])
    expect(toast).to_have_count(0, timeout=10_000)
    assert boxes(host) == told


def boxes(person: Person) -> dict[str, dict[str, float]]:
    """Where the board, the referee's line and a short message are on the screen."""
    found: dict[str, dict[str, float]] = person.page.evaluate(
        """() => Object.fromEntries([".board-place", ".announcement", ".toast"]
          .map((name) => [name, document.querySelector(name)?.getBoundingClientRect().toJSON()])
          .filter(([, box]) => box))"""
    )
    return found


def test_the_second_click_of_a_double_click_meets_nothing_new(person) -> None:
    host = person(permissions=CLIPBOARD)
    invite(host)
    confirm, again = host.button("layout.confirmAndWait"), host.button("layout.again")
    expect(confirm).to_be_enabled()
    confirm.click()
    expect(again).to_be_enabled()
    host.page.mouse.move(*middle(again))
    host.page.mouse.down(click_count=2)
    host.page.mouse.up(click_count=2)
    host.page.wait_for_timeout(300)
    expect(again).to_be_enabled()
    host.page.mouse.click(*middle(again))
    expect(confirm).to_be_enabled()

    player = person()
    table = start_computer(player)
    table.confirm()
    table.wait_for_turn()
    for square in ("c8", "d8", "c6"):
        player.page.mouse.dblclick(*flat_point(player, square))
        expect(player.page.get_by_role("dialog")).to_be_visible()
        assert not table.marked("board.guess")
        player.page.keyboard.press("Escape")
        expect(player.page.get_by_role("dialog")).to_have_count(0)


def middle(place: Locator) -> tuple[float, float]:
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant", "ja"])
def test_the_rules_are_told_as_the_room_has_them(person, lang) -> None:
    host = person("phone", lang)
    host.go("/rules?" + urlencode({"options": json.dumps({"quiet_draw": 50, "mine_in_hq": "banned"})}))
    end = host.page.locator("section#end")
    expect(end).to_contain_text("50")
    host.shot("rules-changed")
    host.link("nav.rules").last.click()
    expect(end).to_contain_text("100")


def test_a_table_leads_to_its_own_rules(person) -> None:
    host = person(permissions=CLIPBOARD)
    host.go()
    host.unfold("start.options")
    choice = host.page.get_by_label(host.words("gunjin.options.quiet_draw"))
    choice.select_option(label=host.words("gunjin.values.quiet_draw.50"))
    host.button("start.friend").click()
    expect(host.button("lobby.copy")).to_be_visible()
    host.link("nav.rules").first.click()
    expect(host.page.locator("section#end")).to_contain_text("50 moves in a row")
