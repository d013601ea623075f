"""`python -m ai_workers.arena.train_habits`: teach twin/network.py what players do with which kind.

Agents of many strengths play each other, half of the sides on random and half on good layouts. From some
positions of every match one row per piece of the opponent is kept: how it was used, and what it was. Whole
matches are held out. The same seeds give the same file on the same machine.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from ai_workers.arena.agents import AGENTS, FROZEN, Searching
from ai_workers.arena.table import RULES, Agent, Table, kinds_of
from ai_workers.bots.gunjin.arranging import good_layout
from ai_workers.bots.gunjin.knowledge import HABITS_FILE
from ai_workers.bots.gunjin.layouts import any_layout
from ai_workers.bots.gunjin.skills import SKILLS
from ai_workers.bots.gunjin.thinker import Skill
from ai_workers.bots.gunjin.twin.belief import BELIEF, FITS
from ai_workers.bots.gunjin.twin.habits import ALLOWED, FEATURES, observe
from ai_workers.bots.gunjin.twin.network import LENGTH, WIDTH
from ai_workers.bots.gunjin.twin.tables import CAMP, KINDS, Numbers
from games.rules.gunjin.kinds import COUNTS, SIDES

Floats = npt.NDArray[np.float32]
Layers = list[Floats]  # weights and what is added, layer by layer

# No agent uses the network, or the newest weights: what is learned must not depend on what was known.
BLIND = replace(SKILLS["advanced"], worlds=32, doubt=1.0)


def searching(skill: Skill) -> Agent:
    return Searching(replace(skill, seconds=60, weights=FROZEN))


POOL: Mapping[str, tuple[int, Callable[[], Agent]]] = {
    "greedy": (3, AGENTS["greedy"]),
    "plain-advanced": (1, AGENTS["plain-advanced"]),
    "worlds-1x20": (1, AGENTS["worlds-1x20"]),
    "worlds-2x20": (2, AGENTS["worlds-2x20"]),
    "beginner": (1, lambda: searching(SKILLS["beginner"])),
    "intermediate": (3, lambda: searching(SKILLS["intermediate"])),
    "advanced without habits": (4, lambda: searching(BLIND)),
}
POSITIONS = 6  # per match
HELD_OUT = 8  # every eighth match
BATCH, EPOCHS, RATE, DECAY = 2048, 8, 2e-3, 1e-4


@dataclass(frozen=True, slots=True)
class Played:
    """`names` and `layouts` by side; `events` as in observed.py."""

    names: tuple[str, str]
    layouts: Sequence[Numbers]
    events: Numbers


def play_one(number: int) -> Played:
    rng = Random(f"habits-{number}")
    names = rng.choices(list(POOL), [share for share, _ in POOL.values()], k=2)
    agents = [POOL[name][1]() for name in names]
    good = partial(good_layout, weights=FROZEN)
    layouts = [
        kinds_of((good if rng.random() < 0.5 else any_layout)({}, side, seed=rng.getrandbits(31)))
        for side in SIDES
    ]
    table = Table(layouts)
    while not table.is_over:
        seen = table.observed(table.turn)
        table.play(agents[table.turn].choose(seen, table.legal(), rng.getrandbits(31)))
    return Played((names[0], names[1]), layouts, table.observed(0).events.copy())


def rows_of(match: Played, number: int) -> tuple[Floats, Numbers]:
    """Features and kinds of the opponent's pieces, at some turns of the match."""
    rng = Random(number)
    rows, kinds = [np.zeros((0, FEATURES))], [np.zeros(0, dtype=np.int64)]
    for _ in range(POSITIONS):
        me = rng.randrange(2)
        plies = rng.randrange(len(match.events))
        plies -= (plies - me) % 2
        if plies < 2:
            continue
        found = np.zeros((CAMP, FEATURES))
        scratch = np.zeros(BELIEF, dtype=np.int64)
        assert observe(RULES, me, match.layouts[me], match.events[:plies], scratch, found) == FITS
        rows.append(found)
        kinds.append(match.layouts[1 - me])
    return np.concatenate(rows).astype(np.float32), np.concatenate(kinds)


def masked(rows: Floats, scores: Floats) -> Floats:
    """Logarithms of the chances of the kinds that the facts allow."""
    scores = np.where(rows[:, ALLOWED : ALLOWED + KINDS] > 0, scores, np.float32(-1e9))
    scores = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), dtype=np.float32)


def forward(rows: Floats, layers: Layers) -> tuple[Floats, Floats, Floats]:
    """What the two layers of units make of the rows, and the logarithms of the chances of the kinds."""
    first = np.maximum(rows @ layers[0] + layers[1], 0)
    second = np.maximum(first @ layers[2] + layers[3], 0)
    return first, second, masked(rows, second @ layers[4] + layers[5])


def losses(rows: Floats, kinds: Numbers, layers: Layers) -> Floats:
    """Surprise at each piece, in nats."""
    _, _, told = forward(rows, layers)
    return -told[np.arange(len(rows)), kinds]


def surprise_of_counts(rows: Floats, kinds: Numbers) -> Floats:
    """The same for who knows nothing but the full set and the facts about the piece."""
    counts = np.log(np.array(COUNTS, dtype=np.float32))
    return -masked(rows, np.broadcast_to(counts, (len(rows), KINDS)))[np.arange(len(rows)), kinds]


def slopes(rows: Floats, kinds: Numbers, layers: Layers) -> Layers:
    """Of the mean surprise, in each number of the network."""
    first, second, told = forward(rows, layers)
    last = np.exp(told)
    last[np.arange(len(rows)), kinds] -= 1
    last /= len(rows)
    to_second = (last @ layers[4].T) * (second > 0)
    to_first = (to_second @ layers[2].T) * (first > 0)
    found = []
    for given, to in ((rows, to_first), (first, to_second), (second, last)):
        found += [given.T @ to, to.sum(axis=0)]
    return found


def begin(rng: np.random.Generator) -> Layers:
    sizes = (FEATURES, WIDTH, WIDTH, KINDS)
    scales = (0.16, (2 / WIDTH) ** 0.5, 0.05)
    layers: Layers = []
    for (given, units), scale in zip(pairwise(sizes), scales, strict=True):
        layers += [rng.normal(0, scale, (given, units)).astype(np.float32), np.zeros(units, np.float32)]
    return layers


def teach(
    rows: Floats, kinds: Numbers, held_rows: Floats, held_kinds: Numbers, epochs: int = EPOCHS
) -> Layers:
    """Adam with a falling rate; the layers of the epoch that did best on what was held out."""
    rng = np.random.default_rng(0)
    layers = begin(rng)
    means = [np.zeros_like(layer) for layer in layers]
    squares = [np.zeros_like(layer) for layer in layers]
    best, lowest, step = layers, np.inf, 0
    steps = epochs * max(1, len(rows) // BATCH)
    for epoch in range(epochs):
        order = rng.permutation(len(rows))
        for at in range(0, max(1, len(rows) - BATCH + 1), BATCH):
            batch = order[at : at + BATCH]
            step += 1
            rate = RATE * min(1, step / 100) * (0.52 + 0.5 * np.cos(np.pi * step / steps))
            for index, slope in enumerate(slopes(rows[batch], kinds[batch], layers)):
                means[index] = 0.9 * means[index] + 0.1 * slope
                squares[index] = 0.999 * squares[index] + 0.001 * slope**2
                pace = np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-8
                change = rate * (means[index] / (1 - 0.9**step) / pace + DECAY * layers[index])
                layers[index] = (layers[index] - change).astype(np.float32)
        found = float(losses(held_rows, held_kinds, layers).mean())
        print(f"epoch {epoch + 1}: {found:.4f} nats a piece on held-out matches")
        if found < lowest:
            best, lowest = [layer.copy() for layer in layers], found
    return best


def flat(layers: Layers) -> list[float]:
    """As twin/network.py lays them out."""
    numbers = [round(float(number), 4) for layer in layers for number in layer.ravel()]
    assert len(numbers) == LENGTH
    return numbers


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m ai_workers.arena.train_habits", description=__doc__)
    parser.add_argument("--to", type=Path, default=HABITS_FILE)
    parser.add_argument("--matches", type=int, default=800)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.processes) as pool:
        matches = list(pool.map(play_one, range(asked.matches), chunksize=4))
    told = [rows_of(match, number) for number, match in enumerate(matches)]
    rows = np.concatenate([features for features, _ in told])
    kinds = np.concatenate([answers for _, answers in told])
    held = np.repeat([number % HELD_OUT == 0 for number in range(len(told))], [len(it) for _, it in told])
    print(f"{asked.matches} matches, {len(rows)} pieces")
    layers = teach(rows[~held], kinds[~held], rows[held], kinds[held])
    found, counts = losses(rows[held], kinds[held], layers), surprise_of_counts(rows[held], kinds[held])
    print(f"held out: {found.mean():.4f} nats a piece, from counts and facts alone {counts.mean():.4f}")
    asked.to.write_text(json.dumps(flat(layers), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
