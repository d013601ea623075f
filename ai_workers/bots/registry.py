"""Which bot answers for which game system and level."""

from __future__ import annotations

from collections.abc import Mapping

from ai_workers.bots.base import Bot, Question, RandomBot, UnreadableQuestion
from ai_workers.bots.gunjin import plain
from ai_workers.bots.gunjin.arranging import good_layout
from ai_workers.bots.gunjin.layouts import any_layout
from ai_workers.bots.gunjin.levels import Level
from ai_workers.bots.gunjin.skills import SKILLS
from games.rules.core import Json, JsonObject

ANY_LEVEL = ""
FALLBACK = RandomBot()
# Seconds; whatever the position, an answer takes at least this long.
SHORTEST_ANSWER = {"beginner": 0.15, "intermediate": 0.2, "advanced": 0.3}
BOTS: Mapping[tuple[str, str], Bot] = {
    ("gunjin", "beginner"): Level(SKILLS["beginner"], plain.Beginner(), any_layout),
    ("gunjin", "intermediate"): Level(SKILLS["intermediate"], plain.Intermediate(), good_layout),
    ("gunjin", "advanced"): Level(SKILLS["advanced"], plain.Advanced(), good_layout),
    ("gunjin", ANY_LEVEL): plain.AnyPly(),
}


def find_bot(system: str, level: str) -> Bot:
    """The bot of this level, else the system's plainest, else one that knows no game."""
    return BOTS.get((system, level)) or BOTS.get((system, ANY_LEVEL)) or FALLBACK


def answer(asked: Mapping[str, Json], *, plainly: bool = False) -> JsonObject:
    """`{"layout": {square: kind}}` before play, `{"ply": [word, ...]}` in play. Raises UnreadableQuestion.

    `plainly`: by the plain bot of the level, while the search is still being compiled.
    """
    question = Question.read(asked)
    bot = find_bot(question.system, question.level)
    if question.view is None:
        return {"layout": dict(bot.lay_out(question.options, question.side, seed=question.seed))}
    if not question.plies:
        raise UnreadableQuestion("there is no legal ply to choose from")
    if plainly and isinstance(bot, Level):
        bot = bot.plain
    ply = bot.choose(
        question.view, question.history, question.plies, options=question.options, seed=question.seed
    )
    return {"ply": list(ply)}


def shortest_answer(asked: Mapping[str, Json]) -> float:
    """Seconds that an answer takes at least: the same for all positions of a level."""
    return SHORTEST_ANSWER.get(str(asked.get("level")), 0.0)
