"""What follows when an account gets a second factor or a passkey, or loses one."""

from __future__ import annotations

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.http import HttpRequest

from accounts.devices import end_other_sessions
from accounts.models import User


def connect() -> None:
    """allauth tells of it in no other way."""
    for signal in (authenticator_added, authenticator_removed):
        signal.connect(_changed, dispatch_uid="gyoji-second-factors")


def _changed(
    sender: object, request: HttpRequest, user: User, authenticator: Authenticator, **_: object
) -> None:
    """Who came by the password alone, or by what is no factor any more, is asked again everywhere else."""
    del sender
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        end_other_sessions(user, request.session.session_key or "")
