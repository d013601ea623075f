"""The rules as sentences, one clause each, written from the options in force."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.core import Json
from games.rules.gunjin.kinds import KINDS, MOVABLE
from games.rules.gunjin.ruleset import Rules

_NAMES = {
    "lt_general": "lieutenant general", "maj_general": "major general", "lt_colonel": "lieutenant colonel",
    "second_lt": "second lieutenant",
}  # fmt: skip
_SIDEWAYS: Mapping[Json, str] = {
    1: "one square to the left or right",
    0: "not to the left or right at all",
    "unlimited": "any number of squares to the left or right, ending in a headquarters it enters",
}
_JUMPS: Mapping[Json, str] = {
    "over_all": "It passes over pieces of both sides and fights only where it lands.",
    "own_only": "It passes over its own pieces, but the first enemy piece ends the flight.",
    "none": "It passes over no piece; the first enemy piece may be attacked.",
}
_RIVER: Mapping[Json, str] = {
    "any_column": "It crosses the river on every column.",
    "bridges_only": "It crosses the river on columns b and e only.",
}
_FLAG: Mapping[Json, str] = {
    "off": "Taking the flag does not end the match.",
    "any": "Whoever takes the enemy flag, and survives, wins at once.",
    "second_lt": "A second lieutenant that takes the enemy flag wins at once; other kinds do not.",
}


def name_of(kind: str) -> str:
    return _NAMES.get(kind, kind)


def rules_text(rules: Rules) -> list[Json]:
    """Objects with a stable `key` and an English `text`; the keys do not depend on the options."""
    options = rules.to_json()
    clauses = {
        "layout": _layout(options),
        "turn": "The first player begins; then the sides play one piece each in turn. Nobody may pass.",
        "step": "Officers and the spy go one square forwards, backwards, left or right. The river is crossed"
        " on the bridges of columns b and e, whose ends are adjacent.",
        "tank": "Tank and cavalry go one square any way, or two straight ahead over an empty square.",
        "engineer": "The engineer goes any number of squares in a straight line, but passes no piece.",
        "plane": _plane(options),
        "headquarters": "The two middle squares of each back rank are one square, the headquarters. It is"
        " left straight on column c or d, or sideways. A longer move that enters it ends there.",
        "still": "Mine and flag never move.",
        "battle": _battle(options),
        "mine": _mine(options),
        "flag": "A flag fights with the strength of the own piece directly behind it, which is never removed;"
        " without one it loses.",
        "occupation": _occupation(rules),
        "win_flag": _FLAG[options["win_flag"]],
        "win_general": "Losing the general loses the match; if both fall in one battle it is a draw."
        if rules.win_general
        else "Losing the general does not lose the match.",
        "no_plies": "A side that cannot move on its turn loses; if neither side can move it is a draw.",
        "quiet": _quiet(rules),
        "length": "There is no limit to the number of plies."
        if rules.max_plies is None
        else f"After {rules.max_plies} plies the match is a draw.",
        "information": "All pieces lie open to everyone."
        if rules.is_open
        else "Nobody sees the kinds of the other side before the end. The referee tells only where a battle"
        " took place and who is left.",
    }
    return [{"key": key, "text": text} for key, text in clauses.items()]


def _layout(options: Mapping[str, Json]) -> str:
    mine = "A mine may" if options["mine_in_hq"] == "allowed" else "A mine may not"
    return (
        "Each side puts its 23 pieces on its 23 squares. Mines and flag may not stand on the bridgeheads, the"
        f" flag not on the back rank either. {mine} stand in the headquarters."
    )


def _plane(options: Mapping[str, Json]) -> str:
    return (
        "The plane flies any number of squares forwards or backwards and"
        f" {_SIDEWAYS[options['plane_sideways']]}. {_JUMPS[options['plane_jump']]}"
        f" {_RIVER[options['plane_river']]}"
    )


def _battle(options: Mapping[str, Json]) -> str:
    order = ", ".join(name_of(KINDS[code]) for code in MOVABLE)
    spy = "the general" if options["spy_beats"] == "general" else "the general and the lieutenant general"
    engineer = " The engineer beats the tank." if options["engineer_vs_tank"] == "engineer" else ""
    return (
        f"From strong to weak: {order}. The stronger piece stays; equal kinds are both removed."
        f" The spy beats {spy}.{engineer}"
    )


def _mine(options: Mapping[str, Json]) -> str:
    other = (
        "any other attacker is removed and the mine stays."
        if options["mine_after_win"] == "stays"
        else "any other attacker and the mine are both removed."
    )
    return f"Plane and engineer clear a mine; {other}"


def _occupation(rules: Rules) -> str:
    names = ", ".join(name_of(KINDS[code]) for code in sorted(rules.occupiers))
    return f"A side wins at once when one of these stands in the enemy headquarters: {names}."


def _quiet(rules: Rules) -> str:
    if rules.quiet_limit is None:
        return "Plies without a battle are not counted."
    return f"After {rules.quiet_limit} plies in a row without a battle, both sides together, it is a draw."
