"""Acts on rooms, matches and lines of chat. Each raises NotFound, Forbidden or BadRequest.

Where a text is chosen, it goes to every person who was in it.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.audit import write_audit
from accounts.errors import NotFound
from accounts.models import Sanction
from accounts.staff import Staff
from accounts.tenancy import tenant_scope
from games import rooms
from games.errors import MatchOver, RoomClosed
from games.models import ChatMessage, Match, Room
from games.moderation.cases import Why, require_above, require_apart, require_reason
from games.moderation.notices import tell
from games.publish import ring
from games.referee import finish, lock_table
from games.rules.core import VOIDED, Outcome

Kind = Sanction.SanctionKind


def close_room(staff: Staff, room_id: UUID, why: Why) -> Room:
    """Close a room as its creator might; its running match ends as abandoned. Raises RoomClosed."""
    require_reason(why)
    with tenant_scope(staff.tenant.id), transaction.atomic():
        room = Room.objects.select_for_update().filter(pk=room_id).first()
        if room is None:
            raise NotFound
        if room.closed_at is not None:
            raise RoomClosed
        seated = [seat.player for seat in room.seats.select_related("player")]
        require_apart(staff, seated)
        room.tenant = staff.tenant
        rooms.close_room(room, "moderated", timezone.now())
        tell(staff, Kind.CLOSE, seated, why)
        write_audit(staff, "close-room", room, why.reason, **why.told)
        return room


def void_match(staff: Staff, match_id: UUID, why: Why) -> Match:
    """End a running match without a result. It is revealed as at every end. Raises MatchOver.

    A match that is over stays as it ended: its record is proof for both sides.
    """
    require_reason(why)
    now = timezone.now()
    with tenant_scope(staff.tenant.id), transaction.atomic():
        table = lock_table(match_id, staff.tenant)
        seated = [seat.player for seat in table.seats]
        require_apart(staff, seated)
        if table.match.is_over:
            raise MatchOver
        rooms.end_match(table, finish(table, Outcome((), VOIDED), now), now)
        tell(staff, Kind.VOID, seated, why)
        write_audit(staff, "void-match", table.match, why.reason, **why.told)
        return table.match


def delete_message(staff: Staff, message_id: UUID, why: Why) -> ChatMessage:
    """Empty a line of chat for everybody; that there was one stays."""
    require_reason(why)
    with tenant_scope(staff.tenant.id), transaction.atomic():
        message = ChatMessage.objects.select_for_update().filter(pk=message_id).first()
        if message is None or message.deleted_at is not None:
            raise NotFound
        if message.player is not None:
            require_above(staff, message.player)
        message.text, message.preset = "", ""
        message.deleted_at, message.deleted_by = timezone.now(), staff.user
        message.save(update_fields=["text", "preset", "deleted_at", "deleted_by"])
        ring(message.room_id, message.id, is_gone=True)
        tell(staff, Kind.DELETE, [message.player], why)
        write_audit(staff, "delete-message", message, why.reason, **why.told)
        return message
