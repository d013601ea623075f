"""Signatures by which a receiver knows that a call is ours, as the Standard Webhooks text describes them.

Source: Standard Webhooks, "Signature scheme": HMAC-SHA256 over `id.timestamp.body`, base64, after `v1,`;
the secret is 24 to 64 random bytes, written as base64 after `whsec_`.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable

SECRET_PREFIX = "whsec_"  # noqa: S105  why: no secret, it tells scanners what follows
SECRET_BYTES = 32


def new_secret() -> str:
    return SECRET_PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed_headers(keys: Iterable[str], message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """`timestamp`: seconds since 1970, of this attempt. One signature per secret, any of which is enough."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{_sign(secret, signed)}" for secret in keys),
    }


def _sign(secret: str, signed: bytes) -> str:
    key = b64decode(secret.removeprefix(SECRET_PREFIX))
    return b64encode(hmac.digest(key, signed, "sha256")).decode()
