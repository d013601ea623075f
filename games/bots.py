"""Asking computers for their command. The question holds a view and public history, never a position."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial

from celery import Signature, current_app
from django.db import transaction
from django.utils import timezone

from games.events import Audience
from games.models import Match, MatchEvent, MatchSeat
from games.redaction import event_data, snapshot
from games.rules.core import JsonObject

THINK = "ai_workers.tasks.think"
ANSWER = "games.tasks.play_answer"
BOT_QUEUE = "bots"
REFEREE_QUEUE = "referee"
LEVELS = ("beginner", "intermediate", "advanced")


def waiting_bots(match: Match, seats: Sequence[MatchSeat]) -> list[MatchSeat]:
    """Computer seats that owe the match a layout or a ply."""
    bots = [seat for seat in seats if seat.bot_level]
    if match.phase == Match.Phase.LAYOUT:
        return [seat for seat in bots if not seat.is_confirmed]
    return [seat for seat in bots if seat.side == match.turn]


def ask_bots(match: Match, seats: Sequence[MatchSeat]) -> None:
    """On commit, put one question per waiting computer into the queue, and note when, to find lost ones."""
    waiting = waiting_bots(match, seats)
    if not waiting:
        if match.bot_asked_at is not None:
            Match.everywhere.filter(pk=match.pk).update(bot_asked_at=None)
        return
    Match.everywhere.filter(pk=match.pk).update(bot_asked_at=timezone.now())
    history = list(MatchEvent.everywhere.filter(match=match).order_by("version"))
    for seat in waiting:
        transaction.on_commit(partial(_ask, question(match, seats, seat, history), match, seat))


def question(
    match: Match, seats: Sequence[MatchSeat], seat: MatchSeat, history: Sequence[MatchEvent]
) -> JsonObject:
    """All a computer may know: its seat's snapshot, the events as its seat saw them, level and seed."""
    audience = Audience(seat.as_side)
    return {
        "snapshot": snapshot(match, seats, audience, epoch=match.tenant.epoch),
        "history": [event_data(match, event, audience) for event in history],
        "level": seat.bot_level,
        "seed": secrets.randbits(53),
    }


def _ask(asked: JsonObject, match: Match, seat: MatchSeat) -> None:
    answer = Signature(
        ANSWER,
        args=(str(match.id), seat.side, match.version),
        options={"queue": REFEREE_QUEUE},
        app=current_app,
    )
    current_app.send_task(THINK, args=(asked,), queue=BOT_QUEUE, link=answer)
