"""Blind over whole matches: other hidden kinds that fit the history change nothing at all."""

import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pytest

from ai_workers.bots.base import UnreadableQuestion
from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.skills import SKILLS
from ai_workers.bots.gunjin.thinker import draw_worlds, think
from ai_workers.bots.registry import answer, shortest_answer
from games.levels import LEVELS
from games.rules.core import JsonObject, Ply, Side
from games.rules.gunjin.board import INDEX
from games.rules.gunjin.kinds import KINDS
from games.rules.gunjin.position import Position
from games.rules.gunjin.ruleset import rules_for
from tests.rules.support import deal
from tests.support.rooms import GUNJIN, OPTIONS

RULES = rules_for(OPTIONS)
Layouts = dict[Side, dict[str, str]]


@dataclass
class Told:
    """A position with what its seat was told on the way."""

    position: Position
    history: list[JsonObject]

    def question(self, level: str, seed: int) -> JsonObject:
        side = self.position.turn
        seen = {
            "system": "gunjin",
            "options": dict(OPTIONS),
            "audience": str(side),
            "view": GUNJIN.redact(self.position, side).to_json(),
            "legal_plies": [list(ply) for ply in GUNJIN.legal_plies(self.position, side)],
        }
        return {"snapshot": seen, "history": self.history, "level": level, "seed": seed}


def replay(layouts: Layouts, plies: list[Ply], viewer: Side) -> Told:
    position = GUNJIN.start(OPTIONS, layouts, Random(0))
    history: list[JsonObject] = []
    for ply in plies:
        side = position.turn
        position, ruling = GUNJIN.play(position, ply, side)
        history.append(
            {"type": "ply", "side": str(side), **GUNJIN.redact_ruling(ruling.to_json(), OPTIONS, viewer)}
        )
    return Told(position, history)


def seen_by(told: Told) -> Observed:
    return Observed.read(GUNJIN.redact(told.position, told.position.turn).to_json(), told.history, RULES)


def with_other_kinds(layouts: Layouts, told: Told, seed: int) -> Layouts:
    """A layout of the opponent's that a computer holds possible."""
    seen = seen_by(told)
    foe = 1 - seen.me
    kinds = draw_worlds(seen, seen.belief(), 1, seed)[0]
    names = list(INDEX)
    return layouts | {
        list(layouts)[foe]: {names[foe * 23 + slot]: KINDS[code] for slot, code in enumerate(kinds)}
    }


Answer = Callable[[Told, str, int], object]


def honest(told: Told, level: str, seed: int) -> object:
    """All there is to compare: the question as text, the belief, the thought with its work, the answer."""
    asked = told.question(level, seed)
    seen = seen_by(told)
    plies = [INDEX[start] * 64 + INDEX[end] for start, end in asked["snapshot"]["legal_plies"]]
    thought = think(seen, plies, SKILLS[level], seed)
    return repr(asked), seen.belief().tolist(), thought, answer(asked), shortest_answer(asked)


def peeking(told: Told, level: str, seed: int) -> object:
    """A cheat, for this test: goes for whoever looks at the strongest hidden piece."""
    foe = [it for it in told.position.board if it is not None and it.side is not told.position.turn]
    best = min(foe, key=lambda it: (it.code, it.start)).start
    return min(
        GUNJIN.legal_plies(told.position, told.position.turn), key=lambda ply: abs(INDEX[ply[1]] - best)
    )


def count_differences(choose: Answer, level: str, match_seed: int, every: int) -> tuple[int, int]:
    """Questions over a whole match, and how many were answered otherwise with other kinds."""
    rng = Random(match_seed)
    layouts = deal(GUNJIN, OPTIONS, rng)
    plies: list[Ply] = []
    asked = differences = 0
    while True:
        told = replay(layouts, plies, (Side.FIRST, Side.SECOND)[len(plies) % 2])
        if told.position.turn is None:
            return asked, differences
        if len(plies) % every == match_seed % every:
            other = with_other_kinds(layouts, told, seed=len(plies) + 1)
            again = replay(other, plies, told.position.turn)
            assert again.history == told.history
            assert again.position.turn is told.position.turn
            assert GUNJIN.redact(again.position, again.position.turn) == GUNJIN.redact(
                told.position, told.position.turn
            )
            asked += other != layouts
            differences += choose(told, level, 7) != choose(again, level, 7)
        plies.append(rng.choice(GUNJIN.legal_plies(told.position, told.position.turn)))


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_kinds_change_nothing_over_whole_matches(level: str) -> None:
    asked = 0
    for seed in range(3):
        found, differences = count_differences(honest, level, seed, every=9)
        assert differences == 0
        asked += found
    assert asked > 15


def test_a_bot_that_peeks_is_caught() -> None:
    assert any(count_differences(peeking, "beginner", seed, every=9)[1] for seed in range(3))


def a_told(plies: int) -> Told:
    rng = Random(3)
    layouts = deal(GUNJIN, OPTIONS, rng)
    played: list[Ply] = []
    for number in range(plies):
        told = replay(layouts, played, (Side.FIRST, Side.SECOND)[number % 2])
        played.append(rng.choice(GUNJIN.legal_plies(told.position, told.position.turn)))
    return replay(layouts, played, (Side.FIRST, Side.SECOND)[plies % 2])


BAD_PLIES = {"no ply at all": None, "an unknown square": ["z9", "a1"], "half a ply": ["a1"]}


def poison(asked: JsonObject, how: str) -> JsonObject:
    view, history = asked["snapshot"]["view"], asked["history"]
    mine = next(it for it in view["pieces"] if it["kind"])
    theirs = next(it for it in view["pieces"] if not it["kind"])
    if how == "a ply is missing":
        history.pop()
    elif how == "a ply is doubled":
        history.append(history[-1])
    elif how == "another number":
        view["number"] += 1
    elif how == "another square":
        theirs["square"] = mine["square"]
    elif how == "an unknown kind":
        mine["kind"] = "king"
    elif how == "one general more":
        mine["kind"] = "general" if mine["kind"] != "general" else "spy"
    elif how == "another result":
        history[0]["battle"] = {"result": "both", "pieces": {"first": "spy", "second": "spy"}}
    elif how in BAD_PLIES:
        history[0]["ply"] = BAD_PLIES[how]
    elif how == "a very long history":
        history.extend(history * 2000)
        view["number"] = len(history)
    return asked


@pytest.mark.parametrize(
    "how",
    [
        "a ply is missing", "a ply is doubled", "another number", "another square", "an unknown square",
        "half a ply",
        "an unknown kind", "one general more", "another result", "no ply at all", "a very long history",
    ],
)  # fmt: skip
@pytest.mark.parametrize("level", LEVELS)
def test_poisoned_questions_are_refused(how: str, level: str) -> None:
    asked = poison(a_told(24).question(level, 1), how)
    with pytest.raises(UnreadableQuestion):
        answer(asked)


def test_an_answer_takes_little_memory() -> None:
    asked = a_told(40).question("advanced", 1)
    answer(asked)
    tracemalloc.start()
    answer(asked)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000
