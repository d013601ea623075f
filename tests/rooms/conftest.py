"""Players by what they are; see `tests.support.rooms`."""

from tests.support.rooms import first, outsider, second, spectator, tenant

__all__ = ["first", "outsider", "second", "spectator", "tenant"]
