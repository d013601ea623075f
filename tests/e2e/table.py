"""Sitting at a table: laying out, choosing plies from what the page offers, ending a match."""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.e2e.people import Person

# The buttons of the first board that is no mere picture; the drawn boards have the same ones, unseen.
GRID = "[role=grid]:not([inert] *)"
LABELS = f"""() => Object.fromEntries([...(document.querySelector('{GRID}')
  ?.querySelectorAll('[data-square]') ?? [])].map((one) => [one.dataset.square, one.ariaLabel]))"""
PRESS = f"""async (square) => {{
  document.querySelector('{GRID}').querySelector(`[data-square="${{square}}"]`).click();
  for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setTimeout(done, 0));
}}"""
BRIDGEHEADS = {"first": ("b4", "e4"), "second": ("b5", "e5")}
BACK = {"first": ("a1", "b1", "hq1", "e1", "f1"), "second": ("a8", "b8", "hq8", "e8", "f8")}


@dataclass
class Table:
    """One person's seat in the match that is on their screen."""

    person: Person
    side: str = "first"
    to_the_end: bool = False
    """Else nobody goes into a headquarters, so that the match goes on."""

    def __post_init__(self) -> None:
        self.page, self.words = self.person.page, self.person.words
        self.dice = random.Random(7)

    # --- the board -----------------------------------------------------------------

    @property
    def labels(self) -> dict[str, str]:
        found: dict[str, str] = self.page.evaluate(LABELS)
        return found

    def press(self, square: str) -> None:
        self.page.evaluate(PRESS, square)

    def is_chosen(self, square: str) -> bool:
        """Pressed, it is; unless it cannot move, or came there just now: that looks like a double click."""
        self.press(square)
        return square in self.marked("board.selected")

    def wait_for_board(self) -> None:
        self.page.locator(f"{GRID} [data-square]").first.wait_for(state="attached")

    def wait_for_pieces(self) -> None:
        """Also the own pieces: a layout is dealt a moment later."""
        self.wait_for_board()
        deadline = time.monotonic() + 10
        while not self.own():
            assert time.monotonic() < deadline, "no piece of this seat is on the board"
            time.sleep(0.02)

    def own(self) -> dict[str, str]:
        """Own pieces by square: kind's name as the label has it."""
        found = {}
        for square, label in self.labels.items():
            for part in re.split(r"[,、，]\s*", label)[1:]:
                if match := re.fullmatch(self._own_pattern(), part):
                    found[square] = match.group(1)
        return found

    def _own_pattern(self) -> str:
        return re.escape(self.words("board.ownPiece", "\ue000")).replace("\ue000", "(.+)")

    def marked(self, path: str) -> list[str]:
        word = self.words(path)
        return [square for square, label in self.labels.items() if word in re.split(r"[,、，]\s*", label)]

    # --- laying out ----------------------------------------------------------------

    def confirm(self) -> None:
        both = self.person.button("layout.confirm").or_(self.person.button("layout.confirmAndWait"))
        expect(both).to_be_enabled()
        both.click()

    # --- playing -------------------------------------------------------------------

    @property
    def turn(self) -> Locator:
        return self.page.get_by_text(self.words("play.yourTurn"), exact=True)

    @property
    def result(self) -> Locator:
        return self.page.locator(".result h1")

    def wait_for_turn(self, seconds: float = 20) -> bool:
        """True when this seat is to move, False when the match is over."""
        self.turn.or_(self.result).first.wait_for(timeout=seconds * 1000)
        return not self.result.is_visible()

    def play(self) -> tuple[str, str]:
        """One ply: an own piece, to a square the page offers; rather attacks, rather forward."""
        start, to = self.choose()
        self.send(start, to)
        return start, to

    def choose(self) -> tuple[str, str]:
        """The piece is chosen on the page already, its destination is not."""
        own = self.own()
        for start in sorted(own, key=lambda square: (-self._ahead(square), self.dice.random())):
            if not self.is_chosen(start):
                continue
            attacks, free = (self._wanted(path) for path in ("board.attackable", "board.reachable"))
            offered = attacks or [to for to in free if self._ahead(to) > self._ahead(start)]
            if offered:
                return start, max(offered, key=lambda to: (self._ahead(to), self.dice.random()))
        return self._choose_anything(own)

    def _choose_anything(self, own: dict[str, str]) -> tuple[str, str]:
        deadline = time.monotonic() + 2  # the only piece that can move may have come where it is just now
        while time.monotonic() < deadline:
            for start in self.dice.sample(sorted(own), len(own)):
                if self.is_chosen(start) and (offered := self.marked("board.reachable")):
                    return start, self.dice.choice(offered)
        raise AssertionError("the page offers no ply at all")

    def _wanted(self, path: str) -> list[str]:
        return [square for square in self.marked(path) if self.to_the_end or not square.startswith("hq")]

    def send(self, start: str, to: str) -> None:
        """Choose the destination, and see the piece leave."""
        self.press(to)
        self.wait_until_left(start, to)

    def wait_until_left(self, start: str, to: str) -> None:
        deadline = time.monotonic() + 10
        while start in self.own() and not self.result.is_visible():
            assert time.monotonic() < deadline, f"{start} to {to} was not played"
            time.sleep(0.02)

    def _ahead(self, square: str) -> int:
        rank = int(square[-1])
        return rank if self.side == "first" else 9 - rank

    def resign(self) -> None:
        self.person.button("play.resign").click()
        self.person.in_dialog("play.resignYes").click()
        expect(self.result).to_be_visible()


def play_on(seats: list[Table], plies: int) -> int:
    """Seats in turn until the match is over or so many plies were played; how many were."""
    for number in range(plies):
        table = seats[number % len(seats)]
        if not table.wait_for_turn():
            return number
        table.play()
    return plies


def start_computer(person: Person, level: str = "beginner") -> Table:
    """From the front page to the layout of a game with the computer."""
    person.go()
    person.button("levels." + level).click()
    table = Table(person)
    table.wait_for_pieces()
    return table
