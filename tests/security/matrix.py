"""Who may call what: every operation of the API and every frame of the socket, for every kind of caller.

The rows come from the API document and from the socket's own list of frames. What a caller must be answered
follows from `x-gyoji-access`, `x-gyoji-scope` and from `RULES`: whose an operation is. Nothing here touches a
database; `tests/security/test_matrix.py` does the calling.

A new endpoint, frame or path parameter needs a line in `RULES`, `FRAMES` or `World.ids`; then run
`make security`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.test import Client

from games.sockets.conversation import FRAME_SCOPES

if TYPE_CHECKING:
    from tests.security.matrix_world import World

METHODS = ("get", "post", "put", "patch", "delete")
SAFE = "GET"


class Caller(StrEnum):
    """The columns. Whoever is not named otherwise shows a token of an own device."""

    NOBODY = "nobody"
    STRANGER = "stranger"
    OPPONENT = "opponent"
    OWNER = "owner"
    MODERATOR = "moderator"
    OUTSIDER = "outsider"
    SMUGGLED = "outsider here"
    KEYED = "outsider, our key"
    UNSCOPED = "no scope"
    FORGED = "other site"
    EXPIRED = "expired"
    REVOKED = "revoked"
    BANNED = "banned"
    BANNED_COOKIE = "banned, by cookie"
    DELETED = "deleted"
    MERGED = "merged"


WHAT = {
    Caller.NOBODY: "shows nothing",
    Caller.STRANGER: "a guest of the same tenant, in none of the rooms",
    Caller.OPPONENT: "a guest in the owner's room",
    Caller.OWNER: "whose room, layout, tokens, devices and bot the path names; by cookie and CSRF header",
    Caller.MODERATOR: "a moderator of the tenant; here no more than a stranger, for moderating is the desk's",
    Caller.OUTSIDER: "a player of another tenant on that tenant's own host, with our ids in the path",
    Caller.SMUGGLED: "the outsider's token on our host",
    Caller.KEYED: "the outsider's token, naming our tenant by its client key",
    Caller.UNSCOPED: "the owner's own token, without the scope that is needed",
    Caller.FORGED: "the owner's cookie without the CSRF header; on the socket, from another site's page",
    Caller.EXPIRED: "the owner's token after its time",
    Caller.REVOKED: "the owner's token, revoked",
    Caller.BANNED: "the owner, banned",
    Caller.BANNED_COOKIE: "the same, by cookie and CSRF header",
    Caller.DELETED: "the owner, whose account is deleted",
    Caller.MERGED: "the owner, whose guest was merged into another account",
}
STRANGERS = (Caller.STRANGER, Caller.MODERATOR)
OF_THE_TENANT = (Caller.OWNER, Caller.OPPONENT, *STRANGERS)
NO_TOKEN_HERE = (
    Caller.NOBODY, Caller.SMUGGLED, Caller.KEYED,
    Caller.EXPIRED, Caller.REVOKED, Caller.DELETED, Caller.MERGED,
)  # fmt: skip
BANNED = (Caller.BANNED, Caller.BANNED_COOKIE)
ARE_THE_OWNER = frozenset(Caller) - {
    Caller.NOBODY, Caller.STRANGER, Caller.OPPONENT, Caller.MODERATOR,
    Caller.OUTSIDER, Caller.SMUGGLED, Caller.KEYED,
}  # fmt: skip


class Answer(StrEnum):
    """The cells."""

    DONE = "✓"
    OWN = "○"
    UNAUTHENTICATED = "a"
    BANNED = "b"
    FORGED = "c"
    FORBIDDEN = "f"
    NOT_FOUND = "n"
    UNSCOPED = "s"


MEANS = {
    Answer.DONE: "done",
    Answer.OWN: "done, but with the caller's own things alone",
    Answer.UNAUTHENTICATED: "`unauthenticated` (401; on the socket 4401)",
    Answer.BANNED: "`banned` (403; on the socket 4403)",
    Answer.FORGED: "`csrf-failed` (403; on the socket refused at the door)",
    Answer.FORBIDDEN: "`forbidden` (403)",
    Answer.NOT_FOUND: "`not-found` (404)",
    Answer.UNSCOPED: "`scope-missing` (403)",
}
CODES = {
    "unauthenticated": Answer.UNAUTHENTICATED,
    "banned": Answer.BANNED,
    "csrf-failed": Answer.FORGED,
    "forbidden": Answer.FORBIDDEN,
    "not-found": Answer.NOT_FOUND,
    "scope-missing": Answer.UNSCOPED,
}


class Whose(StrEnum):
    """To whom an operation belongs, among those whose credential is good."""

    ALL = "anybody"
    SELF = "the caller"
    REGISTERED = "the caller, registered"
    OWNER = "its owner"
    MAKER = "who made the room"
    SEATED = "who sits in the room, which others may see"
    PLAYERS = "who plays in the room"
    WRITER = "who wrote the line"
    TENANT = "the tenant's players"


def _answers(refused: Answer, *, to: Iterable[Caller], done: Iterable[Caller]) -> dict[Caller, Answer]:
    """What members of the tenant get; outsiders find nothing."""
    found = {Caller.OUTSIDER: Answer.NOT_FOUND, **dict.fromkeys(to, refused)}
    return {**found, **dict.fromkeys(done, Answer.DONE)}


NOT_OWNER = (Caller.OPPONENT, *STRANGERS)
PLAYING = (Caller.OWNER, Caller.OPPONENT)
OWN_THINGS = {
    **dict.fromkeys((*NOT_OWNER, Caller.OUTSIDER), Answer.OWN),
    Caller.OWNER: Answer.DONE,
}
GRANTED: Mapping[Whose, Mapping[Caller, Answer]] = {
    Whose.ALL: dict.fromkeys(Caller, Answer.DONE),
    Whose.SELF: OWN_THINGS,
    Whose.REGISTERED: {
        **OWN_THINGS,
        **dict.fromkeys((Caller.STRANGER, Caller.OPPONENT, Caller.OUTSIDER), Answer.FORBIDDEN),
    },
    Whose.OWNER: _answers(Answer.NOT_FOUND, to=NOT_OWNER, done=[Caller.OWNER]),
    Whose.MAKER: _answers(Answer.FORBIDDEN, to=NOT_OWNER, done=[Caller.OWNER]),
    Whose.SEATED: _answers(Answer.FORBIDDEN, to=STRANGERS, done=PLAYING),
    Whose.PLAYERS: _answers(Answer.NOT_FOUND, to=STRANGERS, done=PLAYING),
    Whose.WRITER: {
        **_answers(Answer.NOT_FOUND, to=STRANGERS, done=[Caller.OWNER]),
        Caller.OPPONENT: Answer.FORBIDDEN,
    },
    Whose.TENANT: _answers(Answer.NOT_FOUND, to=(), done=OF_THE_TENANT),
}

Body = Callable[["World", Caller], Any]


@dataclass(frozen=True)
class Rule:
    """Whose an operation is, and a call that its owner is allowed. `at`: other ids than `World.ids` has.

    `also`: codes of refusals that only who was let in can get.
    """

    whose: Whose
    body: Any = None
    at: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    exceptions: Mapping[Caller, Answer] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    query: str = ""

    def body_for(self, world: World, caller: Caller) -> Any:
        return self.body(world, caller) if callable(self.body) else self.body


def _side(caller: Caller) -> str:
    return "second" if caller == Caller.OPPONENT else "first"


def _kept(world: World, _caller: Caller) -> Any:
    return {"system": "gunjin", "name": "Another", "pieces": world.pieces["first"]}


NO_PIECES = {"system": "luzhanqi", "format": "jql", "pieces": {}}
TEXT_FILE = b"\n".join([b"....."] * 6)
DEAL = {"system": "gunjin", "side": "first"}
SHOW_CODE = {Caller.OUTSIDER: Answer.UNAUTHENTICATED}  # the code is the credential, in its own tenant alone
# By operationId, and what is special about the call. In the order in which the owner calls them: what ends
# something stands behind what needs it.
RULES: Mapping[str, Rule] = {
    "seeSite": Rule(Whose.ALL),
    "listSystems": Rule(Whose.ALL),
    "describeSystem": Rule(Whose.ALL),
    "listSetups": Rule(Whose.ALL),
    "createGuest": Rule(Whose.ALL, {}),
    "seeMe": Rule(Whose.SELF),
    "changeMe": Rule(Whose.SELF, {"settings": {"sound": False}}),
    "listMyMatches": Rule(Whose.SELF),
    "listMyTurns": Rule(Whose.SELF),
    "listMyNotices": Rule(Whose.SELF),
    "readMyNotice": Rule(Whose.OWNER, {}),
    "listLayouts": Rule(Whose.SELF),
    "saveLayout": Rule(Whose.SELF, _kept),
    "seeLayout": Rule(Whose.OWNER),
    "seeLayoutFile": Rule(Whose.OWNER, at={"layout_id": "army_layout"}, query="?format=jql"),
    "changeLayout": Rule(Whose.OWNER, {"name": "Renamed"}),
    "exportLayouts": Rule(Whose.SELF),
    "importLayouts": Rule(Whose.SELF, []),
    "readLayoutFile": Rule(Whose.SELF, TEXT_FILE, query="?system=luzhanqi&format=text"),
    "writeLayoutFile": Rule(Whose.SELF, NO_PIECES),
    "deleteLayout": Rule(Whose.OWNER),
    "dealLayout": Rule(Whose.SELF, DEAL),
    "mirrorLayout": Rule(Whose.SELF, lambda world, _: {**DEAL, "pieces": world.pieces["first"]}),
    "checkLayout": Rule(Whose.SELF, lambda world, _: {**DEAL, "pieces": world.pieces["first"]}),
    "createRoom": Rule(Whose.SELF, {"system": "gunjin"}),
    "seeRoom": Rule(Whose.TENANT),
    "claimSeat": Rule(Whose.TENANT, lambda world, _: {"secret": world.secret}, at={"slug": "open_room"}),
    "playComputer": Rule(Whose.MAKER, {"level": "beginner"}, at={"slug": "waiting_room"}),
    "seeMatch": Rule(Whose.PLAYERS),
    "seeEvents": Rule(Whose.PLAYERS),
    "streamEvents": Rule(Whose.PLAYERS),
    "seeDeductions": Rule(Whose.PLAYERS),
    "seeRecord": Rule(Whose.PLAYERS),
    "sendCommand": Rule(
        Whose.PLAYERS, {"type": "resign"}, headers={"Idempotency-Key": "01890a5d-ac96-774b-bcce-b302099a8057"}
    ),
    "seeThoughts": Rule(Whose.PLAYERS, also=("wrong-phase",)),
    "listOpenRooms": Rule(Whose.SELF, query="?listed=true"),
    "listMyInvitations": Rule(Whose.SELF),
    "claimSeat, invited": Rule(Whose.SEATED, {}, at={"slug": "invitation_room"}),
    "declineInvitation": Rule(Whose.OWNER, at={"slug": "other_invitation"}),
    "listBlocks": Rule(Whose.SELF),
    "blockPlayer": Rule(Whose.TENANT, lambda world, _: {"name": world.third}),
    "unblockPlayer": Rule(Whose.OWNER),
    "readChat": Rule(Whose.PLAYERS),
    "say": Rule(Whose.PLAYERS, {"preset": "hello"}),
    "takeBackMessage": Rule(Whose.WRITER),
    "offerRematch": Rule(Whose.SEATED),
    "withdrawRematch": Rule(Whose.SEATED),
    "leaveRoom": Rule(Whose.SEATED),
    "closeRoom": Rule(Whose.MAKER),
    "reportPlayer": Rule(
        Whose.TENANT,
        lambda world, _: {"kind": "player", "reason": "abuse", "room": world.ids["open_room"], "seat": 1},
    ),
    "seeAccount": Rule(Whose.SELF),
    "listDevices": Rule(Whose.SELF),
    "endDevice": Rule(Whose.OWNER),
    "listTokens": Rule(Whose.SELF),
    "makeToken": Rule(
        Whose.OWNER, lambda world, _: {"label": "Program", "scopes": ["play"], "bot": world.ids["bot_id"]}
    ),
    "revokeToken": Rule(Whose.OWNER),
    "listBots": Rule(Whose.SELF),
    "eraseBot": Rule(Whose.OWNER),
    "makeBot": Rule(Whose.REGISTERED, lambda _world, caller: {"name": f"Bot {list(Caller).index(caller)}"}),
    "exportAccount": Rule(Whose.SELF),
    "recoverGuest": Rule(
        Whose.ALL, lambda world, _: {"recovery_code": world.recovery_code}, exceptions=SHOW_CODE
    ),
    "joinAsPlayer": Rule(Whose.OWNER, {}),
    "signOutEverywhere": Rule(Whose.SELF),
    "eraseAccount": Rule(
        Whose.SELF,
        lambda world, caller: {"name": world.name_of(caller)},
        exceptions={Caller.OPPONENT: Answer.DONE},  # whose matches with the owner end
    ),
}


def _layout(world: World, caller: Caller) -> Any:
    side = _side(caller)
    args = {"pieces": world.pieces[side]}
    return {"id": str(uuid4()), "type": "layout.confirm", "args": args, "seat": side}


@dataclass(frozen=True)
class Frame:
    """A frame after a good hello. `subject` is a name of `World.ids`; `after` is sent first."""

    kind: str
    rule: Rule
    subject: str = ""
    after: str = ""


FRAMES: Mapping[str, Frame] = {
    "hello": Frame("hello", Rule(Whose.SELF)),
    "ping": Frame("ping", Rule(Whose.SELF)),
    "sub, a match": Frame("sub", Rule(Whose.PLAYERS), "duel_match"),
    "sub, a room": Frame("sub", Rule(Whose.PLAYERS), "duel_room"),
    "unsub": Frame("unsub", Rule(Whose.PLAYERS), "duel_match", after="sub"),
    "chat": Frame("chat", Rule(Whose.PLAYERS, {"preset": "hello"}), "duel_room"),
    "cmd": Frame("cmd", Rule(Whose.PLAYERS, _layout), "duel_match"),
}


@dataclass(frozen=True)
class Row:
    """One operation or frame: who may, by its own words in the document, and by ours in `rule`."""

    name: str
    title: str
    access: str
    scope: str
    rule: Rule
    method: str = ""
    path: str = ""
    frame: Frame | None = None

    @property
    def is_safe(self) -> bool:
        return self.method == SAFE

    def expected(self, caller: Caller) -> Answer:
        """What `caller` must be answered. Whether a credential is good comes before whose a thing is."""
        if caller in self.rule.exceptions:
            return self.rule.exceptions[caller]
        if self.access == "public":
            return self.rule_answer(caller)
        if self.access == "session":
            return self._by_session(caller)
        if caller in NO_TOKEN_HERE:
            return Answer.UNAUTHENTICATED
        if caller in BANNED:
            return Answer.BANNED
        if caller == Caller.FORGED:
            return Answer.DONE if self.is_safe else Answer.FORGED
        if caller == Caller.UNSCOPED:
            return Answer.UNSCOPED if self.scope else Answer.DONE
        return self.rule_answer(caller)

    def _by_session(self, caller: Caller) -> Answer:
        """A session alone opens it, and tokens are none."""
        by_cookie = {
            Caller.OWNER: Answer.DONE, Caller.FORGED: Answer.FORGED, Caller.BANNED_COOKIE: Answer.BANNED,
        }  # fmt: skip
        return by_cookie.get(caller, Answer.UNAUTHENTICATED)

    def rule_answer(self, caller: Caller) -> Answer:
        return GRANTED[self.rule.whose][caller]


# --- rows


def document() -> dict[str, Any]:
    """Our own."""
    found: dict[str, Any] = Client().get("/api/v1/openapi.json").json()
    return found


def operations(of: Mapping[str, Any]) -> dict[str, tuple[str, str, dict[str, Any]]]:
    """By operationId: method, path, operation."""
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, methods in of["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    }


def rows() -> list[Row]:
    """Of the socket, then of the API in the order of `RULES`. What has no rule is left out, see `unruled`."""
    known = operations(document())
    found = []
    for name, rule in RULES.items():
        operation, _, special = name.partition(", ")
        if operation in known:
            method, path, words = known[operation]
            title = f"`{method} {path.removeprefix('/api/v1/')}`" + (special and f", {special}")
            access, scope = words["x-gyoji-access"], words.get("x-gyoji-scope", "")
            found.append(Row(name, title, access, scope, rule, method, path + rule.query))
    frames = [
        Row(
            name=f"socket {name}",
            title=f"socket `{frame.kind}`{name.removeprefix(frame.kind)}",
            access="player",
            scope=str(FRAME_SCOPES.get(frame.kind, "")),
            rule=frame.rule,
            frame=frame,
        )
        for name, frame in FRAMES.items()
    ]
    return frames + found


def unruled() -> tuple[set[str], set[str]]:
    """Operations and frames without a rule, and rules without an operation or frame."""
    there = {*operations(document()), *(f"socket {kind}" for kind in ("hello", *FRAME_SCOPES))}
    ruled = {name.partition(", ")[0] for name in RULES} | {
        f"socket {frame.kind}" for frame in FRAMES.values()
    }
    return there - ruled, ruled - there
