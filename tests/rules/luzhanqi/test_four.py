"""Four players (2.5), and three: allies, who is out, who leaves, and who sees what."""

import random
from typing import Any

import pytest

from games.rules.core import LEFT, IllegalPly, Outcome, Ply, Side
from games.rules.luzhanqi.position import Position
from games.rules.luzhanqi.system import LUZHANQI
from games.rules.luzhanqi.view import redact
from tests.rules.luzhanqi.support import rules_of, set_up
from tests.rules.support import deal, play_on

SOUTH, EAST, NORTH, WEST = Side.SOUTH, Side.EAST, Side.NORTH, Side.WEST
CAMPS = {f"{arm}c4": f"{arm}.platoon" for arm in "SENW"}
FLAGS = {f"{arm}b1": f"{arm}.flag" for arm in "SENW"}
ALL = {**FLAGS, **CAMPS}


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position, _ = position.play(Ply(*move.split("-")), position.turn)
    return position


def four(setup: dict[str, str], *, turn: str = "S", out: str = "", **options: Any) -> Position:
    return set_up(rules_of("four", **options), setup, turn=turn, out=out)


def sides_on(position: Position) -> set[Side]:
    return {position.rules.sides[it.army] for it in position.pieces.values()}


def test_play_goes_round_and_skips_who_is_out() -> None:
    position = four(ALL)
    turns = []
    for arm in "SENW":
        turns.append(position.turn)
        position = play(position, f"{arm}c4-{arm}c5")
    assert turns == [SOUTH, EAST, NORTH, WEST]
    assert position.turn is SOUTH
    left = {square: text for square, text in ALL.items() if text[0] != "E"}
    assert play(four(left, out="E"), "Sc4-Sc5").turn is NORTH


def test_who_has_lost_leaves_an_arm_that_can_be_passed() -> None:
    setup = {**ALL, "Eb2": "S.company", "Ea6": "E.general", "Ea4": "E.mine", "Se3": "S.brigade"}
    position = four(setup)
    assert Ply("Se3", "Ea3") not in position.legal_plies(SOUTH)
    position = play(position, "Eb2-Eb1")
    assert position.out == (1,)
    assert sides_on(position) == {SOUTH, NORTH, WEST}
    assert len(position.removed[1]) == 4
    position = play(position, "Nc4-Nc5", "Wc4-Wc5")
    assert position.turn is SOUTH
    assert Ply("Se3", "Ea3") in position.legal_plies(SOUTH)


def test_allies_are_not_attacked_and_not_moved() -> None:
    position = four({**ALL, "m21": "S.general", "m22": "N.company", "m11": "W.bomb"})
    assert Ply("m21", "m11") in position.legal_plies(SOUTH)
    for words, code in (
        (("m21", "m22"), "ally_piece"),
        (("m22", "m23"), "not_your_piece"),
        (("m21", "m23"), "not_reachable"),
    ):
        with pytest.raises(IllegalPly) as refused:
            position.play(Ply(*words), SOUTH)
        assert [reason.code for reason in refused.value.reasons] == [code]


def test_a_headquarters_of_an_ally_may_be_entered_and_locks() -> None:
    """A17."""
    position = play(four({**ALL, "Nd2": "S.company"}), "Nd2-Nd1", "Ec4-Ec5", "Nc4-Nc5", "Wc4-Wc5")
    assert position.pieces["Nd1"].kind == "company"
    assert not [ply for ply in position.legal_plies(SOUTH) if ply[0] == "Nd1"]


def test_a_team_loses_with_its_second_member_and_wins_with_its_first() -> None:
    setup = {**FLAGS, "Sc4": "S.platoon", "Wb2": "S.company", "Eb2": "S.bomb"}
    setup |= {"Nc4": "N.platoon", "Wc4": "W.platoon", "Ec4": "E.platoon"}
    position = play(four(setup), "Eb2-Eb1", "Nc4-Nc5", "Wc4-Wc5")
    assert position.outcome is None
    assert play(position, "Wb2-Wb1").outcome == Outcome((SOUTH, NORTH), "flag-taken")


def test_a_member_that_is_out_wins_with_its_team() -> None:
    left = {square: text for square, text in ALL.items() if text[0] not in "EN"}
    position = four({**left, "Wb2": "S.company"}, out="EN")
    assert play(position, "Wb2-Wb1").outcome == Outcome((SOUTH, NORTH), "flag-taken")


def test_who_cannot_act_is_out_one_after_the_other() -> None:
    """E and W have nothing that moves: when N has moved, both are out and their team has lost."""
    setup = {**FLAGS, "Sc4": "S.platoon", "Nc4": "N.platoon", "Wc4": "W.mine", "Ec5": "E.mine"}
    after = play(four(setup), "Sc4-Sc5")
    assert (after.out, after.turn) == ((1,), NORTH)
    assert play(after, "Nc4-Nc5").outcome == Outcome((SOUTH, NORTH), "no-plies")


def test_everyone_stuck_at_once_draws_where_the_option_says_so() -> None:
    setup = {**FLAGS, "m21": "S.company", "m22": "E.company"}
    assert play(four(setup), "m21-m22").outcome == Outcome((SOUTH, NORTH), "no-plies")
    drawn = play(four(setup, mutual_exhaustion="draw"), "m21-m22")
    assert drawn.outcome == Outcome((), "mutual-no-plies")
    assert drawn.out == ()


def test_alone_the_last_one_wins() -> None:
    setup = {**FLAGS, "m21": "S.company", "m22": "E.company", "Wc4": "W.platoon"}
    position = play(four(setup, teams="ffa"), "m21-m22")
    assert (position.out, position.turn) == ((1, 2), WEST)
    assert play(position, "Wc4-Wc5").outcome == Outcome((WEST,), "no-plies")


def test_repeating_puts_out_where_it_loses() -> None:
    position = four({**ALL, "Sa2": "S.company", "Ea2": "E.company", "Na2": "N.company", "Wa2": "W.company"},
                    repeat_effect="lose")  # fmt: skip
    there = [f"{arm}a2-{arm}a3" for arm in "SENW"]
    back = [f"{arm}a3-{arm}a2" for arm in "SENW"]
    position = play(position, *(there + back) * 3, there[0])
    assert (position.out, position.turn, position.outcome) == ((0,), EAST, None)
    assert position.last is not None
    assert position.last.out == (SOUTH,)
    assert SOUTH not in sides_on(position)


# --- leaving


def test_who_leaves_is_out_and_the_match_goes_on() -> None:
    position = four({**ALL, "Ea6": "E.general"})
    left = LUZHANQI.leave(position, EAST)
    assert left is not None
    after, ruling = left
    assert (ruling.ply, ruling.result, ruling.out) == (LEFT, "left", (EAST,))
    assert (after.turn, after.out, after.outcome, after.number) == (SOUTH, (1,), None, 0)
    assert EAST not in sides_on(after)
    assert LUZHANQI.in_play(after) == (SOUTH, NORTH, WEST)
    assert play(after, "Sc4-Sc5").turn is NORTH


def test_who_leaves_on_its_turn_passes_it_on() -> None:
    left = LUZHANQI.leave(four(ALL), SOUTH)
    assert left is not None
    assert left[0].turn is EAST
    stuck = four({**FLAGS, "Sc4": "S.platoon", "Nc4": "N.platoon", "Wc4": "W.platoon"})
    left = LUZHANQI.leave(stuck, SOUTH)
    assert left is not None
    assert (left[0].turn, left[0].out) == (NORTH, (0, 1))


def test_the_second_of_a_team_that_leaves_ends_the_match() -> None:
    left = LUZHANQI.leave(four(ALL), EAST)
    assert left is not None
    over = LUZHANQI.leave(left[0], WEST)
    assert over is not None
    assert over[0].outcome == Outcome((SOUTH, NORTH), "resigned")
    assert LUZHANQI.in_play(over[0]) == ()
    for position, side in ((left[0], EAST), (over[0], SOUTH), (left[0], Side.FIRST)):
        with pytest.raises(IllegalPly):
            LUZHANQI.leave(position, side)


@pytest.mark.parametrize("variant", ["dark", "open", "flip"])
def test_between_two_leaving_is_the_end(variant: str) -> None:
    options = LUZHANQI.parse_options({"variant": variant})
    rng = random.Random(1)
    position = LUZHANQI.start(options, deal(LUZHANQI, options, rng), rng)
    assert LUZHANQI.leave(position, Side.SECOND) is None


# --- who sees what


@pytest.mark.parametrize(
    ("info", "teams", "sees"),
    [
        ("dark", "2v2", "S"),
        ("double_open", "2v2", "SN"),
        ("all_open", "2v2", "SENW"),
        ("dark", "ffa", "S"),
        ("all_open", "ffa", "SENW"),
    ],
)
def test_information_is_an_option(info: str, teams: str, sees: str) -> None:
    setup = {**ALL, "m21": "S.general", "m22": "E.company", "m32": "N.bomb"}
    position = four(setup, four_info=info, teams=teams)
    position, ruling = position.play(Ply("m21", "m22"), SOUTH)
    seen = redact(position, SOUTH).to_json()
    known = {it["square"] for it in seen["pieces"] if it["kind"] is not None}
    assert known == {square for square, text in {**ALL, "m22": "S", "m32": "N"}.items() if text[0] in sees}
    kinds = {"south": "general", "east": "company" if "E" in sees else None}
    assert seen["last"]["battle"]["pieces"] == kinds
    assert seen["removed"]["east"] == {"count": 1, "kinds": ["company"] if "E" in sees else None}
    watching = LUZHANQI.redact_ruling(
        ruling.to_json(), LUZHANQI.parse_options(position.rules.to_json()), None
    )
    open_to_all = info == "all_open"
    assert watching["battle"]["pieces"]["south"] == ("general" if open_to_all else None)


def test_the_flag_of_who_lost_the_commander_is_shown_to_all() -> None:
    position = four({**ALL, "m21": "S.bomb", "m22": "E.commander"})
    after, _ = position.play(Ply("m21", "m22"), SOUTH)
    for viewer in (*after.rules.sides, None):
        flags = redact(after, viewer).to_json()["flags"]
        assert flags == {"south": None, "east": "Eb1", "north": None, "west": None}


# --- whole matches


@pytest.mark.parametrize("options", [{}, {"teams": "ffa"}, {"players": 3, "teams": "ffa"}])
def test_matches_go_on_after_eliminations(options: dict[str, Any]) -> None:
    """Random matches in which sides fall in the middle: nobody who is out holds a piece or plays."""
    parsed = LUZHANQI.parse_options({"variant": "four", **options})
    eliminated = 0
    for seed in range(6):
        rng = random.Random(seed)
        start = LUZHANQI.start(parsed, deal(LUZHANQI, parsed, rng), rng)
        for position, _, side, _ in play_on(LUZHANQI, start, rng):
            out = {position.rules.sides[seat] for seat in position.out}
            assert not out & sides_on(position)
            assert position.turn not in out
            if position.outcome is None and position.out:
                eliminated += 1
                assert side is position.turn
    assert eliminated > 100
