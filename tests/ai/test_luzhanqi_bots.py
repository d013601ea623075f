"""The computers of Luzhanqi as plain functions: legal under all options, deterministic, sound."""

import pytest

from ai_workers.bots.base import UnreadableQuestion
from ai_workers.bots.luzhanqi.guessing import guess_worlds
from ai_workers.bots.luzhanqi.observed import Observed
from ai_workers.bots.luzhanqi.plain import AnyPly
from ai_workers.bots.registry import answer, find_bot
from games.levels import LEVELS, PLAYED
from games.rules.core import JsonObject
from games.rules.luzhanqi.ruleset import rules_for
from games.rules.luzhanqi.system import LUZHANQI
from games.rules.thinking import Thinking
from tests.ai.luzhanqi import OPTION_SETS, VARIANTS, Table


def named(raw: JsonObject) -> str:
    return ",".join(str(value) for value in raw.values())


def test_computers_play_this_system() -> None:
    assert LUZHANQI.key in PLAYED


@pytest.mark.parametrize("raw", OPTION_SETS, ids=named)
def test_bots_answer_legally_through_whole_matches_under_all_options(raw: JsonObject) -> None:
    table = Table(raw | {"max_plies": 280}, (*LEVELS, "unheard-of"), seed=len(raw))
    while not table.is_over:
        if len(table.plies) % 41 < len(table.sides):
            table.play()
        else:
            table.play_any()
    assert table.position.outcome is not None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_plain_bots_answer_while_the_search_is_compiled(variant: str, level: str) -> None:
    table = Table({"variant": variant}, (level,), seed=8)
    for number in range(61):
        asked = table.question(table.position.turn)
        if number % 30 == 0:
            found = answer(asked, plainly=True)
            assert found["ply"] in asked["snapshot"]["legal_plies"]
            assert "thinking" not in found
        table.play_any()


@pytest.mark.parametrize("variant", VARIANTS)
def test_thinking_can_be_told_and_names_no_more_pieces_than_allowed(variant: str) -> None:
    table = Table({"variant": variant}, ("advanced",), seed=9)
    thinking = answer(table.question(table.position.turn))["thinking"]
    assert Thinking.read(thinking).to_json() == thinking
    assert bool(thinking["beliefs"]) == (variant in {"dark", "four"})


@pytest.mark.parametrize("level", [*LEVELS, "unheard-of"])
@pytest.mark.parametrize("raw", OPTION_SETS, ids=named)
def test_every_level_lays_out_legally_and_in_many_ways(raw: JsonObject, level: str) -> None:
    options = LUZHANQI.parse_options(raw)
    if not LUZHANQI.has_layout(options):
        return
    for side in LUZHANQI.sides(options):
        layouts = [find_bot("luzhanqi", level).lay_out(options, side, seed=seed) for seed in range(5)]
        assert all(LUZHANQI.check_layout(options, side, layout.items()) == () for layout in layouts)
        assert len({str(sorted(layout.items())) for layout in layouts}) == len(layouts)


def test_who_left_is_thought_away() -> None:
    table = Table({"variant": "four", "teams": "ffa"}, ("intermediate",), seed=2)
    for number in range(60):
        if number == 20:
            table.leave(table.sides[1])
        table.play_any()
    table.play()
    assert table.sides[1] not in {it.side for it in LUZHANQI.redact(table.position, None).pieces}


def test_a_position_without_a_history_is_played_from_its_view() -> None:
    """A puzzle: nobody was told how it came about."""
    table = Table({"variant": "dark"}, ("intermediate",), seed=3)
    for _ in range(80):
        table.play_any()
    asked = table.question(table.position.turn)
    asked["snapshot"]["view"]["number"], asked["history"] = 0, []
    assert answer(asked)["ply"] in asked["snapshot"]["legal_plies"]


@pytest.mark.parametrize("raw", [{"variant": "dark"}, {"variant": "four"}], ids=named)
def test_the_true_kinds_stay_possible_and_guesses_fit_what_was_told(raw: JsonObject) -> None:
    table = Table(raw, ("unheard-of",), seed=5)
    rules = rules_for(table.options)
    while not table.is_over:
        table.play()
        if table.is_over or table.position.number % 25:
            continue
        side = table.position.turn
        view = LUZHANQI.redact(table.position, side)
        seen = Observed.read(view.to_json(), table.history[side], rules)
        for it in table.position.board:
            assert it is None or it.start not in seen.kinds or seen.kinds[it.start] >> it.code & 1
        for guess in guess_worlds(seen, 3, table.rng):
            assert guess.occupied == table.position.occupied
            for it in guess.board:
                assert it is None or it.start not in seen.kinds or seen.kinds[it.start] >> it.code & 1


def broken(asked: JsonObject, how: str) -> JsonObject:
    view, history = asked["snapshot"]["view"], asked["history"]
    theirs = next(it for it in view["pieces"] if not it["kind"])
    if how == "a ply is missing":
        history.pop()
    elif how == "a ply is doubled":
        history.append(history[-1])
    elif how == "another number":
        view["number"] += 1
    elif how == "another square":
        theirs["square"] = next(it["square"] for it in view["pieces"] if it["kind"])
    elif how == "an unknown kind":
        next(it for it in view["pieces"] if it["kind"])["kind"] = "king"
    elif how == "an unknown square":
        history[0]["ply"] = ["z9", "a1"]
    elif how == "no ply at all":
        history[0]["ply"] = None
    elif how == "a very long history":
        history.extend(history * 2000)
        view["number"] = len(history)
    return asked


@pytest.mark.parametrize(
    "how",
    [
        "a ply is missing", "a ply is doubled", "another number", "another square", "an unknown kind",
        "an unknown square", "no ply at all", "a very long history",
    ],
)  # fmt: skip
@pytest.mark.parametrize("level", LEVELS)
def test_broken_questions_are_refused(how: str, level: str) -> None:
    table = Table({"variant": "dark"}, (level,), seed=6)
    for _ in range(30):
        table.play_any()
    with pytest.raises(UnreadableQuestion):
        answer(broken(table.question(table.position.turn), how))


def test_an_unknown_level_gets_the_plainest_bot() -> None:
    assert isinstance(find_bot("luzhanqi", "grandmaster"), AnyPly)
