"""How each level thinks."""

from __future__ import annotations

from collections.abc import Mapping

from ai_workers.bots.gunjin.thinker import Skill

SKILLS: Mapping[str, Skill] = {
    "beginner": Skill(worlds=3, depth=1, stages=(1.0,), noise=0.05, blunders=0.1),
    "intermediate": Skill(worlds=12, depth=2, noise=0.005),
    "advanced": Skill(worlds=80, depth=3),
}
