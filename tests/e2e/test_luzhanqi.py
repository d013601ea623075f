"""Luzhanqi in the client: a dark match to its end by play, and pieces turned up."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.e2e.people import Person
from tests.e2e.table import Table

pytestmark = pytest.mark.e2e
CLIPBOARD = ["clipboard-read", "clipboard-write"]
WEAK = ("platoon", "company", "engineer")
# Over the front, from camp to camp, and onto the flag; meanwhile the other goes into a camp and out again.
RAID = (("c6", "c7"), ("c7", "b8"), ("b8", "c9"), ("c9", "b10"), ("b10", "b11"), ("b11", "b12"))
PACING = (("d7", "d8"), ("d8", "d7"))


class Camp(Table):
    """A seat at a board of lines."""

    def kind(self, square: str) -> str:
        return self.own().get(square, "")

    def name(self, kind: str) -> str:
        return self.words(f"luzhanqi.kinds.{kind}")

    def put(self, kinds: tuple[str, ...], to: str, *, off: tuple[str, ...] = ()) -> None:
        """One of these kinds on a square, in exchange for what stands there."""
        names = {self.name(kind) for kind in kinds}
        if self.kind(to) in names:
            return
        start = next(square for square, kind in self.own().items() if kind in names and square not in off)
        self.press(start)
        self.press(to)
        assert self.kind(to) in names, f"{start} and {to} were not exchanged"

    def move(self, start: str, to: str) -> None:
        """A piece that came there just now is chosen a moment later: a second click at once means nothing."""
        deadline = time.monotonic() + 3
        while not self.is_chosen(start):
            assert time.monotonic() < deadline, f"{start} cannot be chosen"
            time.sleep(0.1)
        self.send(start, to)

    def turn_up(self) -> None:
        square = self.marked("board.faceDown")[0]
        self.press(square)
        deadline = time.monotonic() + 10
        while square in self.marked("board.faceDown"):
            assert time.monotonic() < deadline, f"{square} still lies face down"
            time.sleep(0.02)


def choose(player: Person, variant: str) -> None:
    """Luzhanqi and its variant on the start page."""
    player.go()
    for path in ("systems.luzhanqi", f"variants.{variant}"):
        # why forced: what is seen of a choice lies over its radio button
        player.page.get_by_role("radio", name=player.words(path), exact=True).check(force=True)


def sit_down(person) -> tuple[Camp, Camp]:
    """The first player and the second: who is which is drawn by lot."""
    host = person("desktop", permissions=CLIPBOARD)
    friend = person("phone")
    choose(host, "dark")
    host.button("start.friend").click()
    host.button("lobby.copy").click()
    expect(host.button("lobby.copied")).to_be_visible()
    friend.go(host.page.evaluate("() => navigator.clipboard.readText()"))
    friend.button("lobby.join").click()
    camps = Camp(host), Camp(friend)
    for camp in camps:
        camp.wait_for_pieces()
    return camps if "a1" in camps[0].own() else (camps[1], camps[0])


def test_a_dark_match_is_won_by_the_flag(person) -> None:
    first, second = sit_down(person)
    first.put(("commander",), "c6")
    front = tuple(f"{column}7" for column in "abcde")
    second.put(("flag",), "b12")
    second.put(WEAK, "b11", off=front)
    second.put(WEAK, "c7", off=("b11", "d7"))
    second.put(WEAK, "d7", off=("b11", "c7"))
    for camp in (first, second):
        camp.confirm()
    for number, (start, to) in enumerate(RAID):
        assert first.wait_for_turn()
        first.move(start, to)
        if number < len(RAID) - 1:
            assert second.wait_for_turn()
            second.move(*PACING[number % 2])
    expect(first.result).to_have_text(first.words("end.won"))
    expect(second.result).to_have_text(second.words("end.lost"))
    expect(first.person.text("end.because.flag-taken.won")).to_be_visible()
    for camp in (first, second):
        expect(camp.person.text("end.verified")).to_be_visible()
        assert not any(camp.words("board.enemyPiece") in label for label in camp.labels.values())
    second.person.link("end.replay").click()
    expect(second.person.text("replay.initial").first).to_be_visible()
    second.person.button("replay.last").click()
    expect(second.person.text("replay.position", 11, 11).first).to_be_visible()


def test_a_bomb_in_front_is_refused_with_the_reason(person) -> None:
    player = person("phone")
    choose(player, "dark")
    player.button("levels.beginner").click()
    camp = Camp(player)
    camp.wait_for_pieces()
    front = "a6" if "a1" in camp.own() else "a7"
    before = camp.own()
    bomb = next(square for square, kind in before.items() if kind == camp.name("bomb"))
    camp.press(bomb)
    assert front in camp.marked("board.barred")
    camp.press(front)
    assert camp.own() == before
    expect(player.text("layout.refused")).to_be_visible()


def test_pieces_are_turned_up_and_outlast_a_reload(person) -> None:
    player = person("phone")
    choose(player, "flip")
    player.button("levels.beginner").click()
    camp = Camp(player)
    camp.wait_for_board()
    assert camp.wait_for_turn()
    for _ in range(4):
        camp.turn_up()
        assert camp.wait_for_turn()
    assert camp.own(), "whoever turned up a piece plays its colour"
    before = camp.labels
    player.page.reload()
    camp.wait_for_board()
    assert camp.wait_for_turn()
    assert camp.labels == before
