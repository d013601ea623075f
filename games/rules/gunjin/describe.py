"""What a client needs to draw and explain the game, generated from the options in force."""

from __future__ import annotations

from games.rules.core import Json, JsonObject, Side
from games.rules.gunjin.battle import BattleResult
from games.rules.gunjin.board import (
    BACK_RANK,
    BRIDGEHEADS,
    EDGES,
    FILES,
    HEADQUARTERS,
    SQUARES,
    TERRITORY,
    cells,
)
from games.rules.gunjin.kinds import (
    CAVALRY,
    COUNTS,
    ENGINEER,
    FLAG,
    KINDS,
    MINE,
    MOVABLE,
    OWNER,
    PLANE,
    SIDES,
    SYMBOLS,
    TANK,
)
from games.rules.gunjin.layout import forbidden
from games.rules.gunjin.options import SCHEMA
from games.rules.gunjin.rules_text import rules_text
from games.rules.gunjin.ruleset import RULESET, Rules

_WORDS = {
    BattleResult.ATTACKER_WON: "win",
    BattleResult.DEFENDER_WON: "lose",
    BattleResult.BOTH_LOST: "both",
}
_WAYS = {PLANE: "flight", ENGINEER: "slide", TANK: "step_or_two_ahead", CAVALRY: "step_or_two_ahead"}


def describe(rules: Rules) -> JsonObject:
    """Board, kinds, layout squares, win table and rules text as JSON values."""
    return {
        "key": "gunjin",
        "ruleset": RULESET,
        "name": "Gunjin Shogi",
        "options": [option.to_json() for option in SCHEMA],
        "options_in_force": rules.to_json(),
        "presets": {},
        "sides": [str(side) for side in SIDES],
        "has_layout": True,
        "hidden": not rules.is_open,
        "width": 6,
        "height": 8,
        "squares": [_square(index) for index in range(len(SQUARES))],
        "edges": [[SQUARES[a], SQUARES[b]] for a, b in EDGES],
        "bridges": [["b4", "b5"], ["e4", "e5"]],
        "kinds": [_kind(code, rules) for code in range(len(KINDS))],
        "layout_squares": {str(side): _layout_squares(side, rules) for side in SIDES},
        "win_table": _win_table(rules),
        "rules": rules_text(rules),
    }


def _square(index: int) -> JsonObject:
    """`x` and `y` in cells from the first player's lower left corner; a headquarters is two cells wide."""
    owner = 0 if index in TERRITORY[0] else 1
    file, rank = cells(index)[0]
    tags = (
        ("back_rank", index in BACK_RANK[owner]),
        ("bridgehead", index in BRIDGEHEADS[owner]),
        ("headquarters", index in HEADQUARTERS),
    )
    return {
        "name": SQUARES[index],
        "x": FILES.index(file),
        "y": rank - 1,
        "width": len(cells(index)),
        "territory": str(SIDES[owner]),
        "tags": [tag for tag, holds in tags if holds],
    }


def _kind(code: int, rules: Rules) -> JsonObject:
    return {
        "key": KINDS[code],
        "symbol": SYMBOLS[code],
        "order": code,
        "count": COUNTS[code],
        "movable": code in MOVABLE,
        "moves": "none" if code in {MINE, FLAG} else _WAYS.get(code, "step"),
        "occupies": code in rules.occupiers,
    }


def _layout_squares(side: Side, rules: Rules) -> JsonObject:
    """The squares to fill, and per kind the ones it may not start on, with the reason code."""
    camp = TERRITORY[OWNER[side]]
    barred: dict[str, Json] = {}
    for kind in (KINDS[MINE], KINDS[FLAG]):
        reasons = {SQUARES[square]: forbidden(rules, side, kind, square) for square in camp}
        barred[kind] = {name: code for name, code in reasons.items() if code is not None}
    return {"squares": [SQUARES[square] for square in camp], "forbidden": barred}


def _win_table(rules: Rules) -> JsonObject:
    """Rows attack, columns are attacked. A flag has no column: it fights as the piece behind it."""
    columns = (*MOVABLE, MINE)
    rows = {
        KINDS[attacker]: {
            KINDS[defender]: _WORDS[rules.win_table[attacker][defender]] for defender in columns
        }
        for attacker in MOVABLE
    }
    return {
        "order": [KINDS[code] for code in MOVABLE],
        "columns": [KINDS[code] for code in columns],
        "rows": rows,
    }
