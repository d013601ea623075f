"""Which commands there are: a match has none that its rules do not know."""

from uuid import uuid4

import pytest

from accounts.errors import BadRequest
from games.chat import PRESETS
from games.commands import Heading, read_command

COMMANDS = {
    "layout.confirm": {"pieces": {}},
    "layout.withdraw": {},
    "play": {"ply": ["b4", "b5"]},
    "resign": {},
    "claim.abandoned": {},
}
HEADING = Heading(match=uuid4(), command_id=uuid4(), seat=None, expected=1)


@pytest.mark.parametrize("kind", COMMANDS)
def test_these_commands_are_known(kind: str) -> None:
    assert read_command(kind, COMMANDS[kind], HEADING).match == HEADING["match"]


@pytest.mark.parametrize(
    "kind",
    ["draw", "draw.offer", "draw.accept", "takeback", "takeback.offer", "undo", "redo", "chat", "Play", ""],
)
def test_there_is_no_draw_by_agreement_no_taking_back_and_nothing_else(kind: str) -> None:
    with pytest.raises(BadRequest) as refusal:
        read_command(kind, {}, HEADING)
    assert refusal.value.detail == f"Command types are {', '.join(COMMANDS)}."


def test_no_preset_and_no_field_offers_it_either() -> None:
    assert not {"draw", "takeback", "undo"} & set(PRESETS)
    with pytest.raises(BadRequest):
        read_command("play", {"ply": ["b4", "b5"], "draw": True}, HEADING)
