"""Secrets that the server must read again: encrypted in the database, under a key that is not there."""

from __future__ import annotations

from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet
from django.utils.crypto import salted_hmac


def box(purpose: str) -> Fernet:
    """Made from SECRET_KEY, another one for each purpose. With a new SECRET_KEY nothing opens any more."""
    key = salted_hmac(f"gyoji.{purpose}", "", algorithm="sha256").digest()
    return Fernet(urlsafe_b64encode(key))
