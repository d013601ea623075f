"""The one table from an error's code to its HTTP status, and the RFC 9457 body of a refusal.

The socket sends the same code and detail in an `err` frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accounts.errors import DomainError
from games.rules.core import Json, JsonObject, RuleViolation

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "/problems/"


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """What every problem of one code has in common."""

    status: int
    title: str


# Of several codes of one status the most general stands first.
PROBLEMS: Mapping[str, ProblemKind] = {
    "bad-request": ProblemKind(400, "The request is not well formed"),
    "unauthenticated": ProblemKind(401, "A valid token is needed"),
    "forbidden": ProblemKind(403, "This is not allowed"),
    "scope-missing": ProblemKind(403, "The token lacks a scope"),
    "recent-sign-in-needed": ProblemKind(403, "A sign-in of late is needed"),
    "banned": ProblemKind(403, "This player is banned"),
    "no-player": ProblemKind(403, "This account has no player here yet"),
    "csrf-failed": ProblemKind(403, "The CSRF header does not fit the cookie"),
    "registration-closed": ProblemKind(403, "Nobody can register here uninvited"),
    "muted": ProblemKind(403, "This player is muted"),
    "chat-off": ProblemKind(403, "There is no such chat in this room"),
    "blocked": ProblemKind(403, "One has blocked the other"),
    "not-your-seat": ProblemKind(403, "This seat belongs to somebody else"),
    "not-found": ProblemKind(404, "There is nothing here"),
    "method-not-allowed": ProblemKind(405, "This address does not answer to this method"),
    "not-acceptable": ProblemKind(406, "The answer cannot be given in this format"),
    "not-your-turn": ProblemKind(409, "It is not this side's turn"),
    "wrong-phase": ProblemKind(409, "Not in the present phase"),
    "match-over": ProblemKind(409, "The match is over"),
    "in-progress": ProblemKind(409, "The match is still in progress"),
    "seat-taken": ProblemKind(409, "The seat is taken"),
    "quota-reached": ProblemKind(409, "There are as many as may be"),
    "room-full": ProblemKind(409, "The room is full"),
    "name-taken": ProblemKind(409, "The name is taken"),
    "both-seats": ProblemKind(409, "The guest and the account play each other"),
    "not-a-guest": ProblemKind(409, "This player is registered already"),
    "already-reported": ProblemKind(409, "This was reported already"),
    "said-already": ProblemKind(409, "The same was said a moment ago"),
    "too-many-layouts": ProblemKind(409, "There are too many layouts"),
    "room-closed": ProblemKind(410, "The room is closed"),
    "stale-version": ProblemKind(412, "The match moved on"),
    "payload-too-large": ProblemKind(413, "The request is too large"),
    "unsupported-media-type": ProblemKind(415, "This media type is not read here"),
    "illegal-ply": ProblemKind(422, "The rules forbid this ply"),
    "illegal-layout": ProblemKind(422, "The layout breaks a rule"),
    "bad-options": ProblemKind(422, "There are no such options"),
    "bad-name": ProblemKind(422, "This name cannot be taken"),
    "bad-message": ProblemKind(422, "The message cannot be sent"),
    "bad-address": ProblemKind(422, "The address cannot be called"),
    "command-id-reused": ProblemKind(422, "The command id belongs to another command"),
    "rule-violation": ProblemKind(422, "The rules forbid this"),
    "version-required": ProblemKind(428, "The version of the match is needed"),
    "rate-limited": ProblemKind(429, "Too many requests"),
    "internal": ProblemKind(500, "The server failed"),
    "bad-view": ProblemKind(500, "The server cannot read this match any more"),
    "unavailable": ProblemKind(503, "The server is not available"),
}


def code_for_status(status: int) -> str:
    """For a status that something other than our own code answered."""
    for code, kind in PROBLEMS.items():
        if kind.status == status:
            return code
    return "bad-request" if status < 500 else "internal"


def problem(code: str, detail: str = "", extra: Mapping[str, Json] | None = None) -> JsonObject:
    """The body. `extra` never replaces a standard member."""
    kind = PROBLEMS[code]
    return {
        **(extra or {}),
        "type": TYPE_PREFIX + code,
        "title": kind.title,
        "status": kind.status,
        "detail": detail or kind.title + ".",
        "code": code,
    }


def problem_of(error: DomainError | RuleViolation) -> JsonObject:
    if isinstance(error, RuleViolation):
        reasons: list[Json] = [reason.to_json() for reason in error.reasons]
        return problem(error.code, error.detail, {"reasons": reasons} if reasons else None)
    return problem(error.code, error.detail, error.extra)
