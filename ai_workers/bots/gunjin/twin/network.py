"""A small network that guesses what each piece of the opponent is; trained by `make train`.

Two layers of rectified units of the same width. Its numbers lie in one array: for every layer the weights,
row by row, then what is added.
"""

from __future__ import annotations

import math

import numpy as np

from ai_workers.bots.gunjin.twin.belief import KINDS_OF
from ai_workers.bots.gunjin.twin.compiled import compiled
from ai_workers.bots.gunjin.twin.habits import FEATURES, FULL, Reals
from ai_workers.bots.gunjin.twin.tables import CAMP, KINDS, Numbers

WIDTH = 48
AT_SECOND = (FEATURES + 1) * WIDTH
AT_LAST = AT_SECOND + (WIDTH + 1) * WIDTH
LENGTH = AT_LAST + (WIDTH + 1) * KINDS


@compiled
def layer(given: Reals, network: Reals, at: int, out: Reals) -> None:
    """Write the sums of one layer; what is negative in `given` counts as 0 but in the first layer."""
    rows, units = given.shape[0], out.shape[0]
    for unit in range(units):
        out[unit] = network[at + rows * units + unit]
    for index in range(rows):
        value = given[index]
        if value > 0 or (value < 0 and at == 0):
            for unit in range(units):
                out[unit] += value * network[at + index * units + unit]


@compiled
def guess(rows: Reals, belief: Numbers, network: Reals, doubt: float, out: Reals) -> None:
    """Per slot and kind, how much likelier the habits make it than the full set does; 0 where it cannot be.

    `doubt`: the share of a guess that is replaced by the full set's; people are not what it learned from.
    """
    first = np.zeros(WIDTH)
    second = np.zeros(WIDTH)
    last = np.zeros(KINDS)
    for slot in range(CAMP):
        layer(rows[slot], network, 0, first)
        layer(first, network, AT_SECOND, second)
        layer(second, network, AT_LAST, last)
        kinds = belief[KINDS_OF + slot]
        top = -np.inf
        for code in range(KINDS):
            if (kinds >> code) & 1:
                top = max(top, last[code])
        total, usual = 0.0, 0
        for code in range(KINDS):
            if (kinds >> code) & 1:
                last[code] = math.exp(last[code] - top)
                total += last[code]
                usual += FULL[code]
        for code in range(KINDS):
            out[slot * KINDS + code] = 0.0
            if (kinds >> code) & 1:
                share = last[code] / total * usual / FULL[code]
                out[slot * KINDS + code] = (1.0 - doubt) * share + doubt
