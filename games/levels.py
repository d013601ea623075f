"""Levels of the computers: three by name, and one that says how many positions it may look at.

A seat stores a level as a short text, its code: `beginner`, or `work-200000` for `{"work": 200000}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.core import Json, Options

LEVELS = ("beginner", "intermediate", "advanced")
CHEAPEST = LEVELS[0]
# Game systems that computers play.
PLAYED = ("gunjin", "luzhanqi")
LEAST_WORK, MOST_WORK = 1_000, 2_000_000
WORK = "work-"
SECONDS_PER_QUESTION = 0.005


@dataclass(frozen=True, slots=True)
class Price:
    """Seconds of a processor for a ply, on top of SECONDS_PER_QUESTION.

    `million`: for as many positions of a level by work, on top of what a beginner costs.
    """

    beginner: float
    intermediate: float
    advanced: float
    million: float

    def of(self, code: str) -> float:
        """Raises ValueError for what is no level."""
        by_name = dict(zip(LEVELS, (self.beginner, self.intermediate, self.advanced), strict=True))
        if code in by_name:
            return by_name[code]
        return self.beginner + int(code.removeprefix(WORK)) * self.million / 1_000_000


# For tenants' quotas, by system and variant: rounded from what `make bench-bots` prints (docs/bots.md).
PRICES: Mapping[tuple[str, str | None], Price] = {
    ("gunjin", None): Price(0.0, 0.0015, 0.040, million=0.5),
    ("luzhanqi", "dark"): Price(0.015, 0.025, 0.085, million=0.5),
    ("luzhanqi", "open"): Price(0.001, 0.003, 0.060, million=0.35),
    ("luzhanqi", "flip"): Price(0.001, 0.012, 0.050, million=0.35),
    ("luzhanqi", "four"): Price(0.035, 0.045, 0.085, million=0.6),
}


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


def answer_seconds(code: str, system: str, options: Options) -> float:
    """About how long a processor works for one ply; for a layout it is SECONDS_PER_QUESTION.

    `options` as the system's parse_options gives them. Raises KeyError for a system that no computer plays.
    """
    variant = options.get("variant")
    return SECONDS_PER_QUESTION + PRICES[system, None if variant is None else str(variant)].of(code)


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
