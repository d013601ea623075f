"""The 116 worked cases, run as data."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.core import IllegalPly, Ply, Side
from games.rules.luzhanqi.half import COLUMNS
from games.rules.luzhanqi.kinds import FLAG, piece
from games.rules.luzhanqi.layout import check_layout
from games.rules.luzhanqi.position import Position
from games.rules.luzhanqi.ruleset import COLOURS, Rules
from games.rules.luzhanqi.ruling import Result, Ruling
from games.rules.luzhanqi.view import redact
from tests.rules.luzhanqi.support import letter_of, rules_of, set_up, side_of, text_of

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
OUTCOMES = {
    Result.MOVED: "move",
    Result.ATTACKER: "attacker_wins",
    Result.DEFENDER: "defender_wins",
    Result.BOTH: "both_removed",
    Result.NEITHER: "bounce",
    Result.OWN: "reveal_own",
    Result.TAKEN: "flag_taken",
    Result.CARRIED: "carry",
    Result.TURNED: "flip",
}
REASONS = {
    "flag": "flag-taken",
    "flag_home": "flag-home",
    "no_move": "no-plies",
    "mutual_no_move": "mutual-no-plies",
    "no_capture": "quiet-70",
    "shaken_army": "shaken-army",
}


def rules_in(case: dict[str, Any]) -> Rules:
    return rules_of(case["variant"], **case.get("options", {}))


def position_of(case: dict[str, Any]) -> Position:
    rules = rules_in(case)
    flip: dict[str, Any] = {}
    if case.get("owner") == {}:
        flip["armies"] = None
    if "flips" in case:
        flip["turned"] = tuple(
            COLOURS.index(case["flips"][letter][-1]) if case["flips"][letter] else None for letter in "SN"
        )
    if "flag_at" in case:
        index = rules.graph.index
        flip["under"] = tuple(
            (index[name], piece(COLOURS.index(colour), FLAG, index[name], True, True))
            for colour, name in case["flag_at"].items()
        )
    return set_up(
        rules,
        case["setup"],
        turn=case["to_move"],
        quiet_plies=case.get("quiet_plies", 0),
        out="".join(case.get("out", [])),
        **flip,
    )


def ply_of(action: dict[str, Any]) -> Ply:
    if action["type"] == "flip":
        return Ply(action["at"])
    return Ply(action["from"], action["to"], *(["carry"] if action.get("carry") else []))


def act(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    before = position_of(case)
    side = side_of(case["to_move"], before.rules)
    ply = ply_of(action)
    assert (ply in before.legal_plies(side)) == expect["legal"]
    if not expect["legal"]:
        with pytest.raises(IllegalPly) as refused:
            before.play(ply, side)
        assert [reason.code for reason in refused.value.reasons] == [expect["reason"]]
        return
    after, ruling = before.play(ply, side)
    check(after, ruling, expect)


def check(after: Position, ruling: Ruling, expect: dict[str, Any]) -> None:
    rules = after.rules
    pieces = {name: text_of(it, rules) for name, it in after.pieces.items()}
    assert OUTCOMES[ruling.result] == expect.get("outcome", OUTCOMES[ruling.result])
    for name, there in expect.get("after", {}).items():
        assert pieces.get(name) == there, name
    if "shown" in expect:
        shown = [f"{letter_of(Side(it.owner))}.{it.kind}@{it.square}" for it in ruling.shown]
        assert shown == expect["shown"]
    if "out" in expect:
        assert [letter_of(rules.sides[seat]) for seat in after.out] == expect["out"]
    if "to_move" in expect:
        assert letter_of(after.turn) == expect["to_move"]
    if "over" in expect:
        check_end(after, expect["over"])
    if "flag_at" in expect:
        under = {COLOURS[flag.army]: rules.graph.names[at] for at, flag in after.flip.under}
        assert under == expect["flag_at"]
    if "colours" in expect:
        armies = after.flip.armies
        known = {} if armies is None else dict(zip("SN", (COLOURS[army] for army in armies), strict=True))
        assert known == expect["colours"]


def check_end(after: Position, over: dict[str, Any] | None) -> None:
    if over is None:
        assert after.outcome is None
        return
    assert after.outcome is not None
    assert after.outcome.termination == REASONS[over["reason"]]
    expected = [] if over["winner"] == "draw" else list(over["winner"])
    assert [letter_of(side) for side in after.outcome.winners] == expected
    assert after.turn is None


def targets(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    position = position_of(case)
    plies = position.legal_plies(side_of(case["to_move"], position.rules))
    assert sorted(end for start, end in plies if start == action["from"]) == expect["targets"]


def layout(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    rules = rules_in(case)
    pieces = [
        (f"{column}{6 - depth}", kind)
        for depth, row in enumerate(action["rows"])
        for column, kind in zip(COLUMNS, row, strict=True)
        if kind != "."
    ]
    reasons = check_layout(rules, side_of(case["to_move"], rules), pieces)
    assert [reason.code for reason in reasons] == expect["errors"]


def view(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    position = position_of(case)
    if "after_move" in action:
        position, _ = position.play(ply_of({"type": "move", **action["after_move"]}), position.turn)
    viewer = None if action["as"] == "spectator" else side_of(action["as"], position.rules)
    seen = redact(position, viewer).to_json()
    told = {}
    for it in seen["pieces"]:
        owner = it["army"] or (letter_of(Side(it["side"])) if it["side"] else None)
        told[it["square"]] = "?" if owner is None else f"{owner}.{it['kind'] or '?'}"
    assert told == expect["view"]


ACTIONS = {"move": act, "flip": act, "targets": targets, "layout": layout, "view": view}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    ACTIONS[case["action"]["type"]](case, case["action"], case["expect"])


def test_every_case_was_run() -> None:
    assert len({case["id"] for case in CASES}) == 116
