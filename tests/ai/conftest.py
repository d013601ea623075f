"""Players by what they are; see `tests.support.rooms`."""

from types import SimpleNamespace

import pytest

from ai_workers.bots.luzhanqi import thinker
from tests.support.rooms import first, outsider, second, spectator, tenant

__all__ = ["first", "outsider", "second", "spectator", "tenant"]
RETRY_SECONDS = 60


@pytest.fixture
def patient(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """For real workers, which may start slowly, without a beat: nothing expires before RETRY_SECONDS."""
    monkeypatch.setenv("BOT_RETRY_SECONDS", str(RETRY_SECONDS))
    settings.GYOJI = {**settings.GYOJI, "BOT_RETRY_SECONDS": RETRY_SECONDS}


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers of Luzhanqi are cut off by their work alone, however busy the machine is."""
    monkeypatch.setattr(thinker, "time", SimpleNamespace(monotonic=lambda: 0.0))
