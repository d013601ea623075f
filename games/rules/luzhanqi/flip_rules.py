"""What only flip has options for (2.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.core import Json


@dataclass(frozen=True, slots=True)
class FlipRules:
    """In the words of the options."""

    colour_rule: str
    attacks_hidden: bool
    forbids_suicide: bool
    goal: str
    carrier: str
    is_balanced: bool


def flip_rules(options: Mapping[str, Json]) -> FlipRules:
    return FlipRules(
        colour_rule=str(options["flip_color_rule"]),
        attacks_hidden=options["attack_hidden"] is True,
        forbids_suicide=options["forbid_suicide"] is True,
        goal=str(options["flag_goal"]),
        carrier=str(options["flag_carrier"]),
        is_balanced=options["flip_deal"] == "balanced",
    )
