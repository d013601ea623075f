"""Compiling with numba, into a folder of the disk that is named after the sources here.

numba looks only at the file of the function that is called from outside, and would run old code after a
change in another file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba
from numba import config, njit

from ai_workers.bots.gunjin.twin.compiled import CACHE as NEIGHBOUR

F = TypeVar("F", bound=Callable[..., object])
HERE = Path(__file__).parent


def source_digest() -> str:
    """Names the version of this folder and of numba."""
    told = hashlib.sha256(numba.__version__.encode())
    for source in sorted(HERE.glob("*.py")):
        told.update(source.read_bytes())
    return told.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Beside the folder of the other system's twin, which was found to be ours and to take files."""
    if NEIGHBOUR is None:
        return None
    place = NEIGHBOUR.parent / f"luzhanqi-{source_digest()}"
    place.mkdir(exist_ok=True)
    return place


CACHE = cache_folder()


def compiled(function: F) -> F:
    """Compiled at the first call; from the cache where there is one."""
    settings = vars(config)
    before = settings["CACHE_DIR"]
    if CACHE is not None:
        settings["CACHE_DIR"] = str(CACHE)  # read while the function is decorated
    try:
        return cast("F", njit(cache=CACHE is not None, nogil=True)(function))
    finally:
        settings["CACHE_DIR"] = before
