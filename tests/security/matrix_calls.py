"""The calls of the matrix, and what cell an answer makes."""

from __future__ import annotations

import json
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import channel_layers

from tests.security.matrix import CODES, SAFE, Answer, Caller, Row
from tests.security.matrix_sign_in import SignInRow, Visitor
from tests.security.matrix_world import Door, Rows, World, snapshot, text_of
from tests.sockets.client import Closed, SocketClient

CLOSED = {4401: "unauthenticated", 4402: "unauthenticated", 4403: "banned"}


def ask(world: World, caller: Caller, row: Row) -> tuple[str, str]:
    """The cell, and what was answered."""
    return _ask_frame(world, caller, row) if row.frame else _ask_api(world, caller, row)


def _ask_api(world: World, caller: Caller, row: Row) -> tuple[str, str]:
    path = _path_of(row, world)
    body = row.rule.body_for(world, caller)
    door = world.door(caller, row.scope)
    before = snapshot()
    response = door.call(row.method, path, body, row.rule.headers)
    text = text_of(response)
    assert response.status_code < 500, (row.title, text)
    refused = "" if response.status_code < 300 else response.json()["code"]
    return _judge(world, caller, row, before, refused, text, f"{path} {json.dumps(body, default=repr)}")


def _path_of(row: Row, world: World) -> str:
    ids = {**world.ids, **{name: world.ids[other] for name, other in row.rule.at.items()}}
    try:
        return row.path.format(**ids)
    except KeyError as missing:
        raise AssertionError(
            f"{row.title}: {missing} is a new name in a path. Add one of the owner's to World.ids."
        ) from missing


def _judge(  # noqa: PLR0917  why: all there is to one call
    world: World,
    caller: Caller,
    row: Row,
    before: Rows,
    refused: str,
    text: str,
    asked: str,
) -> tuple[str, str]:
    """The cell for an answer; one that told or changed more than the cell says is named in words."""
    after = snapshot()
    touched = world.touched(before, after, caller)
    if refused and refused not in row.rule.also:
        told = world.told(text, asked, caller)
        changed = touched | (after.keys() - before.keys())
        if changed or told:
            return f"{refused}, but changed {sorted(changed)} and told {sorted(told)}", text[:300]
        return CODES.get(refused, refused), text[:300]
    if row.expected(caller) == Answer.OWN:
        told = world.told(text, asked, caller)
        changed = f"touched {sorted(touched)} and told {sorted(told)}"
        return (changed if touched or told else Answer.OWN), text[:300]
    told = world.told(text, asked, caller, privately=True)
    world.shared |= {word for word in world.known if word in text}
    return f"told {sorted(told)}" if told else Answer.DONE, text[:300]


def _ask_frame(world: World, caller: Caller, row: Row) -> tuple[str, str]:
    """Over a socket of its own."""
    assert row.frame is not None
    subject = world.ids.get(row.frame.subject)
    body = row.rule.body_for(world, caller)
    door = world.door(caller, row.scope)
    before = snapshot()
    refused, text = async_to_sync(_send_frame)(door, row, subject, body)
    return _judge(world, caller, row, before, refused, text, f"{subject} {json.dumps(body)}")


async def _send_frame(door: Door, row: Row, subject: str | None, body: Any) -> tuple[str, str]:
    """The code of the refusal, or "", and everything that was received."""
    assert row.frame is not None
    socket = SocketClient(headers=door.socket_headers())
    try:
        await socket.open()
        if not socket.accepted:
            return "csrf-failed", ""
        last = await socket.hello(door.hello.get("token", ""), **_tenant(door))
        if row.frame.after:
            await socket.ask(row.frame.after, None, subject)
        if row.frame.kind != "hello":
            last = await socket.ask(row.frame.kind, body, subject)
        refused = last["d"]["code"] if last["t"] == "err" else ""
    except Closed as closed:
        refused = CLOSED[closed.code]
    finally:
        await socket.close()
        await channel_layers["default"].flush()
    return refused, json.dumps(socket.received)


def _tenant(door: Door) -> dict[str, str]:
    return {"tenant": door.hello["tenant"]} if "tenant" in door.hello else {}


# --- signing in


def _naming_the_owner(world: World, row: SignInRow) -> Any:
    """A body in which everything that can be named is the owner's."""
    if row.method == SAFE:
        return None
    email, passkey = {"email": world.user.email}, str(world.passkey.pk)
    return {
        "POST auth/login": {**email, "password": "wrong password 1"},
        "POST auth/signup": {**email, "password": "crouching dragon 88"},
        "POST auth/password/request": email,
        "POST auth/reauthenticate": {"password": "wrong password 1"},
        "POST account/password/change": {"current_password": "wrong", "new_password": "crouching dragon 88"},
        "POST account/email": email,
        "PUT account/email": email,
        "PATCH account/email": {**email, "primary": True},
        "DELETE account/email": email,
        "DELETE auth/sessions": {"sessions": [world.session.pk]},
        "PUT account/authenticators/webauthn": {"id": passkey, "name": "Mine"},
        "DELETE account/authenticators/webauthn": {"authenticators": [passkey]},
        "DELETE account/providers": {"provider": "club", "account": "1"},
    }.get(row.name, {})


def ask_to_sign_in(world: World, visitor: Visitor, row: SignInRow) -> tuple[str, str]:
    body = _naming_the_owner(world, row)
    door = world.visit(visitor)
    client = row.client or ("app" if visitor == Visitor.OUTSIDER_APP else "browser")
    before = snapshot()
    response = door.call(row.method, f"/_allauth/{client}/v1/{row.path}", body)
    after, text = snapshot(), text_of(response)
    assert response.status_code < 500, (row.name, text)
    touched = world.touched(before, after, visitor)
    told = world.told(text, json.dumps(body), visitor)
    why = f"{response.status_code} {text[:300]}"
    if visitor in {Visitor.OWNER, Visitor.FORGED}:
        return (Answer.FORGED if "csrf-failed" in text else Answer.DONE), why
    if touched or told:
        return f"touched {sorted(touched)} and told {sorted(told)}", why
    is_out = response.status_code in {401, 410} and '"is_authenticated": false' in text
    return (Answer.UNAUTHENTICATED if is_out and not row.is_open else Answer.OWN), why
