"""The pages on rules are tested with the options of Luzhanqi: are those still the ones the API describes?

`WRITE_FIXTURES=1 pytest tests/web/test_rules_options.py` writes them anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from games.rules.systems import SYSTEMS

FIXTURE = Path(__file__).parents[2] / "web/src/words/rules/luzhanqi/options.fixture.json"
VARIANTS = ("dark", "open", "flip", "four")


def described(variant: str) -> dict[str, Any]:
    system = SYSTEMS["luzhanqi"]
    description = system.describe(system.parse_options({"variant": variant}))
    return {key: description[key] for key in ("options", "options_in_force")}


def test_the_pages_are_tested_with_the_options_of_the_api() -> None:
    found = {variant: described(variant) for variant in VARIANTS}
    if os.environ.get("WRITE_FIXTURES"):
        lines = (f"  {json.dumps(variant)}: {json.dumps(found[variant])}" for variant in VARIANTS)
        FIXTURE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert json.loads(FIXTURE.read_text()) == found
