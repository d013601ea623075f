"""Second factors and passkeys: what is no answer of one, and what follows on one more or one less."""

from __future__ import annotations

import json
import struct

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.http import HttpRequest
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from accounts.devices import end_other_sessions
from accounts.errors import BadRequest
from accounts.models import User

MADE, USED = "/authenticators/webauthn", "/webauthn/"
MALFORMED = (TypeError, ValueError, LookupError, AttributeError, struct.error, RecursionError)


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


def require_passkey(path: str, body: object) -> None:
    """What is asked of a passkey's address has the form of a passkey's answer, where it has one at all.

    fido2 fails in many ways on what has not, and allauth foresees two of them. Raises BadRequest.
    """
    form = RegistrationResponse if path.endswith(MADE) else AuthenticationResponse
    if USED not in f"{path}/" or not isinstance(body, dict) or "credential" not in body:
        return
    credential = body["credential"]
    try:
        form.from_dict(json.loads(credential) if isinstance(credential, str) else credential)
    except MALFORMED as error:
        raise BadRequest("This is no answer of a passkey.") from error
