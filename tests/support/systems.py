"""Game systems as tests go through them: each variant is a system of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.core import GameSystem, Options
from games.rules.luzhanqi.options import VARIANTS, parse_options, schema_of
from games.rules.luzhanqi.system import Luzhanqi
from games.rules.systems import SYSTEMS


class VariantSystem(Luzhanqi):
    """Luzhanqi with the option `variant` settled."""

    def __init__(self, variant: str) -> None:
        self.variant = variant

    def option_schema(self) -> Any:
        return schema_of(self.variant)[1:]

    def parse_options(self, raw: Mapping[str, Any]) -> Options:
        return parse_options({**raw, "variant": self.variant})


SYSTEMS_BY_VARIANT = {variant: VariantSystem(variant) for variant in VARIANTS}
EVERY_SYSTEM: Mapping[str, GameSystem[Any]] = {
    **{key: system for key, system in SYSTEMS.items() if key != Luzhanqi.key},
    **{f"{Luzhanqi.key}-{variant}": system for variant, system in SYSTEMS_BY_VARIANT.items()},
}
