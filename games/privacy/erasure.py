"""The end of an account: who played is forgotten, what was played stays in the opponents' histories."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.devices import end_sessions, sessions_here
from accounts.errors import BadRequest, NotFound
from accounts.identity import Actor
from accounts.ids import random_code
from accounts.models import Block, Membership, Note, Player, Report, Sanction, Tenant, Token, User
from accounts.names import name_key
from accounts.rechecks import recheck_players
from accounts.tenancy import TenantModel, tenant_scope
from accounts.tokens import own_bots
from games.models import ChatMessage, MatchSeat, Room, SavedLayout, Seat
from games.rooms import leave_room, lock_rooms_of


def erase_account(actor: Actor, name: str) -> None:
    """The caller's player, its bots and its user, in one transaction; `name` shows that it is meant.

    The user stays where it has a player or work in another tenant, and an operator's always.
    Raises BadRequest.
    """
    if name != actor.player.name:
        raise BadRequest("The name is not the account's.", fields=["name"])
    user = actor.player.user
    with tenant_scope(actor.tenant.id), transaction.atomic():
        if user is not None:
            User.objects.select_for_update().get(pk=user.pk)
            end_sessions(sessions_here(actor))
            Membership.objects.filter(user=user).delete()
            for bot in own_bots(actor):
                erase_player(actor.tenant, bot)
        erase_player(actor.tenant, actor.player)
        if user is not None and not user.is_superuser:
            _forget_user(user)


def erase_bot(actor: Actor, bot_id: UUID) -> None:
    """One of the caller's bots, as with an account; its name is free again. Raises NotFound."""
    with tenant_scope(actor.tenant.id), transaction.atomic():
        # why no_key: what it plays at this moment still writes rows that point to it
        bot = own_bots(actor).select_for_update(no_key=True).filter(pk=bot_id).first()
        if bot is None:
            raise NotFound
        forget_player(actor.tenant, bot)


def forget_player(tenant: Tenant, player: Player) -> None:
    """Erase, and keep the nameless row only for those who played the player, and for the moderators."""
    erase_player(tenant, player)
    pointers = (
        MatchSeat.objects.filter(player=player),
        Report.objects.filter(Q(player=player) | Q(reporter=player)),
        Sanction.objects.filter(player=player),
        Note.objects.filter(player=player),
    )
    if not any(rows.exists() for rows in pointers):
        player.delete()


def erase_player(tenant: Tenant, player: Player) -> None:
    """Leave every room, which resigns what is played, and keep of the player a row without a name.

    Reports and sanctions stay with it until their time is over. For use in the tenant's scope.
    """
    now = timezone.now()
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # no guest is registered meanwhile
    Token.objects.filter(player=player).delete()
    recheck_players([player.id])
    lock_rooms_of(player)
    _leave_rooms(tenant, player)
    _forget_words(player, now)
    SavedLayout.objects.filter(player=player).delete()
    Block.objects.filter(player=player).delete()
    Block.objects.filter(blocked=player).delete()
    name = f"Deleted {random_code(6)}"
    Player.objects.filter(pk=player.pk).update(
        user=None,
        owner=None,
        name=name,
        name_key=name_key(name),
        settings={},
        recovery_digest="",
        deleted_at=now,
        last_seen_at=None,
        named_at=None,
    )


def _leave_rooms(tenant: Tenant, player: Player) -> None:
    seats = Seat.objects.filter(player=player, room__closed_at__isnull=True)
    for slug in sorted(set(seats.values_list("room__slug", flat=True))):
        leave_room(Actor(tenant, player), slug)
    Room.objects.filter(invited=player).update(invited=None)


def _forget_words(player: Player, now: datetime) -> None:
    said = ChatMessage.objects.filter(player=player)
    said.filter(deleted_at__isnull=True).update(deleted_at=now)
    said.update(text="", preset="")


def _forget_user(user: User) -> None:
    """Delete the user unless another tenant knows it."""
    if any(_is_known_in(tenant, user) for tenant in Tenant.objects.all()):
        return
    for tenant in Tenant.objects.all():
        with tenant_scope(tenant.id):
            _let_go(user)
    end_sessions(UserSession.objects.filter(user=user))
    user.delete()


def _is_known_in(tenant: Tenant, user: User) -> bool:
    with tenant_scope(tenant.id):
        return Player.objects.filter(user=user).exists() or Membership.objects.filter(user=user).exists()


def _let_go(user: User) -> None:
    """Empty every pointer to the user in this tenant: a cascade sees one tenant only."""
    for relation in user._meta.get_fields(include_hidden=True):  # noqa: SLF001  why: Django's own way to ask
        model = relation.related_model
        if relation.one_to_many and isinstance(model, type) and issubclass(model, TenantModel):
            pointer = relation.field.name  # type: ignore[union-attr]  # why: of a relation, as asked
            model.objects.filter(**{pointer: user}).update(**{pointer: None})
