"""What a credential may be used for: the scopes, and which of them a player has by default."""

from __future__ import annotations

from django.db import models


class Scope(models.TextChoices):
    """One for each kind of use; every address of the API and every frame of the socket asks for one."""

    PLAY = "play"
    READ = "read"
    LAYOUTS = "layouts"
    MODERATE = "moderate"
    ACCOUNT = "account"


ALL_SCOPES = frozenset(Scope)
PLAYER_SCOPES = ALL_SCOPES - {Scope.MODERATE}  # moderating also needs a Membership
TOKEN_SCOPES = ALL_SCOPES - {Scope.ACCOUNT}  # what a token for a program may hold: never the account itself


def player_scopes() -> list[str]:
    """Default of `Token.scopes`: what guests and signed-in devices hold."""
    return sorted(scope.value for scope in PLAYER_SCOPES)
