"""Bots as plain functions: honest, deterministic, and never without a legal ply."""

from random import Random

import pytest

from ai_workers.bots.base import RandomBot, UnreadableQuestion
from ai_workers.bots.gunjin.beliefs import Beliefs
from ai_workers.bots.gunjin.plain import AnyPly
from ai_workers.bots.registry import answer, find_bot
from games.levels import LEVELS
from games.rules.core import JsonObject, Ply, Side
from games.rules.gunjin.diagram import parse
from games.rules.gunjin.kinds import KINDS, OWNER
from games.rules.gunjin.ruleset import rules_for
from tests.support.rooms import GUNJIN, OPTIONS

OPTION_SETS = [
    {},
    {"plane_jump": "none", "plane_sideways": "unlimited", "plane_river": "bridges_only"},
    {"plane_jump": "own_only", "occupiers": "all_but_plane", "mine_after_win": "stays"},
    {"information": "open", "win_flag": "any", "win_general": "loses", "engineer_vs_tank": "engineer"},
]


class Table:
    """A match in memory that asks bots exactly what `games.bots.question` asks."""

    def __init__(self, levels: tuple[str, str], seed: int, raw: "JsonObject | None" = None) -> None:
        self.options = GUNJIN.parse_options(raw or {})
        self.rng = Random(seed)
        self.levels = dict(zip(Side, levels, strict=False))
        self.history: dict[Side, list[JsonObject]] = {Side.FIRST: [], Side.SECOND: []}
        self.position = None
        layouts = {side: answer(self.question(side))["layout"] for side in self.levels}
        self.position = GUNJIN.start(self.options, layouts, self.rng)

    def question(self, side: Side) -> JsonObject:
        view, plies = None, []
        if self.position is not None:
            view = GUNJIN.redact(self.position, side).to_json()
            plies = [list(ply) for ply in GUNJIN.legal_plies(self.position, side)]
        seen = {"system": "gunjin", "options": dict(self.options), "audience": str(side)}
        return {
            "snapshot": seen | {"view": view, "legal_plies": plies},
            "history": list(self.history[side]),
            "level": self.levels[side],
            "seed": self.rng.getrandbits(53),
        }

    def play(self) -> None:
        side = self.position.turn
        ply = Ply(*answer(self.question(side))["ply"])
        assert ply in GUNJIN.legal_plies(self.position, side)
        self.position, ruling = GUNJIN.play(self.position, ply, side)
        for viewer, events in self.history.items():
            told = GUNJIN.redact_ruling(ruling.to_json(), self.options, viewer)
            events.append({"type": "ply", "side": str(side), **told})


@pytest.mark.parametrize("raw", OPTION_SETS)
@pytest.mark.parametrize("levels", [("advanced", "beginner"), ("intermediate", "unheard-of")])
def test_bots_finish_matches_with_legal_plies_under_all_options(
    levels: tuple[str, str], raw: JsonObject
) -> None:
    table = Table(levels, seed=len(raw), raw=raw)
    while table.position.turn is not None:
        table.play()
    assert table.position.outcome is not None


@pytest.mark.parametrize("level", [*LEVELS, "unheard-of"])
@pytest.mark.parametrize("side", [Side.FIRST, Side.SECOND])
def test_every_level_lays_out_legally(level: str, side: Side) -> None:
    for raw in OPTION_SETS:
        options = GUNJIN.parse_options(raw)
        layout = find_bot("gunjin", level).lay_out(options, side, seed=7)
        assert GUNJIN.check_layout(options, side, layout.items()) == ()


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_question_gives_the_same_answer(level: str) -> None:
    table = Table((level, level), seed=4)
    for _ in range(12):
        table.play()
    asked = table.question(table.position.turn)
    assert answer(asked) == answer(asked)


@pytest.mark.parametrize("level", LEVELS)
def test_two_seeds_give_two_layouts(level: str) -> None:
    bot = find_bot("gunjin", level)
    assert bot.lay_out(OPTIONS, Side.FIRST, seed=1) != bot.lay_out(OPTIONS, Side.FIRST, seed=2)


OPEN_DOOR = """
    ..  ..  ..  ==  ..  ..
    ..  ..  MG  ..  ..  ..
    ..  ..  ..  ..  ..  ..
    en  ..  ..  ..  ..  ..
    GE  ..  ..  ..  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  ..  ..  ..  ..  ..
    ..  ..  ..  ==  ..  ..
"""


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(5))
def test_an_empty_headquarters_is_always_occupied(level: str, seed: int) -> None:
    position = parse(OPEN_DOOR)
    view = GUNJIN.redact(position, Side.FIRST).to_json()
    plies = GUNJIN.legal_plies(position, Side.FIRST)
    bot = find_bot("gunjin", level)
    assert bot.choose(view, [], plies, options=OPTIONS, seed=seed).ply == Ply("c7", "hq8")


def test_the_true_kinds_stay_possible_in_every_belief() -> None:
    """Whatever is played, no belief rules out what a piece really is."""
    for seed in range(3):
        table = Table(("unheard-of", "unheard-of"), seed=seed)
        while table.position.turn is not None:
            table.play()
            if table.position.number % 10:
                continue
            for me in (Side.FIRST, Side.SECOND):
                beliefs = Beliefs.after(table.history[me], rules_for(OPTIONS), OWNER[me])
                for piece in table.position.board:
                    if piece is not None and piece.side is not me:
                        assert piece.code in beliefs.kinds[piece.start], KINDS[piece.code]


def test_beliefs_get_narrower_as_a_match_goes_on() -> None:
    table = Table(("beginner", "beginner"), seed=2)
    for _ in range(40):
        if table.position.turn is not None:
            table.play()
    beliefs = Beliefs.after(table.history[Side.FIRST], rules_for(OPTIONS), 0)
    assert min(len(kinds) for kinds in beliefs.kinds.values()) < 10


def test_an_unknown_system_gets_any_legal_ply_and_no_layout() -> None:
    bot = find_bot("go", "beginner")
    assert isinstance(bot, RandomBot)
    plies = [Ply("a"), Ply("b"), Ply("c")]
    assert {bot.choose({}, [], plies, options={}, seed=seed).ply for seed in range(30)} == set(plies)
    with pytest.raises(UnreadableQuestion):
        bot.lay_out({}, Side.FIRST, seed=1)


def test_an_unknown_level_gets_the_plainest_bot() -> None:
    assert isinstance(find_bot("gunjin", "grandmaster"), AnyPly)


@pytest.mark.parametrize(
    "change",
    [
        {"snapshot": None},
        {"snapshot": {}},
        {"history": "none"},
        {"history": [1]},
        {"seed": "1"},
        {"seed": None},
    ],
)
def test_a_broken_question_is_refused_by_name(change: JsonObject) -> None:
    table = Table(("beginner", "beginner"), seed=1)
    with pytest.raises(UnreadableQuestion):
        answer(table.question(Side.FIRST) | change)


def test_a_question_without_a_legal_ply_is_refused() -> None:
    table = Table(("beginner", "beginner"), seed=1)
    with pytest.raises(UnreadableQuestion):
        answer(table.question(Side.SECOND))
