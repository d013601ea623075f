"""`cmd` frames: read into the one command object that REST and bots make too, and given to the referee."""

from __future__ import annotations

from accounts import limits
from accounts.errors import BadRequest
from games.commands import Heading, MatchCommand, read_command
from games.referee import Receipt, execute
from games.sockets.frames import (
    ClientFrame,
    identifier,
    only,
    optional_count,
    optional_side,
    optional_text,
)
from games.sockets.sessions import Session, renew_session


def read_order(frame: ClientFrame) -> MatchCommand:
    """Raises BadRequest."""
    data = frame.data
    only(data, "id", "expect", "type", "args", "seat")
    heading = Heading(
        match=identifier(frame.subject),
        command_id=identifier(optional_text(data, "id"), "id"),
        seat=optional_side(data),
        expected=optional_count(data, "expect"),
    )
    args = data.get("args")
    if args is None:
        args = {}
    if not isinstance(args, dict):
        raise BadRequest("args must be an object.")
    return read_command(optional_text(data, "type"), args, heading)


def obey(session: Session, command: MatchCommand) -> Receipt:
    """Blocking. Raises Closing for a player who may not be here any more, a DomainError or a RuleViolation.

    What is refused changed nothing.
    """
    actor = renew_session(session).actor
    limits.spend("RATE_COMMANDS_PER_PLAYER", str(actor.player.id), actor.tenant)
    return execute(actor, command)
