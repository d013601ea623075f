"""The sign-in library's addresses: it knows users and sessions, but no players and no tokens of ours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from allauth.headless.spec.internal.schema import get_schema

from tests.security.matrix import METHODS, SAFE, Answer


class Visitor(StrEnum):
    """The columns of its table."""

    NOBODY = "nobody"
    TOKEN = "our token"
    OUTSIDER = "outsider"
    OUTSIDER_APP = "outsider's app"
    ENDED = "signed out"
    FORGED = "other site"
    USER = "another user"
    OWNER = "owner"


WHAT_VISITOR = {
    Visitor.NOBODY: "shows nothing",
    Visitor.TOKEN: "the owner's bearer token, which is a player's and signs no user in",
    Visitor.OUTSIDER: "the cookie of a session of another tenant",
    Visitor.OUTSIDER_APP: "the same session, by `X-Session-Token`",
    Visitor.ENDED: "the owner's cookie after signing out",
    Visitor.FORGED: "the owner's cookie without the CSRF header",
    Visitor.USER: "somebody else who is signed in, naming the owner's address, sessions and passkeys",
    Visitor.OWNER: "the user whose they are",
}
# What somebody who is not signed in may ask; everything else wants a session.
OPEN = {
    "GET config", "GET auth/session", "POST auth/login", "POST auth/signup", "GET auth/email/verify",
    "POST auth/email/verify", "POST auth/email/verify/resend", "POST auth/password/request",
    "GET auth/password/reset", "POST auth/password/reset", "POST auth/provider/redirect",
    "POST auth/provider/token", "GET auth/provider/signup", "POST auth/provider/signup",
    "POST auth/2fa/authenticate", "GET auth/webauthn/authenticate", "POST auth/webauthn/authenticate",
    "GET auth/webauthn/login", "POST auth/webauthn/login", "POST auth/code/confirm",
    "POST tokens/refresh", "DELETE auth/session",
    "POST account/email",  # also of who has not confirmed the address of a new account
}  # fmt: skip


@dataclass(frozen=True)
class SignInRow:
    """`path` stands behind `/_allauth/{client}/v1/`; `client` only where it answers to one kind alone."""

    method: str
    path: str
    client: str = ""

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def is_open(self) -> bool:
        return self.name in OPEN

    def expected(self, visitor: Visitor) -> Answer:
        if visitor == Visitor.FORGED and self.method != SAFE and self.client != "app":
            return Answer.FORGED
        if visitor in {Visitor.OWNER, Visitor.FORGED}:
            return Answer.DONE
        if visitor == Visitor.USER or self.is_open:
            return Answer.OWN
        return Answer.UNAUTHENTICATED


def sign_in_rows() -> list[SignInRow]:
    """In the document's order, without telephone numbers, which nobody is asked for here."""
    found = []
    for path, methods in get_schema()["paths"].items():
        client, _, rest = path.removeprefix("/_allauth/").partition("/v1/")
        kind = "" if client == "{client}" else client
        found += [SignInRow(each.upper(), rest, kind) for each in methods if each in METHODS]
    return [row for row in found if "phone" not in row.path]
