"""Speed of the computers' array twin against the plain rules and a small C program, and of their answers.

`python -m bench.bots [rounds]`. All three play full random matches, in turns, and the medians are compared.
The C program is compiled here, with `cc`, and used nowhere else; without a compiler it is left out.
"""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from ai_workers.arena.__main__ import layouts_for
from ai_workers.arena.table import RULES, Table
from ai_workers.bots.gunjin.skills import SKILLS
from ai_workers.bots.gunjin.thinker import think
from ai_workers.bots.gunjin.twin.engine import random_matches
from ai_workers.bots.gunjin.twin.tables import BACK, DUEL, FIXED, FLAG_SQUARES, LINES, MINE_SQUARES, WAYS
from bench.rules import measure, play_engine

SOURCE = Path(__file__).with_name("gunjin.c")
TWIN_MATCHES, PLAIN_MATCHES = 8000, 40


def table_text() -> str:
    """The tables of the default rules as C."""
    numbers = RULES.tolist()

    def words(first: int, count: int) -> str:
        return "{" + ",".join(map(str, numbers[first : first + count])) + "}"

    flat = 2 * 16 * 46
    lines = numbers[LINES:]
    ways = [at - LINES + 1 if at else 0 for at in numbers[WAYS : WAYS + flat]]
    # places in the table of lines move with it; it begins with one number that nobody reads
    moved, at = [-2], 0
    while at < len(lines):
        moved.append(lines[at])
        at += 1
        if moved[-1] >= 0:
            moved.append(lines[at] - LINES + 1)
            at += 1
    return "\n".join(
        (
            f"static const uint64_t REACH[2][16][46] = {words(FIXED, flat)};",
            f"static const int16_t WAYS[2][16][46] = {{{','.join(map(str, ways))}}};",
            f"static const int16_t LINES[] = {{{','.join(map(str, moved))}}};",
            f"static const int8_t DUEL[16][16] = {words(DUEL, 256)};",
            f"static const int8_t BACK[2][46] = {words(BACK, 92)};",
            f"static const uint64_t MINES[2] = {words(MINE_SQUARES, 2)};",
            f"static const uint64_t FLAGS[2] = {words(FLAG_SQUARES, 2)};",
        )
    )


def compile_c(folder: Path) -> Path | None:
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    (folder / "tables.h").write_text(table_text())
    program = folder / "gunjin"
    command = [compiler, "-O2", "-w", "-Wno-missing-braces", f"-I{folder}", "-o", str(program), str(SOURCE)]
    subprocess.run(command, check=True)
    return program


def c_speed(program: Path, seed: int) -> tuple[float, float]:
    """Matches and plies per second of processor time."""
    told = subprocess.run([program, str(TWIN_MATCHES), str(seed)], check=True, capture_output=True, text=True)
    plies, spent = told.stdout.split()
    return TWIN_MATCHES / float(spent), int(plies) / float(spent)


def twin_speed(seed: int) -> tuple[float, float]:
    dice = np.array([seed], dtype=np.int64)
    begun = time.process_time()
    plies = random_matches(RULES, TWIN_MATCHES, dice)
    spent = time.process_time() - begun
    return TWIN_MATCHES / spent, plies / spent


def compare_rules(rounds: int) -> None:
    twin_speed(1)  # compiled or read from the cache now
    found: dict[str, list[tuple[float, float]]] = {"plain rules": [], "array twin": [], "C -O2": []}
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(Path(folder))
        for number in range(1, rounds + 1):
            found["plain rules"].append(measure(play_engine, PLAIN_MATCHES))
            found["array twin"].append(twin_speed(number))
            if program is not None:
                found["C -O2"].append(c_speed(program, number))
    medians = {
        name: tuple(statistics.median(speeds) for speeds in zip(*runs, strict=True))
        for name, runs in found.items()
        if runs
    }
    for name, (matches, plies) in medians.items():
        print(f"{name:12} {matches:10.0f} matches/s {plies:12.0f} plies/s")
    twin = medians["array twin"][1]
    print(f"twin / plain {twin / medians['plain rules'][1]:10.1f}")
    if "C -O2" in medians:
        print(f"twin / C     {twin / medians['C -O2'][1]:10.2f}")


def time_answers(matches: int) -> None:
    """Seconds per answer of each level in matches with itself, processor time of one core."""
    for level, skill in SKILLS.items():
        spent, work = [], []
        for number in range(matches):
            table = Table(layouts_for(number, "good" if number % 2 else "random"))
            rng = random.Random(number)
            while not table.is_over:
                seen, plies = table.observed(table.turn), table.legal()
                begun = time.process_time()
                thought = think(seen, plies, skill, rng.getrandbits(31))
                spent.append(time.process_time() - begun)
                work.append(thought.work)
                table.play(thought.ply)
        spent.sort()
        print(
            f"{level:12} {len(spent)} answers: median {statistics.median(spent) * 1000:.1f} ms, "
            f"p99 {spent[int(len(spent) * 0.99)] * 1000:.1f} ms, longest {spent[-1] * 1000:.1f} ms; "
            f"median {statistics.median(work):.0f} positions"
        )


def main(arguments: list[str]) -> None:
    compare_rules(int(arguments[0]) if arguments else 7)
    time_answers(10)


if __name__ == "__main__":
    main(sys.argv[1:])
