"""Getting everything ready that the first question would wait for: `python -m ai_workers.bots.warm`.

Compiling takes half a minute on a slow machine, once. A worker without a cache has it done by another
process, and its levels answer by their plain bots until then.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from random import Random

import numpy as np

from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.skills import SKILLS
from ai_workers.bots.gunjin.thinker import think
from ai_workers.bots.gunjin.twin.compiled import CACHE
from ai_workers.bots.gunjin.twin.tables import tables_for
from games.rules.core import Side
from games.rules.gunjin.board import INDEX
from games.rules.gunjin.kinds import CODES
from games.rules.gunjin.layout import random_layout
from games.rules.gunjin.ruleset import rules_for

READY = "ready"


def warm() -> None:
    """Compile the search, or read it from the cache on the disk. Says so in the cache."""
    rules = rules_for({})
    layout = random_layout(rules, Side.FIRST, Random(1))
    own = np.array([CODES[layout[square]] for square in INDEX if square in layout], dtype=np.int64)
    seen = Observed(tables_for(rules), 0, own, np.zeros((0, 3), dtype=np.int64))
    plies = [INDEX["a4"] * 64 + INDEX["b4"], INDEX["b4"] * 64 + INDEX["b5"]]
    think(seen, plies, replace(SKILLS["advanced"], worlds=1, seconds=60), 1)
    if CACHE is not None:
        (CACHE / READY).touch()


def is_ready() -> bool:
    """Whether nobody would wait for compilation. Where there is no cache, `warm_up` has compiled already."""
    return CACHE is None or (CACHE / READY).exists()


def warm_up() -> None:
    """For a worker that starts."""
    if is_ready():
        warm()
    else:
        subprocess.Popen([sys.executable, "-m", "ai_workers.bots.warm"])


if __name__ == "__main__":
    warm()
