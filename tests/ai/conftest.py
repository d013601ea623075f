"""Players by what they are; see `tests.support.rooms`."""

import pytest

from tests.support.rooms import first, outsider, second, spectator, tenant

__all__ = ["first", "outsider", "second", "spectator", "tenant"]
RETRY_SECONDS = 60


@pytest.fixture
def patient(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """For real workers, which may start slowly, without a beat: nothing expires before RETRY_SECONDS."""
    monkeypatch.setenv("BOT_RETRY_SECONDS", str(RETRY_SECONDS))
    settings.GYOJI = {**settings.GYOJI, "BOT_RETRY_SECONDS": RETRY_SECONDS}
