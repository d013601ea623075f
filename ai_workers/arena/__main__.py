"""`python -m ai_workers.arena ONE TWO [--matches 200]`: a series between two agents, or a table of `--table`.

Sides alternate on the same pair of layouts; random and good layouts take turns, pair by pair. Results go
line by line into a file, and what it holds is not played again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import TypedDict

from ai_workers.arena.agents import AGENTS, FROZEN_FILE, OPTIONS
from ai_workers.arena.scores import DECIDED, Score, elo, score, sprt
from ai_workers.arena.table import kinds_of, play_match
from ai_workers.bots.gunjin.arranging import good_layout
from ai_workers.bots.gunjin.knowledge import HABITS_FILE, WEIGHTS_FILE
from ai_workers.bots.gunjin.layouts import any_layout
from ai_workers.bots.gunjin.twin.compiled import source_digest
from ai_workers.bots.gunjin.twin.tables import Numbers
from games.rules.gunjin.kinds import SIDES

RESULTS = Path(__file__).with_name("results.jsonl")
REPORT = Path("docs/bots.md")
MARKS = "<!-- arena -->\n", "<!-- /arena -->\n"
KINDS = ("random", "good")
LEVELS = [("intermediate", "beginner"), ("advanced", "intermediate")]
TABLE = [
    *LEVELS,
    ("beginner", "random"),
    ("beginner", "plain-beginner"),
    ("intermediate", "greedy"),
    ("advanced", "greedy"),
    ("advanced", "worlds-2x80"),
    ("advanced", "worlds-3x32"),
    ("advanced", "plain-advanced"),
]
RESAMPLES = 100
Pair = tuple[str, str]


class Line(TypedDict):
    """Two matches on the same layouts: `points` of `one`, `ends` as twin/engine.py counts them."""

    one: str
    two: str
    number: int
    kind: str
    points: list[float]
    plies: list[int]
    ends: list[int]
    made_by: str


def layouts_for(number: int, kind: str) -> list[Numbers]:
    """The layouts of both sides; the same for every pairing, so that pairings can be compared."""
    rng = Random(f"{kind}-{number}")
    lay = any_layout if kind == "random" else good_layout
    return [kinds_of(lay(OPTIONS, side, seed=rng.getrandbits(31))) for side in SIDES]


def play_pair(job: tuple[str, str, int, str]) -> Line:
    """Two matches with swapped sides on the same layouts; the points of `one`."""
    one, two, number, kind = job
    layouts = layouts_for(number, kind)
    agents = AGENTS[one](), AGENTS[two]()
    points: list[float] = []
    plies, ends = [], []
    for swapped in (False, True):
        found = play_match(agents[::-1] if swapped else agents, layouts, seed=number * 2 + swapped)
        won = found.winner != int(swapped)
        points.append(0.5 if found.winner < 0 else 0.0 if won else 1.0)
        plies.append(found.plies)
        ends.append(found.end)
    return {
        "one": one, "two": two, "number": number, "kind": kind,
        "points": points, "plies": plies, "ends": ends, "made_by": made_by(one, two),
    }  # fmt: skip


def made_by(one: str, two: str) -> str:
    """Changes with what the two know and how they think: older results do not count."""
    names = re.sub(" at 0x[0-9a-f]+", "", f"{AGENTS[one]()!r} {AGENTS[two]()!r} {source_digest()}")
    told = hashlib.sha256(names.encode())
    for learned in (WEIGHTS_FILE, HABITS_FILE, FROZEN_FILE):
        told.update(learned.read_bytes())
    return told.hexdigest()[:12]


def read(path: Path) -> list[Line]:
    """The results that still count."""
    lines: list[Line] = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    current = {pair: made_by(*pair) for pair in {(line["one"], line["two"]) for line in lines}}
    return [line for line in lines if line["made_by"] == current[line["one"], line["two"]]]


def missing(
    pairs: Sequence[Pair], lines: Sequence[Line], matches: int
) -> Iterator[tuple[str, str, int, str]]:
    played = {(line["one"], line["two"], line["number"], line["kind"]) for line in lines}
    for one, two in pairs:
        for index in range(matches // 2):
            job = (one, two, index // 2, KINDS[index % 2])
            if job not in played:
                yield job


def points_of(lines: Sequence[Line], pair: Pair, kind: str | None = None) -> list[tuple[float, ...]]:
    return [
        tuple(line["points"])
        for line in lines
        if (line["one"], line["two"]) == pair and kind in {None, line["kind"]}
    ]


def scores_of(lines: Sequence[Line], pair: Pair, kind: str | None = None) -> Score | None:
    found = points_of(lines, pair, kind)
    return score(found) if found else None


def table_text(lines: Sequence[Line], pairs: Sequence[Pair]) -> str:
    """A table in Markdown: score of the first agent, draws half, with 95 % intervals."""
    rows = [
        "| agent | against | matches | score | on random layouts | on good layouts | draws |",
        "|---|---|---|---|---|---|---|",
    ]
    for pair in pairs:
        every = scores_of(lines, pair)
        if every is None:
            continue
        by_kind = [str(scores_of(lines, pair, kind) or "") for kind in KINDS]
        cells = [*pair, every.matches, every, *by_kind, every.drawn]
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(rows)


def ratings_of(lines: Sequence[Line], anchor: str) -> dict[str, float]:
    results: dict[Pair, tuple[float, int]] = {}
    for line in lines:
        points, matches = results.get((line["one"], line["two"]), (0.0, 0))
        results[line["one"], line["two"]] = points + sum(line["points"]), matches + len(line["points"])
    return elo(results, anchor)


def elo_text(lines: Sequence[Line], anchor: str) -> str:
    """Ratings with 95 % intervals: the same from RESAMPLES draws of as many pairs of each pairing."""
    by_pairing: dict[Pair, list[Line]] = {}
    for line in lines:
        by_pairing.setdefault((line["one"], line["two"]), []).append(line)
    if not any(anchor in pairing for pairing in by_pairing):
        return ""
    rng = Random(0)
    drawn = [
        ratings_of(
            [line for found in by_pairing.values() for line in rng.choices(found, k=len(found))], anchor
        )
        for _ in range(RESAMPLES)
    ]
    rows = []
    for name, rating in sorted(ratings_of(lines, anchor).items(), key=lambda it: -it[1]):
        told = sorted(ratings[name] for ratings in drawn)
        low, high = told[RESAMPLES // 40], told[-1 - RESAMPLES // 40]
        rows.append(f"| {name} | {rating:+.0f} [{low:+.0f}, {high:+.0f}] |")
    return "\n".join([f"| agent | Elo ({anchor} = 0) |", "|---|---|", *rows])


def verdict(lines: Sequence[Line], pair: Pair) -> float:
    """See scores.sprt."""
    found = points_of(lines, pair)
    return sprt(found) if found else 0.0


def run(
    pairs: Sequence[Pair], matches: int, path: Path, processes: int, *, until_decided: bool = False
) -> list[Line]:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = read(path)
    jobs = list(missing(pairs, lines, matches))
    begun = time.monotonic()
    with ProcessPoolExecutor(processes) as pool, path.open("a") as out:
        for done, line in enumerate(pool.map(play_pair, jobs), 1):
            lines.append(line)
            out.write(json.dumps(line) + "\n")
            out.flush()
            if until_decided and abs(verdict(lines, pairs[0])) >= DECIDED:
                pool.shutdown(cancel_futures=True)
                break
            left = (time.monotonic() - begun) / done * (len(jobs) - done)
            if sys.stderr.isatty() or done % 25 == 0:
                print(f"{done}/{len(jobs)} pairs, {left:.0f} s left", end="\r", file=sys.stderr)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ai_workers.arena", description=__doc__)
    parser.add_argument("agents", nargs="*", choices=[[], *AGENTS], help="two agents")
    parser.add_argument("--table", choices=("levels", "all"), help="the pairings of docs/bots.md")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--sprt", action="store_true", help="stop when it is clear who is better")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {REPORT}")
    parser.add_argument("--results", type=Path, default=RESULTS)
    asked = parser.parse_args()
    if asked.table:
        pairs = TABLE if asked.table == "all" else LEVELS
    elif len(asked.agents) != 2:
        parser.error("name two agents, or a --table")
    else:
        pairs = [(asked.agents[0], asked.agents[1])]
    lines = run(pairs, asked.matches, asked.results, asked.processes, until_decided=asked.sprt)
    if asked.sprt:
        print(f"log-likelihood ratio {verdict(lines, pairs[0]):+.2f}, decided beyond {DECIDED:.2f}")
    told = f"{table_text(lines, TABLE if asked.table else pairs)}\n\n{elo_text(lines, 'greedy')}\n"
    print(told)
    if asked.write:
        before, rest = REPORT.read_text().split(MARKS[0])
        REPORT.write_text(before + MARKS[0] + told + MARKS[1] + rest.split(MARKS[1])[1])


if __name__ == "__main__":
    main()
