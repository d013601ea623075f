"""How matches end, and the order in which that is asked (G11 to G16)."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules.core import IllegalPly, Outcome, Ply, Side
from games.rules.luzhanqi.position import Position
from tests.rules.luzhanqi.support import rules_of, set_up

FLAGS = {"b1": "S.flag", "b12": "N.flag"}
APART = {**FLAGS, "a2": "S.company", "e11": "N.company"}


def play(position: Position, *moves: str) -> Position:
    """Moves as `a2-a3`, by whoever is to move."""
    for move in moves:
        position, _ = position.play(Ply(*move.split("-")), position.turn)
    return position


def repeat(**options: Any) -> Position:
    """Both sides have gone there and back three times: the next `a2-a3` would be the fourth."""
    position = set_up(rules_of("dark", **options), {**APART, "c3": "S.platoon", "c10": "N.platoon"})
    return play(position, *["a2-a3", "e11-e10", "a3-a2", "e10-e11"] * 3)


# --- repetition


def test_the_same_move_a_fourth_time_within_seven_is_not_allowed() -> None:
    position = repeat()
    assert Ply("a2", "a3") not in position.legal_plies(Side.FIRST)
    with pytest.raises(IllegalPly) as refused:
        position.play(Ply("a2", "a3"), Side.FIRST)
    assert [reason.code for reason in refused.value.reasons] == ["repetition"]
    assert Ply("a2", "a4") in position.legal_plies(Side.FIRST)


def test_another_move_in_between_moves_the_window_on() -> None:
    position = play(repeat(), "c3-c4", "c10-c9")
    # of the last six own moves two went from a2 to a3, of the last seven three
    assert Ply("a2", "a3") in position.legal_plies(Side.FIRST)
    assert Ply("a2", "a3") in play(position, "c4-c3", "c9-c10").legal_plies(Side.FIRST)


def test_a_repeated_move_that_is_the_only_one_is_allowed() -> None:
    """S has a locked flag, and one company that can only go back and forth between two points."""
    walls = {"a3": "S.mine", "b2": "S.mine", "b3": "S.mine"}
    setup = {
        "d1": "S.flag",
        "b12": "N.flag",
        "a1": "S.company",
        "e11": "N.company",
        "b1": "S.general",
        **walls,
    }
    position = set_up(rules_of("dark", no_capture_draw_plies=0), setup)
    back_and_forth = ["a1-a2", "e11-e10", "a2-a1", "e10-e11"]
    position = play(position, *back_and_forth * 2, *back_and_forth[:1])
    assert position.legal_plies(Side.SECOND)
    position = play(position, "e11-e9", "a2-a1", "e9-e11")
    assert position.recent[0].count((0, 0, 5)) == 3
    assert position.legal_plies(Side.FIRST) == (Ply("a1", "a2"),)
    after, _ = position.play(Ply("a1", "a2"), Side.FIRST)
    assert after.outcome is None


def test_a_battle_makes_an_end_of_what_was_repeated() -> None:
    position = set_up(rules_of("dark"), {**APART, "c6": "S.general", "c7": "N.platoon", "c10": "N.platoon"})
    position = play(position, *["a2-a3", "e11-e10", "a3-a2", "e10-e11"] * 2, "a2-a3", "e11-e10", "a3-a2")
    assert all(position.recent)
    fought = play(position, "c7-c6", "a2-a3")
    assert fought.recent == (((5, 5, 10),), ())
    assert play(fought, "e10-e11", "a3-a2", "e11-e10").outcome is None


@pytest.mark.parametrize(
    ("effect", "outcome"),
    [("lose", Outcome((Side.SECOND,), "repetition")), ("draw", Outcome((), "repetition")), ("off", None)],
)
def test_other_effects_of_repeating(effect: str, outcome: Outcome | None) -> None:
    assert play(repeat(repeat_effect=effect), "a2-a3").outcome == outcome


def test_a_forced_repetition_does_not_lose() -> None:
    walls = {"a3": "S.mine", "b2": "S.mine", "b3": "S.mine", "b1": "S.general"}
    setup = {"d1": "S.flag", "b12": "N.flag", "a1": "S.company", "e11": "N.company", **walls}
    position = set_up(rules_of("dark", repeat_effect="lose"), setup)
    ways = ["e11-e10", "e10-e9", "e9-e8", "e8-e7", "e7-e6", "e6-e5"]
    for there, back in zip(ways[::2], ways[1::2], strict=True):
        position = play(position, "a1-a2", there, "a2-a1", back)
    assert position.recent[0].count((0, 0, 5)) == 3
    assert play(position, "a1-a2").outcome is None


@pytest.mark.parametrize(("limit", "times"), [(3, 2), (4, 3), (5, 4)])
def test_how_often_is_an_option(limit: int, times: int) -> None:
    rules = rules_of("dark", repeat_limit=limit, no_capture_draw_plies=0)
    position = set_up(rules, {**APART, "c3": "S.platoon", "c10": "N.platoon"})
    for _ in range(times):
        assert Ply("a2", "a3") in position.legal_plies(Side.FIRST)
        position = play(position, "a2-a3", "e11-e10", "a3-a2", "e10-e11")
    assert Ply("a2", "a3") not in position.legal_plies(Side.FIRST)


# --- limits, and what comes before what


@pytest.mark.parametrize("limit", [40, 50, 60, 70, 100, 200])
def test_quiet_plies_make_a_draw_at_the_limit(limit: int) -> None:
    position = set_up(rules_of("dark", no_capture_draw_plies=limit), APART, quiet_plies=limit - 2)
    position = play(position, "a2-a3")
    assert position.outcome is None
    assert play(position, "e11-e10").outcome == Outcome((), f"quiet-{limit}")


def test_the_number_of_plies_makes_a_draw_at_the_limit() -> None:
    position = set_up(rules_of("dark", max_plies=280, no_capture_draw_plies=0, repeat_effect="off"), APART)
    moves = ["a2-a3", "e11-e10", "a3-a2", "e10-e11"] * 70
    assert play(position, *moves[:-1]).outcome is None
    assert play(position, *moves).outcome == Outcome((), "plies-280")


def test_a_win_beats_a_draw_of_the_same_ply() -> None:
    rules = rules_of("dark")
    take = set_up(rules, {**APART, "b11": "S.bomb"}, quiet_plies=69)
    assert play(take, "b11-b12").outcome == Outcome((Side.FIRST,), "flag-taken")
    stuck = set_up(rules, {**FLAGS, "a2": "S.company", "a11": "N.mine"}, quiet_plies=69)
    assert play(stuck, "a2-a3").outcome == Outcome((Side.FIRST,), "no-plies")


def test_the_flag_comes_before_being_stuck() -> None:
    """Taking the flag with the last piece of both sides is a win by the flag."""
    last = set_up(rules_of("dark"), {"b1": "S.flag", "b12": "N.flag", "b11": "S.bomb"})
    assert play(last, "b11-b12").outcome == Outcome((Side.FIRST,), "flag-taken")


def test_repetition_comes_before_the_quiet_limit() -> None:
    rules = rules_of("dark", repeat_effect="draw", no_capture_draw_plies=40)
    position = set_up(rules, {**APART, "c3": "S.platoon"}, quiet_plies=27)
    position = play(position, *["a2-a3", "e11-e10", "a3-a2", "e10-e11"] * 3, "a2-a3")
    assert position.quiet_plies == 40
    assert position.outcome == Outcome((), "repetition")


def test_the_quiet_limit_comes_before_the_number_of_plies() -> None:
    rules = rules_of("dark", max_plies=280, no_capture_draw_plies=40)
    position = replace(set_up(rules, APART, quiet_plies=39), number=279)
    assert play(position, "a2-a3").outcome == Outcome((), "quiet-40")


# --- flags


def test_both_flags_are_shown_when_commanders_fall_together() -> None:
    position = set_up(rules_of("dark"), {**APART, "c6": "S.commander", "c7": "N.commander"})
    after, ruling = position.play(Ply("c6", "c7"), Side.FIRST)
    assert [(it.owner, it.square, it.kind) for it in ruling.shown] == [
        ("first", "b1", "flag"),
        ("second", "b12", "flag"),
    ]
    assert after.outcome is None


def test_no_flag_is_shown_without_the_option_or_in_open() -> None:
    setup = {**APART, "c6": "S.commander", "c7": "N.commander"}
    for rules in (rules_of("dark", reveal_flag_on_commander_death=False), rules_of("open")):
        _, ruling = set_up(rules, setup).play(Ply("c6", "c7"), Side.FIRST)
        assert ruling.shown == ()


def test_flag_and_other_headquarters_are_shown_together() -> None:
    """The general fell before: the commander's death shows both, unless the other headquarters is empty."""
    rules = rules_of("dark", reveal_other_hq=True)
    setup = {**APART, "c6": "S.commander", "c7": "N.bomb"}
    for guest, shown in (
        ({"d1": "S.mine"}, ["flag", "mine"]),
        ({}, ["flag"]),
        ({"d1": "N.general"}, ["flag"]),
    ):
        _, ruling = set_up(rules, {**setup, **guest}).play(Ply("c6", "c7"), Side.FIRST)
        assert [it.kind for it in ruling.shown] == shown


@pytest.mark.parametrize("variant", ["dark", "open"])
def test_a_commander_that_may_not_take_the_flag_bounces(variant: str) -> None:
    position = set_up(
        rules_of(variant, commander_takes_flag=False), {**APART, "b11": "S.commander"}, quiet_plies=9
    )
    after, ruling = position.play(Ply("b11", "b12"), Side.FIRST)
    assert (ruling.result, after.turn, after.quiet_plies) == ("neither", Side.SECOND, 10)
    assert ruling.battle is not None
    assert ruling.battle.winner is None


def test_bouncing_does_not_go_on_for_ever() -> None:
    """Nothing on the board changes, so it is quiet, and a repeated move."""
    position = set_up(rules_of("dark", commander_takes_flag=False), {**APART, "b11": "S.commander"})
    position = play(position, "b11-b12", "e11-e10", "b11-b12", "e10-e9", "b11-b12", "e9-e8")
    assert position.quiet_plies == 6
    assert Ply("b11", "b12") not in position.legal_plies(Side.FIRST)


def test_a_bomb_that_may_not_take_the_flag_bounces_in_the_dark_only() -> None:
    setup = {**APART, "b11": "S.bomb"}
    after, ruling = set_up(rules_of("dark", bomb_vs_flag="illegal"), setup).play(
        Ply("b11", "b12"), Side.FIRST
    )
    assert ruling.result == "neither"
    assert after.pieces["b11"].kind == "bomb"
    opened = set_up(rules_of("open", bomb_vs_flag="illegal"), setup)
    assert Ply("b11", "b12") not in opened.legal_plies(Side.FIRST)


def test_a_shaken_army_also_draws_with_a_bomb() -> None:
    position = set_up(
        rules_of("dark", shaken_army_draw=True), {**APART, "b11": "S.bomb", "c8": "N.commander"}
    )
    assert play(position, "b11-b12").outcome == Outcome((), "shaken-army")


@pytest.mark.parametrize(("clearer", "result"), [("engineer", "defender"), ("lowest_rank", "attacker")])
def test_who_clears_mines_is_an_option(clearer: str, result: str) -> None:
    setup = {**FLAGS, "c9": "N.platoon", "a10": "S.company", "e2": "S.brigade", "a11": "N.mine"}
    position = set_up(rules_of("dark", mine_clearer=clearer), setup)
    _, ruling = position.play(Ply("a10", "a11"), Side.FIRST)
    assert ruling.result == result


def test_a_lower_rank_left_keeps_others_from_clearing_mines() -> None:
    setup = {**FLAGS, "c9": "N.platoon", "a10": "S.company", "e2": "S.engineer", "a11": "N.mine"}
    _, ruling = set_up(rules_of("dark", mine_clearer="lowest_rank"), setup).play(
        Ply("a10", "a11"), Side.FIRST
    )
    assert ruling.result == "defender"


def test_nobody_plays_after_the_end_or_out_of_turn() -> None:
    over = play(set_up(rules_of("dark"), {**APART, "b11": "S.bomb"}), "b11-b12")
    running = set_up(rules_of("dark"), APART)
    for position, side, code in (
        (over, Side.FIRST, "match_over"),
        (running, Side.SECOND, "not_your_turn"),
        (running, Side.NORTH, "not_your_turn"),
    ):
        assert position.legal_plies(side) == ()
        with pytest.raises(IllegalPly) as refused:
            position.play(Ply("a2", "a3"), side)
        assert [reason.code for reason in refused.value.reasons] == [code]
