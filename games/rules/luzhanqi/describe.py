"""What a client needs to draw and explain the game, generated from the options in force."""

from __future__ import annotations

from games.rules.core import Json, JsonObject
from games.rules.luzhanqi.boards import AROUND, CAMP, MOUNTAIN
from games.rules.luzhanqi.half import local_name
from games.rules.luzhanqi.kinds import COUNTS, ENGINEER, KINDS, MINE, RANKED, RANKS, STILL, SYMBOLS
from games.rules.luzhanqi.layout import forbidden
from games.rules.luzhanqi.options import defaults_of, parse_options, presets, schema_of
from games.rules.luzhanqi.rules_text import rules_text
from games.rules.luzhanqi.ruleset import COLOURS, RULESET, Rules


def describe(rules: Rules) -> JsonObject:
    """Board, kinds, layout points, win table and rules text as JSON values."""
    graph, is_laid = rules.graph, not rules.variant.is_dealt
    xs, ys = zip(*graph.spots, strict=True)
    return {
        "key": "luzhanqi",
        "ruleset": RULESET,
        "name": "Luzhanqi",
        "variant": rules.variant.key,
        "options": [option.to_json() for option in schema_of(rules.variant.key)],
        "options_in_force": rules.to_json(),
        "presets": _presets(rules.variant.key),
        "sides": [str(side) for side in rules.sides],
        "teams": _teams(rules),
        "colours": [] if is_laid else list(COLOURS),
        "has_layout": is_laid,
        "hidden": rules.seers is not None,
        "width": max(xs) + 1,
        "height": max(ys) + 1,
        "squares": [_square(rules, square) for square in range(len(graph.names)) if _is_open(rules, square)],
        "roads": _named(rules, graph.roads),
        "rails": _named(rules, graph.rails),
        "lines": [[graph.names[square] for square in line] for line in graph.lines],
        "mountains": {name: list(feet) for name, feet in AROUND.items()} if _has_mountains(rules) else {},
        "kinds": [_kind(code) for code in range(len(KINDS))],
        "layout_squares": {str(side): _layout_squares(rules, seat) for seat, side in enumerate(rules.sides)}
        if is_laid
        else {},
        "win_table": _win_table(rules),
        "rules": rules_text(rules),
    }


def _presets(variant: str) -> JsonObject:
    """Each with the value of every option that the variant knows."""
    known = ("variant", *defaults_of(variant))
    filled = {key: parse_options(asked) for key, asked in presets(variant).items()}
    return {key: {each: options[each] for each in known} for key, options in filled.items()}


def _has_mountains(rules: Rules) -> bool:
    return rules.to_json()["mountains"] not in {None, "off"}


def _is_open(rules: Rules, square: int) -> bool:
    """Whether the point is there at all: mountains only where an option opens them."""
    return rules.graph.types[square] != MOUNTAIN or _has_mountains(rules)


def _named(rules: Rules, edges: tuple[tuple[int, int], ...]) -> list[Json]:
    return [[rules.graph.names[a], rules.graph.names[b]] for a, b in edges]


def _teams(rules: Rules) -> list[Json]:
    teams = dict.fromkeys(rules.friends)
    return [[str(rules.sides[seat]) for seat in team] for team in teams]


def _square(rules: Rules, square: int) -> JsonObject:
    """`x` and `y` count from the first side's lower left; `territory` is a side, also one nobody plays."""
    graph = rules.graph
    arm, cell = graph.arm_of[square], graph.cell_of[square]
    is_played = arm is not None and arm < len(rules.sides)
    return {
        "name": graph.names[square],
        "type": graph.types[square],
        "x": graph.spots[square][0],
        "y": graph.spots[square][1],
        "territory": str(rules.sides[arm]) if arm is not None and is_played else None,
        "local": None if cell is None else local_name(cell),
        "is_closed": arm is not None and not is_played,
    }


def _kind(code: int) -> JsonObject:
    moves = "none" if code in STILL else "rail_with_turns" if code == ENGINEER else "rail"
    return {
        "key": KINDS[code],
        "symbol": SYMBOLS[code],
        "order": code,
        "rank": RANKS[code] or None,
        "count": COUNTS[code],
        "movable": code not in STILL,
        "moves": moves,
    }


def _layout_squares(rules: Rules, seat: int) -> JsonObject:
    """The points to fill, the camps to leave empty, and per kind where it may not start, with the reason."""
    graph, home = rules.graph, rules.graph.home(seat)
    barred: dict[str, Json] = {}
    for code, kind in enumerate(KINDS):
        reasons = {graph.names[square]: forbidden(rules, square, code) for square in home}
        found: dict[str, Json] = {name: reason for name, reason in reasons.items() if reason is not None}
        if found:
            barred[kind] = found
    camps = [square for square in sorted(graph.cells[seat]) if graph.types[square] == CAMP]
    return {
        "squares": [graph.names[square] for square in home],
        "camps": [graph.names[square] for square in camps],
        "forbidden": barred,
    }


def _win_table(rules: Rules) -> JsonObject:
    """Rows attack, columns are attacked; seen from the attacker. `clears`: which kinds clear mines."""
    mine = {"mine_wins": "lose", "both_die": "both"}[rules.mine_effect]

    def word(attacker: int, defender: int) -> Json:
        if defender == MINE:
            return "win" if attacker == ENGINEER else mine
        if RANKS[attacker] == RANKS[defender]:
            return "both"
        return "win" if RANKS[attacker] > RANKS[defender] else "lose"

    return {
        "order": [KINDS[code] for code in RANKED],
        "columns": [KINDS[code] for code in (*RANKED, MINE)],
        "rows": {
            KINDS[attacker]: {KINDS[defender]: word(attacker, defender) for defender in (*RANKED, MINE)}
            for attacker in RANKED
        },
        "bomb": "both",
        "mine_clearer": rules.mine_clearer,
    }
