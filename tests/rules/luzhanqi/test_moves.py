"""Where pieces go under the options that change it; the plain rules are in the cases and the naive engine."""

import pytest

from games.rules.core import IllegalPly, Ply
from games.rules.luzhanqi.position import Position
from tests.rules.luzhanqi.support import rules_of, set_up

FLAGS = {"b1": "S.flag", "b12": "N.flag", "c9": "N.platoon"}


def goals(position: Position, square: str) -> list[str]:
    return sorted(end for start, end in position.legal_plies(position.turn) if start == square)


def refusal(position: Position, *words: str) -> list[str]:
    with pytest.raises(IllegalPly) as refused:
        position.play(Ply(*words), position.turn)
    return [reason.code for reason in refused.value.reasons]


def test_three_points_with_turns_bind_all_but_engineers() -> None:
    rules = rules_of("dark", rail_rule="max3_turns")
    position = set_up(rules, {**FLAGS, "a5": "S.regiment", "a7": "N.mine", "e2": "S.engineer"})
    # up to a7 (an enemy), over a6 to c6, down to a2; and by road into camp b5
    assert goals(position, "a5") == ["a2", "a3", "a4", "a6", "a7", "b5", "b6", "c6"]
    assert "e11" in goals(position, "e2")
    assert "b7" in goals(position, "e2")


@pytest.mark.parametrize("mountains", ["any", "engineer"])
def test_mountains_are_entered_and_left_in_plies_of_their_own(mountains: str) -> None:
    rules = rules_of("dark", mountains=mountains)
    setup = {
        **FLAGS,
        "m1": "S.engineer",
        "a6": "N.company",
        "b7": "S.platoon",
        "c7": "S.engineer",
        "e6": "N.bomb",
    }
    position = set_up(rules, setup)
    assert goals(position, "m1") == ["a7", "b6", "c6"]
    assert refusal(position, "m1", "a6") == ["mountain_exit"]
    assert refusal(position, "c7", "m1") == ["mountain_safe"]
    assert refusal(position, "m1", "c5") == ["not_reachable"]
    assert "m2" in goals(position, "c7")
    assert "m2" not in goals(position, "b7")
    after, _ = position.play(Ply("c7", "m2"), position.turn)
    assert after.pieces["m2"].kind == "engineer"
    assert refusal(after, "e6", "m2") == ["mountain_safe"] if mountains == "any" else ["not_reachable"]


def test_the_dark_and_open_set_up_leaves_mountains_empty() -> None:
    rules = rules_of("dark", mountains="any")
    assert all(
        rules.graph.names[square] not in {"m1", "m2"} for arm in range(2) for square in rules.graph.home(arm)
    )


def test_without_the_lock_pieces_leave_headquarters() -> None:
    locked = set_up(rules_of("dark"), {**FLAGS, "d1": "S.commander", "a2": "S.platoon"})
    free = set_up(rules_of("dark", hq_lock=False), {**FLAGS, "d1": "S.commander", "d12": "N.flag"})
    assert goals(locked, "d1") == []
    assert goals(free, "d1") == ["c1", "d2", "e1"]
    assert refusal(free, "b1", "b2") == ["immobile_piece"]


def test_a_locked_commander_is_no_piece_that_can_move() -> None:
    """G13: a movable kind that is locked counts as stuck."""
    position = set_up(
        rules_of("dark"), {"b1": "S.flag", "b12": "N.flag", "d12": "N.general", "c6": "S.company"}
    )
    after, _ = position.play(Ply("c6", "c7"), position.turn)
    assert after.outcome is not None
    assert after.outcome.termination == "no-plies"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), "unknown_point"),
        (("a2",), "unknown_point"),
        (("a2", "z9"), "unknown_point"),
        (("a2", "a3", "a4"), "unknown_point"),
        (("a2", "a3", "carry"), "unknown_point"),
        (("a2", "a2"), "not_reachable"),
        (("e5", "e6"), "not_your_piece"),
        (("c9", "c8"), "not_your_piece"),
        (("b1", "a1"), "locked_in_hq"),
    ],
)
def test_what_is_no_move_is_refused_with_a_code(words: tuple[str, ...], code: str) -> None:
    position = set_up(rules_of("dark"), {**FLAGS, "b1": "S.general", "d1": "S.flag", "a2": "S.company"})
    assert refusal(position, *words) == [code]


def test_three_players_never_use_the_empty_arm() -> None:
    rules = rules_of("four", players=3, teams="ffa")
    flags = {"Sb1": "S.flag", "Eb1": "E.flag", "Nb1": "N.flag", "Ec4": "E.platoon", "Nc4": "N.platoon"}
    position = set_up(
        rules, {**flags, "m12": "S.engineer", "Sa6": "S.general", "Ne6": "N.company", "m13": "S.bomb"}
    )
    assert [str(side) for side in rules.sides] == ["south", "east", "north"]
    reached = {end for _, end in position.legal_plies(position.turn)}
    assert not any(end.startswith("W") for end in reached)
    assert "Ne6" in goals(position, "m13")
    assert refusal(position, "m12", "Wc6") == ["not_reachable"]
    assert refusal(position, "Sa6", "We6") == ["not_reachable"]
    # with four players the same points are a step away
    four = set_up(rules_of("four"), {**flags, "Wb1": "W.flag", "Wc4": "W.platoon", "m12": "S.engineer"})
    assert "Wc6" in goals(four, "m12")


def test_an_outer_edge_lies_on_a_curve_and_on_a_straight_line() -> None:
    flags = {"Sb1": "S.flag", "Eb1": "E.flag", "Nb1": "N.flag", "Wb1": "W.flag"}
    position = set_up(rules_of("four"), {**flags, "Se4": "S.general", "Ec4": "E.platoon"})
    reached = goals(position, "Se4")
    assert {"Ea2", "Na2", "m33"} <= set(reached)
    assert "m32" in reached
    assert "Eb6" not in reached


def test_engineers_attack_around_corners() -> None:
    position = set_up(rules_of("dark"), {**FLAGS, "a3": "S.engineer", "c7": "N.mine"})
    after, ruling = position.play(Ply("a3", "c7"), position.turn)
    assert ruling.result == "attacker"
    assert after.pieces["c7"].kind == "engineer"
