"""What may not be so where strangers come: the start refuses it. `check --deploy` warns of what is unwise."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.core import checks
from django.core.checks import CheckMessage, Tags, register

if TYPE_CHECKING:
    from config.env import Environment

# As Django's own check of it.
KEY_LENGTH = 50
KEY_CHARACTERS = 5
LOCAL_ENDINGS = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".test")


def refusals(environment: Environment) -> Iterator[str]:
    """One line for each setting that would harm players; none where only a local network is served."""
    names = [host for host in environment.allowed_hosts if not is_local(host)]
    if not names and not environment.behind_proxy:
        return
    if environment.debug:
        yield "DEBUG: Must be off where strangers come."
    if "*" in environment.allowed_hosts:
        yield "ALLOWED_HOSTS: Name the hosts; * lets a caller choose what mails and pages say this site is."
    if names and not environment.behind_proxy:
        yield (
            f"BEHIND_PROXY: Must be true for {names[0]}: passwords and cookies may travel by TLS alone. "
            "Set it where a proxy does that (deploy/Caddyfile)."
        )
    if environment.secret_key and is_weak(environment.secret_key):
        yield f"SECRET_KEY: Must be random, of at least {KEY_LENGTH} characters."
    for provider in environment.oidc_providers:
        if not provider["server_url"].startswith("https://") and not _is_near(provider["server_url"]):
            yield f"OIDC_PROVIDERS: {provider['id']} must be asked by https."


def is_local(host: str) -> bool:
    """A name or address of this machine or network, in the notation of ALLOWED_HOSTS."""
    name = host.strip("[]").lower()
    try:
        address = ip_address(name)
    except ValueError:
        is_plain = "." not in name and "*" not in name
        return is_plain or (not name.startswith(".") and name.endswith(LOCAL_ENDINGS))
    return address.is_private or address.is_loopback


def is_weak(key: str) -> bool:
    return len(key) < KEY_LENGTH or len(set(key)) < KEY_CHARACTERS or key.startswith("django-insecure-")


def _is_near(url: str) -> bool:
    return is_local(urlsplit(url).hostname or "*")


@register(Tags.security, deploy=True)
def check_services(**_kwargs: object) -> list[CheckMessage]:
    """Services that are spoken with unprotected, or are missing."""
    from config.settings import environment  # noqa: PLC0415  why: it is read once, and imports this module

    return [checks.Warning(text, id=f"gyoji.{code}") for code, text in _unwise(environment)]


def _unwise(environment: Environment) -> Iterator[tuple[str, str]]:
    if not environment.hsts_seconds:
        yield "W005", "HSTS_SECONDS is not set: who types the address without https may be listened to."
    mail = environment.mail
    if mail is None:
        yield "W001", "EMAIL_URL is not set: letters stay in the data folder."
    elif not (mail["EMAIL_USE_TLS"] or mail["EMAIL_USE_SSL"] or is_local(mail["EMAIL_HOST"])):
        yield "W002", "EMAIL_URL: the codes that people sign in with travel without TLS."
    valkey = urlsplit(environment.redis_url)
    if valkey.hostname not in {None, "localhost", "127.0.0.1", "::1"} and not valkey.password:
        yield "W003", "REDIS_URL has no password."
    if environment.webhooks_plain:
        yield "W004", "WEBHOOKS_PLAIN lets what happens here travel without TLS."
