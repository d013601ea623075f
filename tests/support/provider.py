"""A small OpenID Connect provider, asked over HTTP as a real one is."""

from __future__ import annotations

import json
import secrets
import threading
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from jwt.algorithms import RSAAlgorithm

ID, NAME = "club", "The club"
CLIENT, SECRET = "gyoji", "between us"
CALLBACK = f"/_allauth/oidc/{ID}/login/callback/"
KEY = "its only key"
AGREE, REFUSE = "That is me", "No"


@dataclass
class Provider:
    """Who is signed in there is in `claims`. Codes are good once, for whoever can show the PKCE verifier."""

    url: str = ""
    claims: dict[str, Any] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)  # code to PKCE challenge
    refused: list[str] = field(default_factory=list)

    def configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def consent(self, authorize_url: str) -> dict[str, str]:
        """What the provider sends back through the browser once its user agreed."""
        assert authorize_url.startswith(f"{self.url}/authorize?")
        asked = _values(urlsplit(authorize_url).query)
        assert (asked["client_id"], asked["response_type"]) == (CLIENT, "code")
        assert asked["code_challenge_method"] == "S256"
        assert urlsplit(asked["redirect_uri"]).path == CALLBACK
        code = secrets.token_urlsafe()
        self.codes[code] = asked["code_challenge"]
        return {"code": code, "state": asked["state"]}

    def exchange(self, form: dict[str, str]) -> dict[str, Any] | None:
        """The token for a code; None is a refusal."""
        challenge = self.codes.pop(form.get("code", ""), None)
        shown = (
            urlsafe_b64encode(sha256(form.get("code_verifier", "").encode()).digest()).decode().rstrip("=")
        )
        is_client = (form.get("client_id"), form.get("client_secret")) == (CLIENT, SECRET)
        if challenge != shown or not is_client:
            self.refused.append(form.get("code", ""))
            return None
        return {"access_token": "the token", "token_type": "Bearer", "expires_in": 60}

    def page(self, authorize_url: str) -> str:
        """What its user sees, and where each answer leads."""
        asked = _values(urlsplit(authorize_url).query)
        refusal = {"error": "access_denied", "state": asked["state"]}
        links = "".join(
            f'<p><a href="{escape(asked["redirect_uri"] + "?" + urlencode(answer))}">{text}</a>'
            for text, answer in ((AGREE, self.consent(authorize_url)), (REFUSE, refusal))
        )
        return f'<!doctype html><html lang="en"><title>{NAME}</title><link rel="icon" href="data:,">{links}'


def _values(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query).items()}


def claims(email: str, *, verified: bool, sub: str = "1") -> dict[str, Any]:
    return {"sub": sub, "email": email, "email_verified": verified, "name": "Whoever"}


@cache
def signing_key() -> RSAPrivateKey:
    """Of the identity tokens that apps show."""
    return generate_private_key(public_exponent=65537, key_size=2048)


@contextmanager
def running_provider() -> Iterator[Provider]:
    made = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/.well-known/openid-configuration":
                self.answer(200, made.configuration())
            elif self.path.startswith("/authorize?"):
                self.send(200, "text/html; charset=utf-8", made.page(made.url + self.path))
            elif self.path == "/keys":
                public = RSAAlgorithm.to_jwk(signing_key().public_key(), as_dict=True)
                self.answer(200, {"keys": [{**public, "alg": "RS256", "kid": KEY}]})
            elif self.path == "/userinfo" and self.headers["Authorization"] == "Bearer the token":
                self.answer(200, made.claims)
            else:
                self.answer(404, {})

        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            token = made.exchange(_values(text))
            self.answer(200 if token else 400, token or {"error": "invalid_grant"})

        def answer(self, status: int, body: dict[str, Any]) -> None:
            self.send(status, "application/json", json.dumps(body))

        def send(self, status: int, content_type: str, text: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
