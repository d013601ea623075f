"""Two people in two browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.people import Person
from tests.e2e.table import LABELS, Table, play_on

pytestmark = pytest.mark.e2e
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def invite(host: Person, watchable: bool = False, delay: int = 0) -> str:
    """The link a host copies from a room just made. Who watches is `delay` plies behind."""
    host.go()
    if watchable:
        host.unfold("start.options")
        host.page.get_by_text(host.words("start.allowSpectators")).click()
        host.page.get_by_label(host.words("start.delay")).select_option(str(delay))
        host.shot("start-watchable")
    host.button("start.friend").click()
    host.button("lobby.copy").click()
    expect(host.button("lobby.copied")).to_be_visible()
    link: str = host.page.evaluate("() => navigator.clipboard.readText()")
    return link


def sit_down(person, watchable: bool = False, delay: int = 0, **wishes) -> tuple[Table, Table]:
    host = person("desktop", permissions=CLIPBOARD, **wishes)
    friend = person("phone", **wishes)
    friend.go(invite(host, watchable, delay))
    friend.button("lobby.join").click()
    tables = Table(host, "first"), Table(friend, "second")
    for table in tables:
        table.wait_for_pieces()
    return tables


def test_friends_play_to_the_end_and_swap_sides(person) -> None:
    host = person("desktop", permissions=CLIPBOARD)
    link = invite(host)
    assert "/r/" in link
    assert "#" in link
    host.shot("lobby")
    friend = person("phone")
    friend.go(link)
    expect(friend.button("lobby.join")).to_be_visible()
    friend.shot("invitation")
    friend.button("lobby.join").click()
    first, second = Table(host, "first"), Table(friend, "second")
    second.wait_for_board()
    assert "#" not in friend.page.url

    second.confirm()
    friend.button("layout.again").click()
    expect(friend.button("layout.random")).to_be_enabled()
    second.confirm()
    expect(host.text("layout.opponentConfirmed").first).to_be_visible()
    first.confirm()

    play_on([first, second], 12)
    first.wait_for_turn()
    host.shot("friend")
    expect(host.page.get_by_text(host.words("play.capturedEnemy"))).to_be_visible()
    second.resign()
    expect(first.result).to_have_text(host.words("end.won"))
    expect(second.result).to_have_text(friend.words("end.lost"))
    for table in (first, second):
        expect(table.person.text("end.verified")).to_be_visible()
        hidden = table.words("board.enemyPiece")
        assert not any(hidden in label for label in table.labels.values())

    host.button("end.swapAgain").click()
    expect(friend.text("end.offerReceived").first).to_be_visible()
    friend.button("end.offerAccept").click()
    for table in (first, second):
        expect(table.person.button("layout.random")).to_be_enabled()
        table.wait_for_pieces()
        table.side = "first" if table is second else "second"
    near = {"first": "1", "second": "8"}
    for table in (first, second):
        assert all(abs(int(square[-1]) - int(near[table.side])) < 4 for square in table.own())
        table.confirm()
    play_on([second, first], 2)


def test_layout_is_confirmed_before_anybody_has_come(person) -> None:
    host = person("desktop", permissions=CLIPBOARD)
    link = invite(host)
    mine = Table(host)
    mine.wait_for_pieces()
    mine.confirm()
    expect(host.button("layout.again")).to_be_visible()
    friend = person("phone")
    friend.go(link)
    friend.button("lobby.join").click()
    theirs = Table(friend, "second")
    theirs.wait_for_board()
    theirs.confirm()
    assert mine.wait_for_turn()


def test_who_will_not_wait_plays_the_computer_with_the_same_layout(person) -> None:
    host = person("phone", permissions=CLIPBOARD)
    invite(host)
    table = Table(host)
    table.wait_for_pieces()
    laid = table.own()
    host.unfold("lobby.dontWait")
    host.button("levels.beginner").click()
    expect(host.button("layout.confirm").or_(table.turn).first).to_be_visible()
    assert table.own() == laid
    if host.button("layout.confirm").is_visible():
        table.confirm()
    assert table.wait_for_turn()
    table.play()


def test_a_spectator_sees_no_kinds_before_the_end(person) -> None:
    first, second = sit_down(person, watchable=True)
    watcher = person("desktop")
    watcher.go(first.page.url)
    first.confirm()
    second.confirm()
    play_on([first, second], 4)
    watching = Table(watcher)
    watching.wait_for_board()
    expect(watcher.text("players.spectator").first).to_be_visible()
    kinds = set(watcher.words.table("gunjin.kinds").values())
    assert watching.labels
    for label in watching.labels.values():
        assert not kinds & {
            word.strip() for part in label.split(",") for word in (part, part.split("'s ")[-1])
        }
    watcher.shot("watching")
    first.resign()
    expect(watching.result).to_be_visible()
    watcher.shot("watched-end")


def test_who_watches_late_sees_a_move_when_later_ones_were_made(person) -> None:
    first, second = sit_down(person, watchable=True, delay=2)
    watcher = person("desktop")
    watcher.go(first.page.url)
    first.confirm()
    second.confirm()
    watching = Table(watcher)
    expect(watcher.text("players.spectatorLate", 2)).to_be_visible()
    watching.wait_for_board()
    before = watching.labels
    assert first.wait_for_turn()
    start, to = first.play()
    assert second.wait_for_turn()
    second.play()
    assert first.wait_for_turn()
    assert watching.labels == before
    first.play()
    watcher.page.wait_for_function(
        f"before => ({LABELS})()[before[0]] !== before[1]", arg=[start, before[start]]
    )
    changed = {square for square, label in watching.labels.items() if label != before[square]}
    assert changed == {start, to}
    watcher.shot("watching-late")
    second.resign()
    expect(watching.result).to_be_visible()


def test_a_second_tab_of_the_same_seat_stays_in_step(person) -> None:
    first, second = sit_down(person)
    tab = first.page.context.new_page()
    tab.goto(first.page.url)
    again = Table(first.person)
    again.page = tab
    again.wait_for_board()
    first.confirm()
    expect(tab.get_by_role("button", name=first.words("layout.again"), exact=True)).to_be_visible()
    second.confirm()
    assert again.wait_for_turn()
    start, to = again.play()
    first.turn.wait_for(state="hidden")
    assert start not in first.own()
    assert to
    assert first.labels == again.labels
    assert second.wait_for_turn()
