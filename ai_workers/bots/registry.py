"""Which bot answers for which game system and level."""

from __future__ import annotations

from collections.abc import Mapping

from ai_workers.bots.base import Bot, Graded, Question, RandomBot, UnreadableQuestion, asked_work
from ai_workers.bots.gunjin import plain
from ai_workers.bots.gunjin.arranging import good_layout
from ai_workers.bots.gunjin.layouts import any_layout
from ai_workers.bots.gunjin.levels import Level
from ai_workers.bots.gunjin.skills import SKILLS
from ai_workers.bots.luzhanqi.levels import LEVELS as LUZHANQI_LEVELS
from ai_workers.bots.luzhanqi.plain import AnyPly as LuzhanqiAnyPly
from games.rules.core import Json, JsonObject

ANY_LEVEL = ""
FALLBACK = RandomBot()
# Seconds; whatever the position, an answer takes at least this long.
# The strongest is seen to think.
SHORTEST_ANSWER = {"beginner": 0.15, "intermediate": 0.2, "advanced": 0.9}
SHORTEST_WORK = 0.3
# Positions a second that a slow machine looks at: an answer of a level `{"work": n}` takes as long as there.
SLOW = 1_500_000
BOTS: Mapping[tuple[str, str], Bot] = {
    ("gunjin", "beginner"): Level(SKILLS["beginner"], plain.Beginner(), any_layout),
    ("gunjin", "intermediate"): Level(SKILLS["intermediate"], plain.Intermediate(), good_layout),
    ("gunjin", "advanced"): Level(SKILLS["advanced"], plain.Advanced(), good_layout),
    ("gunjin", ANY_LEVEL): plain.AnyPly(),
    **{("luzhanqi", level): bot for level, bot in LUZHANQI_LEVELS.items()},
    ("luzhanqi", ANY_LEVEL): LuzhanqiAnyPly(),
}


def find_bot(system: str, level: str) -> Bot:
    """The bot of this level, else the system's plainest, else one that knows no game."""
    return BOTS.get((system, level)) or BOTS.get((system, ANY_LEVEL)) or FALLBACK


def answer(asked: Mapping[str, Json], *, share: float = 1.0, plainly: bool = False) -> JsonObject:
    """`{"layout": {square: kind}}` before play; in play `{"ply": [word, ...], "spent": {...}}`.

    `spent` says which `share` of the level's work was allowed, and how many positions were looked at. A bot
    that searches adds its `thinking` (`games.rules.thinking`).
    `plainly`: by the plain bot of the level, while the search is still being compiled.
    Raises UnreadableQuestion.
    """
    question = Question.read(asked)
    bot = find_bot(question.system, "advanced" if question.work else question.level)
    if question.view is None:
        return {"layout": dict(bot.lay_out(question.options, question.side, seed=question.seed))}
    if not question.plies:
        raise UnreadableQuestion("there is no legal ply to choose from")
    if isinstance(bot, Graded):
        bot = bot.plain if plainly else bot.within(question.work, share)
    choice = bot.choose(
        question.view, question.history, question.plies, options=question.options, seed=question.seed
    )
    found: JsonObject = {"ply": list(choice.ply), "spent": {"share": share, "work": choice.work}}
    return found if choice.thinking is None else found | {"thinking": choice.thinking.to_json()}


def shortest_answer(asked: Mapping[str, Json]) -> float:
    """Seconds that an answer takes at least: the same for all positions of a level."""
    if work := asked_work(asked):
        return SHORTEST_WORK + work / SLOW
    return SHORTEST_ANSWER.get(str(asked.get("level")), 0.0)
