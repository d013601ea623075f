"""What rooms and the referee refuse, each with a stable code."""

from __future__ import annotations

from accounts.errors import DomainError


class Forbidden(DomainError):
    code = "forbidden"
    default_detail = "This is not allowed here."


class NotYourSeat(DomainError):
    """The caller holds no such seat. Only told to who may see the match."""

    code = "not-your-seat"
    default_detail = "You do not hold this seat."


class NotYourTurn(DomainError):
    code = "not-your-turn"
    default_detail = "It is not this side's turn."


class WrongPhase(DomainError):
    code = "wrong-phase"
    default_detail = "This cannot be done in the present phase."


class MatchOver(DomainError):
    code = "match-over"
    default_detail = "The match is over."


class StaleVersion(DomainError):
    """The match moved on since the client looked. Extra: `version`, the current one."""

    code = "stale-version"
    default_detail = "The match moved on; look again."


class VersionRequired(DomainError):
    """A ply must say which version it was chosen for."""

    code = "version-required"
    default_detail = "Say which version of the match this is for."


class CommandIdReused(DomainError):
    code = "command-id-reused"
    default_detail = "This command id was used for another command."


class SeatTaken(DomainError):
    code = "seat-taken"
    default_detail = "This seat is taken."


class RoomFull(DomainError):
    code = "room-full"
    default_detail = "The room is full."


class RoomClosed(DomainError):
    code = "room-closed"
    default_detail = "The room is closed."


class InProgress(DomainError):
    """The opponent is still there, or not gone for long enough. Extra: `retry_after` where time helps."""

    code = "in-progress"
    default_detail = "The match is still in progress."


class AlreadyReported(DomainError):
    """The caller's last report about this is still open."""

    code = "already-reported"
    default_detail = "You reported this already; it will be looked at."


class TooManyLayouts(DomainError):
    code = "too-many-layouts"
    default_detail = "There is no place for another layout; delete one first."


class NotAGuest(DomainError):
    """The token belongs to a player who is registered already."""

    code = "not-a-guest"
    default_detail = "This player is registered already."


class BothSeats(DomainError):
    """Guest and account play each other. Extra: `matches`."""

    code = "both-seats"
    default_detail = "The guest and the account sit in one room; one of them must leave it first."


class ChatOff(DomainError):
    code = "chat-off"
    default_detail = "There is no such chat in this room."


class Blocked(DomainError):
    code = "blocked"
    default_detail = "One of you has blocked the other."


class BadMessage(DomainError):
    code = "bad-message"
    default_detail = "This message cannot be sent."


class SaidAlready(DomainError):
    """The same words by the same player, a moment ago. Extra: `retry_after`."""

    code = "said-already"
    default_detail = "You said the same a moment ago."
