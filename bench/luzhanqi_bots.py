"""What an answer of Luzhanqi's computers takes, by variant and level: the prices in `games/levels.py`.

`python -m bench.luzhanqi_bots [matches]`. Processor time from the question as it is sent to the ply with its
explanation, every tenth ply of matches of intermediate with itself; half of them on random layouts.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Mapping, Sequence

from ai_workers.arena.luzhanqi.__main__ import layouts_for, play_match
from ai_workers.bots.base import Bot
from ai_workers.bots.luzhanqi.levels import LEVELS
from ai_workers.bots.luzhanqi.warming import think_once
from games.rules.core import JsonObject, Ply
from games.rules.luzhanqi.options import VARIANTS
from games.rules.luzhanqi.ruleset import Rules, rules_for

EVERY = 10
WORK = 400_000


class Timed:
    """An agent of the arena. `spent`: seconds of all answers, by level."""

    def __init__(self) -> None:
        self.bots: Mapping[str, Bot] = {**LEVELS, f"work {WORK}": LEVELS["advanced"].within(WORK, 1.0)}
        self.spent: dict[str, list[float]] = {name: [] for name in self.bots}
        self.asked = 0

    def choose(
        self, view: JsonObject, history: Sequence[JsonObject], plies: Sequence[Ply], rules: Rules, seed: int
    ) -> Ply:
        self.asked += 1
        if self.asked % EVERY == 0:
            for name, bot in self.bots.items():
                begun = time.process_time()
                bot.choose(view, history, plies, options=rules.to_json(), seed=seed)
                self.spent[name].append(time.process_time() - begun)
        return LEVELS["intermediate"].choose(view, history, plies, options=rules.to_json(), seed=seed).ply


def main(arguments: list[str]) -> None:
    think_once()
    print("| variant | level | answers | mean | median | p99 | longest |\n|---|---|---|---|---|---|---|")
    for variant in VARIANTS:
        rules, agent = rules_for({"variant": variant}), Timed()
        for number in range(int(arguments[0]) if arguments else 2):
            play_match([agent], rules, layouts_for(rules, number), number)
        for name, spent in agent.spent.items():
            spent.sort()
            p99 = spent[int(len(spent) * 0.99)]
            found = (statistics.mean(spent), statistics.median(spent), p99, spent[-1])
            told = " | ".join(f"{seconds * 1000:.1f} ms" for seconds in found)
            print(f"| {variant} | {name} | {len(spent)} | {told} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
