"""The agents that can meet in the arena, by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

from ai_workers.arena.table import Agent
from ai_workers.bots.base import Bot
from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.plain import Advanced, Beginner, Intermediate
from ai_workers.bots.gunjin.skills import SKILLS
from ai_workers.bots.gunjin.thinker import Skill, think
from ai_workers.bots.gunjin.twin.belief import AT, MOVED, OWN_AT, PLIES, QUIET_PLIES
from ai_workers.bots.gunjin.twin.tables import ATTACKER, BOTH, CAMP, DEFENDER, NO_BATTLE, Numbers
from ai_workers.bots.gunjin.twin.values import WEIGHTS as HOW_MANY
from games.rules.core import JsonObject, Options, Ply
from games.rules.gunjin.board import PLIES as PLIES_BY_SQUARE
from games.rules.gunjin.board import SQUARES
from games.rules.gunjin.kinds import KINDS, SIDES
from games.rules.gunjin.options import parse_options

OPTIONS: Options = parse_options({})


@dataclass(frozen=True, slots=True)
class Searching:
    """The belief search."""

    skill: Skill

    def choose(self, seen: Observed, plies: list[int], seed: int) -> int:
        return think(seen, plies, self.skill, seed).ply


class Careless:
    """Any legal ply."""

    def choose(self, seen: Observed, plies: list[int], seed: int) -> int:
        del seen
        return Random(seed).choice(plies)


@dataclass(frozen=True, slots=True)
class Asked:
    """A bot that reads views and events as the server sends them."""

    bot: Bot

    def choose(self, seen: Observed, plies: list[int], seed: int) -> int:
        words = [PLIES_BY_SQUARE[ply >> 6][ply & 63] for ply in plies]
        chosen = self.bot.choose(view_of(seen), history_of(seen), words, options=OPTIONS, seed=seed)
        return plies[words.index(chosen.ply)]


RESULT_WORDS = {ATTACKER: "attacker", DEFENDER: "defender", BOTH: "both"}


def view_of(seen: Observed) -> JsonObject:
    """The fields of a view that bots read."""
    belief = seen.belief()
    pieces = []
    for owner in range(2):
        for slot in range(CAMP):
            square = int(belief[(OWN_AT if owner == seen.me else AT) + slot])
            if square >= 0:
                pieces.append((square, owner, slot))
    moved = {int(start) for start in seen.events[:, 0]}
    return {
        "viewer": str(SIDES[seen.me]),
        "turn": str(SIDES[seen.me]),
        "number": int(belief[PLIES]),
        "quiet_plies": int(belief[QUIET_PLIES]),
        "pieces": [
            {
                "square": SQUARES[square],
                "side": str(SIDES[owner]),
                "origin": SQUARES[owner * CAMP + slot],
                "moved": bool(belief[MOVED + slot]) if owner != seen.me else owner * CAMP + slot in moved,
                "kind": KINDS[seen.own[slot]] if owner == seen.me else None,
            }
            for square, owner, slot in sorted(pieces)
        ],
        "removed": {str(SIDES[owner]): _losses(seen, belief, owner) for owner in range(2)},
        "last": None,
        "outcome": None,
    }


def _losses(seen: Observed, belief: Numbers, owner: int) -> JsonObject:
    place = OWN_AT if owner == seen.me else AT
    gone = [slot for slot in range(CAMP) if belief[place + slot] < 0]
    kinds = [KINDS[code] for code in sorted(int(seen.own[slot]) for slot in gone)]
    return {"count": len(gone), "kinds": kinds if owner == seen.me else None}


def history_of(seen: Observed) -> list[JsonObject]:
    """The events as the seat was told them."""
    stands = {square: square for square in range(2 * CAMP)}
    events: list[JsonObject] = []
    for number, (start, end, result) in enumerate(seen.events.tolist()):
        battle: JsonObject | None = None
        if result != NO_BATTLE:
            mine = stands[start] if stands[start] // CAMP == seen.me else stands[end]
            kind = KINDS[seen.own[mine - CAMP * seen.me]]
            told = {str(side): kind if owner == seen.me else None for owner, side in enumerate(SIDES)}
            battle = {"square": SQUARES[end], "result": RESULT_WORDS[result], "pieces": told}
        mover = stands.pop(start)
        if result == BOTH:
            del stands[end]
        elif result != DEFENDER:
            stands[end] = mover
        ply: Ply = PLIES_BY_SQUARE[start][end]
        events.append({"type": "ply", "side": str(SIDES[number % 2]), "ply": list(ply), "battle": battle})
    return events


FROZEN_FILE = Path(__file__).with_name("frozen.json")


def frozen_weights() -> Numbers:
    """Weights of an earlier fit that stay as they are; what is counted only since then counts nothing.

    Opponents that learn along would hide what was won.
    """
    told = json.loads(FROZEN_FILE.read_text())
    found = np.zeros(HOW_MANY, dtype=np.int64)
    found[: len(told)] = told
    return found


FROZEN = frozen_weights()
P20 = Skill(worlds=20, depth=2, stages=(1.0,), seconds=60, weights=FROZEN)
AGENTS: Mapping[str, Callable[[], Agent]] = {
    "random": Careless,
    "plain-beginner": lambda: Asked(Beginner()),
    "greedy": lambda: Asked(Intermediate()),
    "plain-advanced": lambda: Asked(Advanced()),
    "worlds-1x20": lambda: Searching(replace(P20, depth=1)),
    "worlds-2x20": lambda: Searching(P20),
    # Two programs that were measured elsewhere, with what each spends and its limit of time.
    "worlds-2x80": lambda: Searching(replace(P20, worlds=80, seconds=0.85)),
    "worlds-3x32": lambda: Searching(replace(P20, worlds=32, depth=3, seconds=1.2)),
    "worlds-3x80": lambda: Searching(replace(P20, worlds=80, depth=3)),
    **{level: partial(Searching, replace(skill, seconds=60)) for level, skill in SKILLS.items()},
}
