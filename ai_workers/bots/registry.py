"""Which bot answers for which game system and level."""

from __future__ import annotations

from collections.abc import Mapping

from ai_workers.bots.base import Bot, Question, RandomBot, UnreadableQuestion
from ai_workers.bots.gunjin import plain as gunjin
from games.rules.core import Json, JsonObject

ANY_LEVEL = ""
FALLBACK = RandomBot()
BOTS: Mapping[tuple[str, str], Bot] = {
    ("gunjin", "beginner"): gunjin.Beginner(),
    ("gunjin", "intermediate"): gunjin.Intermediate(),
    ("gunjin", "advanced"): gunjin.Advanced(),
    ("gunjin", ANY_LEVEL): gunjin.AnyPly(),
}


def find_bot(system: str, level: str) -> Bot:
    """The bot of this level, else the system's plainest, else one that knows no game."""
    return BOTS.get((system, level)) or BOTS.get((system, ANY_LEVEL)) or FALLBACK


def answer(asked: Mapping[str, Json]) -> JsonObject:
    """`{"layout": {square: kind}}` before play, `{"ply": [word, ...]}` in play. Raises UnreadableQuestion."""
    question = Question.read(asked)
    bot = find_bot(question.system, question.level)
    if question.view is None:
        return {"layout": dict(bot.lay_out(question.options, question.side, seed=question.seed))}
    if not question.plies:
        raise UnreadableQuestion("there is no legal ply to choose from")
    ply = bot.choose(
        question.view, question.history, question.plies, options=question.options, seed=question.seed
    )
    return {"ply": list(ply)}
