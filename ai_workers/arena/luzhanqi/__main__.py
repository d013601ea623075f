"""`python -m ai_workers.arena.luzhanqi VARIANT ONE TWO [--matches 100]`, or the lines of `--table`.

Two matches on the same layouts (in flip on the same deal), with swapped sides; of four players the agents
have two allies each. Random and good layouts take turns, pair by pair. The plain rules are the referee.
Results go line by line into a file, and what it holds is not played again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TypedDict

from ai_workers.arena.luzhanqi.agents import AGENTS, Agent
from ai_workers.arena.scores import Score, score
from ai_workers.bots.luzhanqi import twin
from ai_workers.bots.luzhanqi.layouts import any_layout, good_layout
from games.rules.core import JsonObject, Layout, Outcome, Side
from games.rules.luzhanqi.options import VARIANTS
from games.rules.luzhanqi.ruleset import Rules, rules_for
from games.rules.luzhanqi.start import start
from games.rules.luzhanqi.view import redact, told_of

RESULTS = Path(__file__).with_name("results.jsonl")
REPORT = Path("docs/bots.md")
MARKS = "<!-- arena luzhanqi -->\n", "<!-- /arena luzhanqi -->\n"
KINDS = ("random", "good")
PAIRINGS = [
    ("beginner", "random"),
    ("intermediate", "beginner"),
    ("advanced", "intermediate"),
    ("advanced", "plain-advanced"),
]
EXCHANGES = 3
Line3 = tuple[str, str, str]


class Line(TypedDict):
    """Two matches on the same layouts: `points` of `one`."""

    variant: str
    one: str
    two: str
    number: int
    points: list[float]
    plies: list[int]
    ends: list[str]
    made_by: str


def layouts_for(rules: Rules, number: int) -> dict[Side, Layout]:
    """The same for every pairing, so that pairings can be compared; empty where the server deals."""
    if rules.variant.is_dealt:
        return {}
    rng = Random(f"layouts-{number}")
    if KINDS[number % 2] == "random":
        return {side: any_layout(rules.to_json(), side, seed=rng.getrandbits(31)) for side in rules.sides}
    return {
        side: good_layout(rules.to_json(), side, seed=rng.getrandbits(31), exchanges=EXCHANGES)
        for side in rules.sides
    }


def play_match(
    agents: Sequence[Agent], rules: Rules, layouts: dict[Side, Layout], seed: int
) -> tuple[Outcome, int]:
    """`agents` by seat, in turns; the outcome and how many plies it took."""
    position = start(rules, layouts, Random(seed // 2))
    history: dict[Side, list[JsonObject]] = {side: [] for side in rules.sides}
    while (side := position.turn) is not None:
        agent = agents[rules.seat_of(side) % len(agents)]
        view, own_seed = redact(position, side).to_json(), (seed * 1_000_003 + position.number) & 0x7FFFFFFF
        ply = agent.choose(view, history[side], position.legal_plies(side), rules, own_seed)
        position, ruling = position.play(ply, side)
        for viewer, events in history.items():
            told = told_of(rules, ruling.to_json(), viewer, revealed=False)
            events.append({"type": "ply", "side": str(side), **told})
    assert position.outcome is not None
    return position.outcome, position.number


def play_pair(variant: str, one: str, two: str, number: int) -> Line:
    rules = rules_for({"variant": variant})
    layouts = layouts_for(rules, number)
    points: list[float] = []
    plies, ends = [], []
    for swapped in (False, True):
        agents = (AGENTS[two], AGENTS[one]) if swapped else (AGENTS[one], AGENTS[two])
        outcome, count = play_match(agents, rules, layouts, number * 2 + swapped)
        won = rules.sides[int(swapped)] in outcome.winners
        points.append(0.5 if not outcome.winners else 1.0 if won else 0.0)
        plies.append(count)
        ends.append(outcome.termination)
    return {
        "variant": variant, "one": one, "two": two, "number": number,
        "points": points, "plies": plies, "ends": ends, "made_by": made_by(variant, one, two),
    }  # fmt: skip


def made_by(variant: str, one: str, two: str) -> str:
    """Changes with how the two think: older results do not count."""
    told = hashlib.sha256()
    for name in (one, two):
        agent = AGENTS[name]
        skills = getattr(agent, "skills", None)
        told.update(repr(agent if skills is None else skills[variant]).encode())
    folder = Path(twin.__file__).parent
    for source in sorted([*folder.glob("*.py"), *folder.parent.glob("*.py")]):
        if source.name not in {"skills.py", "levels.py", "thinking.py"}:
            told.update(source.read_bytes())
    return told.hexdigest()[:12]


def read(path: Path) -> list[Line]:
    """The results that still count."""
    lines: list[Line] = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    named = {(line["variant"], line["one"], line["two"]) for line in lines}
    current = {each: made_by(*each) for each in named}
    return [line for line in lines if line["made_by"] == current[line["variant"], line["one"], line["two"]]]


def missing(
    asked: Sequence[Line3], lines: Sequence[Line], matches: int
) -> Iterator[tuple[str, str, str, int]]:
    """All lines get their first matches before any gets its last."""
    played = {(line["variant"], line["one"], line["two"], line["number"]) for line in lines}
    for number in range(matches // 2):
        for variant, one, two in asked:
            if (variant, one, two, number) not in played:
                yield variant, one, two, number


def scores_of(lines: Sequence[Line], asked: Line3, kind: str | None = None) -> Score | None:
    found = [
        tuple(line["points"])
        for line in lines
        if (line["variant"], line["one"], line["two"]) == asked and kind in {None, KINDS[line["number"] % 2]}
    ]
    return score(found) if found else None


def table_text(lines: Sequence[Line], asked: Sequence[Line3]) -> str:
    """A table in Markdown: score of the first agent, draws half, with 95 % intervals."""
    rows = [
        "| variant | agent | against | matches | score | random layouts | good layouts | draws | plies |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for each in asked:
        every = scores_of(lines, each)
        if every is None:
            continue
        by_kind = ["" if each[0] == "flip" else str(scores_of(lines, each, kind) or "") for kind in KINDS]
        plies = [
            count
            for line in lines
            if (line["variant"], line["one"], line["two"]) == each
            for count in line["plies"]
        ]
        mean = round(sum(plies) / len(plies))
        rows.append(f"| {' | '.join(map(str, [*each, every.matches, every, *by_kind, every.drawn, mean]))} |")
    return "\n".join(rows)


def run(asked: Sequence[Line3], matches: int, path: Path, minutes: float) -> list[Line]:
    lines = read(path)
    until = time.monotonic() + 60 * minutes
    with path.open("a") as out:
        for job in missing(asked, lines, matches):
            if time.monotonic() > until:
                break
            lines.append(play_pair(*job))
            out.write(json.dumps(lines[-1]) + "\n")
            out.flush()
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ai_workers.arena.luzhanqi", description=__doc__)
    parser.add_argument("line", nargs="*", help="a variant and two agents")
    parser.add_argument("--table", action="store_true", help="the pairings of docs/bots.md in every variant")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60, help="begin no pair after so long")
    parser.add_argument("--write", action="store_true", help=f"put the table into {REPORT}")
    parser.add_argument("--results", type=Path, default=RESULTS)
    asked = parser.parse_args()
    table = [(variant, one, two) for variant in VARIANTS for one, two in PAIRINGS]
    if not asked.table and len(asked.line) != 3:
        parser.error("name a variant and two agents, or the --table")
    chosen = table if asked.table else [(asked.line[0], asked.line[1], asked.line[2])]
    lines = run(chosen, asked.matches, asked.results, asked.minutes)
    told = table_text(lines, chosen) + "\n"
    print(told)
    if asked.write:
        before, rest = REPORT.read_text().split(MARKS[0])
        REPORT.write_text(before + MARKS[0] + told + MARKS[1] + rest.split(MARKS[1])[1])


if __name__ == "__main__":
    main()
