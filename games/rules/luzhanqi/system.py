"""Luzhanqi (Army Chess), as the service sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.rules.core import (
    Beginner,
    GameSystem,
    Json,
    JsonObject,
    Kind,
    Layout,
    Option,
    Options,
    Ply,
    Reason,
    Rng,
    Secret,
    Side,
    Square,
)
from games.rules.luzhanqi.belief import deductions
from games.rules.luzhanqi.codec import decode, encode
from games.rules.luzhanqi.describe import describe
from games.rules.luzhanqi.diagram import render
from games.rules.luzhanqi.ends import in_play, leave
from games.rules.luzhanqi.files import FORMATS
from games.rules.luzhanqi.layout import (
    SEATS,
    check_layout,
    mirror_layout,
    random_layout,
    read_layout,
    turn_layout,
)
from games.rules.luzhanqi.options import SCHEMA, parse_options
from games.rules.luzhanqi.position import Position
from games.rules.luzhanqi.ruleset import RULESET, rules_for
from games.rules.luzhanqi.ruling import Ruling
from games.rules.luzhanqi.setups import SETUPS
from games.rules.luzhanqi.start import dealt_secrets, restart, start
from games.rules.luzhanqi.view import View, redact, told_of
from games.rules.luzhanqi.worlds import world


class Luzhanqi:
    """`GameSystem[Position]`; the methods only pick the function of this folder that does the work."""

    key = "luzhanqi"
    ruleset = RULESET
    layout_sides = tuple(SEATS)
    layout_formats = FORMATS
    setups = SETUPS

    def option_schema(self) -> tuple[Option, ...]:
        return SCHEMA

    def parse_options(self, raw: Mapping[str, Json]) -> Options:
        return parse_options(raw)

    def sides(self, options: Options) -> tuple[Side, ...]:
        return rules_for(options).sides

    def beginner(self, options: Options) -> Beginner:
        return Beginner(str(options["first_player"]))

    def has_layout(self, options: Options) -> bool:
        return not rules_for(options).variant.is_dealt

    def describe(self, options: Options) -> JsonObject:
        return describe(rules_for(options))

    def read_layout(self, options: Options, side: Side, pieces: Iterable[tuple[Square, Kind]]) -> Layout:
        return read_layout(rules_for(options), side, pieces)

    def check_layout(
        self, options: Options, side: Side, pieces: Iterable[tuple[Square, Kind]]
    ) -> tuple[Reason, ...]:
        return check_layout(rules_for(options), side, pieces)

    def random_layout(self, options: Options, side: Side, rng: Rng) -> Layout:
        return random_layout(rules_for(options), side, rng)

    def mirror_layout(self, layout: Layout) -> Layout:
        return mirror_layout(layout)

    def turn_layout(self, layout: Layout, *, side: Side, to: Side) -> Layout:
        return turn_layout(layout, side=side, to=to)

    def start(self, options: Options, layouts: Mapping[Side, Layout], rng: Rng) -> Position:
        return start(rules_for(options), layouts, rng)

    def restart(self, options: Options, layouts: Mapping[Side, Layout], dealt: Layout) -> Position:
        return restart(rules_for(options), layouts, dealt)

    def dealt_secrets(self, position: Position) -> tuple[Secret, ...]:
        return dealt_secrets(position)

    def play(self, position: Position, ply: Ply, side: Side) -> tuple[Position, Ruling]:
        return position.play(ply, side)

    def in_play(self, position: Position) -> tuple[Side, ...]:
        return in_play(position)

    def leave(self, position: Position, side: Side) -> tuple[Position, Ruling] | None:
        return leave(position, side)

    def legal_plies(self, position: Position, side: Side) -> tuple[Ply, ...]:
        return position.legal_plies(side)

    def redact(self, position: Position, viewer: Side | None, *, revealed: bool = False) -> View:
        return redact(position, viewer, revealed=revealed)

    def redact_ruling(
        self, ruling: JsonObject, options: Options, viewer: Side | None, *, revealed: bool = False
    ) -> JsonObject:
        return told_of(rules_for(options), ruling, viewer, revealed=revealed)

    def deductions(
        self, options: Options, viewer: Side, layout: Layout, history: Iterable[JsonObject]
    ) -> list[JsonObject]:
        return deductions(rules_for(options), viewer, layout, history)

    def world(self, view: JsonObject, options: Options, rng: Rng) -> Position:
        return world(view, rules_for(options), rng)

    def encode(self, position: Position) -> str:
        return encode(position)

    def decode(self, text: str, options: Options) -> Position:
        return decode(text, rules_for(options))

    def diagram(self, position: Position) -> str:
        return render(position)


# Says to the type checker that this is a game system.
LUZHANQI: GameSystem[Position] = Luzhanqi()
