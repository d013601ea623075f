"""How each level thinks, by variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ai_workers.bots.luzhanqi.thinker import Skill

_BEGINNER = Skill(worlds=3, depth=1, stages=(1.0,), noise=0.06, blunders=0.15, habits=False)
_INTERMEDIATE = Skill(worlds=8, depth=2, stages=(1.0,), noise=0.015, habits=False)
_ADVANCED = Skill(worlds=32, depth=4, extra=4, most_nodes=40_000)

SKILLS: Mapping[str, Mapping[str, Skill]] = {
    "dark": {"beginner": _BEGINNER, "intermediate": _INTERMEDIATE, "advanced": _ADVANCED},
    "open": {
        "beginner": replace(_BEGINNER, worlds=1),
        "intermediate": replace(_INTERMEDIATE, worlds=1),
        "advanced": replace(_ADVANCED, worlds=1, depth=8),
    },
    "flip": {
        "beginner": _BEGINNER,
        "intermediate": replace(_INTERMEDIATE, worlds=6),
        "advanced": replace(_ADVANCED, worlds=24, extra=2),
    },
    "four": {
        "beginner": _BEGINNER,
        "intermediate": replace(_INTERMEDIATE, worlds=4),
        "advanced": replace(_ADVANCED, worlds=16, extra=2),
    },
}
