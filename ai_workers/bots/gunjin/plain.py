"""One simple bot per level. All are honest: a view and the public history are all they get."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ai_workers.bots.base import Choice, RandomBot
from ai_workers.bots.gunjin.beliefs import Beliefs
from ai_workers.bots.gunjin.greedy import OCCUPATION, rate
from ai_workers.bots.gunjin.layouts import any_layout, good_layout
from ai_workers.bots.gunjin.lookahead import look_ahead, sample_worlds
from ai_workers.bots.gunjin.scene import TO_HEADQUARTERS, Scene, squares
from games.rules.core import JsonObject, Layout, Options, Ply, Side
from games.rules.gunjin.ruleset import rules_for

FORWARD_LIKING = 2.0
CANDIDATES = 8
WORLDS = 8


class AnyPly(RandomBot):
    """Any legal ply and any legal layout: for levels this worker does not know."""

    def lay_out(self, options: Options, side: Side, *, seed: int) -> Layout:
        return any_layout(options, side, seed=seed)


class Beginner(AnyPly):
    """Random, with a slight liking for going forward; never misses an empty headquarters before its nose."""

    def choose(
        self,
        view: JsonObject,
        history: Sequence[JsonObject],
        plies: Sequence[Ply],
        *,
        options: Options,
        seed: int,
    ) -> Choice:
        del history
        scene = Scene.of(view, rules_for(options))
        steps = TO_HEADQUARTERS[scene.me]
        weights = []
        for ply in plies:
            start, end = squares(ply)
            if scene.wins_at_once(start, end):
                return Choice(ply)
            weights.append(FORWARD_LIKING if steps[end] < steps[start] else 1.0)
        return Choice(Random(seed).choices(plies, weights)[0])


class Intermediate:
    """The best-looking ply one move ahead."""

    noise = 0.15
    layout_tries = 30

    def choose(
        self,
        view: JsonObject,
        history: Sequence[JsonObject],
        plies: Sequence[Ply],
        *,
        options: Options,
        seed: int,
    ) -> Choice:
        return Choice(self._ranked(view, history, plies, options=options, rng=Random(seed))[0][1])

    def lay_out(self, options: Options, side: Side, *, seed: int) -> Layout:
        return good_layout(options, side, seed=seed, tries=self.layout_tries)

    def _ranked(
        self,
        view: JsonObject,
        history: Sequence[JsonObject],
        plies: Sequence[Ply],
        *,
        options: Options,
        rng: Random,
    ) -> list[tuple[float, Ply]]:
        """Plies with their rating, the best first; a little noise parts equals and keeps from repeating."""
        rules = rules_for(options)
        scene = Scene.of(view, rules)
        beliefs = Beliefs.after(history, rules, scene.me)
        rated = [(rate(scene, beliefs, *squares(ply)) + self.noise * rng.random(), ply) for ply in plies]
        return sorted(rated, key=lambda pair: -pair[0])


class Advanced(Intermediate):
    """The best few of those, tried out against the opponent's best answer in several guessed worlds."""

    noise = 0.05
    layout_tries = 200

    def choose(
        self,
        view: JsonObject,
        history: Sequence[JsonObject],
        plies: Sequence[Ply],
        *,
        options: Options,
        seed: int,
    ) -> Choice:
        rng = Random(seed)
        ranked = self._ranked(view, history, plies, options=options, rng=rng)[:CANDIDATES]
        if ranked[0][0] >= OCCUPATION or len(ranked) == 1:
            return Choice(ranked[0][1])
        rules = rules_for(options)
        scene = Scene.of(view, rules)
        beliefs = Beliefs.after(history, rules, scene.me)
        worlds = sample_worlds(view, beliefs, count=WORLDS, rng=rng)
        best = max(ranked, key=lambda pair: 0.5 * pair[0] + look_ahead(worlds, pair[1], scene.me))
        return Choice(best[1])
