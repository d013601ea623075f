"""Conclusions about hidden pieces: always true, and as sharp as the public deductions of the rules (2.9)."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.rules.core import BadView, JsonObject, Side
from games.rules.luzhanqi.belief import Belief
from games.rules.luzhanqi.kinds import CODES, KINDS
from games.rules.luzhanqi.setups import SETUPS
from games.rules.luzhanqi.system import LUZHANQI
from tests.rules.luzhanqi.support import rules_of
from tests.rules.support import deal, play_on, random_options
from tests.support.systems import SYSTEMS_BY_VARIANT

FIRST = Side.FIRST


def match(system: Any, options: Any, seed: int) -> Iterator[tuple[Any, list[JsonObject], Any]]:
    """Layouts, and after each ply of a random match what the first side was told so far."""
    rng = random.Random(seed)
    layouts = deal(system, options, rng)
    viewer, told = system.sides(options)[0], []
    for position, _, _, ruling in play_on(system, system.start(options, layouts, rng), rng):
        if ruling is not None and position.outcome is None:
            told.append(system.redact_ruling(ruling.to_json(), options, viewer))
        yield layouts, told, position


@pytest.mark.parametrize("variant", ["dark", "four"])
@pytest.mark.parametrize("seed", range(8))
def test_the_truth_is_never_excluded(variant: str, seed: int) -> None:
    """The history without the ply that ended the match, at its end and half-way."""
    system = SYSTEMS_BY_VARIANT[variant]
    options = random_options(system, random.Random(seed)) if seed else system.parse_options({})
    sides = system.sides(options)
    *_, (layouts, told, _) = match(system, options, seed)
    for history in (told[: len(told) // 2], told[:-1]):
        found = system.deductions(options, sides[0], layouts[sides[0]], history)
        truth = {square: kind for layout in layouts.values() for square, kind in layout.items()}
        for suspect in found:
            assert truth[suspect["origin"]] in suspect["kinds"], suspect
            excluded = {kind for fact in suspect["facts"] for kind in fact["excludes"]}
            assert excluded == set(KINDS) - set(suspect["kinds"])


@pytest.mark.parametrize("variant", ["dark", "four"])
@pytest.mark.parametrize("seed", range(12))
def test_the_truth_is_never_excluded_where_the_other_headquarters_opens(variant: str, seed: int) -> None:
    """And where battles of others are told: an ally's kinds too."""
    system, extra = SYSTEMS_BY_VARIANT[variant], {"four_info": "double_open"} if seed % 2 else {}
    options = system.parse_options({"reveal_other_hq": True, **(extra if variant == "four" else {})})
    viewer = system.sides(options)[0]
    *_, (layouts, told, _) = match(system, options, seed)
    truth = {square: kind for layout in layouts.values() for square, kind in layout.items()}
    for suspect in system.deductions(options, viewer, layouts[viewer], told[:-1]):
        assert truth[suspect["origin"]] in suspect["kinds"], suspect


def test_only_hidden_sides_are_suspected() -> None:
    rng = random.Random(1)
    for options, arms in (
        ({"four_info": "dark"}, set("ENW")),
        ({"four_info": "double_open"}, set("EW")),
        ({"four_info": "all_open"}, set()),
    ):
        parsed = LUZHANQI.parse_options({"variant": "four", **options})
        layouts = deal(LUZHANQI, parsed, rng)
        found = LUZHANQI.deductions(parsed, Side.SOUTH, layouts[Side.SOUTH], [])
        assert {suspect["origin"][0] for suspect in found} == arms
        assert len(found) == 25 * len(arms)
    flip = LUZHANQI.parse_options({"variant": "flip"})
    assert LUZHANQI.deductions(flip, FIRST, {}, []) == []


class Seen:
    """The first side's belief, fed with events as short as `a6-a7 both`."""

    def __init__(self, **options: Any) -> None:
        self.rules = rules_of("dark", **options)
        layout = SETUPS[0].layout
        index = self.rules.graph.index
        self.own = layout
        self.belief = Belief(self.rules, FIRST, {index[name]: CODES[kind] for name, kind in layout.items()})

    def see(self, event: str, shown: list[JsonObject] | None = None) -> None:
        move, result = event.split()
        self.belief.see({"ply": move.split("-"), "result": result, "shown": shown or [], "out": []})

    def kinds(self, origin: str) -> set[str]:
        kinds = self.belief.suspects[self.rules.graph.index[origin]].kinds
        return {kind for code, kind in enumerate(KINDS) if kinds >> code & 1}

    def codes(self, origin: str) -> list[str]:
        return [fact.code for fact in self.belief.suspects[self.rules.graph.index[origin]].facts]


ALL = set(KINDS)


def test_where_a_piece_started() -> None:
    seen = Seen(mines_rows="last2")
    assert seen.kinds("a7") == ALL - {"flag", "bomb", "mine"}
    assert seen.kinds("a8") == ALL - {"flag", "mine"}
    assert seen.kinds("a11") == ALL - {"flag"}
    assert seen.kinds("b12") == ALL


def test_what_moved_is_no_mine_and_no_flag() -> None:
    seen = Seen()
    seen.see("e8-d8 moved")
    assert seen.kinds("e8") == ALL - {"flag", "mine"}
    assert seen.codes("e8") == ["origin", "moved"]


def test_an_engineer_gives_itself_away_at_a_corner() -> None:
    seen = Seen()
    for event in ("a7-b8 moved", "c7-d8 moved", "b7-c7 moved"):
        seen.see(event)
    assert len(seen.kinds("b7")) > 5
    seen.see("a8-b7 moved")
    assert seen.kinds("a8") == {"engineer"}
    assert seen.codes("a8")[-1] == "turned"


@pytest.mark.parametrize(
    ("event", "kinds"),
    [
        # a6 is a division, c6 a company, b6 an engineer
        ("a6-a7 attacker", {"brigade", "regiment", "battalion", "company", "platoon", "engineer"}),
        ("a6-a7 both", {"division"}),
        ("a6-a7 defender", {"commander", "general", "mine"}),
        ("c6-c7 attacker", {"platoon", "engineer"}),
        ("a7-a6 attacker", {"commander", "general"}),
        ("a7-a6 both", {"division"}),
        ("a7-a6 defender", {"brigade", "regiment", "battalion", "company", "platoon", "engineer"}),
    ],
)
def test_what_a_battle_tells(event: str, kinds: set[str]) -> None:
    seen = Seen()
    seen.see(event)
    foe = next(square for square in ("a7", "c7") if square in event)
    assert seen.kinds(foe) == kinds


def test_a_shown_flag_tells_who_was_the_commander() -> None:
    seen = Seen()
    seen.see("e5-a7 both", [{"square": "b12", "owner": "second", "kind": "flag"}])
    assert (seen.kinds("a7"), seen.kinds("b12")) == ({"commander"}, {"flag"})
    assert (seen.codes("a7")[-1], seen.codes("b12")[-1]) == ("flag-was-shown", "shown")
    seen.belief.count()
    assert "flag" not in seen.kinds("d12")
    assert "commander" not in seen.kinds("a8")


def test_a_commander_lost_without_a_flag_shown_was_none() -> None:
    seen = Seen(reveal_other_hq=False)
    seen.see("a6-a7 attacker")
    assert "commander" not in seen.kinds("a7")


FLAG_B12 = {"square": "b12", "owner": "second", "kind": "flag"}


def test_the_other_headquarters_opens_for_the_general() -> None:
    seen = Seen(reveal_other_hq=True)
    seen.see("e5-a7 both", [FLAG_B12])
    assert seen.kinds("a7") == {"commander"}
    seen.see("a4-c7 both", [{"square": "d12", "owner": "second", "kind": "platoon"}])
    assert (seen.kinds("c7"), seen.kinds("d12")) == ({"general"}, {"platoon"})
    assert seen.codes("c7")[-1] == "headquarters-was-shown"


def test_while_the_other_headquarters_stays_shut_no_general_fell() -> None:
    seen = Seen(reveal_other_hq=True)
    seen.see("e5-a7 both")
    assert "general" in seen.kinds("a7")
    seen.see("a4-c7 both", [FLAG_B12])
    assert seen.kinds("c7") == {"commander"}
    assert "general" not in seen.kinds("a7")
    assert seen.codes("a7")[-1] == "headquarters-was-not-shown"


def test_an_empty_headquarters_tells_nothing_of_the_general() -> None:
    seen = Seen(reveal_other_hq=True, hq_lock=False)
    seen.see("d12-d11 moved")
    seen.see("e5-a7 both", [FLAG_B12])
    seen.see("a4-c7 both")
    assert "general" in seen.kinds("c7")


def test_both_shown_at_once_is_the_commander_after_the_general() -> None:
    seen = Seen(reveal_other_hq=True)
    seen.see("a4-c7 both")
    seen.see("e5-a7 both", [FLAG_B12, {"square": "d12", "owner": "second", "kind": "mine"}])
    assert seen.kinds("a7") == {"commander"}
    assert "general" in seen.kinds("c7")


def battle_of_others(result: str, told: dict[str, str | None], **options: Any) -> Belief:
    """South watches East's `Ea6` attack North's `Ne6`, which stand on one curve."""
    rules = rules_of("four", **options)
    own = deal(LUZHANQI, LUZHANQI.parse_options({"variant": "four"}), random.Random(1))[Side.SOUTH]
    index = rules.graph.index
    belief = Belief(rules, Side.SOUTH, {index[name]: CODES[kind] for name, kind in own.items()})
    battle: JsonObject = {"pieces": dict(told)}
    event = {"ply": ["Ee6", "Na6"], "result": result, "shown": [], "out": [], "battle": battle}
    belief.see(event)
    return belief


def test_a_battle_of_two_others_tells_of_both() -> None:
    belief = battle_of_others("attacker", {"east": None, "north": None})
    index = belief.rules.graph.index
    winner, loser = belief.suspects[index["Ee6"]], belief.suspects[index["Na6"]]
    left = {kind for code, kind in enumerate(KINDS) if winner.kinds >> code & 1}
    assert left == set(KINDS) - {"engineer", "mine", "bomb", "flag"}  # no mine stands in a front row
    assert not loser.kinds >> CODES["commander"] & 1
    assert [fact.code for fact in winner.facts][-1] == "beat-unseen"
    assert [fact.code for fact in loser.facts][-1] == "lost-to-unseen"


def test_a_battle_of_the_ally_is_one_with_a_known_piece() -> None:
    told = {"east": None, "north": "brigade"}
    belief = battle_of_others("defender", told, four_info="double_open")
    loser = belief.suspects[belief.rules.graph.index["Ee6"]]
    left = {kind for code, kind in enumerate(KINDS) if loser.kinds >> code & 1}
    assert left == {"regiment", "battalion", "company", "platoon", "engineer"}
    (fact,) = [fact for fact in loser.facts if fact.code == "lost-to"]
    assert fact.kind == CODES["brigade"]


def test_a_flag_shown_for_no_commander_is_refused() -> None:
    """A division meets no commander that falls with it."""
    options = LUZHANQI.parse_options({})
    shown = [{"square": "b12", "owner": "second", "kind": "flag"}]
    history = [{"ply": ["a6", "a7"], "result": "both", "shown": shown, "out": []}]
    with pytest.raises(BadView):
        LUZHANQI.deductions(options, FIRST, SETUPS[0].layout, history)


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"ply": ["a6"], "result": "moved", "shown": [], "out": []},
        {"ply": ["c4", "c5"], "result": "moved", "shown": [], "out": []},
        {"ply": ["a7", "e11"], "result": "moved", "shown": [], "out": []},
        {"ply": ["a6", "a7"], "result": "unheard", "shown": [], "out": []},
        {"ply": ["a6", "a7"], "result": "both", "shown": [], "out": ["north"]},
    ],
)
def test_a_history_nobody_can_have_is_refused(event: JsonObject) -> None:
    options = LUZHANQI.parse_options({})
    with pytest.raises(BadView):
        LUZHANQI.deductions(options, FIRST, SETUPS[0].layout, [event])
