"""Compiling with numba, its cache on the disk, and the two machine instructions that it does not offer.

The cache lies in a folder named after the sources: numba looks only at the file of the function that is
called from outside, and would run old code after a change in another file.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar, cast

import numba
from llvmlite.ir import Constant, IntType, IRBuilder, Value
from numba import config, njit, types
from numba.core.base import BaseContext as Context
from numba.core.types import Type
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., object])
HERE = Path(__file__).parent


def source_digest() -> str:
    """Names the version of this folder and of numba."""
    told = hashlib.sha256(numba.__version__.encode())
    for source in sorted(HERE.glob("*.py")):
        told.update(source.read_bytes())
    return told.hexdigest()[:16]


def _folders() -> list[Path]:
    asked = os.environ.get("NUMBA_CACHE_DIR")
    own = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return [Path(asked)] if asked else [HERE / "__pycache__", Path(own).expanduser() / "gyoji"]


def cache_folder() -> Path | None:
    """A folder of ours that can be written; never one that other users of the machine could fill."""
    for folder in _folders():
        place = folder / f"twin-{source_digest()}"
        try:
            place.mkdir(parents=True, exist_ok=True)
            probe = place / f".{os.getpid()}"
            probe.touch()
            probe.unlink()
        except OSError:
            continue
        return place
    return None


CACHE = cache_folder()
if CACHE is not None:
    vars(config)["CACHE_DIR"] = str(CACHE)


def compiled(function: F) -> F:
    """Compiled at the first call; from the cache where there is one."""
    return cast("F", njit(cache=CACHE is not None, nogil=True)(function))


@intrinsic
def _lowest(_typing: Context, mask: Type) -> tuple[Signature, Callable[..., Value]]:
    assert mask == types.int64

    def emit(_target: Context, builder: IRBuilder, _signature: Signature, given: Sequence[Value]) -> Value:
        return builder.cttz(given[0], Constant(IntType(1), 1))

    return types.int64(types.int64), emit


@intrinsic
def _size(_typing: Context, mask: Type) -> tuple[Signature, Callable[..., Value]]:
    assert mask == types.int64

    def emit(_target: Context, builder: IRBuilder, _signature: Signature, given: Sequence[Value]) -> Value:
        return builder.ctpop(given[0])

    return types.int64(types.int64), emit


# The number of the lowest bit of a set that is not empty; how many bits are set.
lowest = cast("Callable[[int], int]", _lowest)
size = cast("Callable[[int], int]", _size)
