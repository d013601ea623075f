"""Starting, playing and recording matches of any game system; strategies for Gunjin Shogi."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from games.rules.core import BadOptions, GameSystem, Ply, Secret, Side
from games.rules.gunjin.kinds import piece
from games.rules.gunjin.options import SCHEMA, parse_options
from games.rules.gunjin.position import Position
from games.rules.gunjin.system import GunjinShogi
from games.rules.proofs import commit, owner_key

GUNJIN = GunjinShogi()
DEFAULTS = parse_options({})
MATCH = "018f0000-0000-7000-8000-000000000001"


def deal(system: GameSystem, options: Any, rng: random.Random) -> dict[Side, Any]:
    if not system.has_layout(options):
        return {}
    return {side: system.random_layout(options, side, rng) for side in system.sides(options)}


def random_options(system: GameSystem, rng: random.Random) -> Any:
    while True:
        raw = {option.key: rng.choice(option.choices) for option in system.option_schema()}
        try:
            return system.parse_options(raw)
        except BadOptions:
            continue


def play_on(system: GameSystem, position: Any, rng: random.Random) -> Iterator[tuple[Any, Ply, Side, Any]]:
    """Random plies to the end: each position, the ply made there, its side and its ruling; then the end."""
    while position.outcome is None:
        side = position.turn
        ply = rng.choice(system.legal_plies(position, side))
        after, ruling = system.play(position, ply, side)
        yield position, ply, side, ruling
        position = after
    yield position, Ply(), Side.FIRST, None


def record_of(system: GameSystem, options: Any, rng: random.Random, *, plies: int | None = None) -> Any:
    """A random match as the record that `games.rules.verify` reads; cut after `plies` as abandoned."""
    layouts = deal(system, options, rng)
    start = system.start(options, layouts, rng)
    secrets = layouts or {None: {it.square: it.kind for it in system.dealt_secrets(start)}}
    salts = {owner: {square: rng.randbytes(16).hex() for square in kinds} for owner, kinds in secrets.items()}
    made: list[Any] = []
    outcome = None
    for position, _, side, ruling in play_on(system, start, rng):
        outcome = position.outcome
        if ruling is None or len(made) == plies:
            break
        made.append({"number": len(made) + 1, "side": str(side), **ruling.to_json()})
    return {
        "format": "gyoji-record-1",
        "match": MATCH,
        "system": system.key,
        "ruleset": system.ruleset,
        "options": dict(options),
        "layouts": {owner_key(owner): dict(kinds) for owner, kinds in secrets.items()},
        "salts": {owner_key(owner): own for owner, own in salts.items()},
        "commitments": {
            owner_key(owner): {
                square: commit(MATCH, Secret(owner, square, kind), salts[owner][square])
                for square, kind in kinds.items()
            }
            for owner, kinds in secrets.items()
        },
        "plies": made,
        "end": {"winners": [], "termination": "abandoned"} if outcome is None else outcome.to_json(),
    }


def texts(value: Any) -> Iterator[str]:
    """Every text inside a JSON value, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)


def unlike(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two JSON values have another shape: other keys, lengths or types (null counts as any text)."""
    if isinstance(one, dict) and isinstance(other, dict):
        if list(one) != list(other):
            return [path]
        return [bad for key in one for bad in unlike(one[key], other[key], f"{path}.{key}")]
    plain = (str, type(None))
    same = type(one) is type(other) or (isinstance(one, plain) and isinstance(other, plain))
    return [] if same else [path]


@st.composite
def option_sets(draw: st.DrawFn, **fixed: Any) -> Any:
    raw = {option.key: draw(st.sampled_from(option.choices)) for option in SCHEMA} | fixed
    if raw["quiet_draw"] is None and raw["max_plies"] is None:
        del raw["max_plies"]
    return parse_options(raw)


@st.composite
def positions(draw: st.DrawFn, options: Any = None) -> Position:
    """Somewhere in a random match, the end included."""
    chosen = draw(option_sets()) if options is None else options
    rng = random.Random(draw(st.integers(0, 2**32)))
    plies = draw(st.integers(0, 300))
    position = GUNJIN.start(chosen, deal(GUNJIN, chosen, rng), rng)
    for _ in range(plies):
        if position.turn is None:
            break
        position, _ = position.play(rng.choice(position.legal_plies(position.turn)), position.turn)
    return position


def with_enemy_kinds_shuffled(position: Position, seat: Side | None, rng: random.Random) -> Position:
    """The same moment with the kinds that `seat` cannot see dealt anew, also in the last battle."""
    board, removed, last = list(position.board), list(position.removed), position.last
    for owner, side in enumerate(Side(name) for name in ("first", "second")):
        if side is seat:
            continue
        squares = [index for index, it in enumerate(board) if it is not None and it.owner == owner]
        codes = [board[index].code for index in squares] + list(removed[owner])
        rng.shuffle(codes)
        for index in squares:
            it = board[index]
            board[index] = piece(owner, codes.pop(), it.start, it.moved)
        removed[owner] = tuple(sorted(codes))
        if last is not None and last.battle is not None:
            battle = last.battle
            new = {
                name: replace(it, code=rng.randrange(16))
                for name in ("attacker", "defender")
                if (it := getattr(battle, name)).owner == owner
            }
            last = replace(last, battle=replace(battle, **new))
    return replace(position, board=tuple(board), removed=tuple(removed), last=last)
