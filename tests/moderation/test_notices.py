"""What players are told about rooms, matches and lines, and that they say so when they have read it."""

from dataclasses import replace
from functools import partial
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.errors import BadRequest, NotFound
from accounts.identity import Actor
from accounts.models import AuditEntry, Sanction
from accounts.staff import Staff
from accounts.tenancy import tenant_scope
from games.models import ChatMessage, Match, Room
from games.moderation import notices, play, players
from games.moderation.cases import Why
from tests.support.rooms import computer_room, current, friend_room, new_room

pytestmark = pytest.mark.django_db(transaction=True)
TOLD = Why("Swearing in the chat.", "be-kind")


def told(actor: Actor) -> list[tuple[str, str]]:
    return [(each["kind"], each["message"]) for each in notices.list_notices(actor, "kind", "message")]


def close(staff: Staff, room: Room, why: Why) -> None:
    play.close_room(staff, room.id, why)


def void(staff: Staff, room: Room, why: Why) -> None:
    play.void_match(staff, current(room).id, why)


@pytest.mark.parametrize(("act", "kind"), [(close, "close"), (void, "void")])
def test_everybody_in_a_room_or_match_is_told(moderator: Staff, first: Actor, second: Actor, act, kind):
    act(moderator, friend_room(first, second), TOLD)
    assert told(first) == told(second) == [(kind, "be-kind")]
    with tenant_scope(first.tenant.id):
        assert AuditEntry.objects.get().data == {"message": "be-kind"}


@pytest.mark.parametrize("act", [close, void])
def test_without_a_text_nobody_is_told(moderator: Staff, first: Actor, second: Actor, act):
    act(moderator, friend_room(first, second), replace(TOLD, message=""))
    assert told(first) == told(second) == []


@pytest.mark.parametrize("act", [close, void])
def test_a_text_there_is_not_stops_the_act(moderator: Staff, first: Actor, second: Actor, act):
    room = friend_room(first, second)
    with pytest.raises(BadRequest):
        act(moderator, room, replace(TOLD, message="shout"))
    with tenant_scope(first.tenant.id):
        assert not Match.objects.get().is_over
        room.refresh_from_db()
    assert room.closed_at is None


@pytest.mark.parametrize("make", [partial(new_room, opponent="same_screen"), computer_room])
def test_who_sits_alone_is_told_once_and_computers_never(moderator: Staff, first: Actor, make):
    close(moderator, make(first), TOLD)
    with tenant_scope(first.tenant.id):
        assert [each.player_id for each in Sanction.objects.all()] == [first.player.id]


def test_who_wrote_a_deleted_line_is_told(moderator: Staff, first: Actor, second: Actor):
    room = friend_room(first, second)
    with tenant_scope(first.tenant.id):
        line = ChatMessage.objects.create(room=room, player=first.player, text="rude", at=timezone.now())
    play.delete_message(moderator, line.id, TOLD)
    assert told(first) == [("delete", "be-kind")]
    assert told(second) == []


def test_what_was_told_about_a_room_cannot_be_lifted(moderator: Staff, first: Actor, second: Actor):
    close(moderator, friend_room(first, second), TOLD)
    with tenant_scope(first.tenant.id):
        notice = Sanction.objects.filter(player=first.player).get()
    with pytest.raises(BadRequest):
        players.lift(moderator, notice.id, TOLD)


def test_a_notice_is_read_once_and_by_its_player_alone(moderator: Staff, first: Actor, second: Actor):
    warning = players.warn(moderator, first.player.id, TOLD)
    for actor, notice in ((second, warning.id), (first, uuid4())):
        with pytest.raises(NotFound):
            notices.mark_read(actor, notice)
    assert notices.list_notices(first, "read_at") == [{"read_at": None}]
    notices.mark_read(first, warning.id)
    (read,) = notices.list_notices(first, "read_at")
    assert read["read_at"]
    notices.mark_read(first, warning.id)
    assert notices.list_notices(first, "read_at") == [read]
