"""Recorded matches, judged again; a change of the rules must not change the past."""

import json
from pathlib import Path

import pytest

from games.rules.core import LEFT, Ply, Side
from games.rules.proofs import owner_key
from games.rules.systems import SYSTEMS
from games.rules.verify import verify_record

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_playthrough(path: Path) -> None:
    verify_record(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_every_system_has_a_playthrough(key: str) -> None:
    assert any(path.stem.startswith(f"{key}_") for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_playthrough_survives_encoding_at_every_ply(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    system = SYSTEMS[record["system"]]
    options = record["options"]
    dealt = record["layouts"].pop(owner_key(None), {})
    layouts = {Side(side): kinds for side, kinds in record["layouts"].items()}
    position = system.restart(options, layouts, dealt)
    for item in record["plies"]:
        ply, side = Ply(*item["ply"]), Side(item["side"])
        judged = system.leave(position, side) if ply == LEFT else system.play(position, ply, side)
        assert judged is not None
        position = system.decode(system.encode(judged[0]), options)
    assert position.outcome is None or position.outcome.to_json() == record["end"]
