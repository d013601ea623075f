"""Flip (2.4): colours, turning up, face-down targets, and the flag on its way home."""

import random
from collections import Counter
from typing import Any

import pytest

from games.rules.core import IllegalLayout, IllegalPly, Outcome, Ply, Side
from games.rules.luzhanqi.position import FlipState, Position
from games.rules.luzhanqi.system import LUZHANQI
from tests.rules.luzhanqi.support import rules_of, set_up, text_of

FIRST, SECOND = Side.FIRST, Side.SECOND
MINES = {"a12": "(blue.mine)", "e12": "(red.mine)"}
# No blue mine is left; red's lowest rank is the platoon on c6, next to the blue flag.
READY = {
    "e12": "(red.mine)",
    "c6": "red.platoon",
    "a2": "red.company",
    "c7": "blue.flag",
    "e7": "blue.company",
}


def play(position: Position, *plies: str) -> Position:
    """Plies as `c6-c7`, `c6-c7-carry` or `c6`, by whoever is to move."""
    for ply in plies:
        position, _ = position.play(Ply(*ply.split("-")), position.turn)
    return position


def flip_set_up(setup: dict[str, str], *, turn: str = "S", **options: Any) -> Position:
    return set_up(rules_of("flip", **options), setup, turn=turn)


def undecided(setup: dict[str, str], **options: Any) -> Position:
    return set_up(rules_of("flip", **options), setup, armies=None)


def refusal(position: Position, *words: str) -> str:
    assert Ply(*words) not in position.legal_plies(position.turn)
    with pytest.raises(IllegalPly) as refused:
        position.play(Ply(*words), position.turn)
    (reason,) = refused.value.reasons
    return reason.code


def under(position: Position) -> dict[str, str]:
    names = position.rules.graph.names
    assert position.flip is not None
    return {names[square]: text_of(flag, position.rules) for square, flag in position.flip.under}


# --- the deal


@pytest.mark.parametrize("deal", ["uniform", "balanced"])
def test_both_armies_are_dealt_over_all_stations(deal: str) -> None:
    options = LUZHANQI.parse_options({"variant": "flip", "flip_deal": deal})
    position = LUZHANQI.start(options, {}, random.Random(1))
    graph = position.rules.graph
    assert {graph.index[name] for name in position.pieces} == {*graph.home(0), *graph.home(1)}
    assert not any(it.shown for it in position.pieces.values())
    armies = Counter(it.army for it in position.pieces.values())
    assert armies == {0: 25, 1: 25}
    assert all(text_of(it, position.rules).startswith("(") for it in position.pieces.values())
    assert position.legal_plies(FIRST) == tuple(Ply(name) for name in position.pieces)


def test_a_balanced_deal_gives_each_end_as_much_of_either_army_as_can_be() -> None:
    options = LUZHANQI.parse_options({"variant": "flip", "flip_deal": "balanced"})
    shares = Counter()
    for seed in range(60):
        position = LUZHANQI.start(options, {}, random.Random(seed))
        south = [it.army for it in position.pieces.values() if it.start < 30]
        shares[south.count(0)] += 1
    assert set(shares) == {12, 13}


def test_a_deal_can_be_made_again_from_its_secrets() -> None:
    options = LUZHANQI.parse_options({"variant": "flip"})
    position = LUZHANQI.start(options, {}, random.Random(3))
    secrets = LUZHANQI.dealt_secrets(position)
    assert all(secret.owner is None for secret in secrets)
    dealt = {secret.square: secret.kind for secret in secrets}
    assert LUZHANQI.restart(options, {}, dealt) == position
    other = dict(dealt)
    other["a1"] = "red.flag" if other["a1"] != "red.flag" else "red.mine"
    for wrong in (other, {**dealt, "b3": "red.mine"}, {**dealt, "a1": "green.mine"}, {}, {"a1": "red"}):
        with pytest.raises(IllegalLayout):
            LUZHANQI.restart(options, {}, wrong)


def test_nothing_is_dealt_where_players_lay_out() -> None:
    options = LUZHANQI.parse_options({})
    layouts = {side: LUZHANQI.random_layout(options, side, random.Random(1)) for side in (FIRST, SECOND)}
    position = LUZHANQI.start(options, layouts, random.Random(1))
    assert LUZHANQI.dealt_secrets(position) == ()
    assert LUZHANQI.restart(options, layouts, {}) == position
    with pytest.raises(IllegalLayout):
        LUZHANQI.restart(options, layouts, {"a1": "red.mine"})


# --- colours


FOUR_UP = {
    "a1": "(red.company)", "b1": "(blue.company)", "c1": "(blue.engineer)", "d1": "(red.engineer)", **MINES
}  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "flips", "armies"),
    [
        ("first_flip", ["a1"], (0, 1)),
        ("first_flip", ["b1"], (1, 0)),
        ("opponent", ["a1"], (1, 0)),
        ("own_double", ["a1", "b1"], None),
        ("own_double", ["a1", "b1", "d1"], (0, 1)),
        ("own_double", ["a1", "b1", "a12", "c1"], (0, 1)),
        ("global_double", ["a1"], None),
        ("global_double", ["a1", "b1"], None),
        ("global_double", ["a1", "d1"], (1, 0)),
        ("global_double", ["a1", "b1", "c1"], (1, 0)),
        ("first_engineer", ["a1", "b1"], None),
        ("first_engineer", ["a1", "c1"], (0, 1)),
        ("first_engineer", ["c1"], (1, 0)),
    ],
)
def test_colours_follow_the_option(rule: str, flips: list[str], armies: tuple[int, int] | None) -> None:
    position = undecided(FOUR_UP, flip_color_rule=rule)
    assert position.flip is not None
    for square in flips[:-1]:
        position = play(position, square)
        assert position.flip.armies is None
        assert all(len(ply) == 1 for ply in position.legal_plies(position.turn))
    assert play(position, flips[-1]).flip.armies == armies


def test_before_colours_are_known_nothing_moves() -> None:
    position = play(undecided(FOUR_UP, flip_color_rule="first_engineer"), "a1")
    assert refusal(position, "a1", "a2") == "no_colour"


def test_when_all_are_up_and_nothing_is_settled_the_first_player_is_red() -> None:
    setup = {"a1": "(red.company)", "b1": "(blue.company)"}
    position = play(undecided(setup, flip_color_rule="own_double"), "a1", "b1")
    assert position.flip == FlipState(armies=(0, 1))
    assert position.legal_plies(FIRST)


# --- turning up and moving


@pytest.mark.parametrize("square", ["c6", "a2", "b3"])
def test_only_face_down_pieces_are_turned_up(square: str) -> None:
    position = flip_set_up({**MINES, "c6": "red.general", "c7": "blue.company"})
    assert refusal(position, square) == "not_face_down"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("c7", "c8"), "not_your_piece"),
        (("a2", "a3"), "not_your_piece"),
        (("a12", "a11"), "face_down"),
        (("c6", "c6", "carry"), "not_reachable"),
        (("c6", "b6", "carry"), "no_flag_here"),
        (("c6", "b6", "fly"), "unknown_point"),
        (("c6", "b6", "carry", "carry"), "unknown_point"),
        (("z1",), "unknown_point"),
        ((), "unknown_point"),
    ],
)
def test_what_is_no_action_is_refused_with_a_code(words: tuple[str, ...], code: str) -> None:
    assert refusal(flip_set_up({**MINES, "c6": "red.general", "c7": "blue.company"}), *words) == code


def test_turning_up_starts_the_quiet_plies_anew() -> None:
    position = set_up(rules_of("flip"), {**MINES, "c6": "red.general", "c7": "blue.company"}, quiet_plies=69)
    after, ruling = position.play(Ply("a12"), FIRST)
    assert (after.quiet_plies, ruling.result, after.outcome) == (0, "turned", None)
    assert [(it.square, it.owner, it.kind) for it in ruling.shown] == [("a12", "blue", "mine")]
    assert play(position, "c6-b6").outcome == Outcome((), "quiet-70")


def test_the_same_move_is_repeated_in_flip_too_with_or_without_the_flag() -> None:
    setup = {"e12": "(red.mine)", "c7": "red.platoon", "a2": "red.company", "e7": "blue.company"}
    position = carried(setup, "c7")
    for there, back in (("e7-e8", "e8-e7"), ("e7-d7", "d7-e7"), ("e7-e8", "e8-e7")):
        position = play(position, "c7-c6-carry", there, "c6-c7-carry", back)
    assert refusal(position, "c7", "c6", "carry") == "repetition"
    assert refusal(position, "c7", "c6") == "repetition"
    assert play(position, "e12", "e7-e8").pieces["e12"].shown
    # turning a piece up is a ply of one's own, and moves the window on
    assert Ply("c7", "c6") in play(position, "e12", "e7-e8", "a2-a3", "e8-e7").legal_plies(FIRST)


# --- face-down targets


@pytest.mark.parametrize(
    ("target", "result", "stays"),
    [
        ("(red.company)", "own", {"c6": "red.general", "c7": "red.company"}),
        ("(red.flag)", "own", {"c6": "red.general", "c7": "red.flag"}),
        ("(red.mine)", "own", {"c6": "red.general", "c7": "red.mine"}),
        ("(blue.commander)", "defender", {"c7": "blue.commander"}),
        ("(blue.general)", "both", {}),
        ("(blue.bomb)", "both", {}),
        ("(blue.flag)", "neither", {"c6": "red.general", "c7": "blue.flag"}),
    ],
)
def test_a_face_down_target_is_turned_up_first(target: str, result: str, stays: dict[str, str]) -> None:
    position = set_up(rules_of("flip"), {**MINES, "c6": "red.general", "c7": target}, quiet_plies=9)
    after, ruling = position.play(Ply("c6", "c7"), FIRST)
    assert ruling.result == result
    assert after.quiet_plies == 0
    assert [it.kind for it in ruling.shown] == [target.strip("()").split(".")[1]]
    pieces = {name: text_of(it, after.rules) for name, it in after.pieces.items()}
    assert {name: text for name, text in pieces.items() if name not in MINES} == stays
    assert after.turn is SECOND


def test_a_hidden_mine_takes_its_attacker_along_where_both_die() -> None:
    position = flip_set_up({**MINES, "c6": "red.general", "c7": "(blue.mine)"}, mine_effect="both_die")
    after, ruling = position.play(Ply("c6", "c7"), FIRST)
    assert ruling.result == "both"
    assert set(after.pieces) == set(MINES)


def test_a_face_down_flag_that_may_be_taken_is_taken() -> None:
    position = flip_set_up({**READY, "c7": "(blue.flag)"})
    after, ruling = position.play(Ply("c6", "c7"), FIRST)
    assert ruling.result == "taken"
    assert under(after) == {"c7": "blue.flag"}


def test_pieces_in_camps_are_safe_and_headquarters_are_left() -> None:
    position = flip_set_up({**MINES, "c6": "red.general", "b5": "blue.company", "b1": "red.bomb"})
    assert refusal(position, "c6", "b5") == "camp_safe"
    assert Ply("b1", "a1") in position.legal_plies(FIRST)
    locked = flip_set_up({**MINES, "b1": "red.bomb", "a2": "red.company"}, hq_lock=True)
    assert refusal(locked, "b1", "a1") == "locked_in_hq"


def test_a_mine_is_attacked_by_the_lowest_rank_where_the_option_says_so() -> None:
    setup = {**MINES, "c6": "red.company", "c7": "blue.mine", "a2": "red.general"}
    assert refusal(flip_set_up(setup), "c6", "c7") == "mine_untouchable"
    after, ruling = flip_set_up(setup, mine_clearer="lowest_rank").play(Ply("c6", "c7"), FIRST)
    assert ruling.result == "attacker"
    assert after.pieces["c7"].kind == "company"


def test_suicide_is_only_against_what_is_visibly_higher() -> None:
    setup = {**MINES, "c6": "red.company", "c7": "(blue.general)", "b6": "blue.company", "d6": "red.bomb"}
    position = flip_set_up(setup, forbid_suicide=True)
    assert {("c6", "c7"), ("c6", "b6")} <= {tuple(ply) for ply in position.legal_plies(FIRST)}
    visible = flip_set_up({**setup, "c7": "blue.general", "c5": "red.bomb"}, forbid_suicide=True)
    assert refusal(visible, "c6", "c7") == "suicide"


# --- the flag


@pytest.mark.parametrize(
    ("carrier", "kind", "may"),
    [
        ("lowest_rank", "platoon", True),
        ("lowest_rank", "company", False),
        ("lowest_rank", "bomb", False),
        ("any", "company", True),
        ("any", "commander", True),
        ("any", "bomb", False),
        ("engineer", "company", False),
        ("engineer", "engineer", True),
    ],
)
def test_who_may_take_the_flag_is_an_option(carrier: str, kind: str, may: bool) -> None:
    low = {"c6": f"red.{kind}", "a2": "red.platoon" if kind != "engineer" else "red.company"}
    position = flip_set_up({**READY, **low}, flag_carrier=carrier)
    if may:
        assert play(position, "c6-c7").pieces["c7"].kind == kind
    else:
        assert refusal(position, "c6", "c7") == "flag_not_ready"


def test_a_face_down_own_piece_of_lower_rank_keeps_others_from_the_flag() -> None:
    assert refusal(flip_set_up({**READY, "a1": "(red.engineer)"}), "c6", "c7") == "flag_not_ready"
    assert play(flip_set_up({**READY, "a1": "(red.bomb)", "a3": "(red.platoon)"}), "c6-c7").outcome is None


def test_nobody_enters_the_point_of_the_own_flag() -> None:
    position = flip_set_up({**READY, "c8": "blue.general"}, turn="N")
    assert refusal(position, "c8", "c7") == "own_piece"


def test_a_flag_alone_blocks_the_rail() -> None:
    position = flip_set_up({**MINES, "a3": "red.company", "a5": "red.flag", "a8": "blue.general"}, turn="N")
    assert Ply("a8", "a6") in position.legal_plies(SECOND)
    assert refusal(position, "a8", "a4") == "not_reachable"
    assert refusal(position, "a8", "a5") == "flag_not_ready"


def test_the_first_picking_up_starts_the_quiet_plies_anew_and_later_ones_do_not() -> None:
    position = set_up(rules_of("flip"), READY, quiet_plies=50)
    position = play(position, "c6-c7")
    assert position.quiet_plies == 0
    position = play(position, "e7-e8", "c7-c6", "e8-e7", "c6-c7")
    assert position.quiet_plies == 4
    assert under(position) == {"c7": "blue.flag"}


def test_the_flag_goes_all_the_way_home() -> None:
    """Scripted: taken, carried by road and rail, put down, picked up again, carried home."""
    position = flip_set_up({**READY, "e8": "blue.platoon"})
    position = play(position, "c6-c7", "e8-d8", "c7-c6-carry", "d8-d9", "c6-a6-carry", "d9-d8")
    assert under(position) == {"a6": "blue.flag"}
    position = play(position, "a6-b6", "d8-d9")
    assert under(position) == {}
    assert position.pieces["a6"].kind == "flag"
    assert position.pieces["a6"].start == position.rules.graph.index["c7"]
    position = play(
        position, "b6-a6", "d9-d8", "a6-a3-carry", "e7-e8", "a2-c2", "e8-e9", "a3-a2-carry", "e9-e10"
    )
    position = play(position, "a2-b2-carry", "e10-e11")
    assert position.outcome is None
    after, ruling = position.play(Ply("b2", "b1", "carry"), FIRST)
    assert ruling.result == "carried"
    assert after.outcome == Outcome((FIRST,), "flag-home")
    assert under(after) == {"b1": "blue.flag"}


def carried(setup: dict[str, str], at: str, *, turn: str = "S", **options: Any) -> Position:
    """With the blue flag under the piece on `at`."""
    rules = rules_of("flip", **options)
    flag = set_up(rules, {at: "blue.flag"}).board[rules.graph.index[at]]
    return set_up(rules, setup, turn=turn, under=((rules.graph.index[at], flag),))


@pytest.mark.parametrize(
    ("goal", "homes"),
    [("own_hq", {"b1"}), ("opponent_hq", {"b12"}), ("any_hq", {"b1", "b12"})],
)
@pytest.mark.parametrize(("start", "end"), [("b2", "b1"), ("b11", "b12")])
def test_which_headquarters_win_is_an_option(goal: str, homes: set[str], start: str, end: str) -> None:
    setup = {"e12": "(red.mine)", start: "red.platoon", "a4": "red.company", "e7": "blue.company"}
    after = play(carried(setup, start, flag_goal=goal), f"{start}-{end}-carry")
    assert after.outcome == (Outcome((FIRST,), "flag-home") if end in homes else None)
    assert under(after) == {end: "blue.flag"}


def test_entering_the_headquarters_without_the_flag_does_not_win() -> None:
    setup = {"e12": "(red.mine)", "b2": "red.platoon", "a4": "red.company", "e7": "blue.company"}
    assert play(carried(setup, "b2"), "b2-b1").outcome is None


def test_both_ends_belong_to_the_seats_and_not_to_the_colours() -> None:
    setup = {"e12": "(red.mine)", "b2": "red.platoon", "a4": "red.company", "e7": "blue.company"}
    rules = rules_of("flip")
    flag = set_up(rules, {"b2": "blue.flag"}).board[rules.graph.index["b2"]]
    away = set_up(rules, setup, turn="N", armies=(1, 0), under=((rules.graph.index["b2"], flag),))
    assert play(away, "b2-b1-carry").outcome is None
    flag = set_up(rules, {"b2": "red.flag"}).board[rules.graph.index["b2"]]
    setup = {"e12": "(blue.mine)", "b2": "blue.platoon", "a4": "blue.company", "e7": "red.company"}
    home = set_up(rules, setup, armies=(1, 0), under=((rules.graph.index["b2"], flag),))
    assert play(home, "b2-b1-carry").outcome == Outcome((FIRST,), "flag-home")


def test_a_flag_dealt_into_a_headquarters_must_leave_it_first() -> None:
    setup = {**READY, "b1": "blue.flag", "b2": "red.platoon"}
    del setup["c7"], setup["c6"]
    position = play(flip_set_up(setup), "b2-b1", "e7-e8")
    assert position.outcome is None
    position = play(position, "b1-c1-carry", "e8-e7")
    assert play(position, "c1-d1-carry").outcome == Outcome((FIRST,), "flag-home")


def test_a_loser_that_attacked_from_the_flag_leaves_it_behind() -> None:
    setup = {"e12": "(red.mine)", "c7": "red.platoon", "a2": "red.company", "d7": "blue.general"}
    after = play(carried(setup, "c7", turn="S"), "c7-d7")
    assert text_of(after.pieces["c7"], after.rules) == "blue.flag"
    assert under(after) == {}


def test_who_would_win_onto_the_enemy_flag_must_be_allowed_there() -> None:
    """Blue took its point back: red's general may not stand there, but equals and bombs may attack."""
    setup = {
        "e12": "(red.mine)", "c7": "blue.regiment", "c6": "red.general", "b7": "red.regiment",
        "d7": "red.bomb", "a2": "red.platoon", "c8": "red.company", "e7": "blue.company",
    }  # fmt: skip
    position = carried(setup, "c7", turn="S")
    assert refusal(position, "c6", "c7") == "flag_not_ready"
    for attacker in ("b7", "d7"):
        after = play(position, f"{attacker}-c7")
        assert text_of(after.pieces["c7"], after.rules) == "blue.flag"
    after = play(position, "c8-c7")
    assert under(after) == {"c7": "blue.flag"}
    assert text_of(after.pieces["c7"], after.rules) == "blue.regiment"
    assert play(carried(setup, "c7", turn="S", flag_carrier="any"), "c6-c7").pieces["c7"].kind == "general"


def test_a_flag_put_down_in_a_camp_lies_there_for_good() -> None:
    """It may be put down anywhere on the way (F8), and nobody enters a camp that is occupied (G9)."""
    position = play(flip_set_up(READY), "c6-c7", "e7-e8", "c7-b8-carry", "e8-d8", "b8-b7", "d8-c8")
    assert position.pieces["b8"].kind == "flag"
    assert refusal(position, "b7", "b8") == "camp_safe"
    assert refusal(play(position, "b7-a7"), "c8", "b8") == "camp_safe"


def test_the_owner_on_its_own_flag_may_leave_but_not_carry() -> None:
    setup = {"e12": "(red.mine)", "c7": "blue.general", "a2": "red.company"}
    position = carried(setup, "c7", turn="N")
    assert all(len(ply) < 3 for ply in position.legal_plies(SECOND))
    after = play(position, "c7-c8")
    assert text_of(after.pieces["c7"], after.rules) == "blue.flag"


def test_with_capture_taking_the_flag_ends_the_match() -> None:
    after = play(flip_set_up(READY, flag_goal="capture"), "c6-c7")
    assert after.outcome == Outcome((FIRST,), "flag-taken")
    assert under(after) == {}
    assert after.removed == ((), (11,))


def test_commanders_that_fall_reveal_nothing() -> None:
    setup = {**MINES, "b12": "(blue.flag)", "b1": "(red.flag)", "c6": "red.commander", "c7": "blue.commander"}
    after, ruling = flip_set_up(setup).play(Ply("c6", "c7"), FIRST)
    assert ruling.shown == ()
    assert not any(it.shown for it in after.pieces.values())
