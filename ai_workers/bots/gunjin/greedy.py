"""How good a ply looks one move ahead, from what is public and the own kinds."""

from __future__ import annotations

from ai_workers.bots.gunjin.beliefs import Beliefs
from ai_workers.bots.gunjin.scene import TO_HEADQUARTERS, Scene
from games.rules.gunjin.battle import BattleResult
from games.rules.gunjin.board import BITS, NEIGHBOURS
from games.rules.gunjin.kinds import FLAG, GENERAL, PLANE

OCCUPATION = 1000.0
# By kind in order of strength: what it is worth to have one.
WORTH = (9.0, 7.5, 6.5, 6.0, 4.5, 4.5, 4.0, 3.5, 2.2, 1.8, 1.4, 1.4, 2.5, 3.0, 3.0, 2.0)


def rate(scene: Scene, beliefs: Beliefs, start: int, end: int) -> float:
    """Higher is better; a winning occupation above everything."""
    if scene.wins_at_once(start, end):
        return OCCUPATION
    code = scene.own[start]
    value = _advance(scene, code, start, end) + _duty(scene, start, end)
    if end in scene.enemies:
        value += _battle(scene, beliefs, code, end)
    elif code == GENERAL and _is_exposed(scene, start, end):
        value -= 1.5
    return value


def _battle(scene: Scene, beliefs: Beliefs, code: int, end: int) -> float:
    """Expected gain over the kinds that the opponent's piece may be."""
    gain = 0.0
    row = scene.rules.win_table[code]
    for kind, chance in beliefs.chances(scene.enemies[end].origin).items():
        if kind == FLAG:  # stronger than it looks about half the time
            gain += chance * 0.5 * (WORTH[FLAG] - WORTH[code])
            continue
        result = row[kind]
        won = 0.0 if result is BattleResult.DEFENDER_WON else WORTH[kind]
        lost = 0.0 if result is BattleResult.ATTACKER_WON else WORTH[code]
        gain += chance * (won - lost)
        if result is BattleResult.ATTACKER_WON and end == scene.goal and code in scene.rules.occupiers:
            gain += chance * OCCUPATION / 10
    drive = 0.3 + 0.02 * scene.quiet_plies  # against stalling
    return gain + drive


def _advance(scene: Scene, code: int, start: int, end: int) -> float:
    """Pieces that can occupy go towards the opponent's headquarters; the others a little."""
    steps = TO_HEADQUARTERS[scene.me]
    nearer = steps[start] - steps[end]
    weight = 0.25 if code in scene.rules.occupiers and code != GENERAL else 0.05
    return weight * nearer * (1.0 + 0.03 * scene.quiet_plies)


def _duty(scene: Scene, start: int, end: int) -> float:
    """The guard stays while opponents are near; who comes close to our headquarters is attacked."""
    threats = scene.threats()
    value = 0.0
    if start == scene.home and threats:
        value -= 6.0
    if end == scene.home and threats and scene.home not in scene.own:
        value += 6.0
    if end in threats:
        value += 4.0 if threats[end] <= 1 else 1.5
    return value


def _is_exposed(scene: Scene, start: int, end: int) -> bool:
    """Whether an opponent's piece that has moved could attack there with one step or by air."""
    own = sum(BITS[square] for square in scene.own if square != start) | BITS[end]
    foe = sum(BITS[square] for square in scene.enemies)
    reach = scene.rules.reach[1 - scene.me]
    return any(near in scene.enemies for near in NEIGHBOURS[end]) or any(
        enemy.moved and reach.targets(square, PLANE, own=foe, foe=own) & BITS[end]
        for square, enemy in scene.enemies.items()
    )
