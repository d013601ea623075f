"""The only list of game systems: key -> `GameSystem`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from games.rules.core import GameSystem, Position
from games.rules.gunjin.system import GunjinShogi
from games.rules.luzhanqi.system import Luzhanqi

# A system only ever meets positions it made itself, so forgetting their exact type here is sound.
SYSTEMS: Mapping[str, GameSystem[Position]] = {
    system.key: cast("GameSystem[Position]", system) for system in (GunjinShogi(), Luzhanqi())
}
