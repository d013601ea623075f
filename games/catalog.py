"""What clients may learn of the game systems a tenant offers; opens no position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accounts.errors import BadRequest, NotFound
from accounts.models import Tenant
from games.rules.core import BadOptions, GameSystem, Json, JsonObject, LayoutFormat, Options, Position, Side
from games.rules.systems import SYSTEMS


def all_keys() -> list[str]:
    """Of every system there is."""
    return list(SYSTEMS)


def offered(tenant: Tenant) -> list[GameSystem[Position]]:
    return [system for key, system in SYSTEMS.items() if not tenant.systems or key in tenant.systems]


def find_system(tenant: Tenant, key: str) -> GameSystem[Position]:
    """Raises NotFound for a system that does not exist or that this tenant does not offer."""
    for system in offered(tenant):
        if system.key == key:
            return system
    raise NotFound


def options_of(tenant: Tenant, system: GameSystem[Position], asked: Mapping[str, Json]) -> Options:
    """Those asked for, the tenant's own where it fixes them. Raises BadOptions."""
    return system.parse_options({**asked, **tenant.fixed_options(system.key)})


def list_systems(tenant: Tenant) -> list[JsonObject]:
    return [{"key": system.key, "ruleset": system.ruleset} for system in offered(tenant)]


def check_fixed_options(fixed: object) -> None:
    """That `{system: {option: value}}` names systems and options that there are. Raises BadOptions."""
    if not isinstance(fixed, Mapping):
        raise BadOptions("Fixed options are an object: {system: {option: value}}.")
    for key, options in fixed.items():
        if key not in SYSTEMS:
            raise BadOptions(f"There is no system {key}.")
        if not isinstance(options, Mapping):
            raise BadOptions(f"The options of {key} are an object: {{option: value}}.")
        SYSTEMS[key].parse_options(options)


def describe(tenant: Tenant, key: str, options: Mapping[str, Json]) -> JsonObject:
    """Board, kinds, options, win table and rules text under `options`, the tenant's own where it fixes them.

    Raises NotFound, BadOptions.
    """
    system = find_system(tenant, key)
    described = system.describe(options_of(tenant, system, options))
    return {**described, "layout_formats": [_format_json(each) for each in system.layout_formats]}


def _format_json(form: LayoutFormat) -> JsonObject:
    return {"key": form.key, "extension": form.extension, "media_type": form.media_type}


def known_side(sides: Sequence[Side], side: Side | None) -> Side:
    """`side`, the first of `sides` for None. Raises BadRequest."""
    if side is None:
        return sides[0]
    if side not in sides:
        raise BadRequest("This game system has no such side.", fields=["side"])
    return side


def list_setups(tenant: Tenant, key: str, options: Mapping[str, Json], side: Side | None) -> list[JsonObject]:
    """The layouts that a system offers to start from, for a side, with every reason against each.

    The tenant's own options count where it fixes them. Raises NotFound, BadOptions, BadRequest.
    """
    system = find_system(tenant, key)
    parsed = options_of(tenant, system, options)
    to = known_side(system.sides(parsed), side)
    found: list[JsonObject] = []
    for setup in system.setups:
        layout = system.turn_layout(setup.layout, side=system.layout_sides[0], to=to)
        reasons = system.check_layout(parsed, to, layout.items())
        found.append(
            {
                "key": setup.key,
                "name": setup.name,
                "pieces": dict(layout),
                "reasons": [reason.to_json() for reason in reasons],
            }
        )
    return found
