"""The words every game system speaks: sides, plies, outcomes, options, and what a system must offer.

Nothing here assumes two sides, a layout phase or hidden pieces; those are answers a `GameSystem` gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Protocol, TypeAlias, TypeVar

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
JsonObject: TypeAlias = "dict[str, Json]"

Square = str
Kind = str


class Side(StrEnum):
    """Whose pieces. Which of them take part, and in which order they play, is data of the system."""

    FIRST = "first"
    SECOND = "second"
    SOUTH = "south"
    EAST = "east"
    NORTH = "north"
    WEST = "west"


class Beginner(StrEnum):
    """How it is settled who gets the side that begins; always with the seats, before anything is laid out."""

    TURNS = "turns"  # a room's host may choose, and the sides move on by one from match to match
    FIXED = "fixed"  # a room's host may choose, and it stays so
    HOST = "host"
    LOSER = "loser"  # of the match before; without one, chance decides
    RANDOM = "random"


class Ply(tuple[str, ...]):
    """One move by one side, as the words that name it on the wire.

    `Ply("b4", "b5")` moves, `Ply("c3")` flips, `Ply("P*", "5e")` drops, `Ply("7g", "7f", "+")` promotes;
    only the game system knows how many words it takes.
    """

    __slots__ = ()

    def __new__(cls, *words: str) -> Ply:
        return super().__new__(cls, words)

    def __repr__(self) -> str:
        return f"Ply({', '.join(map(repr, self))})"


# What a record names instead of a ply when a side gave up and the others played on.
LEFT = Ply("left")

T = TypeVar("T")


class Rng(Protocol):
    """The dice a caller passes in; `random.Random` fits."""

    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def shuffle(self, x: MutableSequence[T], /) -> None: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. Allies win together; no winner is a draw, or no result: "abandoned", "voided"."""

    winners: tuple[Side, ...]
    termination: str

    def to_json(self) -> JsonObject:
        return {"winners": [str(side) for side in self.winners], "termination": self.termination}


RESIGNED = "resigned"
ABANDONED = "abandoned"
VOIDED = "voided"  # by a moderator


class RuleViolation(Exception):
    """Input that the rules refuse. `code` is stable; `detail` says no more than the mover's view does."""

    code: ClassVar[str] = "rule-violation"

    def __init__(self, detail: str, reasons: Sequence[Reason] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.reasons = tuple(reasons)


class IllegalPly(RuleViolation):
    """The side may not make this ply now."""

    code = "illegal-ply"


class IllegalLayout(RuleViolation):
    """The layout breaks a rule; `reasons` lists every one."""

    code = "illegal-layout"


class BadOptions(RuleViolation):
    """Unknown option, or a value outside its choices."""

    code = "bad-options"


class BadView(RuleViolation):
    """A view or an encoded position that this ruleset cannot read."""

    code = "bad-view"


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing wrong with a layout: a stable code and the squares it concerns, in board order."""

    code: str
    squares: tuple[Square, ...] = ()

    def to_json(self) -> JsonObject:
        return {"code": self.code, "squares": list(self.squares)}


@dataclass(frozen=True, slots=True)
class Option:
    """One rule that a room may change. `choices[0]` need not be the default."""

    key: str
    default: Json
    choices: tuple[Json, ...]

    def to_json(self) -> JsonObject:
        return {"key": self.key, "default": self.default, "choices": list(self.choices)}


Options = Mapping[str, Json]
Layout = Mapping[Square, Kind]


@dataclass(frozen=True, slots=True)
class Setup:
    """A layout to start from, on the squares of the system's first layout side; `name` may be empty."""

    key: str
    name: str
    layout: Layout


@dataclass(frozen=True, slots=True)
class LayoutFormat:
    """A file that holds one side's layout as its owner sees it; the layout may be partial or break a rule.

    `read` puts it on the squares of a side and `write` takes it from there. Both raise IllegalLayout: for
    what is no such file, and for what it has no place for.
    """

    key: str
    extension: str
    media_type: str
    read: Callable[[bytes, Side], Layout]
    write: Callable[[Layout, Side], bytes]


@dataclass(frozen=True, slots=True)
class Secret:
    """A fact the server commits to before it matters. `owner` is a side, or None for a common deal."""

    owner: Side | None
    square: Square
    kind: Kind


class Position(Protocol):
    """Full knowledge of one moment of a match; immutable."""

    @property
    def turn(self) -> Side | None:
        """Who plays next; None once the match is over."""

    @property
    def outcome(self) -> Outcome | None: ...


class Ruling(Protocol):
    """Everything the referee knows of one ply; `to_json` is full knowledge and must be redacted."""

    def to_json(self) -> JsonObject: ...


class View(Protocol):
    """What one seat, or a spectator, may know of a position; its JSON has at least `turn` and `outcome`."""

    def to_json(self) -> JsonObject: ...


P = TypeVar("P", bound=Position)


class GameSystem(Protocol[P]):
    """All the service asks of a game system. Stateless; `options` are those `parse_options` returned.

    A `viewer` of None is the spectators. `revealed` shows everything, as after the end.

    `layout_sides`: every side that lays out under any options; kept layouts and `setups` are on the squares
    of the first. Every layout that any options allow is legal under the default ones.
    """

    key: str
    ruleset: str
    layout_sides: tuple[Side, ...]
    layout_formats: tuple[LayoutFormat, ...]
    setups: tuple[Setup, ...]

    def option_schema(self) -> tuple[Option, ...]: ...

    def parse_options(self, raw: Mapping[str, Json]) -> Options:
        """Fill in defaults. Raises BadOptions."""

    def sides(self, options: Options) -> tuple[Side, ...]:
        """Sides in order of play; one seat each."""

    def beginner(self, options: Options) -> Beginner:
        """How it is settled who gets the side that begins."""

    def has_layout(self, options: Options) -> bool:
        """Whether every side arranges its own pieces before play."""

    def describe(self, options: Options) -> JsonObject:
        """What a client needs to draw and explain the system: board, kinds, win table, rules text."""

    def read_layout(self, options: Options, side: Side, pieces: Iterable[tuple[Square, Kind]]) -> Layout:
        """The legal layout in board order with canonical square names. Raises IllegalLayout."""

    def check_layout(
        self, options: Options, side: Side, pieces: Iterable[tuple[Square, Kind]]
    ) -> tuple[Reason, ...]:
        """Every reason why the pieces are no legal layout; empty when they are.

        `side` may be any of `layout_sides`, also one that the options do not seat.
        """

    def random_layout(self, options: Options, side: Side, rng: Rng) -> Layout: ...

    def mirror_layout(self, layout: Layout) -> Layout: ...

    def turn_layout(self, layout: Layout, *, side: Side, to: Side) -> Layout:
        """The same set-up as `side` sees it, for the territory of side `to`; partial layouts too."""

    def start(self, options: Options, layouts: Mapping[Side, Layout], rng: Rng) -> P:
        """The first position. `rng` deals for systems that shuffle; others leave it alone."""

    def restart(self, options: Options, layouts: Mapping[Side, Layout], dealt: Layout) -> P:
        """The first position as it was dealt, from the squares and kinds of `dealt_secrets`; no dice.

        Raises IllegalLayout, also for what nobody can have dealt.
        """

    def dealt_secrets(self, position: P) -> tuple[Secret, ...]:
        """What the server dealt and must commit to before the first ply; layouts are not part of it."""

    def play(self, position: P, ply: Ply, side: Side) -> tuple[P, Ruling]:
        """Judge one ply. Raises IllegalPly, whose detail says no more than the side's own view."""

    def in_play(self, position: P) -> tuple[Side, ...]:
        """Sides that are not out, in order of play, as everybody may know; none once the match is over."""

    def leave(self, position: P, side: Side) -> tuple[P, Ruling] | None:
        """A side gives up or ran out of time while others may play on; its ruling's ply is `LEFT`.

        None where the match is over with it. Raises IllegalPly when the side does not play any more.
        """

    def legal_plies(self, position: P, side: Side) -> tuple[Ply, ...]:
        """In board order; empty when it is not the side's turn."""

    def redact(self, position: P, viewer: Side | None, *, revealed: bool = False) -> View: ...

    def redact_ruling(
        self, ruling: JsonObject, options: Options, viewer: Side | None, *, revealed: bool = False
    ) -> JsonObject:
        """What `viewer` may know of a stored ruling (`Ruling.to_json`)."""

    def deductions(
        self, options: Options, viewer: Side, layout: Layout, history: Iterable[JsonObject]
    ) -> list[JsonObject]:
        """Per hidden piece its `origin`, the `kinds` it may be, and the `facts` that exclude others.

        A pure function of what `viewer` was told: its own layout and its redacted plies, the match going on
        after each. Empty where nothing is hidden. Raises BadView.
        """

    def world(self, view: JsonObject, options: Options, rng: Rng) -> P:
        """A random full position that `view` (`View.to_json`) cannot tell from the real. Raises BadView."""

    def encode(self, position: P) -> str:
        """Compact text of full knowledge, with the ruleset in front."""

    def decode(self, text: str, options: Options) -> P:
        """Raises BadView for another ruleset or damaged text."""

    def diagram(self, position: P) -> str:
        """The position as text for people and tests; full knowledge."""


def judge(system: GameSystem[Position], position: Position, ply: Ply, side: Side) -> tuple[Position, Ruling]:
    """Play a recorded ply again: a side that gave up while others played on stands among the plies.

    Raises IllegalPly.
    """
    left = system.leave(position, side) if ply == LEFT else None
    return left or system.play(position, ply, side)
