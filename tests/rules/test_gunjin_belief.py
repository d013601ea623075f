"""What a seat may conclude: the facts by name, never the truth excluded, nothing that hidden kinds change."""

from random import Random

import pytest

from games.rules.core import BadView, JsonObject, Ply, Side
from games.rules.gunjin.belief import way
from games.rules.gunjin.board import BITS, INDEX
from games.rules.gunjin.kinds import KINDS
from tests.rules.support import deal
from tests.support.leaks_worlds import GUNJIN, find_twins
from tests.support.rooms import OPTIONS

WAYS = [
    ("b4", "b5", [], "stepped"),
    ("c6", "c5", [], "stepped"),
    ("c6", "d6", [], "sidestepped"),
    ("b6", "e6", [], "ran-sideways"),
    ("b6", "e6", ["c6"], "jumped"),
    ("c5", "c4", [], "jumped"),
    ("c7", "c5", [], "ran-ahead"),
    ("c7", "c5", ["c6"], "jumped"),
    ("b7", "b4", [], "ran-far"),
    ("b4", "b7", [], "ran-back"),
    ("hq8", "d6", [], "ran-ahead"),
    ("a5", "b8", [], "jumped"),
]


@pytest.mark.parametrize(("start", "end", "held", "code"), WAYS)
def test_a_move_is_named_by_what_it_shows(start: str, end: str, held: list[str], code: str) -> None:
    assert way(1, INDEX[start], INDEX[end], sum(BITS[INDEX[square]] for square in held)) == code


def told(options, layouts, plies, viewer: Side) -> list[JsonObject]:
    """The plies as the viewer was told them."""
    position = GUNJIN.start(options, layouts, Random(0))
    history = []
    for ply in plies:
        position, ruling = GUNJIN.play(position, ply, position.turn)
        history.append(GUNJIN.redact_ruling(ruling.to_json(), options, viewer))
    return history


def concluded(options, layouts, plies, viewer: Side) -> list[JsonObject]:
    history = told(options, layouts, plies, viewer)
    return GUNJIN.deductions(options, viewer, layouts[viewer], history)


def some_layouts(seed: int = 1) -> dict[Side, dict[str, str]]:
    return deal(GUNJIN, OPTIONS, Random(seed))


def test_at_the_start_only_the_layout_rules_exclude() -> None:
    found = {each["origin"]: each for each in concluded(OPTIONS, some_layouts(), [], Side.FIRST)}
    assert len(found) == 23
    assert found["c6"] == {"origin": "c6", "kinds": list(KINDS), "facts": []}
    excluded = [{"code": "origin", "kind": None, "excludes": ["mine", "flag"]}]
    assert found["b5"]["facts"] == excluded
    assert found["hq8"]["facts"] == [{"code": "origin", "kind": None, "excludes": ["flag"]}]


def test_each_excluded_kind_has_exactly_one_fact() -> None:
    twins = find_twins(3, Side.SECOND, most=40)
    for each in concluded(GUNJIN.parse_options({}), twins.layouts, twins.plies[:-1], Side.FIRST):
        excluded = [kind for fact in each["facts"] for kind in fact["excludes"]]
        assert sorted([*each["kinds"], *excluded]) == sorted(KINDS)


def test_a_battle_names_the_own_piece_that_told_it() -> None:
    """Every piece that fought has a fact of its battle, or its battle excluded nothing more."""
    facts = []
    for seed in range(6):
        twins = find_twins(seed, Side.SECOND, most=30)
        for each in concluded(GUNJIN.parse_options({}), twins.layouts, twins.plies[:-1], Side.FIRST):
            facts += [fact for fact in each["facts"] if fact["kind"] is not None]
    assert {fact["code"] for fact in facts} == {"beat", "lost-to", "tied"}
    assert all(fact["kind"] in KINDS for fact in facts)


def in_headquarters(seed: int) -> tuple[dict, list[Ply], str] | None:
    """A match in which a piece of the second side stands in hq1 and play goes on; its starting square."""
    rng, layouts, plies = Random(seed), some_layouts(seed), []
    position = GUNJIN.start(OPTIONS, layouts, rng)
    while position.turn is not None and len(plies) < 300:
        standing = position.pieces.get("hq1")
        if standing is not None and standing.side is Side.SECOND:
            return layouts, plies, standing.origin
        legal = GUNJIN.legal_plies(position, position.turn)
        home = [ply for ply in legal if ply[1] == "hq1" and position.turn is Side.SECOND]
        plies.append(rng.choice(home or legal))
        position, _ = GUNJIN.play(position, plies[-1], position.turn)
    return None


def test_whoever_stands_in_my_headquarters_while_the_match_goes_on_is_no_occupier() -> None:
    officers = {"general", "lt_general", "maj_general", "colonel", "lt_colonel", "major"}
    codes = set()
    for layouts, plies, origin in filter(None, map(in_headquarters, range(150))):
        found = {each["origin"]: each for each in concluded(OPTIONS, layouts, plies, Side.FIRST)}[origin]
        assert officers.isdisjoint(found["kinds"])
        codes |= {fact["code"] for fact in found["facts"] if officers & set(fact["excludes"])}
    assert "stood-in-headquarters" in codes


@pytest.mark.parametrize(
    "options", [{}, {"mine_after_win": "stays"}, {"win_flag": "any", "win_general": "loses"}]
)
@pytest.mark.parametrize("hidden", [Side.FIRST, Side.SECOND])
def test_hidden_kinds_change_nothing_and_both_truths_stay_possible(hidden: Side, options: dict) -> None:
    chosen = GUNJIN.parse_options(options)
    changed = 0
    for seed in range(8):
        twins = find_twins(seed, hidden, options=options, most=40)
        plies = twins.plies[:-1] if twins.over else twins.plies
        for most in range(0, len(plies) + 1, 3):
            here = concluded(chosen, twins.layouts, plies[:most], twins.viewer)
            there = concluded(chosen, twins.others, plies[:most], twins.viewer)
            assert repr(here) == repr(there)
            for each in here:
                for layouts in (twins.layouts, twins.others):
                    assert layouts[hidden][each["origin"]] in each["kinds"]
        changed += twins.changed
    assert changed > 40


def test_nothing_is_concluded_where_nothing_is_hidden() -> None:
    options = GUNJIN.parse_options({"information": "open"})
    assert concluded(options, some_layouts(), [], Side.FIRST) == []


@pytest.mark.parametrize(
    "history",
    [
        [{"ply": ["c6", "c6"], "battle": {"result": "none"}}],
        [{"ply": ["c5"], "battle": None}],
        [{"ply": ["x9", "c6"], "battle": None}],
        [{"battle": None}],
        [{"ply": 5, "battle": None}],
        [{"ply": ["hq8", "a1"], "battle": None}],
    ],
)
def test_a_history_that_cannot_be_is_refused(history: list) -> None:
    with pytest.raises(BadView):
        GUNJIN.deductions(OPTIONS, Side.FIRST, some_layouts()[Side.FIRST], history)


def test_a_long_match_ends_in_the_same_conclusions_whoever_counts_first() -> None:
    """Conclusions only grow: a kind that is excluded stays so."""
    layouts, rng, plies = some_layouts(9), Random(9), []
    position = GUNJIN.start(OPTIONS, layouts, rng)
    before: dict = {}
    while position.turn is not None:
        if len(plies) % 20 == 0:
            now = {
                each["origin"]: set(each["kinds"]) for each in concluded(OPTIONS, layouts, plies, Side.SECOND)
            }
            assert all(now[origin] <= before.get(origin, set(KINDS)) for origin in now)
            before = now
        ply: Ply = rng.choice(GUNJIN.legal_plies(position, position.turn))
        position, _ = GUNJIN.play(position, ply, position.turn)
        plies.append(ply)
    assert len(plies) > 60
