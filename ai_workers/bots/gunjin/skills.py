"""How each level thinks."""

from __future__ import annotations

from collections.abc import Mapping

from ai_workers.bots.gunjin.thinker import Skill

SKILLS: Mapping[str, Skill] = {
    "beginner": Skill(worlds=2, depth=2, stages=(1.0,), noise=0.12, blunders=0.2, blunder_noise=0.25),
    "intermediate": Skill(worlds=16, depth=2, stages=(1.0,), noise=0.022),
    "advanced": Skill(worlds=80, depth=3, doubt=0.05),
}
