"""Each variant as a game system of its own: what is tested of every system is tested of each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.core import Options
from games.rules.luzhanqi.options import VARIANTS, parse_options, schema_of
from games.rules.luzhanqi.system import Luzhanqi


class VariantSystem(Luzhanqi):
    """Luzhanqi with the option `variant` settled."""

    def __init__(self, variant: str) -> None:
        self.variant = variant

    def option_schema(self) -> Any:
        return schema_of(self.variant)[1:]

    def parse_options(self, raw: Mapping[str, Any]) -> Options:
        return parse_options({**raw, "variant": self.variant})


SYSTEMS_BY_VARIANT = {variant: VariantSystem(variant) for variant in VARIANTS}
