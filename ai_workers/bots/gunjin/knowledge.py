"""What was learned, written by `make train`: weights of the evaluation, and the network that knows habits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ai_workers.bots.gunjin.twin.habits import Reals
from ai_workers.bots.gunjin.twin.network import LENGTH
from ai_workers.bots.gunjin.twin.tables import Numbers
from ai_workers.bots.gunjin.twin.values import WEIGHTS as HOW_MANY

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
HABITS_FILE = Path(__file__).with_name("habits.json")
Number = TypeVar("Number", bound=np.generic)


def _read(file: Path, length: int, kind: type[Number]) -> npt.NDArray[Number]:
    """Read-only. Raises ValueError where the file is of another version."""
    found = np.array(json.loads(file.read_text()), dtype=kind)
    if found.shape != (length,):
        raise ValueError(f"{file.name} does not fit this version: run make train")
    found.setflags(write=False)
    return found


WEIGHTS: Numbers = _read(WEIGHTS_FILE, HOW_MANY, np.int64)  # as twin/values.py counts them
HABITS: Reals = _read(HABITS_FILE, LENGTH, np.float64)  # as twin/network.py lays them out
