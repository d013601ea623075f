"""Which passwords are refused besides Django's own rules: those that were stolen somewhere already."""

from __future__ import annotations

import hashlib
import hmac
import logging
import urllib.request

from django.conf import settings
from django.core.exceptions import ValidationError

from accounts.models import User

log = logging.getLogger(__name__)
PATIENCE_SECONDS = 2.0
LARGEST_ANSWER = 1 << 20


class Breached:
    """A password validator that asks BREACHED_PASSWORDS_URL, where it is set.

    The service (of Have I Been Pwned, or a copy) gets the first 5 of 40 hexadecimal digits of the SHA-1 and
    answers with the rest of every stolen password that begins so: it never learns the password. When it does
    not answer, the password is accepted and a line logged: nobody is kept out by another site's failure.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        del user
        url = settings.BREACHED_PASSWORDS_URL
        if url and _is_stolen(url, password):
            raise ValidationError(
                "This password was stolen from another site; choose another one.", code="password_breached"
            )

    def get_help_text(self) -> str:
        return "Your password must not be among those that were stolen from other sites."


def _is_stolen(url: str, password: str) -> bool:
    # The protocol of the service; nothing is kept under this hash.
    found = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
    request = urllib.request.Request(url.rstrip("/") + "/" + found[:5], headers={"Add-Padding": "true"})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:  # noqa: S310
            lines = answer.read(LARGEST_ANSWER).decode("ascii", "replace").splitlines()
    except (OSError, ValueError) as error:
        log.warning("stolen passwords could not be asked for: %s", type(error).__name__)
        return False
    return any(_is_hit(line, found[5:]) for line in lines)


def _is_hit(line: str, rest: str) -> bool:
    """A line is `REST:COUNT`; padding has the count 0."""
    suffix, _, count = line.partition(":")
    return hmac.compare_digest(suffix.strip().upper().encode(), rest.encode()) and count.strip() != "0"
