"""Recorded matches, judged again; a change of the rules must not change the past."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules.core import LEFT, Ply, Side
from games.rules.luzhanqi.system import LUZHANQI
from games.rules.verify import verify_record

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.json"))
IDS = [path.stem for path in FILES]


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def results(record: Any) -> set[str]:
    return {ply["result"] for ply in record["plies"]}


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_playthrough(path: Path) -> None:
    verify_record(read(path))


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_playthrough_survives_encoding_at_every_ply(path: Path) -> None:
    record = read(path)
    options = record["options"]
    dealt = record["layouts"].pop("deal", {})
    layouts = {Side(side): kinds for side, kinds in record["layouts"].items()}
    position = LUZHANQI.restart(options, layouts, dealt)
    for item in record["plies"]:
        ply, side = Ply(*item["ply"]), Side(item["side"])
        judged = LUZHANQI.leave(position, side) if ply == LEFT else LUZHANQI.play(position, ply, side)
        assert judged is not None
        position = LUZHANQI.decode(LUZHANQI.encode(judged[0]), options)
    assert position.outcome is not None
    assert position.outcome.to_json() == record["end"]


def test_they_cover_what_is_rare() -> None:
    records = {path.stem: read(path) for path in FILES}
    assert {record["options"]["variant"] for record in records.values()} == {"dark", "open", "flip", "four"}
    assert any(ply["shown"] for ply in records["dark_flag_taken"]["plies"])
    home = records["flip_flag_home"]
    assert home["end"]["termination"] == "flag-home"
    assert {"turned", "own", "taken", "carried"} <= results(home)
    out = [side for ply in records["four_eliminations"]["plies"] for side in ply["out"]]
    assert len(out) == 2
    assert "left" in results(records["four_left"])
    assert records["three_alone"]["options"]["players"] == 3
