"""`chat` frames: read strictly, said in a room."""

from __future__ import annotations

from games.chat import Saying, say
from games.rules.core import JsonObject
from games.sockets.frames import ClientFrame, only, optional_text
from games.sockets.sessions import Session, renew_session


def read_saying(frame: ClientFrame) -> Saying:
    """Raises BadRequest."""
    only(frame.data, "preset", "text")
    return Saying(
        preset=optional_text(frame.data, "preset", longest=20),
        text=optional_text(frame.data, "text", longest=1000),
    )


def speak(session: Session, room: str, saying: Saying) -> JsonObject:
    """Blocking. Raises Closing for a player who may not be here any more, else as `say`."""
    return say(renew_session(session).actor, room, saying)
