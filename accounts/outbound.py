"""Calls to addresses that people wrote down: out into the internet, never into the network we stand in.

A name is looked up once, all that it stands for must be public, and the connection goes to what was found:
a name that stands for something else a moment later gains nothing. Of the answer only the status is read.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from django.conf import settings

from accounts.errors import BadAddress

SECONDS = 5.0  # for connecting, sending and the head of the answer together
LARGEST_HEAD = 1 << 16  # bytes
LONGEST_URL = 500
SYSTEM_PORTS = (80, 443, 8443)  # of those below 1025; others are for other protocols than HTTP
PRINTABLE = re.compile(r"[!-~]+")
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5]\d\d)[ \r]")
# What is given out to hosts of the internet, and what a network without IPv4 makes of an IPv4 address.
UNICAST, NAT64 = IPv6Network("2000::/3"), IPv6Network("64:ff9b::/96")


class Undelivered(Exception):
    """The address may be called but gave no answer. `reason` is one word, of ours: nothing they sent."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that may be called as far as its text tells."""

    host: str
    port: int
    is_tls: bool
    path: str

    @property
    def authority(self) -> str:
        """For the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_tls else 80) else f"{host}:{self.port}"


class Network:
    """How names are looked up and connections made. Tests have one of their own."""

    def look_up(self, host: str, port: int) -> list[str]:
        """All addresses of a name. Raises OSError."""
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return [str(entry[4][0]) for entry in found]

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    async def connect(
        self, address: str, target: Target
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """To the address; who answers there must be able to show that it is the name."""
        return await asyncio.open_connection(
            address,
            target.port,
            ssl=self.trust() if target.is_tls else None,
            server_hostname=target.host if target.is_tls else None,
            limit=LARGEST_HEAD,
        )


INTERNET = Network()


def check(url: str, network: Network = INTERNET) -> tuple[Target, str]:
    """What to call, and at which address. Raises BadAddress, Undelivered for a name that is not known."""
    target = _read(url)
    try:
        found = network.look_up(target.host, target.port)
    except (OSError, UnicodeError) as error:
        raise Undelivered("unknown-name") from error
    if not found or not all(is_public(address) for address in found):
        raise BadAddress("This name stands for an address that is not public.")
    return target, found[0]


def post(url: str, body: bytes, headers: Mapping[str, str], network: Network = INTERNET) -> int:
    """The status of the answer, of a redirect, too: none is followed. Raises BadAddress, Undelivered.

    Blocks for `SECONDS` at most, besides the look-up, which ends when the system's resolver gives up.
    """
    target, address = check(url, network)
    return asyncio.run(_post(network, target, address, _request(target, body, headers)))


def is_public(address: str) -> bool:
    """Whether it is an address in the internet, and so is an IPv4 address that it carries."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        inner = _inner(ip)
        if inner is not None:
            return is_public(str(inner))
        if ip not in UNICAST:
            return False
    return ip.is_global and not ip.is_multicast


def _inner(ip: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that packets to this address end at: mapped, 6to4, NAT64."""
    if ip in NAT64:
        return IPv4Address(int(ip) & 0xFFFF_FFFF)
    return ip.ipv4_mapped or ip.sixtofour


def _read(url: str) -> Target:
    """Raises BadAddress for whatever can be refused without a look-up."""
    if len(url) > LONGEST_URL or not PRINTABLE.fullmatch(url):
        raise BadAddress(f"An address has at most {LONGEST_URL} characters, all plain ASCII.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadAddress("This is no address.") from error
    is_tls = parts.scheme == "https"
    if not is_tls and not (parts.scheme == "http" and settings.WEBHOOKS_PLAIN):
        raise BadAddress("An address begins with https://.")
    if not parts.hostname or "@" in parts.netloc or parts.fragment:
        raise BadAddress("An address is a host and a path, without user name and #.")
    port = (443 if is_tls else 80) if port is None else port
    if port not in SYSTEM_PORTS and port <= 1024:
        raise BadAddress("This port is not called.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.hostname, port, is_tls, path)


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> bytes:
    """HTTP/1.1; the headers are ours, the path is printable: neither can end a line."""
    all_headers = {
        "Host": target.authority,
        "Content-Length": str(len(body)),
        "Connection": "close",
        "User-Agent": "Gyoji",
        **headers,
    }
    lines = [f"POST {target.path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


async def _post(network: Network, target: Target, address: str, request: bytes) -> int:
    writer = None
    try:
        async with asyncio.timeout(SECONDS):
            reader, writer = await network.connect(address, target)
            writer.write(request)
            await writer.drain()
            return await _status(reader)
    except TimeoutError as error:
        raise Undelivered("too-slow") from error
    except ssl.SSLError as error:
        raise Undelivered("bad-certificate") from error
    except OSError as error:
        raise Undelivered("no-connection") from error
    except asyncio.IncompleteReadError as error:
        raise Undelivered("no-answer") from error
    except asyncio.LimitOverrunError as error:
        raise Undelivered("answer-too-long") from error
    finally:
        if writer is not None:
            writer.transport.abort()  # what else they send is not waited for


async def _status(reader: asyncio.StreamReader) -> int:
    """Of the answer itself: what only announces it (1xx) is passed over."""
    while True:
        head = STATUS.match(await reader.readuntil(b"\r\n\r\n"))
        if head is None:
            raise Undelivered("no-http")
        status = int(head[1])
        if status >= 200:
            return status
