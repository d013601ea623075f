"""A passkey in software: what a browser and its authenticator would answer."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

FLAGS = AuthenticatorData.FLAG
SEEN = FLAGS.UP | FLAGS.UV  # somebody was there, and showed a finger or a PIN


@dataclass
class Passkey:
    """One key, for one account, on a page of `origin`."""

    origin: str = "https://testserver"
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    user: bytes = b""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `creation_options`."""
        options = options["publicKey"]
        self.user = websafe_decode(options["user"]["id"])
        public = ES256.from_cryptography_key(self.key.public_key())
        credential = AttestedCredentialData.create(Aaguid(b"\0" * 16), self.id, public)
        shown = AuthenticatorData.create(
            sha256(options["rp"]["id"].encode()), SEEN | FLAGS.AT, 0, bytes(credential)
        )
        return self._answer(
            clientDataJSON=self._said("webauthn.create", options),
            attestationObject=AttestationObject.create("none", shown, {}),
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `request_options`."""
        options = options["publicKey"]
        said = self._said("webauthn.get", options)
        shown = AuthenticatorData.create(sha256(options["rpId"].encode()), SEEN, 1)
        return self._answer(
            clientDataJSON=said,
            authenticatorData=shown,
            signature=self.key.sign(bytes(shown) + sha256(said), ec.ECDSA(SHA256())),
            userHandle=self.user,
        )

    def _said(self, kind: str, options: dict[str, Any]) -> bytes:
        return bytes(CollectedClientData.create(kind, options["challenge"], self.origin))

    def _answer(self, **response: bytes) -> dict[str, Any]:
        name = websafe_encode(self.id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {key: websafe_encode(bytes(value)) for key, value in response.items()},
        }
