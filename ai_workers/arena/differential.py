"""`python -m ai_workers.arena.differential --plies 1000000`: the array twin against the plain rules.

Random matches under all options side by side: the same legal plies in the same order, the same board,
counters, battles and ends after every ply. Stops at the first difference.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

from ai_workers.arena.table import Table, kinds_of
from ai_workers.bots.gunjin.layouts import any_layout
from ai_workers.bots.gunjin.twin.engine import OUTCOME, QUIET, WINNER
from ai_workers.bots.gunjin.twin.tables import SQUARES, tables_for
from games.rules.core import Json, JsonObject, Layout, Outcome, Ply, Side
from games.rules.gunjin.board import INDEX
from games.rules.gunjin.board import PLIES as WORDS
from games.rules.gunjin.kinds import SIDES, Piece
from games.rules.gunjin.options import SCHEMA, parse_options
from games.rules.gunjin.ruleset import Rules, rules_for
from games.rules.gunjin.ruling import Ruling
from games.rules.gunjin.worlds import world

DEFAULTS_EVERY = 2  # every second match has the default options
WINNERS = {(): -1, (Side.FIRST,): 0, (Side.SECOND,): 1}


class Plain(Protocol):
    """A position of the plain rules."""

    @property
    def turn(self) -> Side | None: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def quiet_plies(self) -> int: ...
    @property
    def board(self) -> Sequence[Piece | None]: ...
    def legal_plies(self, side: Side) -> Sequence[Ply]: ...
    def play(self, ply: Ply, side: Side) -> tuple[Plain, Ruling]: ...


class Difference(AssertionError):
    """The twin is wrong, or the rules changed."""


def any_options(rng: Random) -> Mapping[str, Json]:
    """Each option at its default, or for one in four at any of its choices."""
    raw = {it.key: rng.choice(it.choices) if rng.random() < 0.25 else it.default for it in SCHEMA}
    if raw["quiet_draw"] is None and raw["max_plies"] is None:
        raw["max_plies"] = 400
    return parse_options(raw)


def opened(layouts: Mapping[Side, Layout], rules: Rules) -> Plain:
    """The start under the plain rules: of a view that shows everything there is one world."""
    pieces: list[JsonObject] = [
        {"square": square, "side": str(side), "origin": square, "moved": False, "kind": kind}
        for side in SIDES
        for square, kind in sorted(layouts[side].items(), key=lambda item: INDEX[item[0]])
    ]
    none: JsonObject = {"count": 0, "kinds": []}
    view: JsonObject = {
        "viewer": None, "turn": "first", "number": 0, "quiet_plies": 0, "pieces": pieces,
        "removed": {str(side): none for side in SIDES}, "last": None, "outcome": None,
    }  # fmt: skip
    return world(view, rules, Random(0))


def compare(table: Table, plain: Plain, legal: Sequence[int]) -> None:
    """Raises Difference."""
    outcome = plain.outcome
    if outcome is None:
        assert plain.turn is not None
        words = [INDEX[start] * 64 + INDEX[end] for start, end in plain.legal_plies(plain.turn)]
        same = words == list(legal) and SIDES[table.turn] is plain.turn and not table.is_over
    else:
        same = table.is_over and int(table.state[WINNER]) == WINNERS[outcome.winners]
        same &= END_WORDS[int(table.state[OUTCOME])] == outcome.termination.split("-")[0]
    board = [-1 if it is None else 16 * it.owner + it.code for it in plain.board]
    if not same or board != table.state[:SQUARES].tolist() or plain.quiet_plies != table.state[QUIET]:
        raise Difference(f"after ply {table.number}: {plain.outcome}, {board}")


END_WORDS = ("", "occupation", "flag", "general", "both", "no", "quiet", "plies")


def match_both(seed: int, seen: Counter[str]) -> int:
    """One random match under both; its plies. `seen` counts battles and ends."""
    rng = Random(seed)
    options = parse_options({}) if seed % DEFAULTS_EVERY == 0 else any_options(rng)
    rules = rules_for(options)
    layouts = {side: any_layout(options, side, seed=rng.getrandbits(31)) for side in SIDES}
    table = Table([kinds_of(layouts[side]) for side in SIDES], tables_for(rules))
    plain = opened(layouts, rules)
    while True:
        legal = table.legal() if not table.is_over else []
        compare(table, plain, legal)
        if plain.turn is None:
            break
        ply = rng.choice(legal)
        table.play(ply)
        plain, ruling = plain.play(WORDS[ply >> 6][ply & 63], plain.turn)
        if ruling.battle is not None:
            seen[f"{ruling.battle.attacker.kind} on {ruling.battle.defender.kind}"] += 1
    assert plain.outcome is not None
    seen[plain.outcome.termination.split("-")[0]] += 1
    return table.number


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ai_workers.arena.differential", description=__doc__)
    parser.add_argument("--plies", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    begun, plies, seed = time.monotonic(), 0, asked.seed
    seen: Counter[str] = Counter()
    while plies < asked.plies:
        plies += match_both(seed, seen)
        seed += 1
    battles = sum(" on " in what for what in seen)
    ends = {what: count for what, count in sorted(seen.items()) if " on " not in what}
    print(f"{plies} plies of {seed - asked.seed} matches, no difference, {time.monotonic() - begun:.0f} s")
    print(f"{battles} of 224 pairs of kinds fought; ends: {ends}")


if __name__ == "__main__":
    main()
