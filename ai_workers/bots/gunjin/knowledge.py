"""What was learned: weights of the evaluation and where players put which kind. Written by `make train`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ai_workers.bots.gunjin.twin.tables import CAMP, KINDS, Numbers
from ai_workers.bots.gunjin.twin.values import WEIGHTS as HOW_MANY

FILE = Path(__file__).with_name("knowledge.json")


def _load() -> tuple[Numbers, npt.NDArray[np.float64]]:
    """Weights as twin/values.py counts them; per slot of the second side and kind, how usual it is there."""
    told = json.loads(FILE.read_text())
    weights = np.array(told["weights"], dtype=np.int64)
    priors = np.array(told["priors"], dtype=np.float64)
    if weights.shape != (HOW_MANY,) or priors.shape != (CAMP, KINDS):
        raise ValueError("knowledge.json does not fit this version: run make train")
    weights.setflags(write=False)
    return weights, priors


WEIGHTS, PRIORS = _load()
