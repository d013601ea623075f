"""Levels of the computers: three by name, and one that says how many positions it may look at.

A seat stores a level as a short text, its code: `beginner`, or `work-200000` for `{"work": 200000}`.
"""

from __future__ import annotations

from games.rules.core import Json

LEVELS = ("beginner", "intermediate", "advanced")
CHEAPEST = LEVELS[0]
# Game systems that computers play.
PLAYED = ("gunjin", "luzhanqi")
LEAST_WORK, MOST_WORK = 1_000, 2_000_000
WORK = "work-"
# What an answer costs, for tenants' quotas; docs/bots.md has the measurements.
POSITIONS = {"beginner": 100, "intermediate": 3_000, "advanced": 80_000}
POSITIONS_PER_SECOND = 2_000_000
SECONDS_PER_QUESTION = 0.005


def work_code(positions: int) -> str:
    """The code of a computer that looks at no more than `positions` a ply. Raises ValueError."""
    if not LEAST_WORK <= positions <= MOST_WORK:
        raise ValueError(f"work is from {LEAST_WORK} to {MOST_WORK} positions")
    return f"{WORK}{positions}"


def is_level(code: str) -> bool:
    """Whether a seat may be given to this computer."""
    if code in LEVELS:
        return True
    digits = code.removeprefix(WORK)
    return digits != code and digits.isdecimal() and LEAST_WORK <= int(digits) <= MOST_WORK


def answer_seconds(code: str) -> float:
    """About how long a processor works for one ply; for a layout it is SECONDS_PER_QUESTION."""
    positions = POSITIONS.get(code) or int(code.removeprefix(WORK))
    return SECONDS_PER_QUESTION + positions / POSITIONS_PER_SECOND


def level_data(code: str) -> Json:
    """A level as the API and the computers' questions say it: its name or `{"work": positions}`."""
    if code.startswith(WORK):
        return {"work": int(code.removeprefix(WORK))}
    return code


def level_name(code: str) -> str:
    """For people, in English."""
    if code.startswith(WORK):
        return f"{int(code.removeprefix(WORK)):,} positions"
    return code
