"""What clients may learn of the game systems a tenant offers; opens no position."""

from __future__ import annotations

from collections.abc import Mapping

from accounts.errors import NotFound
from accounts.models import Tenant
from games.rules.core import GameSystem, Json, JsonObject, Position
from games.rules.systems import SYSTEMS


def offered(tenant: Tenant) -> list[GameSystem[Position]]:
    return [system for key, system in SYSTEMS.items() if not tenant.systems or key in tenant.systems]


def find_system(tenant: Tenant, key: str) -> GameSystem[Position]:
    """Raises NotFound for a system that does not exist or that this tenant does not offer."""
    for system in offered(tenant):
        if system.key == key:
            return system
    raise NotFound


def list_systems(tenant: Tenant) -> list[JsonObject]:
    return [{"key": system.key, "ruleset": system.ruleset} for system in offered(tenant)]


def describe(tenant: Tenant, key: str, options: Mapping[str, Json]) -> JsonObject:
    """Board, kinds, options, win table and rules text under `options`, the tenant's own where it fixes them.

    Raises NotFound, BadOptions.
    """
    system = find_system(tenant, key)
    return system.describe(system.parse_options({**options, **tenant.fixed_options(key)}))
