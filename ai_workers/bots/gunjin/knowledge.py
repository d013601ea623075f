"""What was learned, written by `make train`: weights of the evaluation, and the network that knows habits."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from ai_workers.bots.gunjin.twin.habits import Reals
from ai_workers.bots.gunjin.twin.network import LENGTH
from ai_workers.bots.gunjin.twin.tables import Numbers
from ai_workers.bots.gunjin.twin.values import WEIGHTS as HOW_MANY

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
HABITS_FILE = Path(__file__).with_name("habits.json")


def read_weights(file: Path = WEIGHTS_FILE) -> Numbers:
    """Read-only; as twin/values.py counts them. Raises ValueError where the file is of another version."""
    weights = np.array(json.loads(file.read_text()), dtype=np.int64)
    if weights.shape != (HOW_MANY,):
        raise ValueError(f"{file.name} does not fit this version: run make train")
    weights.setflags(write=False)
    return weights


def read_habits(file: Path = HABITS_FILE) -> Reals:
    """Read-only; as twin/network.py lays it out. Raises ValueError where the file is of another version."""
    habits = np.array(json.loads(file.read_text()), dtype=np.float64)
    if habits.shape != (LENGTH,):
        raise ValueError(f"{file.name} does not fit this version: run make train")
    habits.setflags(write=False)
    return habits


WEIGHTS = read_weights()
HABITS = read_habits()
