"""As if the system were listed: what it must do before it is, is what is tested here."""

import pytest

from games.rules import verify
from games.rules.luzhanqi.system import LUZHANQI


@pytest.fixture(autouse=True)
def _listed(monkeypatch) -> None:
    monkeypatch.setattr(verify, "SYSTEMS", {**verify.SYSTEMS, "luzhanqi": LUZHANQI})
