"""Which headers protect an answer: one table, by the beginning of its path. Nothing else sets these."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse

from accounts.request_ids import HEADER, request_id

CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
NO_DEVICES = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
        "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
    )
)  # fmt: skip

EVERYWHERE: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": NO_DEVICES,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",  # CORS, by which allowed origins ask, is not held to it
}
# Answers that are no pages: whatever a browser takes them for, they load and run nothing.
BARE: Mapping[str, str] = {**EVERYWHERE, "Content-Security-Policy": f"default-src 'none'; {CLOSED}"}
# Also the client's files: a worker is held to the policy of its own answer.
CLIENT: Mapping[str, str] = {
    **EVERYWHERE,
    "Referrer-Policy": "no-referrer",  # links to rooms carry secrets
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; media-src 'self'; manifest-src 'self'; worker-src 'self' blob:; "
        f"connect-src 'self' ws://{{host}} wss://{{host}}; {CLOSED}"
    ),
}
DOCS: Mapping[str, str] = {
    **EVERYWHERE,
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + CLOSED
    ),
}
# Unfold's pages run Alpine, which evaluates the expressions in its attributes (ADR 13).
DESK: Mapping[str, str] = {
    **EVERYWHERE,
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
}
# The first that fits.
BY_PATH: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("/api/docs", DOCS),
    ("/api/v1/docs", DOCS),
    ("/api/", BARE),
    ("/_allauth/", BARE),
    ("/healthz", BARE),
    ("/problems/", BARE),
    ("/static/", BARE),
    ("/admin/", DESK),
    ("/", CLIENT),
)


def dress(response: HttpResponse, path: str, host: str = "") -> None:
    """Give the answer the headers of its path, and the request's name."""
    for header, value in headers_of(path, host).items():
        response.headers[header] = value
    response.headers[HEADER] = request_id()


def headers_of(path: str, host: str) -> dict[str, str]:
    """`host` (with port) is where the client opens its sockets; empty where it is none of ours."""
    found = dict(next((headers for start, headers in BY_PATH if path.startswith(start)), BARE))
    policy = found["Content-Security-Policy"]
    sockets = f" ws://{host} wss://{host}" if host else ""
    found["Content-Security-Policy"] = policy.replace(" ws://{host} wss://{host}", sockets)
    return found
