"""Errors the service raises: a stable `code` and a `detail` for people. Nothing here knows HTTP."""

from __future__ import annotations

from typing import ClassVar


class DomainError(Exception):
    """A request the service refuses. `extra` travels with the problem, so it must be public."""

    code: ClassVar[str] = "internal"
    default_detail: ClassVar[str] = "The request was refused."

    def __init__(self, detail: str = "", **extra: int | str | list[str]) -> None:
        self.detail = detail or self.default_detail
        self.extra = extra
        super().__init__(self.detail)


class Unauthenticated(DomainError):
    """No token, or one that is unknown, expired or revoked; which of these is not told."""

    code = "unauthenticated"
    default_detail = "A valid token is needed."


class ScopeMissing(DomainError):
    """The token was made without this scope. Extra: `scope`."""

    code = "scope-missing"
    default_detail = "This token may not be used for that."


class QuotaReached(DomainError):
    """There is no place for one more. Extra: `quota`, what is counted, and `limit`."""

    code = "quota-reached"
    default_detail = "There are as many as may be."


class RecentSignInNeeded(DomainError):
    """What cannot be undone is not done by whoever found a device unlocked."""

    code = "recent-sign-in-needed"
    default_detail = "Sign in once more, then try again within ten minutes."


class Unregistered(DomainError):
    code = "forbidden"
    default_detail = "Guests may not do this; register first."


class Banned(DomainError):
    """Extra: `until` unless it is for ever, and `message`, the code of what moderators say about it."""

    code = "banned"
    default_detail = "This player is banned."


class NotFound(DomainError):
    """Unknown, not yours, or another tenant's: one answer for all."""

    code = "not-found"
    default_detail = "There is nothing here."


class BadRequest(DomainError):
    code = "bad-request"
    default_detail = "The request is not well formed."


class NameTaken(DomainError):
    code = "name-taken"
    default_detail = "Another player already has this name."


class RateLimited(DomainError):
    """Extra: `retry_after`, whole seconds."""

    code = "rate-limited"
    default_detail = "Too many requests."


class BadName(DomainError):
    """A name that is too long, reserved, or made to deceive."""

    code = "bad-name"
    default_detail = "This name cannot be taken."


class NoPlayer(DomainError):
    """A signed-in user who has not joined this tenant: `POST account/player` comes first."""

    code = "no-player"
    default_detail = "This account has no player here yet."


class CsrfFailed(DomainError):
    """A call by cookie that changes something must repeat the CSRF cookie in a header."""

    code = "csrf-failed"
    default_detail = "The header X-CSRFToken does not fit the cookie."


class RegistrationClosed(DomainError):
    code = "registration-closed"
    default_detail = "Nobody can register here, or only who was invited."


class Muted(DomainError):
    """Extra: `until` unless it is for ever."""

    code = "muted"
    default_detail = "This player is muted."


class BadAddress(DomainError):
    """A webhook may not lead there."""

    code = "bad-address"
    default_detail = "This address cannot be called."
