"""What the matrix calls upon: an owner with everything there is, and whoever wants to get at it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from hashlib import sha256
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from cryptography.hazmat.primitives.asymmetric import ec
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.utils import timezone
from fido2.cose import ES256
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    RegistrationResponse,
)

from accounts.access import TOKEN_SCOPES
from accounts.directory import forget_tenants
from accounts.identity import digest, issue_token
from accounts.models import Membership, Note, Player, Sanction, Tenant, Token, User
from accounts.tenancy import TenantModel, tenant_scope
from tests.api.conftest import Caller as Api
from tests.api.conftest import body_of, sit_down
from tests.security.matrix import ARE_THE_OWNER, BANNED, Caller
from tests.security.matrix_sign_in import Visitor
from tests.support.people import open_session, register

OUR_HOST, THEIR_HOST, APPS_HOST = "club.example", "other.example", "testserver"
OUR_KEY = "club-key"
EVIL = "https://evil.example"
CSRF = "c" * 32
SEEN = ("last_seen_at", "last_used_at", "last_presence_at")  # only say that somebody was there
MORE = (User, UserSession, EmailAddress, Authenticator)  # the deployment's, beside the tenants'


@dataclass(frozen=True)
class Door:
    """How one caller asks: over HTTP by `client` with `headers`, over the socket by `hello`."""

    client: Client
    host: str = OUR_HOST
    headers: Mapping[str, str] = field(default_factory=dict)
    hello: Mapping[str, str] = field(default_factory=dict)
    origin: str = ""

    def call(self, method: str, path: str, body: Any = None, more: Mapping[str, str] | None = None) -> Any:
        """A body of bytes is a file."""
        media_type = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        sent = {"Host": self.host, **self.headers, **(more or {})}
        return self.client.generic(method, path, data, content_type=media_type, headers=sent)

    def socket_headers(self) -> list[tuple[bytes, bytes]]:
        cookies = "; ".join(f"{name}={each.value}" for name, each in self.client.cookies.items())
        shown = {"host": self.host, "origin": self.origin, "cookie": cookies}
        return [(name.encode(), value.encode()) for name, value in shown.items() if value]


class World:
    """Two tenants. The owner and what is the owner's in one, an opponent, and strangers in both."""

    def __init__(self) -> None:
        Tenant.objects.get_or_create(slug="default", defaults={"name": "Gyoji", "hosts": ["*"]})
        self.ours = Tenant.objects.create(slug="club", name="Club", hosts=[OUR_HOST], client_key=OUR_KEY)
        self.theirs = Tenant.objects.create(slug="other", name="Other", hosts=[THEIR_HOST])
        forget_tenants()
        self.ids: dict[str, str] = {"key": "gunjin", "number": "2"}
        self.third = "Shimura"
        self._owner()
        self._rooms()
        self.victims = frozenset(snapshot())
        self._others()
        self.shared: set[str] = set()  # what an answer told the caller rightly

    def _owner(self) -> None:
        self.owner, token = register("Kurosawa", self.ours)
        assert self.owner.user is not None
        self.user, self.api = self.owner.user, Api(token=token, host=OUR_HOST, http=fresh_client())
        EmailAddress.objects.create(user=self.user, email=self.user.email, verified=True, primary=True)
        self.passkey = make_passkey(self.user)
        open_session(self.user, self.ours)
        self.session = UserSession.objects.get(user=self.user)
        self.pieces = {
            side: self.api.post("layouts/random", {"system": "gunjin", "side": side})["pieces"]
            for side in ("first", "second")
        }
        kept = {"system": "gunjin", "name": "Crane wing", "pieces": self.pieces["first"]}
        self.ids["layout_id"] = self.api.post("layouts", kept)["id"]
        army = self.api.post("layouts/random", {"system": "luzhanqi", "side": "first"})["pieces"]
        kept = {"system": "luzhanqi", "name": "Wide front", "pieces": army}
        self.ids["army_layout"] = self.api.post("layouts", kept)["id"]
        made = self.api.post("account/tokens", {"label": "Abacus", "scopes": ["read"]})
        self.ids["token_id"] = made["id"]
        self.ids["bot_id"] = self.api.post("account/bots", {"name": "Automaton"})["player"]
        blocked = self._guest("Tatsuya")
        self.ids["block_id"] = self.api.post("me/blocks", {"name": blocked.name})["id"]
        devices = self.api.get("account/devices")["devices"]
        self.ids["device_id"] = next(each["id"] for each in devices if each["kind"] == "token")
        self.private = {
            self.user.email, self.ids["layout_id"], "Crane wing", made["id"], made["prefix"], made["token"],
            self.ids["army_layout"], "Wide front",
            token, self.ids["device_id"], self.session.session_key, str(self.user.pk), "Abacus",
            self.ids["block_id"],
        }  # fmt: skip

    def _rooms(self) -> None:
        opponent = self._guest("Mifune")
        playing = sit_down(self.api, opponent, chat="presets")
        self.api.lay_out(playing.match)
        opponent.lay_out(playing.match)
        duel = sit_down(self.api, opponent, chat="presets")
        waiting = self.api.post("rooms", {"system": "gunjin"})
        kept = [opponent.post("rooms", {"system": "gunjin", "invite": self.owner.name}) for _ in range(2)]
        said = self.api.post(f"rooms/{playing.slug}/chat", {"preset": "good-luck"})
        self.ids["message_id"] = said["id"]
        self.ids |= {
            "slug": playing.slug, "match_id": playing.match, "duel_room": duel.slug, "duel_match": duel.match,
            "waiting_room": waiting["slug"],
            "invitation_room": kept[0]["slug"], "other_invitation": kept[1]["slug"],
        }  # fmt: skip
        self.players = {Caller.OPPONENT: self._player(opponent)}
        met = {self.owner.name, opponent.player, opponent.name}
        self.common = met | {playing.slug, playing.match, duel.slug, duel.match, said["id"]}
        self.common |= {room[key] for room in kept for key in ("slug", "match")}
        self._complaint(opponent, playing.slug)
        own = {str(self.owner.pk), waiting["slug"], waiting["match"], self.ids["bot_id"], "Automaton"}
        self.known = self.common | own

    def _complaint(self, opponent: Api, slug: str) -> None:
        """What moderators know of the owner; the owner was told a part of it."""
        told = {"kind": "player", "reason": "abuse", "note": "Stalls on purpose", "room": slug, "seat": 1}
        opponent.post("reports", told)
        with tenant_scope(self.ours.id):
            warned = Sanction.objects.create(player=self.owner, kind="warn", reason="Seen stalling")
            Note.objects.create(player=self.owner, text="Watch this one")
        self.ids["notice_id"] = str(warned.id)
        self.moderators_words = {"Stalls on purpose", "Seen stalling", "Watch this one"}
        self.private |= self.moderators_words | {str(warned.id)}
        self.common |= {told["note"]}

    def _others(self) -> None:
        """Made after the snapshot: what they do to themselves, and by a link's secret, is their affair."""
        third = self._guest(self.third)
        open_room = third.post("rooms", {"system": "gunjin"})
        self.ids["open_room"] = open_room["slug"]
        self.secret = next(seat["link_secret"] for seat in open_room["seats"] if seat["link_secret"])
        moderator, _ = register("Takakura", self.ours)
        self.rival, _ = register("Nakadai", self.ours)
        with tenant_scope(self.ours.id):
            Membership.objects.create(user=moderator.user, role=Membership.Role.MODERATOR)
        outsider = Api(host=THEIR_HOST, http=fresh_client())
        self.outsider = self._player(outsider, outsider.post("players/guest", {}))
        self.foreigner, _ = register("Sonny", self.theirs)
        self.players |= {
            Caller.STRANGER: self._player(self._guest("Shintaro")),
            Caller.MODERATOR: moderator,
            **dict.fromkeys((Caller.OUTSIDER, Caller.SMUGGLED, Caller.KEYED), self.outsider),
        }

    def _guest(self, name: str) -> Api:
        guest = Api(host=OUR_HOST, name=name, http=fresh_client())
        made = guest.post("players/guest", {"name": name})
        guest.token, guest.player = made["token"], made["player"]
        self.recovery_code = made["recovery_code"]
        return guest

    @staticmethod
    def _player(caller: Api, made: Mapping[str, Any] | None = None) -> Player:
        return Player.everywhere.select_related("tenant").get(pk=made["player"] if made else caller.player)

    # --- who asks

    def name_of(self, caller: Caller) -> str:
        return self.players.get(caller, self.owner).name

    def spoil(self, caller: Caller) -> None:
        """Do to the owner what the column is about."""
        now = timezone.now()
        done: dict[Caller, dict[str, Any]] = {
            **{banned: {"banned_until": now + timedelta(days=1)} for banned in BANNED},
            Caller.DELETED: {"deleted_at": now},
            Caller.MERGED: {"merged_into": self.rival.pk},
        }
        if caller in done:
            Player.everywhere.filter(pk=self.owner.pk).update(**done[caller])

    def door(self, caller: Caller, scope: str = "") -> Door:
        """With credentials of its own: calls before may have ended others. `scope`: what UNSCOPED lacks."""
        client = fresh_client()
        if caller == Caller.NOBODY:
            return Door(client)
        if caller in {Caller.OWNER, Caller.FORGED, Caller.BANNED_COOKIE}:
            give_cookies(client, open_session(self.user, self.ours))
            if caller == Caller.FORGED:
                return Door(client, origin=EVIL)
            return Door(client, headers={"X-CSRFToken": CSRF}, origin=f"http://{OUR_HOST}")
        token = self._token(caller, scope)
        shown = {"Authorization": f"Bearer {token}"}
        if caller == Caller.OUTSIDER:
            return Door(client, THEIR_HOST, shown, {"token": token})
        if caller == Caller.KEYED:
            keyed = {**shown, "X-Gyoji-Tenant": OUR_KEY}
            return Door(client, APPS_HOST, keyed, {"token": token, "tenant": OUR_KEY})
        return Door(client, OUR_HOST, shown, {"token": token})

    def _token(self, caller: Caller, lacks: str) -> str:
        player = self.players.get(caller, self.owner)
        key = open_session(player.user, self.ours) if caller == Caller.MODERATOR else ""
        with tenant_scope(player.tenant_id):
            raw_token, _ = issue_token(player, session_key=key)
            token = Token.objects.filter(digest=digest(raw_token))
            if caller == Caller.UNSCOPED:
                scopes = sorted(scope.value for scope in TOKEN_SCOPES if scope.value != lacks)
                token.update(kind=Token.TokenKind.PERSONAL, scopes=scopes)
            elif caller == Caller.EXPIRED:
                token.update(expires_at=timezone.now() - timedelta(seconds=1))
            elif caller == Caller.REVOKED:
                token.update(revoked_at=timezone.now())
        return raw_token

    def visit(self, visitor: Visitor) -> Door:
        """A door to the sign-in library's addresses."""
        client = fresh_client()
        client.cookies[settings.CSRF_COOKIE_NAME] = CSRF
        headers = {} if visitor == Visitor.FORGED else {"X-CSRFToken": CSRF}
        if visitor == Visitor.TOKEN:
            headers["Authorization"] = f"Bearer {self.api.token}"
        signed_in = {Visitor.OUTSIDER: self.foreigner.user, Visitor.OUTSIDER_APP: self.foreigner.user,
                     Visitor.USER: self.rival.user}.get(visitor, self.user)  # fmt: skip
        if visitor in {Visitor.NOBODY, Visitor.TOKEN} or signed_in is None:
            return Door(client, headers=headers)
        abroad = visitor in {Visitor.OUTSIDER, Visitor.OUTSIDER_APP}
        key = open_session(signed_in, self.theirs if abroad else self.ours)
        if visitor == Visitor.ENDED:
            UserSession.objects.get(session_key=key).end()
        if visitor == Visitor.OUTSIDER_APP:
            return Door(client, headers={"X-Session-Token": key})
        give_cookies(client, key)
        return Door(client, headers=headers)

    # --- what was told and touched

    def told(self, text: str, asked: str, caller: Caller | Visitor, *, privately: bool = False) -> set[str]:
        """Words about the owner that the answer holds and the request did not.

        `privately`: only those that nobody else may ever read. The owner may not read the moderators' own.
        """
        if is_owner(caller):
            return {word for word in self.moderators_words if word in text}
        words = self.private if privately else self.private | self.known
        if caller == Caller.OPPONENT:
            words -= self.common
        return {word for word in words - self.shared if word in text and word not in asked}

    def touched(self, before: Rows, after: Rows, caller: Caller | Visitor) -> set[tuple[str, str]]:
        """The owner's rows, and those of the owner's rooms, that changed or are gone."""
        rows = self.victims & before.keys()
        if caller == Caller.OPPONENT:
            own = str(self.players[caller].pk)
            rows -= {key for key in rows if own in {key[1], before[key].player}}
        return {key for key in rows if before[key] != after.get(key)}


@dataclass(frozen=True)
class Kept:
    """A row as it is; `player` is whose it says it is."""

    digest: str
    player: str


Rows = Mapping[tuple[str, str], Kept]


def is_owner(caller: Caller | Visitor) -> bool:
    return caller in ARE_THE_OWNER or caller in {Visitor.OWNER, Visitor.FORGED}


@cache
def _client() -> Client:
    """One for all: loading the middleware costs more than a call."""
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


def fresh_client() -> Client:
    """Without the cookies of the caller before."""
    _client().cookies.clear()
    return _client()


def give_cookies(client: Client, key: str) -> None:
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    client.cookies[settings.CSRF_COOKIE_NAME] = CSRF


def make_passkey(user: User) -> Authenticator:
    """As a browser registers one."""
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    credential = AttestedCredentialData.create(b"\0" * 16, b"credential", key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT
    data = AuthenticatorData.create(sha256(OUR_HOST.encode()).digest(), flags, 0, credential)
    response = AuthenticatorAttestationResponse(
        client_data=CollectedClientData.create("webauthn.create", b"challenge", f"https://{OUR_HOST}"),
        attestation_object=AttestationObject.create("none", data, {}),
    )
    shown = dict(RegistrationResponse(raw_id=b"credential", response=response))
    return Authenticator.objects.create(user=user, type="webauthn", data={"name": "Key", "credential": shown})


def snapshot() -> Rows:
    """Every row of every tenant and user, by table and key, without when somebody was seen."""
    kinds: Iterable[type[Model]] = [
        *(kind for kind in apps.get_models() if issubclass(kind, TenantModel)), Tenant, *MORE,
    ]  # fmt: skip
    parts = [
        f"SELECT '{kind._meta.db_table}', {kind._meta.pk.column}::text, "  # noqa: S608  why: our own names
        f"md5((to_jsonb(t) - %s::text[])::text), coalesce(to_jsonb(t)->>'player_id', '') "
        f"FROM {kind._meta.db_table} t"
        for kind in kinds
    ]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts), [list(SEEN)] * len(parts))
        return {(table, key): Kept(digest, player) for table, key, digest, player in cursor.fetchall()}


def text_of(response: Any) -> str:
    """Also of an archive, whose members are read."""
    if response.streaming and response["Content-Type"] == "application/x-ndjson":
        response.close()  # it would never end
        return ""
    body = body_of(response)
    if response.get("Content-Type") == "application/zip":
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            return "\n".join(archive.read(name).decode() for name in archive.namelist())
    return body.decode()
