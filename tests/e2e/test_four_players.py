"""Four people in four browsers: one gives up, one loses the flag, nobody is told more than they may know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Response, WebSocket, expect

from games.rules.core import Side
from games.rules.luzhanqi.kinds import KINDS
from games.rules.luzhanqi.layout import turn_layout
from games.rules.luzhanqi.layout_text import read_rows
from tests.e2e.people import Person
from tests.e2e.table import Table

pytestmark = pytest.mark.e2e
SIDES = ("south", "east", "north", "west")
PARTNERS = {"south": {"south", "north"}, "north": {"south", "north"}, "east": {"east", "west"}}
PARTNERS["west"] = PARTNERS["east"]
OPTIONS = {"variant": "four", "four_info": "double_open", "first_player": "fixed"}
STRONG = "司军师师旅 旅…团…团 营营…炸炸 连…连…连 排排雷雷排 兵旗兵雷兵"
# The flag of west stands behind a column that gives way to the commander of south.
WEAK = "师军师司兵 旅…旅…排 团团…炸兵 营…营…排 炸雷雷雷连 连兵连旗排"
# East gives up after the first one. The last one takes the flag of west.
PLIES = (
    *(("south", "Sa6", "We6"), ("north", "Nb6", "Nb5"), ("west", "We5", "Wd5")),
    *(("south", "We6", "We4"), ("north", "Nb5", "Nb6"), ("west", "We3", "Wd3")),
    *(("south", "We4", "We2"), ("north", "Nb6", "Nb5"), ("west", "Wd5", "We5")),
    *(("south", "We2", "We1"), ("north", "Nb5", "Nb6"), ("west", "We5", "Wd5")),
    ("south", "We1", "Wd1"),
)


class Player:
    """Somebody at the table, and whose kinds their page was told so far."""

    def __init__(self, person: Person, side: str) -> None:
        self.person, self.side = person, side
        self.told: set[str] = set()
        self.table = Table(person, side)
        person.page.on("websocket", self._overhear)
        person.page.on("response", self._read)

    def _overhear(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.told.update(sides_named(json.loads(frame))))

    def _read(self, answer: Response) -> None:
        if "/api/v1/matches/" in answer.url and answer.ok:
            self.told.update(sides_named(answer.json()))

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None, **headers: str) -> Any:
        """As the page itself asks, with its guest's token."""
        kept = self.person.page.evaluate("() => localStorage.getItem('gyoji.guest')")
        answer = self.person.context.request.fetch(
            f"/api/v1/{path}",
            method=method,
            data=body,
            headers={"Authorization": f"Bearer {json.loads(kept)['token']}", **headers},
        )
        assert answer.ok, answer.text()
        return answer.json()


def sides_named(value: Any) -> Iterator[str]:
    """The sides of which a kind is told anywhere in it."""
    if isinstance(value, list):
        for each in value:
            yield from sides_named(each)
    if not isinstance(value, dict):
        return
    owner = value.get("side") or value.get("owner")
    if owner in SIDES and value.get("kind") in KINDS:
        yield owner
    for key, each in value.items():
        kinds = each.get("kinds") if isinstance(each, dict) else [each]
        if kinds and kinds[0] in KINDS:
            yield from (
                side for side in SIDES if key == side or (len(key) == 3 and key[0].lower() == side[0])
            )
        yield from sides_named(each)


def make_room(host: Person) -> list[str]:
    """A room for four under OPTIONS, made on the front page; the links for the other seats."""
    host.go()
    for choice in ("systems.luzhanqi", "variants.four"):
        host.page.get_by_role("radio", name=host.words(choice), exact=True).check()
    host.unfold("start.options")
    for key in ("four_info", "first_player"):
        field = host.page.locator("label").filter(has_text=host.words(f"luzhanqi.options.{key}"))
        field.locator("select").select_option(label=host.words(f"luzhanqi.values.{key}.{OPTIONS[key]}"))
    host.button("start.friends").click()
    links = host.page.locator("[data-link]")
    expect(links).to_have_count(3)
    return [str(link.get_attribute("data-link")) for link in links.all()]


def lay_out(player: Player) -> None:
    """As chosen here, and confirmed at once."""
    rows = tuple((WEAK if player.side == "west" else STRONG).split())
    pieces = dict(turn_layout(read_rows(rows), side=Side.FIRST, to=Side(player.side)))
    room = player.ask("GET", f"rooms/{player.person.page.url.rpartition('/')[2]}")
    command = {"type": "layout.confirm", "args": {"pieces": pieces}}
    player.ask("POST", f"matches/{room['match']}/commands", command, **{"Idempotency-Key": str(uuid4())})


def kinds_shown(player: Player) -> set[str]:
    """The squares whose labels on the page name a kind."""
    kinds = set(player.person.words.table("luzhanqi.kinds").values())
    return {square for square, label in player.table.labels.items() if any(kind in label for kind in kinds)}


def test_four_play_to_the_end_and_see_only_what_they_may(person) -> None:
    host = person("desktop")
    players = {"south": Player(host, "south")}
    for link, side in zip(make_room(host), SIDES[1:], strict=True):
        players[side] = Player(person("phone" if side == "west" else "desktop"), side)
        players[side].person.go(link)
        players[side].person.button("lobby.join").click()
    for player in players.values():
        player.table.wait_for_pieces()
        lay_out(player)
    south, east, north, west = players.values()
    assert south.table.wait_for_turn()
    south.person.shot("four-start", whole=False)
    assert len(kinds_shown(south)) == len(kinds_shown(north)) == 50
    look_nearer(west.person)

    for number, (side, start, to) in enumerate(PLIES):
        if number == 1:
            assert east.table.wait_for_turn()
            leave(east)
        mover = players[side].table
        assert mover.wait_for_turn()
        mover.press(start)
        assert to in mover.marked("board.reachable") + mover.marked("board.attackable")
        mover.send(start, to)
        if number == 1:
            north.person.shot("four-left", whole=False)
            assert not any(square.startswith("E") for square in kinds_shown(east))
            assert {square[0] for square in kinds_shown(west)} == {"W"}
        if number == len(PLIES) - 2:
            assert {side: player.told for side, player in players.items()} == PARTNERS

    for player in players.values():
        ending = "end.teamWon" if player.side in PARTNERS["south"] else "end.lost"
        expect(player.table.result).to_have_text(player.person.words(ending))
    south.person.shot("four-end", whole=False)
    expect(south.person.text("end.verified")).to_be_visible()


def look_nearer(person: Person) -> None:
    """On a phone the own arm is shown large, shifted by one finger, and any part is by two."""
    drawing = person.page.locator("svg.flat-drawing")
    drawing.scroll_into_view_if_needed()
    box = drawing.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 60
    whole = shown_part(person)
    assert box["width"] / whole[2] < 20
    person.button("board.nearer").click()
    arm = shown_part(person)
    assert box["width"] / arm[2] >= 44
    person.shot("four-near", whole=False)
    touch(person, [(x, y)], [(x, y + 80)])
    assert shown_part(person)[1] < arm[1]
    assert shown_part(person)[2] == arm[2]
    person.button("board.whole").click()
    assert shown_part(person) == whole
    touch(person, [(x - 30, y), (x + 30, y)], [(x - 60, y), (x + 60, y)])
    near = shown_part(person)
    assert near[2] == pytest.approx(whole[2] / 2, rel=0.05)
    person.button("board.whole").click()


def shown_part(person: Person) -> list[float]:
    """Of the board, in columns: from where, and how wide and high."""
    view = person.page.locator("svg.flat-drawing").get_attribute("viewBox")
    assert view
    return [float(number) for number in view.split()]


def touch(person: Person, start: list[tuple[float, float]], end: list[tuple[float, float]]) -> None:
    """Fingers go from where they start to where they end."""
    session = person.page.context.new_cdp_session(person.page)
    for step in range(9):
        points = [
            {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8, "id": number}
            for number, ((x, y), (to_x, to_y)) in enumerate(zip(start, end, strict=True))
        ]
        session.send(
            "Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points}
        )
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def leave(player: Player) -> None:
    """Gives up on the page, while the others play on."""
    player.person.button("play.resign").click()
    player.person.in_dialog("play.resignYes").click()
    expect(player.person.button("play.resign")).to_have_count(0)
