"""Matches played through the real handlers, as data for the tests of the web client."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from accounts.identity import Actor
from games.commands import ClaimAbandoned, Resign, WithdrawLayout
from games.models import Match, Seat
from games.queries import events_since, match_record, match_snapshot, see_match
from games.referee import execute
from games.rules.core import Side
from games.rules.gunjin.board import SQUARES
from games.rules.gunjin.kinds import KINDS
from games.rules.systems import SYSTEMS
from tests.support.rooms import GUNJIN, confirm, current, fresh, friend_room, legal_ply, ply_command

FOLDER = Path(__file__).parents[2] / "web" / "src" / "game" / "fixtures"
AUDIENCES = ("first", "second", "watch")


@dataclass
class Recorder:
    """Plays one match and keeps what every audience saw at every version."""

    people: dict[str, Actor]
    match: Match
    seen: dict[str, list[Any]] = field(default_factory=lambda: {name: [] for name in AUDIENCES})

    def look(self) -> None:
        self.match = fresh(self.match)
        for name, actor in self.people.items():
            self.seen[name].append(match_snapshot(see_match(actor, self.match.id)))

    @property
    def last(self) -> Any:
        """The last ply as the spectators know it."""
        return self.seen["watch"][-1]["view"]["last"]

    def do(self, side: Side, command: type, **fields: Any) -> None:
        execute(self.people[side], command(match=self.match.id, command_id=uuid4(), **fields))
        self.look()

    def lay_out(self, side: Side, seed: int) -> None:
        confirm(self.people[side], self.match, side, seed=seed)
        self.look()

    def play(self, dice: Random, plies: int) -> None:
        """Prefers battles, so that a short match shows many."""
        for _ in range(plies):
            self.match = fresh(self.match)
            if self.match.is_over:
                return
            attacks = [ply for ply in self._plies() if ply[1] in self._enemy_squares()]
            ply = dice.choice(attacks) if attacks else legal_ply(self.match, dice)
            execute(self.people[self.match.turn], ply_command(self.match, ply))
            self.look()

    def _plies(self) -> Any:
        return GUNJIN.legal_plies(self.match.sealed(), Side(self.match.turn))

    def _enemy_squares(self) -> set[str]:
        view = self.seen["watch"][-1]["view"]
        return {piece["square"] for piece in view["pieces"] if piece["side"] != self.match.turn}

    def told(self) -> dict[str, Any]:
        audiences = {}
        for name, actor in self.people.items():
            seen = see_match(actor, self.match.id)
            audiences[name] = {"snapshots": _few(self.seen[name]), "events": events_since(seen, 0)}
        return audiences


def _few(snapshots: list[Any]) -> list[Any]:
    """All of the layout phase and the start, then one in sixteen, and the last two: files stay small."""
    count = len(snapshots)
    return [each for n, each in enumerate(snapshots) if n < 6 or n % 16 == 0 or n >= count - 2]


def played(people: dict[str, Actor], script: Callable[[Recorder], None], **wanted: Any) -> dict[str, Any]:
    """The fixture of one match: the record is null where the match ended before play."""
    room = friend_room(people["first"], people["second"], spectators_allowed=True, **wanted)
    recorder = Recorder(people, current(room))
    recorder.look()
    script(recorder)
    assert recorder.match.is_over
    seen = see_match(people["first"], recorder.match.id)
    record = match_record(seen) if recorder.match.sealed_position else None
    options = recorder.match.options
    system = SYSTEMS["gunjin"].describe(options)
    return {"system": system, "record": record, "audiences": recorder.told()}


def _lay_out(recorder: Recorder, seed: int) -> None:
    recorder.lay_out(Side.SECOND, seed + 1)
    recorder.do(Side.SECOND, WithdrawLayout, seat=Side.SECOND)
    recorder.lay_out(Side.FIRST, seed)
    recorder.lay_out(Side.SECOND, seed + 2)


def _to_the_end(seed: int) -> Callable[[Recorder], None]:
    def script(recorder: Recorder) -> None:
        _lay_out(recorder, seed)
        recorder.play(Random(seed), 1000)

    return script


def _resigned(recorder: Recorder) -> None:
    _lay_out(recorder, 3)
    recorder.play(Random(3), 24)
    recorder.do(Side.SECOND, Resign, seat=Side.SECOND)


def _resigned_after_battle(recorder: Recorder) -> None:
    _lay_out(recorder, 5)
    recorder.play(Random(5), 1)
    while recorder.last["battle"] is None:
        recorder.play(Random(5), 1)
    recorder.do(Side.FIRST, Resign, seat=Side.FIRST)


def _abandoned(recorder: Recorder) -> None:
    _lay_out(recorder, 6)
    recorder.play(Random(6), 14)
    _claim(recorder)


def _abandoned_in_layout(recorder: Recorder) -> None:
    recorder.lay_out(Side.FIRST, 4)
    _claim(recorder)


def _claim(recorder: Recorder) -> None:
    gone_since = recorder.match.created_at.replace(year=2020)
    Seat.everywhere.filter(room=recorder.match.room_id).update(last_seen_at=gone_since)
    recorder.do(Side.FIRST, ClaimAbandoned, seat=Side.FIRST)


SCRIPTS: dict[str, tuple[Callable[[Recorder], None], dict[str, Any]]] = {
    "played_out": (_to_the_end(35), {}),
    "mine_stays": (_to_the_end(9), {"options": {"mine_after_win": "stays", "quiet_draw": 50}}),
    "resigned": (_resigned, {}),
    "resigned_after_battle": (_resigned_after_battle, {}),
    "abandoned": (_abandoned, {}),
    "abandoned_in_layout": (_abandoned_in_layout, {}),
}


def shape(value: Any, key: str = "") -> Any:
    """What a client relies on: names of members and types. Squares, sides and kinds are all alike."""
    if isinstance(value, dict):
        members = {_alike(name): shape(each, name) for name, each in value.items()}
        return dict(sorted(members.items()))
    if isinstance(value, list):
        if key == "events":
            return sorted({json.dumps(shape(each["d"])) + str(each["d"]["type"]) for each in value})
        return ["..."]
    return type(value).__name__


def _alike(name: str) -> str:
    if name in SQUARES or name in KINDS or name.startswith("kind:"):
        return "*"
    return name


def write(name: str, fixture: dict[str, Any]) -> None:
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(fixture, separators=(",", ":"), ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(text + "\n")


def read(name: str) -> dict[str, Any]:
    fixture: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return fixture
