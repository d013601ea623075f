"""Matches played through the real handlers, as data for the tests of the web client."""

from __future__ import annotations

import json
from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from uuid import uuid4

from accounts.identity import Actor
from games.commands import ClaimAbandoned, ConfirmLayout, Resign, WithdrawLayout
from games.models import Match, Seat
from games.queries import events_since, match_record, match_snapshot, see_match
from games.referee import execute
from games.rooms import NewRoom, create_room
from games.rules.core import Ply, Side
from games.rules.gunjin.board import SQUARES
from games.rules.gunjin.kinds import KINDS
from games.rules.luzhanqi.boards import FOUR, TWO
from games.rules.luzhanqi.kinds import CODES
from games.rules.luzhanqi.options import presets
from games.rules.luzhanqi.ruleset import COLOURS
from games.rules.systems import SYSTEMS
from tests.support.rooms import current, fresh, join, ply_command

FOLDER = Path(__file__).parents[2] / "web" / "src" / "game" / "fixtures"
CARRIED_HOME = json.loads(
    (Path(__file__).parents[1] / "playthroughs" / "luzhanqi_flip_flag_home.json").read_text()
)
NAMES = {*SQUARES, *KINDS, *TWO.names, *FOUR.names, *CODES, *(str(side) for side in Side)}


class Dealer(Random):
    """Deals what the playthrough was dealt, from both armies in order."""

    def shuffle(self, drawn: MutableSequence[Any]) -> None:
        dealt = CARRIED_HOME["layouts"]["deal"].values()
        drawn[:] = [
            (COLOURS.index(colour), CODES[kind]) for colour, _, kind in (it.partition(".") for it in dealt)
        ]


@dataclass
class Recorder:
    """Plays one match and keeps what every audience saw at every version.

    `people`: who sits on each side, and `watch`.
    """

    people: dict[str, Actor]
    match: Match
    seen: dict[str, list[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seen = {name: [] for name in self.people}

    @property
    def sides(self) -> list[Side]:
        return [Side(name) for name in self.people if name != "watch"]

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
        pieces = self.match.rules.random_layout(self.match.options, side, Random(seed))
        self.do(side, ConfirmLayout, seat=side, pieces=tuple(pieces.items()))

    def play(self, dice: Random, plies: int) -> None:
        """Prefers battles, so that a short match shows many."""
        for _ in range(plies):
            self.match = fresh(self.match)
            if self.match.is_over:
                return
            ply = dice.choice(self._lively() or self.plies())
            execute(self.people[self.match.turn], ply_command(self.match, ply))
            self.look()

    def plies(self) -> list[Ply]:
        return list(self.match.rules.legal_plies(self.match.sealed(), Side(self.match.turn)))

    def _lively(self) -> list[Ply]:
        """Plies onto the others' pieces, or what lies face down, and those that carry a flag."""
        view = self.seen["watch"][-1]["view"]
        taken = {piece["square"] for piece in view["pieces"] if piece["side"] != self.match.turn}
        return [ply for ply in self.plies() if len(ply) == 3 or (len(ply) == 2 and ply[1] in taken)]

    def told(self) -> dict[str, Any]:
        audiences = {}
        for name, actor in self.people.items():
            seen = see_match(actor, self.match.id)
            audiences[name] = {"snapshots": self._few(self.seen[name]), "events": events_since(seen, 0)}
        return audiences

    def _few(self, snapshots: list[Any]) -> list[Any]:
        """All of the layout phase and the start, then some, and the last two: files stay small."""
        count, step = len(snapshots), 16 if self.match.system == "gunjin" else 40
        return [each for n, each in enumerate(snapshots) if n < 6 or n % step == 0 or n >= count - 2]


def played(
    people: dict[str, Actor], script: Callable[[Recorder], None], system: str = "gunjin", **wanted: Any
) -> dict[str, Any]:
    """The fixture of one match: the record is null where the match ended before play."""
    host, *others = (actor for name, actor in people.items() if name != "watch")
    room = create_room(host, NewRoom(system=system, spectators_allowed=True, **wanted))
    with patch("games.referee.laying.dice", Dealer()):
        for actor in others:
            join(actor, room)
    recorder = Recorder(people, current(room))
    recorder.look()
    script(recorder)
    assert recorder.match.is_over
    seen = see_match(host, recorder.match.id)
    record = match_record(seen) if recorder.match.sealed_position else None
    description = SYSTEMS[system].describe(recorder.match.options)
    return {"system": description, "record": record, "audiences": recorder.told()}


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


def _brief(seed: int, plies: int, leaver: Side) -> Callable[[Recorder], None]:
    """Everybody lays out, some plies, and a side gives up."""

    def script(recorder: Recorder) -> None:
        for number, side in enumerate(recorder.sides):
            recorder.lay_out(side, seed + number)
        recorder.play(Random(seed), plies)
        recorder.do(leaver, Resign, seat=leaver)

    return script


def _four(seed: int) -> Callable[[Recorder], None]:
    """One leaves out of turn, another in its turn, and the match goes on to the end."""

    def script(recorder: Recorder) -> None:
        _brief(seed, 21, Side.NORTH)(recorder)
        recorder.play(Random(seed), 12)
        recorder.do(Side(recorder.match.turn), Resign)
        recorder.play(Random(seed), 1000)

    return script


def luzhanqi(**options: Any) -> dict[str, Any]:
    return {"system": "luzhanqi", "options": {"first_player": "fixed", **options}}


def _turned_up(seed: int) -> Callable[[Recorder], None]:
    return lambda recorder: recorder.play(Random(seed), 1000)


def _carried_home(recorder: Recorder) -> None:
    """The playthrough in which a flag is taken, put down and carried."""
    for each in CARRIED_HOME["plies"]:
        recorder.match = fresh(recorder.match)
        execute(recorder.people[recorder.match.turn], ply_command(recorder.match, Ply(*each["ply"])))
        recorder.look()


SCRIPTS: dict[str, tuple[Callable[[Recorder], None], dict[str, Any]]] = {
    "played_out": (_to_the_end(35), {}),
    "mine_stays": (_to_the_end(9), {"options": {"mine_after_win": "stays", "quiet_draw": 50}}),
    "resigned": (_resigned, {}),
    "resigned_after_battle": (_resigned_after_battle, {}),
    "abandoned": (_abandoned, {}),
    "abandoned_in_layout": (_abandoned_in_layout, {}),
    "luzhanqi_dark": (_to_the_end(11), luzhanqi(variant="dark", reveal_other_hq=True)),
    "luzhanqi_open": (_brief(4, 30, Side.SECOND), luzhanqi(variant="open")),
    "luzhanqi_flip": (_carried_home, luzhanqi(variant="flip")),
    "luzhanqi_flip_online": (_turned_up(2), luzhanqi(**presets("flip")["online-2"])),
    "luzhanqi_four": (_four(5), luzhanqi(variant="four")),
    "luzhanqi_four_double": (_four(8), luzhanqi(variant="four", four_info="double_open")),
}


def audiences(wanted: dict[str, Any]) -> tuple[str, ...]:
    """Of a match that is `wanted`: the sides in order of play, the host's first, and who watches."""
    system = SYSTEMS[wanted.get("system", "gunjin")]
    return (*system.sides(system.parse_options(wanted.get("options", {}))), "watch")


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
    if name in NAMES or name.startswith("kind:"):
        return "*"
    return name


def write(name: str, fixture: dict[str, Any]) -> None:
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(fixture, separators=(",", ":"), ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(text + "\n")


def read(name: str) -> dict[str, Any]:
    fixture: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return fixture
