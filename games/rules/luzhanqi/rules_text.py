"""The rules as sentences, one clause each, written from the options in force."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.core import Json
from games.rules.luzhanqi.flip_rules import FlipRules
from games.rules.luzhanqi.kinds import KINDS, RANKED
from games.rules.luzhanqi.ruleset import Rules

_COLOURS = {
    "first_flip": "The first piece turned up belongs to who turned it up.",
    "own_double": "Who turns up the colour of their own previous piece plays it.",
    "global_double": "Who turns up the colour of the piece turned up just before plays it.",
    "first_engineer": "Who first turns up an engineer plays its colour.",
    "opponent": "The first piece turned up belongs to the other player.",
}
_GOALS = {
    "own_hq": "carries the enemy flag into an empty headquarters at its own end",
    "opponent_hq": "carries the enemy flag into an empty headquarters at the other end",
    "any_hq": "carries the enemy flag into any empty headquarters",
    "capture": "takes the enemy flag",
}
_CARRIERS = {
    "lowest_rank": "the lowest rank its army has left, face-down pieces included",
    "any": "any piece with a rank",
    "engineer": "an engineer",
}
_INFORMATION = {
    "dark": "Nobody sees the kinds of others, allies included.",
    "double_open": "Allies see each other's pieces; enemies do not.",
    "all_open": "All pieces lie open to everyone.",
}
_MOUNTAINS = {
    "off": "Nobody enters the mountains.",
    "any": "From a rail point around an empty mountain a piece may step into it. It is safe there and leaves"
    " to an empty point around it.",
    "engineer": "From a rail point around an empty mountain an engineer may step into it. It is safe there"
    " and leaves to an empty point around it.",
}


def rules_text(rules: Rules) -> list[Json]:
    """Objects with a stable `key` and an English `text`; a variant has only clauses that say something."""
    clauses = {**_common(rules), **(_flip(rules.flip) if rules.flip else _laid(rules)), **_ends(rules)}
    return [{"key": key, "text": text} for key, text in clauses.items() if text]


def _common(rules: Rules) -> Mapping[str, str]:
    straight = (
        "go at most three points along rails, turning where they like"
        if rules.reach.turning
        else "go any number of points straight along a rail, curves that are drawn as one line included"
    )
    lock = "A piece in a headquarters never moves again." if rules.locked else ""
    return {
        "turn": "The sides act in turn, once each. Nobody may pass.",
        "road": "By road a piece goes to a neighbouring point.",
        "rail": f"By rail pieces {straight}; engineers go anywhere that free rails lead. Nobody jumps, and"
        " one move is by road or by rail, never both.",
        "still": f"Mines and flags never move. {lock}".strip(),
        "camp": "A piece in a camp cannot be attacked. Empty camps and headquarters of all may be entered.",
        "mountains": _MOUNTAINS.get(str(rules.to_json()["mountains"] or "off"), "")
        if rules.mountains
        else "",
        "battle": _battle(),
        "mine": _mine(rules),
    }


def _battle() -> str:
    order = ", ".join(KINDS[code] for code in RANKED)
    return (
        f"From high to low: {order}. The higher piece stays; equal ranks are both removed. A bomb and"
        " whatever it meets are both removed."
    )


def _mine(rules: Rules) -> str:
    clearer = (
        "An engineer clears a mine"
        if rules.mine_clearer == "engineer"
        else "A piece of the lowest rank that its side has left clears a mine"
    )
    others = (
        "other attackers are removed and the mine stays."
        if rules.mine_effect == "mine_wins"
        else "other attackers and the mine are both removed."
    )
    return f"{clearer}; {others}"


def _laid(rules: Rules) -> Mapping[str, str]:
    rows = " and mines in the last two rows" if rules.mines_in_last_two_rows else ""
    return {
        "layout": "Each side secretly puts its 25 pieces on its stations and headquarters: the flag in a"
        f" headquarters, bombs not in the front row{rows}. Camps stay empty.",
        "flag": _flag(rules),
        "shown": _shown(rules),
        "information": _information(rules),
        "teams": _teams(rules),
    }


def _flag(rules: Rules) -> str:
    takes = "Any piece that moves may take a flag"
    if rules.commander_spares_flag:
        takes = "Any piece that moves, but the commander, may take a flag"
    bomb = " a bomb may not." if rules.bomb_spares_flag else " a bomb is removed with it."
    loses = "whose flag is taken is out, and all its pieces leave the board"
    loses = loses if rules.variant.clears_out else "whose flag is taken loses"
    shaken = (
        " Taking a flag only draws when the taker's commander is dead and the loser's is not."
        if rules.draws_when_shaken
        else ""
    )
    return f"{takes};{bomb} The side {loses}.{shaken}"


def _shown(rules: Rules) -> str:
    if not rules.reveals_flag:
        return ""
    other = (
        " When its general is dead too, its piece in the other headquarters is shown."
        if rules.reveals_other_hq
        else ""
    )
    return f"When a side's commander is removed, everybody is shown where its flag stands.{other}"


def _information(rules: Rules) -> str:
    if rules.variant.clears_out:
        return _INFORMATION[str(rules.to_json()["four_info"])]
    if rules.is_open:
        return "When both sides have laid out, all pieces are shown to everyone."
    return (
        "Nobody sees the kinds of the other side before the end. The referee tells only whether the attacker,"
        " the defender or both are removed."
    )


def _teams(rules: Rules) -> str:
    if len(rules.sides) == 2:
        return ""
    if len(rules.friends[0]) > 1:
        return (
            "Sides opposite each other play together: they never attack each other, and win or lose as one."
        )
    empty = " Nobody enters the empty arm." if len(rules.sides) == 3 else ""
    return f"Everyone plays alone; the last side left wins.{empty}"


def _flip(flip: FlipRules) -> Mapping[str, str]:
    hidden = (
        "A face-down piece may be attacked: it is turned up first. An own piece or a flag that may not be"
        " taken yet stays, and so does the attacker."
        if flip.attacks_hidden
        else "Face-down pieces may not be attacked."
    )
    higher = " A visibly higher piece may not be attacked." if flip.forbids_suicide else ""
    return {
        "deal": "All fifty pieces are shuffled face down on the stations and headquarters. An action is to"
        " turn a piece up, or to move an own face-up piece.",
        "colours": f"{_COLOURS[flip.colour_rule]} Until the colours are known pieces are only turned up.",
        "hidden": f"{hidden}{higher} A face-up mine is attacked only by who clears it and by bombs.",
        "flag": f"Once the enemy has no mine left, {_CARRIERS[flip.carrier]} may step onto its flag.",
        "carry": ""
        if flip.goal == "capture"
        else "From there it may carry the flag to an empty point, or leave it behind. To fight it must leave"
        " it behind.",
        "goal": f"A side that {_GOALS[flip.goal]} wins.",
    }


def _ends(rules: Rules) -> Mapping[str, str]:
    stuck = " If nobody could act it is a draw." if rules.draws_when_stuck else ""
    quiet = (
        f"After {rules.quiet_limit} plies in a row without a battle it is a draw."
        if rules.quiet_limit
        else ""
    )
    return {
        "no_plies": f"A side that cannot act on its turn has lost.{stuck}",
        "repetition": _repetition(rules),
        "quiet": quiet,
        "length": f"After {rules.max_plies} plies it is a draw." if rules.max_plies else "",
    }


def _repetition(rules: Rules) -> str:
    effect = {
        "forbid": "is not allowed, unless nothing else is left",
        "lose": "loses, unless nothing else was left",
        "draw": "makes a draw",
    }.get(rules.repeat_effect)
    if effect is None:
        return ""
    return (
        f"The same move of the same piece a {_ORDINALS[rules.repeat_limit]} time within"
        f" {rules.window + 1} own plies without a battle {effect}."
    )


_ORDINALS = {3: "third", 4: "fourth", 5: "fifth"}
