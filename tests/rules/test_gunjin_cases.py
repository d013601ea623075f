"""The 111 worked cases, run as data."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.core import IllegalLayout, IllegalPly, Ply, Side
from games.rules.gunjin.kinds import CODES
from games.rules.gunjin.layout import check_layout, mirror_layout, swap_layout
from games.rules.gunjin.position import Position, place
from games.rules.gunjin.ruleset import rules_for
from games.rules.gunjin.ruling import redact_ruling
from games.rules.gunjin.view import redact

CASES = json.loads((Path(__file__).parent / "gunjin_cases.json").read_text(encoding="utf-8"))
RULES = rules_for({})
REASONS = {
    "occupation": "occupation",
    "no_legal_move": "no-plies",
    "both_stuck": "both-stuck",
    "quiet_100": "quiet-100",
}
RESULTS = {"attacker": "attacker_wins", "defender": "defender_wins", "both": "both_removed"}


def set_up(case: dict[str, Any], setup: list[dict[str, str]] | None = None) -> Position:
    pieces = [
        (Side(it["side"]), it["kind"], it["square"]) for it in (case["setup"] if setup is None else setup)
    ]
    return place(RULES, pieces, turn=Side(case["to_move"]), quiet_plies=case.get("quiet_plies", 0))


def status(position: Position) -> str:
    if position.outcome is None:
        return "ongoing"
    winners = position.outcome.winners
    return f"{winners[0]}_wins" if winners else "draw"


def reason(position: Position) -> str | None:
    return None if position.outcome is None else position.outcome.termination


def layout_of(case: dict[str, Any]) -> dict[str, str]:
    return {it["square"]: it["kind"] for it in case["setup"]}


def legal_moves(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    position = set_up(case)
    plies = position.legal_plies(Side(case["to_move"]))
    ends = [end for start, end in plies if start == action["square"]]
    assert sorted(ends) == expect["to"]
    assert sorted(end for end in ends if end in position.pieces) == expect["attacks"]


def all_legal_moves(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    plies = set_up(case).legal_plies(Side(case["to_move"]))
    assert len(plies) == expect["count"]
    if "moves" in expect:
        assert {"-".join(ply) for ply in plies} == set(expect["moves"])


def move(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    before = set_up(case)
    ply, side = Ply(action["from"], action["to"]), Side(case["to_move"])
    if not expect["legal"]:
        with pytest.raises(IllegalPly):
            before.play(ply, side)
        return
    after, ruling = before.play(ply, side)
    battle = ruling.battle
    assert (None if battle is None else RESULTS[battle.result]) == expect["battle"]
    changed = {
        square: None if square not in after.pieces else [after.pieces[square].side, after.pieces[square].kind]
        for square in {*before.pieces, *after.pieces}
        if before.pieces.get(square) != after.pieces.get(square)
    }
    assert changed == {square: there for square, there in expect["board"].items() if square in changed}
    assert all(square not in after.pieces for square, there in expect["board"].items() if there is None)
    assert status(after) == expect["status"]
    assert reason(after) == (expect["reason"] and REASONS[expect["reason"]])
    assert after.quiet_plies == ruling.quiet_plies == expect["quiet_plies"]
    assert after.turn == expect["to_move"]
    for viewer, told in expect.get("announce", {}).items():
        seen = redact_ruling(ruling.to_json(), Side(viewer), show_all=False)["battle"]
        assert seen["square"] == told["square"]
        assert seen["winner"] == told["winner"]
        other = {"first": "second", "second": "first"}[viewer]
        assert seen["pieces"] == {viewer: told["your_piece"], other: None}


def moves(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    position, seen = set_up(case), []
    for item in action["list"]:
        position, _ = position.play(Ply(item["from"], item["to"]), position.turn)
        seen.append(status(position))
    assert seen == expect["status_after"]
    assert reason(position) == REASONS[expect["reason"]]
    assert position.quiet_plies == expect["quiet_plies"]


def status_only(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    assert status(set_up(case)) == expect["status"]


def battle_matrix(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    letters = {"attacker": "A", "defender": "D", "both": "B"}
    columns = [CODES[kind] for kind in (*action["order"], action["extra_column"])]
    for kind, row in expect["rows"].items():
        assert "".join(letters[RULES.win_table[CODES[kind]][column]] for column in columns) == row


def validate_layout(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    pieces = [(it["square"], it["kind"]) for it in case["setup"]]
    reasons = check_layout(RULES, Side(action["side"]), pieces)
    assert sorted(reason.code for reason in reasons) == expect["errors"]
    assert (not reasons) == expect["valid"]


def swap(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    layout, side = layout_of(case), Side(action["side"])
    codes: list[str] = []
    try:
        swapped = swap_layout(RULES, side, layout, pair=(action["a"], action["b"]))
    except IllegalLayout as error:
        codes = [reason.code for reason in error.reasons]
    else:
        assert swapped[action["a"]] == layout[action["b"]]
        assert swapped[action["b"]] == layout[action["a"]]
    assert codes == expect["errors"]
    assert (not codes) == expect["accepted"]


def mirror(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    mirrored = mirror_layout(layout_of(case))
    assert expect["contains"].items() <= mirrored.items()


def compare_views(case: dict[str, Any], action: dict[str, Any], expect: dict[str, Any]) -> None:
    viewer = Side(action["viewer"])
    seen = []
    for setup in (case["setup"], action["alt_setup"]):
        ply = Ply(action["move"]["from"], action["move"]["to"])
        after, ruling = set_up(case, setup).play(ply, Side(case["to_move"]))
        told = redact_ruling(ruling.to_json(), viewer, show_all=False)
        seen.append(json.dumps([redact(after, viewer).to_json(), told]))
    assert (seen[0] == seen[1]) == expect["identical"]


ACTIONS = {
    check.__name__: check
    for check in (legal_moves, all_legal_moves, move, moves, battle_matrix, validate_layout, swap, mirror)
} | {"compare_views": compare_views, "status": status_only}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    ACTIONS[case["action"]["type"]](case, case["action"], case["expect"])


def test_every_case_was_run() -> None:
    assert len({case["id"] for case in CASES}) == 111
