"""Players by what they are; see `tests.support.rooms`."""

from tests.support.rooms import first, second, spectator, tenant

__all__ = ["first", "second", "spectator", "tenant"]
