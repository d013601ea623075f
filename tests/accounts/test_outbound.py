"""Calls to addresses that people wrote down never reach the network the server stands in."""

from __future__ import annotations

import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from accounts import outbound
from accounts.errors import BadAddress
from accounts.outbound import INTERNET, Undelivered, check, is_public, post
from tests.support.receivers import NAME, PUBLIC, Neighbourhood, answering, certificate, receiver

PRIVATE = (
    "0.0.0.0",  # noqa: S104  why: nothing is bound to it
    "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1",
    "192.0.0.1", "192.0.2.1", "192.168.0.1", "198.18.0.1", "203.0.113.7", "224.0.0.1", "239.1.1.1",
    "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
    "ff0e::1", "100::1", "2001:db8::1", "2001::1", "5f00::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",  # mapped
    "2002:7f00:1::1", "2002:a00:1::1", "2002:c0a8:1::1",  # 6to4
    "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1",  # NAT64
    "", "localhost", "1.2.3",
)  # fmt: skip
GLOBAL = ("93.184.215.14", "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::808:808")


@pytest.fixture(autouse=True)
def plain(settings) -> None:
    settings.WEBHOOKS_PLAIN = True


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_of_our_own_network_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", GLOBAL)
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", PRIVATE[:-3])
def test_a_name_that_stands_for_a_private_address_is_never_called(address: str) -> None:
    for addresses in ([address], [PUBLIC, address]):
        network = Neighbourhood(addresses=[addresses])
        with pytest.raises(BadAddress) as refused:
            post(f"https://{NAME}/", b"", {}, network)
        assert refused.value.code == "bad-address"
        assert network.dialled == []


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost.", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "0",
     "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::]", "169.254.169.254", "10.0.0.1"],
)  # fmt: skip
def test_no_way_of_writing_it_leads_to_this_machine(host: str) -> None:
    with receiver() as here:
        with pytest.raises((BadAddress, Undelivered)):
            post(f"http://{host}:{here.port}/", b"", {}, INTERNET)
        assert here.calls == []


@pytest.mark.parametrize(
    "url",
    [
        "", "hooks.example", "//hooks.example/", "ftp://hooks.example/", "file:///etc/passwd",
        "gopher://hooks.example/", "https://", "https:///path", "https://user@hooks.example/",
        "https://user:word@hooks.example/", "https://hooks.example/#part", "https://hooks.example:22/",
        "https://hooks.example:25/", "https://hooks.example:1024/", "https://hooks.example:0/",
        "https://hooks.example:65536/", "https://hooks.example:x/", "https://hooks.example/a b",
        "https://hooks.example/\r\nX: y", "https://hooks.example/\tx", "https://hooks.example/\x00",
        "https://höoks.example/", "https://[::1/", "https://hooks.example/" + "x" * 500,
    ],
)  # fmt: skip
def test_what_is_no_proper_address_is_refused_before_any_look_up(url: str) -> None:
    network = Neighbourhood()
    with pytest.raises(BadAddress):
        check(url, network)
    assert network.looked_up == []


def test_plain_http_is_for_development(settings) -> None:
    assert check(f"http://{NAME}/", Neighbourhood())[0].port == 80
    settings.WEBHOOKS_PLAIN = False
    with pytest.raises(BadAddress):
        check(f"http://{NAME}/", Neighbourhood())
    assert check(f"https://{NAME}/", Neighbourhood())[0].port == 443


def test_a_name_that_is_not_known_is_told() -> None:
    with pytest.raises(Undelivered, match="unknown-name"):
        check(f"https://{NAME}/", Neighbourhood(addresses=[[]]))


def test_a_call_arrives_whole_with_the_name_as_host() -> None:
    with receiver(answering(201)) as there:
        network = Neighbourhood()
        url = f"http://{NAME}:{there.port}/hook?a=b"
        assert post(url, b'{"a":1}', {"X-Own": "yes"}, network) == 201
    [call] = there.calls
    assert (call.path, call.body) == ("/hook?a=b", b'{"a":1}')
    assert call.headers["Host"] == f"{NAME}:{there.port}"
    assert call.headers["X-Own"] == "yes"
    assert network.dialled == [PUBLIC]


def test_a_name_that_changes_after_the_look_is_called_where_it_was_looked_up() -> None:
    with receiver() as there:
        network = Neighbourhood(addresses=[[PUBLIC], ["127.0.0.1"]])
        url = f"http://{NAME}:{there.port}/"
        assert post(url, b"", {}, network) == 204
        assert (network.looked_up, network.dialled) == ([NAME], [PUBLIC])
        with pytest.raises(BadAddress):  # and the next call looks again
            post(url, b"", {}, network)
    assert len(there.calls) == 1


def test_tls_asks_for_the_name_and_believes_nobody_else(tmp_path: Path) -> None:
    server, client = certificate(NAME, tmp_path)
    with receiver(tls=server) as there:
        network = Neighbourhood(context=client)
        assert post(f"https://{NAME}:{there.port}/", b"x", {}, network) == 204
        assert there.server_names == [NAME]
        with pytest.raises(Undelivered, match="bad-certificate"):
            post(f"https://other.example:{there.port}/", b"x", {}, network)
        with pytest.raises(Undelivered, match="bad-certificate"):
            post(f"https://{NAME}:{there.port}/", b"x", {}, Neighbourhood())
    assert len(there.calls) == 1


def test_a_redirect_is_an_answer_and_is_not_followed() -> None:
    with receiver() as inside, receiver(answering(307, Location=f"http://127.0.0.1:{inside.port}/")) as there:
        assert post(f"http://{NAME}:{there.port}/", b"", {}, Neighbourhood()) == 307
    assert inside.calls == []


def drip(handler: BaseHTTPRequestHandler) -> None:
    """Byte by byte: no single wait is long."""
    for byte in b"HTTP/1.1 200 OK\r\n" + b"X-Header: x\r\n" * 1000:
        handler.wfile.write(bytes([byte]))
        time.sleep(0.05)


def silence(handler: BaseHTTPRequestHandler) -> None:
    time.sleep(2)


@pytest.mark.parametrize("answer", [drip, silence])
def test_a_slow_answer_is_not_waited_for(answer, monkeypatch) -> None:
    monkeypatch.setattr(outbound, "SECONDS", 0.5)
    with receiver(answer) as there:
        started = time.monotonic()
        with pytest.raises(Undelivered, match="too-slow"):
            post(f"http://{NAME}:{there.port}/", b"", {}, Neighbourhood())
    assert time.monotonic() - started < 30


def test_a_huge_answer_is_not_read() -> None:
    def huge_head(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"X-Header: x\r\n" * 100_000)

    def huge_body(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            handler.wfile.write(b"x" * 65536)

    with receiver(huge_head, huge_body) as there:
        url = f"http://{NAME}:{there.port}/"
        with pytest.raises(Undelivered, match="answer-too-long"):
            post(url, b"", {}, Neighbourhood())
        assert post(url, b"", {}, Neighbourhood()) == 200


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        (b"", "no-answer"),
        (b"HTTP/1.1 200", "no-answer"),
        (b"SSH-2.0-OpenSSH_9.7\r\n\r\n", "no-http"),
        (b"HTTP/1.1 999 \r\n\r\n", "no-http"),
        (b"HTTP/1.1 20\r\n\r\n", "no-http"),
    ],
)
def test_what_is_no_answer_is_none(sent: bytes, reason: str) -> None:
    with (
        receiver(lambda handler: handler.wfile.write(sent)) as there,
        pytest.raises(Undelivered, match=reason),
    ):
        post(f"http://{NAME}:{there.port}/", b"", {}, Neighbourhood())


def test_an_announcement_of_the_answer_is_passed_over() -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"
    with receiver(lambda handler: handler.wfile.write(early)) as there:
        assert post(f"http://{NAME}:{there.port}/", b"", {}, Neighbourhood()) == 200


def test_nobody_there_is_told() -> None:
    with receiver() as there:
        port = there.port
    with pytest.raises(Undelivered, match="no-connection"):
        post(f"http://{NAME}:{port}/", b"", {}, Neighbourhood())
