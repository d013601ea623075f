"""What each viewer is told: the exact shape, and no word more."""

import random
from typing import Any

import pytest

from games.rules.core import BadView, Ply, Side
from games.rules.gunjin.kinds import KINDS
from games.rules.gunjin.position import Position, place
from games.rules.gunjin.ruleset import rules_for
from tests.rules.support import DEFAULTS, GUNJIN, deal, play_on, texts, unlike

FIRST, SECOND = Side.FIRST, Side.SECOND
HIDDEN = rules_for({})
START = place(
    HIDDEN,
    [
        (FIRST, "spy", "b4"),
        (FIRST, "flag", "a2"),
        (SECOND, "general", "b5"),
        (SECOND, "flag", "c7"),
        (SECOND, "captain", "hq8"),
    ],
)
AFTER, RULING = START.play(Ply("b4", "b5"), FIRST)


def test_view_of_a_seat() -> None:
    assert GUNJIN.redact(AFTER, FIRST).to_json() == {
        "viewer": "first",
        "turn": "second",
        "number": 1,
        "quiet_plies": 0,
        "quiet_limit": 100,
        "pieces": [
            {"square": "a2", "side": "first", "origin": "a2", "moved": False, "kind": "flag"},
            {"square": "b5", "side": "first", "origin": "b4", "moved": True, "kind": "spy"},
            {"square": "c7", "side": "second", "origin": "c7", "moved": False, "kind": None},
            {"square": "hq8", "side": "second", "origin": "hq8", "moved": False, "kind": None},
        ],
        "removed": {"first": {"count": 0, "kinds": []}, "second": {"count": 1, "kinds": None}},
        "last": {
            "ply": ["b4", "b5"],
            "quiet_plies": 0,
            "battle": {
                "square": "b5",
                "winner": "first",
                "result": "attacker",
                "pieces": {"first": "spy", "second": None},
            },
        },
        "outcome": None,
    }


def test_the_loser_knows_its_own_loss() -> None:
    seen = GUNJIN.redact(AFTER, SECOND).to_json()
    assert seen["removed"] == {
        "first": {"count": 0, "kinds": None},
        "second": {"count": 1, "kinds": ["general"]},
    }
    assert seen["last"]["battle"]["pieces"] == {"first": None, "second": "general"}


def test_spectators_see_no_kind() -> None:
    seen = GUNJIN.redact(AFTER, None).to_json()
    assert seen["viewer"] is None
    assert not set(texts(seen)) & set(KINDS)


def test_revealed_shows_everything() -> None:
    seen = GUNJIN.redact(AFTER, None, revealed=True).to_json()
    assert [it["kind"] for it in seen["pieces"]] == ["flag", "spy", "flag", "captain"]
    assert seen["removed"]["second"] == {"count": 1, "kinds": ["general"]}
    assert seen["last"] == RULING.to_json()


def test_stored_ruling_is_redacted_for_each_viewer() -> None:
    stored = RULING.to_json()
    told = {viewer: GUNJIN.redact_ruling(stored, DEFAULTS, viewer) for viewer in (FIRST, SECOND, None)}
    assert told[FIRST]["battle"]["pieces"] == {"first": "spy", "second": None}
    assert told[SECOND]["battle"]["pieces"] == {"first": None, "second": "general"}
    assert told[None]["battle"]["pieces"] == {"first": None, "second": None}
    assert GUNJIN.redact_ruling(stored, DEFAULTS, None, revealed=True) == stored
    quiet = {"ply": ["a2", "a3"], "quiet_plies": 4, "battle": None}
    assert GUNJIN.redact_ruling(quiet, DEFAULTS, FIRST) == quiet


def test_losses_are_told_strongest_first_and_pieces_first_side_first() -> None:
    """Neither order tells when a piece fell or who attacked."""
    pieces = [
        (FIRST, "spy", "a4"), (SECOND, "captain", "a3"), (FIRST, "major", "f4"), (SECOND, "tank", "f3"),
        (FIRST, "mine", "e2"), (SECOND, "mine", "e7"), (FIRST, "cavalry", "b2"),
    ]  # fmt: skip
    position, orders = place(HIDDEN, pieces), []
    for ply in (Ply("a4", "a3"), Ply("f3", "f4"), Ply("b2", "b3"), Ply("a3", "b3")):
        position, ruling = position.play(ply, position.turn)
        if ruling.battle is not None:
            orders.append(list(ruling.to_json()["battle"]["pieces"]))
    lost = GUNJIN.redact(position, FIRST).to_json()["removed"]["first"]
    assert lost == {"count": 3, "kinds": ["major", "cavalry", "spy"]}
    assert orders == [["first", "second"]] * 3


@pytest.mark.parametrize("defender", ["captain", "mine", "flag"])
def test_both_removed_looks_the_same_for_same_kind_mine_and_flag(defender: str) -> None:
    pieces = [
        (FIRST, "captain", "a5"),
        (FIRST, "spy", "f1"),
        (SECOND, defender, "a6"),
        (SECOND, "captain", "a7"),
    ]
    after, ruling = place(HIDDEN, pieces).play(Ply("a5", "a6"), FIRST)
    told = GUNJIN.redact_ruling(ruling.to_json(), DEFAULTS, FIRST)
    assert told == {
        "ply": ["a5", "a6"],
        "quiet_plies": 0,
        "battle": {
            "square": "a6",
            "winner": None,
            "result": "both",
            "pieces": {"first": "captain", "second": None},
        },
    }
    assert GUNJIN.redact(after, FIRST).to_json()["removed"]["second"] == {"count": 1, "kinds": None}


def test_every_battle_is_told_in_one_shape() -> None:
    rng, seen = random.Random(3), {}
    for _ in range(20):
        start = GUNJIN.start(DEFAULTS, deal(GUNJIN, DEFAULTS, rng), rng)
        for _, _, _, ruling in play_on(GUNJIN, start, rng):
            if ruling is not None and ruling.battle is not None:
                told = GUNJIN.redact_ruling(ruling.to_json(), DEFAULTS, FIRST)
                seen[ruling.battle.result, ruling.battle.defender.kind] = told
    sample = next(iter(seen.values()))
    assert len(seen) > 30
    assert all(not unlike(sample, told) for told in seen.values())


def a_view() -> dict[str, Any]:
    return GUNJIN.redact(AFTER, FIRST).to_json()


def test_world_fits_a_hand_made_view() -> None:
    for seed in range(30):
        guess = GUNJIN.world(a_view(), DEFAULTS, random.Random(seed))
        assert GUNJIN.redact(guess, FIRST) == GUNJIN.redact(AFTER, FIRST)
        assert guess.pieces["hq8"].kind != "flag"


@pytest.mark.parametrize("plies", [0, 15, 60])
def test_worlds_put_nothing_where_it_cannot_be(plies: int) -> None:
    rng = random.Random(12)
    position: Position = GUNJIN.start(DEFAULTS, deal(GUNJIN, DEFAULTS, rng), rng)
    for _ in range(plies):
        position, _ = position.play(rng.choice(position.legal_plies(position.turn)), position.turn)
    view = GUNJIN.redact(position, FIRST).to_json()
    kinds: dict[str, set[str]] = {}
    for _ in range(400):
        guess = GUNJIN.world(view, DEFAULTS, rng)
        for square, it in guess.pieces.items():
            if it.side is FIRST:
                assert it == position.pieces[square]
            else:
                kinds.setdefault(square, set()).add(it.kind)
                assert not (it.moved and it.kind in {"mine", "flag"})
                assert not (it.origin in {"b5", "e5"} and it.kind in {"mine", "flag"})
                assert not (it.origin in {"a8", "b8", "hq8", "e8", "f8"} and it.kind == "flag")
    assert all(len(seen) >= 12 for seen in kinds.values())
    if plies == 0:  # everything that may be somewhere is: 2 bridgeheads, 5 squares behind, 16 others
        assert sorted(len(seen) for seen in kinds.values()) == [14] * 2 + [15] * 5 + [16] * 16


@pytest.mark.parametrize(
    "damage",
    [
        lambda view: view.clear(),
        lambda view: view.update(pieces=None),
        lambda view: view.update(pieces="a1"),
        lambda view: view.update(pieces=[1]),
        lambda view: view.update(turn="north-west"),
        lambda view: view.update(number=-1),
        lambda view: view.update(number="1"),
        lambda view: view.update(last=[]),
        lambda view: view.update(outcome={"winners": 3, "termination": "occupation"}),
        lambda view: view["pieces"][0].update(square="z9"),
        lambda view: view["pieces"][0].update(kind="wizard"),
        lambda view: view["pieces"][0].update(kind=None),
        lambda view: view["pieces"][0].update(side="north"),
        lambda view: view["pieces"][1].update(square="a2"),
        lambda view: view["removed"].pop("second"),
        lambda view: view["removed"]["second"].update(count=23),
        lambda view: view["removed"]["first"].update(count=2),
        lambda view: view["last"].update(ply=["a1"]),
        lambda view: view["last"]["battle"].update(result="nobody"),
        lambda view: view["last"]["battle"].update(pieces=None),
    ],
)
def test_a_view_nobody_can_have_is_refused(damage: Any) -> None:
    view = a_view()
    damage(view)
    with pytest.raises(BadView):
        GUNJIN.world(view, DEFAULTS, random.Random(1))


def test_no_world_has_a_flag_when_every_piece_moved() -> None:
    rng = random.Random(2)
    position = GUNJIN.start(DEFAULTS, deal(GUNJIN, DEFAULTS, rng), rng)
    view = GUNJIN.redact(position, FIRST).to_json()
    for it in view["pieces"]:
        it["moved"] = True
    with pytest.raises(BadView):
        GUNJIN.world(view, DEFAULTS, rng)
