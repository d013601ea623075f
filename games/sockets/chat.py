"""`chat` frames: read strictly, said in a room."""

from __future__ import annotations

from uuid import UUID

from games.chat import Saying, say
from games.rules.core import JsonObject
from games.sockets.frames import ClientFrame, identifier, only, optional_text
from games.sockets.sessions import Session, renew_session


def read_saying(frame: ClientFrame) -> tuple[Saying, UUID | None]:
    """What is said, and the client's id for it. Raises BadRequest."""
    only(frame.data, "preset", "text", "id")
    saying = Saying(
        preset=optional_text(frame.data, "preset", longest=20),
        text=optional_text(frame.data, "text", longest=1000),
    )
    return saying, identifier(optional_text(frame.data, "id"), "id") if "id" in frame.data else None


def speak(session: Session, room: str, saying: Saying, command_id: UUID | None) -> JsonObject:
    """Blocking. Raises Closing for a player who may not be here any more, else as `say`."""
    return say(renew_session(session).actor, room, saying, command_id)
