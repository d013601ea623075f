"""What the recorded matches of Luzhanqi cover; that they are judged as before is tested for every system."""

import json
from pathlib import Path
from typing import Any

from games.rules.luzhanqi.options import VARIANTS

FOLDER = Path(__file__).parents[2] / "playthroughs"
RECORDS = {path.stem: json.loads(path.read_text()) for path in FOLDER.glob("luzhanqi_*.json")}


def results(record: Any) -> set[str]:
    return {ply["result"] for ply in record["plies"]}


def test_every_variant_is_played() -> None:
    assert {record["options"]["variant"] for record in RECORDS.values()} == set(VARIANTS)


def test_they_cover_what_is_rare() -> None:
    assert any(ply["shown"] for ply in RECORDS["luzhanqi_dark_flag_taken"]["plies"])
    home = RECORDS["luzhanqi_flip_flag_home"]
    assert home["end"]["termination"] == "flag-home"
    assert {"turned", "own", "taken", "carried"} <= results(home)
    out = [side for ply in RECORDS["luzhanqi_four_eliminations"]["plies"] for side in ply["out"]]
    assert len(out) == 2
    assert "left" in results(RECORDS["luzhanqi_four_left"])
    assert RECORDS["luzhanqi_three_alone"]["options"]["players"] == 3
