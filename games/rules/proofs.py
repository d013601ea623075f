"""Commitments: how anyone can check afterwards that no piece changed its kind.

Before the first ply the server publishes one digest per secret; after the end it publishes salts and kinds.
"""

from __future__ import annotations

import hashlib

from games.rules.core import Secret, Side

SALT_BYTES = 16


def owner_key(owner: Side | None) -> str:
    """How a side is named in commitments and records; what the server dealt has no owner: "deal"."""
    return "deal" if owner is None else str(owner)


def commit(match: str, secret: Secret, salt: str) -> str:
    """Hex SHA-256 over match, owner, square, kind and salt (hex), joined by "|"."""
    text = f"{match}|{owner_key(secret.owner)}|{secret.square}|{secret.kind}|{salt}"
    return hashlib.sha256(text.encode()).hexdigest()
