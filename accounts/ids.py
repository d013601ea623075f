"""Identifiers: time-ordered for rows, unguessable for people."""

from __future__ import annotations

import secrets
from uuid import UUID

from uuid_utils.compat import uuid7

SLUG_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no characters that look alike


def row_id() -> UUID:
    """UUID version 7."""
    return uuid7()


def random_code(length: int) -> str:
    """Characters that are easy to read aloud, 4.95 bits each."""
    return "".join(secrets.choice(SLUG_ALPHABET) for _ in range(length))


def room_slug() -> str:
    """14 characters, 69 bits."""
    return random_code(14)


def client_key() -> str:
    """24 characters, 118 bits; not a secret, but not to be guessed either."""
    return random_code(24)
