"""What each viewer is told: the exact shape, and nothing that hangs on what is hidden from it."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.core import BadView, IllegalPly, Ply, Side
from games.rules.luzhanqi.kinds import CODES, FULL_SET, KINDS, piece
from games.rules.luzhanqi.options import VARIANTS
from games.rules.luzhanqi.position import Position
from games.rules.luzhanqi.system import LUZHANQI
from games.rules.luzhanqi.view import redact
from tests.rules.luzhanqi.support import rules_of, set_up
from tests.rules.support import deal, play_on, random_options, texts, unlike
from tests.support.systems import SYSTEMS_BY_VARIANT

FIRST, SECOND = Side.FIRST, Side.SECOND
START = set_up(
    rules_of("dark"),
    {"b1": "S.flag", "d1": "S.mine", "c6": "S.commander", "c7": "N.bomb", "b12": "N.flag", "a9": "N.company",
     "a2": "S.platoon"},
)  # fmt: skip
AFTER, RULING = START.play(Ply("c6", "c7"), FIRST)
DICE = st.randoms(use_true_random=False)
# Part of a match is played for each example, which takes its time where much else runs.
PATIENT = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)


def told(square: str, side: str, kind: str | None) -> dict:
    """A piece of a view that never moved."""
    return {"square": square, "side": side, "army": None, "origin": square, "moved": False, "kind": kind}


def test_view_of_a_seat() -> None:
    assert redact(AFTER, SECOND).to_json() == {
        "viewer": "second",
        "turn": "second",
        "number": 1,
        "quiet_plies": 0,
        "quiet_limit": 70,
        "pieces": [
            told("b1", "first", "flag"),
            told("d1", "first", None),
            told("a2", "first", None),
            told("a9", "second", "company"),
            told("b12", "second", "flag"),
        ],
        "removed": {
            "first": {"count": 1, "kinds": None},
            "second": {"count": 1, "kinds": ["bomb"]},
        },
        "flags": {"first": "b1", "second": None},
        "recent": {"first": [], "second": []},
        "out": [],
        "flip": None,
        "last": {
            "ply": ["c6", "c7"],
            "result": "both",
            "quiet_plies": 0,
            "battle": {
                "square": "c7",
                "attacker": "first",
                "winner": None,
                "result": "both",
                "pieces": {"first": None, "second": "bomb"},
            },
            "shown": [{"square": "b1", "owner": "first", "kind": "flag"}],
            "out": [],
        },
        "outcome": None,
    }


def test_spectators_learn_where_the_flag_is_and_no_kind() -> None:
    seen = redact(AFTER, None).to_json()
    assert seen["flags"] == {"first": "b1", "second": None}
    assert seen["last"]["shown"] == [{"square": "b1", "owner": "first", "kind": None}]
    assert not set(texts(seen)) & set(KINDS)


def test_revealed_shows_everything() -> None:
    seen = redact(AFTER, None, revealed=True).to_json()
    assert all(it["kind"] for it in seen["pieces"])
    assert seen["removed"]["first"] == {"count": 1, "kinds": ["commander"]}
    assert seen["last"] == RULING.to_json()


def test_flip_shows_what_lies_face_up_to_all_alike() -> None:
    position = set_up(rules_of("flip"), {"a12": "(blue.mine)", "c6": "red.general", "c7": "(blue.company)"})
    views = [redact(position, viewer).to_json() | {"viewer": None} for viewer in (FIRST, SECOND, None)]
    assert views[0] == views[1] == views[2]
    general, company, mine = views[0]["pieces"]
    assert (general["side"], general["army"], general["kind"]) == ("first", "red", "general")
    for it in (company, mine):
        assert (it["side"], it["army"], it["kind"]) == (None, None, None)
    assert views[0]["flip"] == {
        "colours": {"first": "red", "second": "blue"},
        "turned": {"first": None, "second": None},
        "under": [],
    }
    revealed = redact(position, None, revealed=True).to_json()
    assert [it["kind"] for it in revealed["pieces"]] == ["general", "company", "mine"]


# --- permuting what is hidden


def hidden_from(position: Position, viewer: Side | None) -> list[int]:
    """The squares of pieces whose kind the viewer must not know."""
    rules = position.rules
    return [
        square
        for square, it in enumerate(position.board)
        if it is not None and not it.shown and (rules.variant.is_dealt or not rules.knows(viewer, it.army))
    ]


def permuted(position: Position, viewer: Side | None, rng: random.Random) -> Position:
    """The same moment with all that the viewer cannot see dealt anew; in flip colours too."""
    rules, board = position.rules, list(position.board)
    removed = list(position.removed)
    groups = [range(rules.armies)] if rules.variant.is_dealt else [[army] for army in range(rules.armies)]
    for armies in groups:
        squares = [at for at in hidden_from(position, viewer) if board[at].army in armies]
        drawn = [(board[at].army, board[at].code) for at in squares]
        hides = not rules.variant.is_dealt and not rules.knows(viewer, armies[0])
        drawn += [(armies[0], code) for code in removed[armies[0]]] if hides else []
        rng.shuffle(drawn)
        for at in squares:
            army, code = drawn.pop()
            board[at] = piece(army, code, board[at].start, board[at].moved, board[at].shown)
        if hides:
            removed[armies[0]] = tuple(sorted(code for _, code in drawn))
    held = [0] * rules.armies
    for at, it in enumerate(board):
        if it is not None:
            held[it.army] |= 1 << at
    last = position.last
    if last is not None and last.battle is not None and not rules.variant.is_dealt:
        kinds = tuple(
            kind if rules.knows(viewer, rules.seat_of(side)) else rng.choice(KINDS)
            for side, kind in zip(last.battle.sides, last.battle.kinds, strict=True)
        )
        last = replace(last, battle=replace(last.battle, kinds=kinds))
    return replace(position, board=tuple(board), held=tuple(held), removed=tuple(removed), last=last)


@st.composite
def moments(draw: st.DrawFn) -> tuple[Position, Side | None]:
    """Somewhere in a random match of any variant under any options, and one of its viewers."""
    system = SYSTEMS_BY_VARIANT[draw(st.sampled_from(VARIANTS))]
    rng = random.Random(draw(st.integers(0, 2**32)))
    options = random_options(system, rng)
    position = system.start(options, deal(system, options, rng), rng)
    for _ in range(draw(st.integers(0, 150))):
        if position.turn is None:
            break
        position, _ = position.play(rng.choice(position.legal_plies(position.turn)), position.turn)
    return position, draw(st.sampled_from([*system.sides(options), None]))


@PATIENT
@given(moments(), DICE)
def test_views_and_legal_plies_never_depend_on_what_is_hidden(
    moment: tuple[Position, Side | None], rng: random.Random
) -> None:
    position, viewer = moment
    other = permuted(position, viewer, rng)
    assert redact(other, viewer).to_json() == redact(position, viewer).to_json()
    if viewer is not None:
        assert other.legal_plies(viewer) == position.legal_plies(viewer)


@PATIENT
@given(moments(), DICE)
def test_refusals_never_depend_on_what_is_hidden(
    moment: tuple[Position, Side | None], rng: random.Random
) -> None:
    position, viewer = moment
    if viewer is None:
        return
    other = permuted(position, viewer, rng)
    legal = set(position.legal_plies(viewer))
    own = [name for name, it in position.pieces.items() if it.army == position.rules.seat_of(viewer)]
    names = position.rules.graph.names
    for _ in range(60):
        words = (rng.choice(own or names), rng.choice(names), "carry")[: rng.randrange(1, 4)]
        ply = Ply(*words)
        if ply in legal:
            continue
        refusals = []
        for it in (position, other):
            with pytest.raises(IllegalPly) as refused:
                it.play(ply, viewer)
            refusals.append((refused.value.detail, refused.value.reasons))
        assert refusals[0] == refusals[1]


@pytest.mark.parametrize("deal_rule", ["uniform", "balanced"])
def test_before_the_first_flip_two_deals_are_the_same_to_everybody(deal_rule: str) -> None:
    options = LUZHANQI.parse_options({"variant": "flip", "flip_deal": deal_rule})
    one, two = (LUZHANQI.start(options, {}, random.Random(seed)) for seed in (1, 2))
    assert one.pieces != two.pieces
    for viewer in (FIRST, SECOND, None):
        assert redact(one, viewer).to_json() == redact(two, viewer).to_json()
    assert one.legal_plies(FIRST) == two.legal_plies(FIRST)


def test_every_battle_is_told_in_one_shape() -> None:
    rng, seen = random.Random(3), {}
    options = LUZHANQI.parse_options({"bomb_vs_flag": "illegal", "commander_takes_flag": False})
    for _ in range(12):
        start = LUZHANQI.start(options, deal(LUZHANQI, options, rng), rng)
        for _, _, side, ruling in play_on(LUZHANQI, start, rng):
            if ruling is not None and ruling.battle is not None and side is SECOND:
                shape = LUZHANQI.redact_ruling(ruling.to_json(), options, FIRST)["battle"]
                assert shape["pieces"]["second"] is None
                seen[ruling.result, ruling.battle.kinds] = shape | {"pieces": ["first", "second"]}
    sample = next(iter(seen.values()))
    assert len(seen) > 40
    assert all(not unlike(sample, shape) for shape in seen.values())


# --- guesses


@pytest.mark.parametrize("variant", ["dark", "four"])
def test_worlds_put_nothing_where_it_cannot_be(variant: str) -> None:
    options = LUZHANQI.parse_options({"variant": variant, "mines_rows": "last2"})
    rng = random.Random(12)
    position: Position = LUZHANQI.start(options, deal(LUZHANQI, options, rng), rng)
    viewer = position.rules.sides[0]
    for _ in range(120):
        position, _ = position.play(rng.choice(position.legal_plies(position.turn)), position.turn)
    graph = position.rules.graph
    view = redact(position, viewer).to_json()
    for _ in range(150):
        guess = LUZHANQI.world(view, options, rng)
        for square, it in guess.pieces.items():
            if it.army == 0:
                assert it == position.pieces[square]
                continue
            row, kind = graph.cell_of[it.start][1], it.kind
            assert not (it.moved and kind in {"mine", "flag"})
            assert not (kind == "mine" and row > 1)
            assert not (kind == "bomb" and row == 5)
            assert not (kind == "flag" and graph.types[it.start] != "headquarters")
        for army in range(1, position.rules.armies):
            left = [it.code for it in guess.pieces.values() if it.army == army]
            assert tuple(sorted(left + list(guess.removed[army]))) == FULL_SET


def test_worlds_know_whose_commander_fell() -> None:
    options = LUZHANQI.parse_options({})
    rng, found = random.Random(8), 0
    for seed in range(6):
        start = LUZHANQI.start(options, deal(LUZHANQI, options, random.Random(seed)), rng)
        for position, *_ in list(play_on(LUZHANQI, start, rng))[::15]:
            view = redact(position, FIRST).to_json()
            guess = LUZHANQI.world(view, options, rng)
            is_dead = view["flags"]["second"] is not None
            if position.outcome is None:
                assert (CODES["commander"] in guess.removed[1]) == is_dead
                found += is_dead
    assert found > 10


def a_view() -> dict[str, Any]:
    options = LUZHANQI.parse_options({})
    rng = random.Random(12)
    position = LUZHANQI.start(options, deal(LUZHANQI, options, rng), rng)
    while position.last is None or position.last.battle is None or position.turn is FIRST:
        position, _ = position.play(rng.choice(position.legal_plies(position.turn)), position.turn)
    return redact(position, FIRST).to_json()


def test_the_view_that_is_damaged_below_is_one() -> None:
    assert LUZHANQI.world(a_view(), LUZHANQI.parse_options({}), random.Random(1))


@pytest.mark.parametrize(
    "damage",
    [
        lambda view: view.clear(),
        lambda view: view.update(pieces=None),
        lambda view: view.update(pieces="a1"),
        lambda view: view.update(pieces=[1]),
        lambda view: view.update(pieces=view["pieces"] * 2),
        lambda view: view.update(turn="north-west"),
        lambda view: view.update(viewer="me"),
        lambda view: view.update(number=-1),
        lambda view: view.update(quiet_plies="1"),
        lambda view: view.update(last=[]),
        lambda view: view.update(out=["north"]),
        lambda view: view.update(recent={}),
        lambda view: view.update(recent={"first": [["a1", "a1"]], "second": []}),
        lambda view: view.update(flags={"first": None, "second": "z9"}),
        lambda view: view.update(outcome={"winners": 3, "termination": "flag-taken"}),
        lambda view: view["pieces"][0].update(square="z9"),
        lambda view: view["pieces"][0].update(kind="wizard"),
        lambda view: view["pieces"][0].update(kind=None),
        lambda view: view["pieces"][0].update(side="north"),
        lambda view: view["removed"].pop("second"),
        lambda view: view["removed"]["second"].update(count=25),
        lambda view: view["removed"]["first"].update(count=9),
        lambda view: view["last"].update(result="unheard"),
        lambda view: view["last"]["battle"].update(pieces={"first": None}),
        lambda view: view["last"]["battle"].update(winner="third"),
    ],
)
def test_a_view_nobody_can_have_is_refused(damage: Any) -> None:
    view = a_view()
    damage(view)
    with pytest.raises(BadView):
        LUZHANQI.world(view, LUZHANQI.parse_options({}), random.Random(1))


@pytest.mark.parametrize(
    "damage",
    [
        lambda view: view.update(flip=None),
        lambda view: view["flip"].update(colours={"first": "red", "second": "red"}),
        lambda view: view["flip"].update(under=[{"square": "a1", "army": "green", "origin": "a1"}]),
        lambda view: view["removed"]["red"].update(kinds=None, count=0),
        lambda view: view["removed"]["red"].update(kinds=["flag"] * 2, count=2),
        lambda view: view["pieces"][0].update(army="red"),
        lambda view: view["pieces"].append(dict(view["pieces"][0], square="b3")),
    ],
)
def test_a_view_of_flip_nobody_can_have_is_refused(damage: Any) -> None:
    options = LUZHANQI.parse_options({"variant": "flip"})
    view = redact(LUZHANQI.start(options, {}, random.Random(1)), FIRST).to_json()
    assert LUZHANQI.world(view, options, random.Random(1))
    damage(view)
    with pytest.raises(BadView):
        LUZHANQI.world(view, options, random.Random(1))
