"""Game systems that are tested before rooms offer them."""

from typing import cast

import pytest

from games.rules.core import GameSystem, Position
from games.rules.luzhanqi.system import LUZHANQI
from games.rules.systems import SYSTEMS

Systems = dict[str, GameSystem[Position]]


@pytest.fixture
def luzhanqi_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if Luzhanqi were listed."""
    monkeypatch.setitem(cast("Systems", SYSTEMS), "luzhanqi", cast("GameSystem[Position]", LUZHANQI))
