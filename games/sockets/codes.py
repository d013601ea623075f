"""Why the server closes a socket, and when the client may come back."""

from __future__ import annotations

from enum import IntEnum


class CloseCode(IntEnum):
    """WebSocket close codes.

    4009 and 4012 stand for the standard's 1009 and 1012, which daphne lets no application send.
    """

    TOO_BIG = 4009
    RESTART = 4012
    BAD_ENVELOPE = 4400
    NO_HELLO = 4401
    TOKEN_EXPIRED = 4402
    BANNED = 4403
    GONE = 4404
    HEARTBEAT_MISSED = 4408
    PROTOCOL_GONE = 4410
    TOO_SLOW = 4413
    RATE_LIMITED = 4429
    INTERNAL = 4500


REASONS: dict[CloseCode, str] = {
    CloseCode.RESTART: "The server restarts; come back.",
    CloseCode.TOO_BIG: "A frame was over the size limit.",
    CloseCode.BAD_ENVELOPE: "A frame was not a valid envelope.",
    CloseCode.NO_HELLO: "No valid hello came first.",
    CloseCode.TOKEN_EXPIRED: "The token is no longer valid.",
    CloseCode.BANNED: "The player is banned or the site is suspended.",
    CloseCode.GONE: "The room is closed.",
    CloseCode.HEARTBEAT_MISSED: "Nothing was heard for too long.",
    CloseCode.PROTOCOL_GONE: "This protocol is not spoken here.",
    CloseCode.TOO_SLOW: "Too many frames are waiting for this client.",
    CloseCode.RATE_LIMITED: "Too many frames.",
    CloseCode.INTERNAL: "The server made a mistake.",
}

# The same words as in an `err` frame or a REST problem, where one fits.
PROBLEMS: dict[CloseCode, str] = {
    CloseCode.TOO_BIG: "payload-too-large",
    CloseCode.BAD_ENVELOPE: "bad-request",
    CloseCode.NO_HELLO: "unauthenticated",
    CloseCode.TOKEN_EXPIRED: "unauthenticated",
    CloseCode.BANNED: "banned",
    CloseCode.GONE: "room-closed",
    CloseCode.PROTOCOL_GONE: "unsupported-protocol",
    CloseCode.RATE_LIMITED: "rate-limited",
    CloseCode.INTERNAL: "internal",
}

# Milliseconds until the client may come back; None: coming back unchanged is useless.
RETRY_MS: dict[CloseCode, int | None] = {
    CloseCode.RESTART: 1000,
    CloseCode.HEARTBEAT_MISSED: 250,
    CloseCode.TOO_SLOW: 1000,
    CloseCode.RATE_LIMITED: 5000,
    CloseCode.INTERNAL: 250,
}


class Closing(Exception):
    """Ends the socket with this code, after a `bye`."""

    def __init__(self, code: CloseCode, *, retry_ms: int | None = None) -> None:
        super().__init__(code.name)
        self.code = code
        self.reason = REASONS[code]
        self.problem = PROBLEMS.get(code)
        self.retry_ms = retry_ms if retry_ms is not None else RETRY_MS.get(code)
