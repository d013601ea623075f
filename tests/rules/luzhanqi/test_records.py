"""Finished matches judged again from their records: deals, and sides that left."""

import json
import random
from typing import Any

import pytest

from games.rules.core import Secret, Side
from games.rules.luzhanqi.system import LUZHANQI
from games.rules.proofs import commit
from games.rules.verify import MalformedRecord, RecordRefused, verify_record
from tests.rules.support import MATCH, record_of


def record(plies: int | None = None, **options: Any) -> Any:
    made = record_of(LUZHANQI, LUZHANQI.parse_options(options), random.Random(5), plies=plies)
    return json.loads(json.dumps(made))


def test_a_deal_stands_where_layouts_would() -> None:
    flip = record(variant="flip")
    assert list(flip["layouts"]) == list(flip["commitments"]) == ["deal"]
    assert len(flip["layouts"]["deal"]) == 50
    verify_record(flip)


def test_a_deal_that_was_changed_is_refused() -> None:
    flip = record(variant="flip")
    deal = flip["layouts"]["deal"]
    one, other = next((a, b) for a in deal for b in deal if deal[a] != deal[b])
    deal[one], deal[other] = deal[other], deal[one]
    with pytest.raises(RecordRefused, match="commitment deal"):
        verify_record(flip)


def test_a_deal_that_nobody_can_have_dealt_is_refused() -> None:
    """Its commitments fit; it is what they commit to that does not."""
    flip = record(variant="flip")
    square = next(at for at, kind in flip["layouts"]["deal"].items() if kind != "red.flag")
    flip["layouts"]["deal"][square] = "red.flag"
    secret = Secret(None, square, "red.flag")
    flip["commitments"]["deal"][square] = commit(MATCH, secret, flip["salts"]["deal"][square])
    with pytest.raises(RecordRefused, match="deal"):
        verify_record(flip)


@pytest.mark.parametrize("variant", ["dark", "flip"])
def test_a_record_holds_either_layouts_or_a_deal(variant: str) -> None:
    one, other = record(variant="dark"), record(variant="flip")
    wrong = {"dark": {**one, "layouts": other["layouts"]}, "flip": {**other, "layouts": one["layouts"]}}[
        variant
    ]
    with pytest.raises(MalformedRecord):
        verify_record(wrong)


def left(number: int, side: Side, out: list[str], quiet: int) -> dict[str, Any]:
    return {
        "number": number, "side": side, "ply": ["left"], "result": "left", "quiet_plies": quiet,
        "battle": None, "shown": [], "out": out,
    }  # fmt: skip


def party() -> Any:
    """Eight plies of a match for four; then two allies leave, one of them out of turn."""
    made = record(plies=8, variant="four")
    quiet = made["plies"][-1]["quiet_plies"]
    made["plies"] += [left(9, Side.SOUTH, ["south"], quiet), left(10, Side.NORTH, ["north"], quiet)]
    made["end"] = {"winners": ["east", "west"], "termination": "resigned"}
    return made


def test_sides_that_left_stand_among_the_plies() -> None:
    verify_record(party())


@pytest.mark.parametrize(
    "damage",
    [
        lambda made: made["plies"][9].update(side="south"),
        lambda made: made["plies"][9].update(out=[]),
        lambda made: made["end"].update(winners=["east"]),
        lambda made: made["plies"].pop(),
        lambda made: made["plies"][9].update(side="first"),
    ],
)
def test_a_side_that_cannot_have_left_so_is_refused(damage: Any) -> None:
    made = party()
    damage(made)
    with pytest.raises(RecordRefused):
        verify_record(made)


def test_one_of_four_does_not_end_a_match_by_resigning() -> None:
    made = record(plies=8, variant="four")
    made["end"] = {"winners": ["east", "north", "west"], "termination": "resigned", "by": "south"}
    with pytest.raises(RecordRefused, match="played on"):
        verify_record(made)


def test_between_two_nobody_leaves_by_a_ply() -> None:
    made = record(plies=4)
    made["plies"].append(left(5, Side.FIRST, ["first"], 4))
    with pytest.raises(RecordRefused):
        verify_record(made)
