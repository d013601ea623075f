"""Gunjin Shogi as the service knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.rules.core import (
    Beginner,
    IllegalLayout,
    Json,
    JsonObject,
    Kind,
    Layout,
    LayoutFormat,
    Option,
    Options,
    Ply,
    Reason,
    Rng,
    Secret,
    Setup,
    Side,
    Square,
)
from games.rules.gunjin.belief import deductions
from games.rules.gunjin.codec import decode, encode
from games.rules.gunjin.describe import describe
from games.rules.gunjin.diagram import render
from games.rules.gunjin.kinds import SIDES
from games.rules.gunjin.layout import check_layout, mirror_layout, random_layout, read_layout, turn_layout
from games.rules.gunjin.options import SCHEMA, parse_options
from games.rules.gunjin.position import Position, place
from games.rules.gunjin.ruleset import RULESET, rules_for
from games.rules.gunjin.ruling import Ruling, redact_ruling
from games.rules.gunjin.view import View, redact
from games.rules.gunjin.worlds import world


class GunjinShogi:
    """`GameSystem[Position]`; the methods only pick the function of this folder that does the work."""

    key = "gunjin"
    ruleset = RULESET
    layout_sides = SIDES
    layout_formats: tuple[LayoutFormat, ...] = ()
    setups: tuple[Setup, ...] = ()

    def option_schema(self) -> tuple[Option, ...]:
        return SCHEMA

    def parse_options(self, raw: Mapping[str, Json]) -> Options:
        return parse_options(raw)

    def sides(self, options: Options) -> tuple[Side, ...]:
        del options  # every set of options has two sides
        return SIDES

    def beginner(self, options: Options) -> Beginner:
        del options
        return Beginner.TURNS

    def has_layout(self, options: Options) -> bool:
        del options
        return True

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
        """Raises IllegalLayout when a side's layout is missing or breaks a rule."""
        del rng
        return self._start(options, layouts)

    def _start(self, options: Options, layouts: Mapping[Side, Layout]) -> Position:
        rules = rules_for(options)
        if set(layouts) != set(SIDES):
            raise IllegalLayout("Both sides must lay out their pieces.", [Reason("incomplete")])
        placed = {side: read_layout(rules, side, layouts[side].items()) for side in SIDES}
        return place(rules, [(side, kind, square) for side in SIDES for square, kind in placed[side].items()])

    def restart(self, options: Options, layouts: Mapping[Side, Layout], dealt: Layout) -> Position:
        if dealt:
            raise IllegalLayout("Nothing is dealt here.", [Reason("dealt")])
        return self._start(options, layouts)

    def dealt_secrets(self, position: Position) -> tuple[Secret, ...]:
        del position  # nothing is dealt: layouts are the players' own
        return ()

    def play(self, position: Position, ply: Ply, side: Side) -> tuple[Position, Ruling]:
        return position.play(ply, side)

    def in_play(self, position: Position) -> tuple[Side, ...]:
        return () if position.turn is None else SIDES

    def leave(self, position: Position, side: Side) -> None:
        del position, side  # nobody is left to play on

    def legal_plies(self, position: Position, side: Side) -> tuple[Ply, ...]:
        return position.legal_plies(side)

    def redact(self, position: Position, viewer: Side | None, *, revealed: bool = False) -> View:
        return redact(position, viewer, revealed=revealed)

    def redact_ruling(
        self, ruling: JsonObject, options: Options, viewer: Side | None, *, revealed: bool = False
    ) -> JsonObject:
        return redact_ruling(ruling, viewer, show_all=revealed or rules_for(options).is_open)

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
