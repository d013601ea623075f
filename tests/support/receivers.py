"""Servers of others that ours may call, and a network in which their public names lead to this machine."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.utils import timezone

from accounts.outbound import Network, Target

NAME, PUBLIC = "hooks.example", "93.184.215.14"


@dataclass
class Call:
    """What a receiver got."""

    path: str
    headers: dict[str, str]
    body: bytes


Answer = Callable[[BaseHTTPRequestHandler], None]


def answering(status: int, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


@dataclass
class Receiver:
    """A real HTTP server; `answers` are given one after the other, the last one again and again."""

    server: ThreadingHTTPServer
    answers: list[Answer]
    calls: list[Call] = field(default_factory=list)
    server_names: list[str] = field(default_factory=list)  # asked for in TLS hellos

    @property
    def port(self) -> int:
        return self.server.server_port

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        self.calls.append(Call(handler.path, dict(handler.headers), body))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        answer(handler)


@contextmanager
def receiver(*answers: Answer, tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            made.take(self)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            """Ours hang up early; that is no news."""

    server = Server(("127.0.0.1", 0), Handler)
    made = Receiver(server, list(answers) or [answering(204)])
    if tls is not None:
        tls.sni_callback = lambda _socket, name, _context: made.server_names.append(name)
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()


@dataclass
class Neighbourhood(Network):
    """Names stand for what a test says, look-up by look-up; every connection ends at this machine.

    `dialled`: which addresses were asked for.
    """

    addresses: Sequence[Sequence[str]] = ((PUBLIC,),)
    context: ssl.SSLContext | None = None
    looked_up: list[str] = field(default_factory=list)
    dialled: list[str] = field(default_factory=list)

    def look_up(self, host: str, port: int) -> list[str]:
        self.looked_up.append(host)
        found = self.addresses[min(len(self.looked_up), len(self.addresses)) - 1]
        if not found:
            raise socket.gaierror("no such name")
        return list(found)

    def trust(self) -> ssl.SSLContext:
        return self.context or super().trust()

    async def connect(
        self, address: str, target: Target
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self.dialled.append(address)
        return await super().connect("127.0.0.1", target)


def certificate(name: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A server's context with a certificate of its own for `name`, and a client's that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = timezone.now()
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = folder / f"{name}.pem"
    pem.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(pem)
    client = ssl.create_default_context(cadata=made.public_bytes(serialization.Encoding.PEM).decode())
    return server, client
