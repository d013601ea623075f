"""Who gets the side that begins (A4): settled with the seats, so everybody knows before the set-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from games.rules.core import Json, Rng

Seat = TypeVar("Seat")


def beginner(choice: Json, seats: Sequence[Seat], *, host: Seat, loser: Seat | None = None, rng: Rng) -> Seat:
    """By option `first_player`. `loser` of the match before; without one, chance decides for it."""
    if choice == "host":
        return host
    if choice == "fixed":
        return seats[0]
    if choice == "loser" and loser is not None:
        return loser
    return seats[rng.randrange(len(seats))]
