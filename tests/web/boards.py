"""Descriptions of boards of lines, as data for the tests of the web client's drawings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.rules.systems import SYSTEMS

FOLDER = Path(__file__).parents[2] / "web" / "src" / "board" / "luzhanqi"
VARIANTS = ("dark", "four")
# What a drawing knows nothing of, and what changes oftener than boards do.
LEFT_OUT = ("options", "options_in_force", "presets", "rules", "setups", "win_table")


def described(variant: str) -> dict[str, Any]:
    system = SYSTEMS["luzhanqi"]
    description = system.describe(system.parse_options({"variant": variant}))
    kept = {key: value for key, value in description.items() if key not in LEFT_OUT}
    return dict(json.loads(json.dumps(kept)))


def path_of(variant: str) -> Path:
    return FOLDER / f"{variant}.fixture.json"


def write_board(variant: str) -> None:
    """One line for each part: some thousand lines of points would hide what changed."""
    parts = (
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in described(variant).items()
    )
    path_of(variant).write_text("{\n" + ",\n".join(parts) + "\n}\n")


def read_board(variant: str) -> dict[str, Any]:
    board: dict[str, Any] = json.loads(path_of(variant).read_text())
    return board
