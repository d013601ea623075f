"""Getting everything ready that the first question would wait for: `python -m ai_workers.bots.warm`.

Compiling takes most of a minute on a slow machine, once; `make setup` and the image do it. A worker without a
cache has it done by another process, and its levels answer by their plain bots until then.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
from llvmlite import binding

from ai_workers.bots.gunjin.observed import Observed
from ai_workers.bots.gunjin.skills import SKILLS
from ai_workers.bots.gunjin.thinker import think
from ai_workers.bots.gunjin.twin.compiled import CACHE, HERE
from ai_workers.bots.gunjin.twin.tables import tables_for
from ai_workers.bots.luzhanqi.twin.compiled import HERE as LUZHANQI
from ai_workers.bots.luzhanqi.warming import think_once
from games.rules.core import Side
from games.rules.gunjin.board import INDEX
from games.rules.gunjin.kinds import CODES
from games.rules.gunjin.layout import random_layout
from games.rules.gunjin.ruleset import rules_for

log = logging.getLogger(__name__)


def load_search() -> None:
    """Compile the search of every system, or read it from the cache on the disk, by thinking once."""
    rules = rules_for({})
    layout = random_layout(rules, Side.FIRST, Random(1))
    own = np.array([CODES[layout[square]] for square in INDEX if square in layout], dtype=np.int64)
    seen = Observed(tables_for(rules), 0, own, np.zeros((0, 3), dtype=np.int64))
    plies = [INDEX["a4"] * 64 + INDEX["b4"], INDEX["b4"] * 64 + INDEX["b5"]]
    think(seen, plies, replace(SKILLS["advanced"], worlds=1, seconds=60), 1)
    think_once()


def _ready_mark(cache: Path) -> Path:
    """A file that says that the cache serves this processor and these sources.

    numba compiles again for another processor, and when a source was written anew with the same text.
    """
    told = hashlib.sha256(
        f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}".encode()
    )
    for source in sorted([*HERE.glob("*.py"), *LUZHANQI.glob("*.py")]):
        told.update(f"{source.name} {source.stat().st_mtime_ns}".encode())
    return cache / f"ready-{told.hexdigest()[:16]}"


READY = _ready_mark(CACHE) if CACHE is not None else None


def is_ready() -> bool:
    """Whether nobody would wait for compilation. Where there is no cache, `warm_up` has compiled already."""
    return READY is None or READY.exists()


def compile_once() -> bool:
    """Fill the cache; False where that was done, also by another process while this one waited for it."""
    if READY is None:
        return False
    with _locked(READY.with_name("lock")):
        if READY.exists():
            return False
        load_search()
        READY.touch()
    return True


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One process at a time; the system lets go of the lock when its holder dies."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def warm_up() -> None:
    """For a worker that starts."""
    if READY is None:
        log.warning("no folder takes what is compiled; set NUMBA_CACHE_DIR to one that can be written")
    if is_ready():
        load_search()
    else:
        subprocess.Popen([sys.executable, "-m", "ai_workers.bots.warm"])


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    begun = time.monotonic()
    if compile_once():
        log.info("The computers' search was compiled in %.0f s.", time.monotonic() - begun)
