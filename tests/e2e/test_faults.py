"""What goes wrong, and that everybody is told in their words and has a way on."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from typing import Any

import psycopg
import pytest
from playwright.sync_api import expect

from bench.clients import Api, SocketSeat
from bench.stack import Stack
from tests.e2e.people import Person
from tests.e2e.table import GRID, Table, play_on, start_computer
from tests.e2e.test_friend import CLIPBOARD, invite, sit_down

pytestmark = pytest.mark.e2e
REFUSED = r"Failed to load resource"
CUT = r"Failed to load resource|WebSocket connection to .* failed|ERR_CONNECTION"
NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}"""

WRONG_CLOCK = """(() => {
  const Right = Date, now = () => Right.now() + 3600000 * HOURS;
  globalThis.Date = class Date extends Right {
    constructor(...parts) { super(...(parts.length > 0 ? parts : [now()])); }
    static now() { return now(); }
  };
})();"""
WRITE_DATE = """(at) => new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" })
  .format(new Date(at))"""
HASTY = f"""async (square) => {{
  const press = () => document.querySelector(`{GRID} [data-square="${{square}}"]`).click();
  press();
  press();
  await new Promise((done) => setTimeout(done, 50));
  press();
}}"""
# Chromium's own slowness does not reach sockets.
SLOW_SOCKETS = """globalThis.WebSocket = class WebSocket extends globalThis.WebSocket {
  send(frame) { setTimeout(() => super.send(frame), 400); }
  set onmessage(told) { super.onmessage = (event) => setTimeout(() => told(event), 400); }
};"""
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


def ask(person: Person, path: str) -> Any:
    """What the API answers to who sits in this browser."""
    token = json.loads(person.page.evaluate("() => localStorage.getItem('gyoji.guest')"))["token"]
    answer = person.context.request.get(f"/api/v1{path}", headers={"Authorization": f"Bearer {token}"})
    assert answer.ok, answer.text()
    return answer.json()


def room_of(person: Person) -> Any:
    return ask(person, "/rooms/" + person.page.url.split("/r/")[1].split("#")[0])


def test_a_killed_server_is_seen_and_survived_without_a_reload(person, stack) -> None:
    first, second = sit_down(person, expected=CUT)
    first.confirm()
    second.confirm()
    play_on([first, second], 2)
    first.page.evaluate("() => { window.stillHere = true; }")
    stack.kill("web")
    words = first.words
    away = first.page.get_by_text(words("connection.offline")).or_(
        first.page.get_by_text(words("connection.connecting"), exact=True)
    )
    expect(away.first).to_be_visible(timeout=15_000)
    first.person.shot("reconnecting")
    for table in (first, second):
        expect(table.page.get_by_text(words("connection.open"), exact=True).first).to_be_visible(
            timeout=40_000
        )
    play_on([first, second], 2)
    assert first.page.evaluate("() => window.stillHere")


def test_a_refused_socket_falls_back_to_asking(person) -> None:
    host = person("desktop", permissions=CLIPBOARD, expected=CUT)
    friend = person("phone", expected=CUT)
    for each in (host, friend):
        each.context.route_web_socket("**/ws/**", lambda socket: socket.close(code=1011))
    friend.go(invite(host))
    friend.button("lobby.join").click()
    first, second = Table(host), Table(friend, "second")
    for table in (first, second):
        table.wait_for_board()
        expect(table.person.text("connection.polling").first).to_be_visible(timeout=30_000)
    host.shot("polling")
    first.confirm()
    second.confirm()
    play_on([first, second], 3)


def test_an_address_of_no_room(person) -> None:
    lost = person("phone", expected=REFUSED)
    lost.go("/r/nosuchroom")
    expect(lost.page.get_by_role("heading", name=lost.words("problems.not-found.title"))).to_be_visible()
    lost.shot("no-room")
    lost.button("app.toStart").or_(lost.button("problemActions.start")).first.click()
    expect(lost.button("levels.beginner")).to_be_visible()


def test_an_address_of_no_page_and_of_no_match(person) -> None:
    lost = person("phone", expected=REFUSED)
    lost.go("/rules/nothing/here")
    lost.go("/replay/00000000-0000-0000-0000-000000000000")
    expect(lost.page.get_by_role("alert").first).to_be_visible()
    lost.shot("no-replay")


def test_a_link_with_a_wrong_secret(person) -> None:
    host = person("desktop", permissions=CLIPBOARD)
    link = invite(host)
    friend = person("phone", expected=REFUSED)
    friend.go(link[:-4] + "AAAA")
    friend.button("lobby.join").click()
    told = friend.page.get_by_role("status").or_(friend.page.get_by_role("alert"))
    expect(
        told.filter(has_text=friend.words.around("problems.wrong-link.title", 0))
        .or_(told.filter(has_text=friend.words("problems.not-found.title")))
        .or_(told.filter(has_text=friend.words("problems.forbidden.title")))
        .first
    ).to_be_visible()
    friend.shot("wrong-link")


def test_a_full_room(person) -> None:
    host = person("desktop", permissions=CLIPBOARD)
    link = invite(host)
    friend = person("phone")
    friend.go(link)
    friend.button("lobby.join").click()
    Table(friend).wait_for_board()
    late = person("phone", expected=REFUSED)
    late.go(link)
    expect(
        late.text("lobby.full").first.or_(late.text("problems.room-full.title").first).first
    ).to_be_visible()
    late.shot("full")


def test_a_room_that_was_closed(person) -> None:
    host = person("desktop", permissions=CLIPBOARD, expected=REFUSED)
    link = invite(host)
    token = json.loads(host.page.evaluate("() => localStorage.getItem('gyoji.guest')"))["token"]
    slug = host.page.url.split("/r/")[1].split("#")[0]
    answer = host.context.request.post(
        f"/api/v1/rooms/{slug}/close", headers={"Authorization": f"Bearer {token}"}, data={}
    )
    assert answer.ok
    expect(
        host.text("connection.roomClosed").first.or_(host.text("problems.room-closed.title").first).first
    ).to_be_visible()
    host.shot("closed")
    friend = person("phone", expected=REFUSED)
    friend.go(link)
    told = friend.text("problems.room-closed.title").first.or_(friend.text("problems.not-found.title").first)
    expect(told.or_(friend.text("connection.roomClosed").first).first).to_be_visible()
    friend.shot("closed-link")


def test_a_token_the_server_no_longer_knows_is_replaced_and_the_seat_kept(person) -> None:
    player = person(expected=CUT)
    table = start_computer(player)
    table.confirm()
    play_on([table], 2)
    table.wait_for_turn()
    before = table.labels
    player.page.evaluate(
        """() => { const guest = JSON.parse(localStorage.getItem("gyoji.guest"));
        localStorage.setItem("gyoji.guest", JSON.stringify({ ...guest, token: "gone" })); }"""
    )
    player.page.reload()
    table.wait_for_board()
    assert table.wait_for_turn()
    assert table.labels == before
    table.play()


def test_a_player_the_server_no_longer_knows_is_told(person) -> None:
    player = person(expected=CUT)
    start_computer(player)
    player.page.evaluate(
        """() => localStorage.setItem("gyoji.guest",
        JSON.stringify({ token: "gone", recoveryCode: "gone" }))"""
    )
    player.page.reload()
    expect(player.page.locator("h1").first).to_be_visible()
    player.shot("unknown-player")
    player.go()
    player.button("levels.beginner").click()
    Table(player).wait_for_board()


def test_a_browser_that_stores_nothing(person) -> None:
    player = person("phone", scripts=(NO_STORAGE,))
    table = start_computer(player)
    table.confirm()
    play_on([table], 3)
    player.shot("no-storage")


def test_a_server_that_is_away_at_first(person) -> None:
    player = person("phone", expected=CUT)
    player.go()
    player.context.route("**/api/**", lambda route: route.abort())
    player.button("levels.beginner").click()
    told = player.page.get_by_role("status").filter(has_text=player.words("problems.network.title"))
    expect(told.first).to_be_visible(timeout=30_000)
    player.shot("network")
    player.context.unroute("**/api/**")
    player.button("levels.beginner").click()
    Table(player).wait_for_board()


class Visitor(threading.Thread):
    """A friend with a client of their own, who joins, lays out, and hangs up when told to."""

    def __init__(self, url: str, link: str) -> None:
        super().__init__(daemon=True)
        self.url, self.link = url, link
        self.is_ready, self.may_leave = threading.Event(), threading.Event()

    def run(self) -> None:
        asyncio.run(self._visit())

    async def _visit(self) -> None:
        slug, place = self.link.split("/r/")[1].split("#")
        number, secret = place.split(".", 1)
        api = Api(self.url)
        await api.guest()
        room = await api.post(f"/rooms/{slug}/seats/{number}/claim", {"secret": secret})
        seat = SocketSeat(api, room["match"], "second")
        following = asyncio.create_task(seat.follow())
        layout = await api.post("/layouts/random", {"system": "gunjin", "side": "second"})
        await seat.command("layout.confirm", {"pieces": layout["pieces"]})
        self.is_ready.set()
        await asyncio.to_thread(self.may_leave.wait)
        following.cancel()


def play_against(friend: Visitor, host: Person) -> Table:
    """Both have laid out, and the host has played."""
    table = Table(host)
    table.wait_for_pieces()
    friend.start()
    assert friend.is_ready.wait(10)
    table.confirm()
    play_on([table], 1)
    return table


def test_an_opponent_who_is_gone_can_be_replaced_by_the_computer(person, impatient_stack) -> None:
    host = person("phone", url=impatient_stack.url, permissions=CLIPBOARD, expected=REFUSED)
    friend = Visitor(impatient_stack.url, invite(host))
    play_against(friend, host)

    friend.may_leave.set()
    expect(host.text("play.opponentGone").first).to_be_visible(timeout=15_000)
    expect(host.page.get_by_text(re.compile(r"against the computer in \d+ second"))).to_be_visible()
    host.shot("gone")
    start = host.page.get_by_text(host.words("play.startComputer"), exact=True)
    expect(start).to_be_visible(timeout=15_000)
    host.shot("gone-long")
    start.click()
    host.button("levels.beginner").click()
    expect(host.button("layout.confirm")).to_be_enabled()


def test_after_the_end_the_computer_takes_the_place_of_who_is_gone(person, stack) -> None:
    first, second = sit_down(person)
    first.confirm()
    second.confirm()
    play_on([first, second], 1)
    friend, slug = second.person, room_of(second.person)["slug"]
    friend.button("play.resign").click()
    friend.in_dialog("play.resignYes").click()
    expect(friend.button("end.swapAgain")).to_be_visible()
    first.page.close()
    expect(friend.text("play.opponentGone")).to_be_visible()
    expect(friend.page.get_by_text(re.compile(r"against the computer in \d+ second"))).to_be_visible()
    expect(friend.text("end.goOn")).to_have_count(0)
    friend.shot("end-gone", whole=False)

    last_seen(stack, slug, "yesterday")
    friend.page.reload()
    friend.unfold("end.goOn")
    expect(friend.text("end.goOnAtOnce")).to_be_visible()
    friend.shot("end-gone-long", whole=False)
    friend.button("levels.beginner").click()
    expect(friend.button("layout.confirm")).to_be_enabled()


def last_seen(stack: Stack, slug: str, when: str) -> None:
    """For all who sit in the room."""
    with psycopg.connect(host=str(stack.data / "run"), user="postgres", dbname="gyoji") as connection:
        done = connection.execute(
            "UPDATE games_seat SET last_seen_at = %s::timestamptz FROM games_room"
            " WHERE games_room.id = room_id AND slug = %s",
            (when, slug),
        )
        assert done.rowcount == 2


def ban(stack: Stack, player: str, until: str) -> None:
    with psycopg.connect(host=str(stack.data / "run"), user="postgres", dbname="gyoji") as connection:
        done = connection.execute(
            "UPDATE accounts_player SET banned_until = %s::timestamptz WHERE id = %s", (until, player)
        )
        assert done.rowcount == 1


def test_a_banned_player_is_told_in_their_language_and_has_a_way_on(person, stack) -> None:
    player = person("phone", "ja", expected=REFUSED)
    table = start_computer(player)
    table.confirm()
    play_on([table], 1)
    assert table.wait_for_turn()
    number = ask(player, "/me")["player"]
    told = player.page.get_by_role("heading", name=player.words("moderation.banned.title"))

    ban(stack, number, "tomorrow")
    # An open socket learns it at its next heartbeat.
    expect(told).to_be_visible(timeout=15_000)
    expect(player.page.get_by_text(player.words.around("moderation.banned.until"))).to_be_visible()
    expect(player.page.locator(".toast")).to_have_count(0)
    player.shot("banned", whole=False)

    player.page.goto("/")
    expect(told).to_be_visible()
    player.page.go_back()
    expect(told).to_be_visible()
    player.button("moderation.banned.again").click()
    expect(player.text("moderation.banned.still")).to_be_visible()
    player.shot("banned-room")
    ban(stack, number, "yesterday")
    player.button("moderation.banned.again").click()
    table.wait_for_pieces()
    assert table.wait_for_turn()
    table.play()


@pytest.mark.parametrize(("hours", "polls"), [(3, False), (-3, False), (-3, True)])
def test_a_wrong_clock_of_the_device_changes_no_time_limit(person, impatient_stack, hours, polls) -> None:
    host = person(
        "phone",
        url=impatient_stack.url,
        permissions=CLIPBOARD,
        expected=CUT,
        timezone_id="UTC",
        scripts=(WRONG_CLOCK.replace("HOURS", str(hours)),),
    )
    if polls:
        host.context.route_web_socket("**/ws/**", lambda socket: socket.close(code=1011))
    friend = Visitor(impatient_stack.url, invite(host))
    # The time is told as this device's clock will show it then.
    end = host.page.evaluate("(at) => Date.parse(at)", room_of(host)["expires_at"]) + 3_600_000 * hours
    early, late = (
        host.text("lobby.expires", host.page.evaluate(WRITE_DATE, end + more)) for more in (-3_000, 3_000)
    )
    expect(early.or_(late).first).to_be_visible()
    host.shot(f"clock{hours:+}-{'polls-' if polls else ''}lobby")

    table = play_against(friend, host)
    friend.may_leave.set()
    counting = host.page.get_by_text(re.compile(r"against the computer in \d+ second"))
    expect(counting).to_be_visible(timeout=15_000)
    left = re.search(r"in (\d+) second", counting.inner_text())
    assert left
    assert 1 <= int(left[1]) <= 8
    start = host.page.get_by_text(host.words("play.startComputer"), exact=True)
    expect(start).to_be_visible(timeout=12_000)

    start.click()
    host.button("levels.beginner").click()
    table.wait_for_pieces()
    table.confirm()
    play_on([table], 2)


def test_on_a_slow_network_everything_says_it_is_busy_and_is_done_once(person) -> None:
    player = person("phone", scripts=(SLOW_SOCKETS,))
    line = player.context.new_cdp_session(player.page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    sent: list[Any] = []

    def keep(frame: str | bytes) -> None:
        sent.append(json.loads(frame))

    player.page.on("websocket", lambda socket: socket.on("framesent", keep))
    player.page.goto("/", timeout=20_000)
    player.button("levels.beginner").click()
    expect(player.text("start.creating")).to_be_visible(timeout=1_000)
    table = Table(player)
    table.wait_for_pieces()

    player.button("layout.confirm").click()
    expect(player.button("layout.confirming")).to_be_disabled(timeout=1_000)
    assert table.wait_for_turn()
    start, to = table.choose()
    player.page.evaluate(HASTY, to)
    expect(player.text("play.sending")).to_be_visible(timeout=1_000)
    player.shot("slow", whole=False)
    table.wait_until_left(start, to)
    assert table.wait_for_turn()

    plies = [frame for frame in sent if frame["t"] == "cmd" and frame["d"]["type"] == "play"]
    assert len({frame["d"]["id"] for frame in plies}) == 1
    events = ask(player, f"/matches/{room_of(player)['match']}/events?since=0&wait=0")["events"]
    played = [event["d"] for event in events if event["d"] and event["d"]["type"] == "ply"]
    assert [ply["side"] for ply in played] == ["first", "second"]
    assert played[0]["ply"][:2] == [start, to]
    expect(player.page.get_by_role("dialog")).to_have_count(0)
