"""Commitments: how anyone can check afterwards that no piece changed its kind.

Before the first ply the server publishes one digest per secret; after the end it publishes salts and kinds.
"""

from __future__ import annotations

import hashlib

from games.rules.core import Secret

SALT_BYTES = 16


def commit(match: str, secret: Secret, salt: str) -> str:
    """Hex SHA-256 over match, owner, square, kind and salt (hex), joined by "|"; no owner is "deal"."""
    owner = str(secret.owner) if secret.owner is not None else "deal"
    text = f"{match}|{owner}|{secret.square}|{secret.kind}|{salt}"
    return hashlib.sha256(text.encode()).hexdigest()
