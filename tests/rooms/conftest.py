"""Players by what they are; see `tests.support.rooms`."""

from tests.support.rooms import first, outsider, second, spectator, tenant
from tests.support.systems import luzhanqi_offered

__all__ = ["first", "luzhanqi_offered", "outsider", "second", "spectator", "tenant"]
