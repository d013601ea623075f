"""Full random matches per second: the engine of games.rules against the naive one, in one run.

`python -m bench.rules [matches]`. Both make the full list of legal plies and test every end at every ply.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from bench.naive_gunjin import Game
from games.rules.core import Side
from games.rules.systems import SYSTEMS

GUNJIN = SYSTEMS["gunjin"]
OPTIONS = GUNJIN.parse_options({})


def layouts(rng: random.Random) -> dict[Side, dict[str, str]]:
    return {side: dict(GUNJIN.random_layout(OPTIONS, side, rng)) for side in GUNJIN.sides(OPTIONS)}


def play_engine(rng: random.Random) -> int:
    """Plies of one random match."""
    position = GUNJIN.start(OPTIONS, layouts(rng), rng)
    plies = 0
    while (side := position.turn) is not None:
        legal = GUNJIN.legal_plies(position, side)
        position, _ = GUNJIN.play(position, legal[rng.randrange(len(legal))], side)
        plies += 1
    return plies


def play_naive(rng: random.Random) -> int:
    pieces = {
        square: (str(side), kind) for side, layout in layouts(rng).items() for square, kind in layout.items()
    }
    game = Game(dict(OPTIONS), pieces)
    while game.end is None:
        legal = game.moves(game.turn)
        game.play(*legal[rng.randrange(len(legal))])
    return game.plies


def measure(play: Callable[[random.Random], int], matches: int) -> tuple[float, float]:
    """Matches and plies per second of processor time."""
    rng = random.Random(20)
    start = time.process_time()
    plies = sum(play(rng) for _ in range(matches))
    spent = time.process_time() - start
    return matches / spent, plies / spent


def main(arguments: list[str]) -> None:
    matches = int(arguments[0]) if arguments else 200
    naive, naive_plies = measure(play_naive, max(1, matches // 10))
    engine, engine_plies = measure(play_engine, matches)
    print(f"naive dictionaries  {naive:8.1f} matches/s {naive_plies:10.0f} plies/s")
    print(f"games.rules.gunjin  {engine:8.1f} matches/s {engine_plies:10.0f} plies/s")
    print(f"ratio               {engine / naive:8.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
