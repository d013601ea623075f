"""What an account's owner may demand: everything about it as one archive."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import BinaryIO, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Prefetch, QuerySet

from accounts.devices import sessions_here
from accounts.identity import Actor
from accounts.limits import spend
from accounts.models import Block, Membership, Report, Sanction, Token, User
from accounts.tenancy import tenant_scope
from accounts.tokens import own_bots
from games import queries
from games.layouts import layout_json, saved_layouts
from games.models import ChatMessage, MatchSeat
from games.rules.core import JsonObject, Side

Content: TypeAlias = dict[str, object]  # JSON, and what DjangoJSONEncoder makes JSON of
AT_ONCE = 100  # rows held in memory


def write_archive(actor: Actor, file: BinaryIO) -> None:
    """A ZIP of JSON files with all that is kept about the player and the user in this tenant.

    Matches that are over are whole; of those that go on, only what the own seats see. Nothing of others but
    what the player was shown: no reporter, no moderator's reasons or notes. Raises RateLimited.
    """
    spend("RATE_EXPORTS_PER_PLAYER", str(actor.player.id), actor.tenant)
    with tenant_scope(actor.tenant.id), ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in _files(actor):
            archive.writestr(name, json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))


def _files(actor: Actor) -> Iterator[tuple[str, object]]:
    yield "account.json", _account(actor)
    yield "devices.json", _devices(actor)
    yield from _of_player(actor)
    for bot in own_bots(actor):
        for name, content in _of_player(Actor(actor.tenant, bot)):
            yield f"bots/{bot.id}/{name}", content


def _of_player(actor: Actor) -> Iterator[tuple[str, object]]:
    """What the player, or one of its bots, left by playing."""
    yield "layouts.json", [layout_json(row, row.sealed_pieces) for row in saved_layouts(actor)]
    yield "reports.json", _reports(actor)
    said = ChatMessage.objects.filter(player=actor.player).order_by("at")
    yield "chat.json", list(said.values("room", "at", "preset", "text", "deleted_at"))
    seats = MatchSeat.objects.filter(player=actor.player).order_by("match_id", "order")
    seated = Prefetch("match__seats", MatchSeat.objects.select_related("player"))
    lines = seats.select_related("match").prefetch_related(seated).iterator(chunk_size=AT_ONCE)
    yield "matches.json", [queries.history_line(seat) for seat in lines]
    yield from _records(actor, seats)


def _records(actor: Actor, seats: QuerySet[MatchSeat]) -> Iterator[tuple[str, JsonObject]]:
    """One a match where it is whole, else one for each seat that the player holds in it."""
    for match_id, side in seats.values_list("match_id", "side").iterator(chunk_size=AT_ONCE):
        seen = queries.see_match(actor, match_id, Side(side))
        if not seen.match.is_revealed:
            yield f"records/{match_id}.{side}.json", queries.match_record(seen)
        elif next(seat for seat in seen.seats if seat.player_id == actor.player.id).side == side:
            yield f"records/{match_id}.json", queries.match_record(seen)


def _account(actor: Actor) -> Content:
    player = actor.player
    blocked = Block.objects.filter(player=player).values("blocked__name", "created_at")
    return {
        "tenant": actor.tenant.slug,
        "player": {
            "id": str(player.id),
            "name": player.name,
            "kind": player.kind,
            "created_at": player.created_at,
            "named_at": player.named_at,
            "last_seen_at": player.last_seen_at,
            "banned_until": player.banned_until,
            "muted_until": player.muted_until,
            "settings": player.settings,
        },
        "user": _user(player.user) if player.user is not None else None,
        "bots": list(own_bots(actor).values("id", "name", "created_at")),
        "blocked": list(blocked),
    }


def _user(user: User) -> Content:
    return {
        "email": user.email,
        "joined_at": user.date_joined,
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "providers": list(SocialAccount.objects.filter(user=user).values("provider", "uid", "extra_data")),
        "second_factors": list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        ),
        "work": list(Membership.objects.filter(user=user).values("role", "created_at")),
    }


def _devices(actor: Actor) -> Content:
    tokens = Token.objects.filter(player=actor.player) | Token.objects.filter(player__in=own_bots(actor))
    return {
        "tokens": list(
            tokens.order_by("created_at").values(
                "player", "kind", "label", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at"
            )
        ),
        "sessions": [
            {
                "address": session.ip,
                "browser": session.user_agent,
                "created_at": session.created_at,
                "last_seen_at": session.last_seen_at,
            }
            for session in sessions_here(actor)
        ],
    }


def _reports(actor: Actor) -> Content:
    """Those the player made, and what was done to the player."""
    made = Report.objects.filter(reporter=actor.player).order_by("created_at")
    sanctions = Sanction.objects.filter(player=actor.player).order_by("created_at")
    return {
        "made": list(made.values("kind", "subject_text", "reason", "note", "status", "created_at")),
        "sanctions": list(sanctions.values("kind", "message", "until", "lifted_at", "read_at", "created_at")),
    }
