"""Asking computers for their command. The question holds a view and public history, never a position.

Every question has a ticket in Valkey with a random stamp. A worker drops a question whose stamp is no longer
the one that stands there: the match ended, or the question was answered or asked anew. Its answer comes as
the task `games.tasks.play_answer`, for what the ticket says it is about.

A question or an answer may get lost: `housekeeping.wake_stalled_bots` asks again. When it would ask for the
ASKS-th time about one version, it answers itself instead, so that no match waits for a computer for ever.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterable, Sequence
from functools import partial
from random import SystemRandom
from uuid import UUID

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from kombu.exceptions import OperationalError
from redis import RedisError

from accounts.quotas import spend_bot_seconds
from accounts.valkey import valkey
from games.commands import ConfirmLayout, MatchCommand, PlayPly
from games.events import Audience
from games.levels import CHEAPEST, SECONDS_PER_QUESTION, answer_seconds, level_data
from games.models import Match, MatchEvent, MatchSeat
from games.redaction import ply_data, snapshot
from games.rules.core import JsonObject, Layout, Ply

log = logging.getLogger(__name__)
dice = SystemRandom()

THINK = "ai_workers.tasks.think"
BOT_QUEUE = "bots"
ASKS = 3
# What a computer reads of its seat's snapshot, and what names the question in a log.
TOLD = ("version", "system", "options", "phase", "audience", "turn", "layout", "view", "legal_plies")
ASKS_KEPT_SECONDS = 3600


def waiting_bots(match: Match, seats: Sequence[MatchSeat]) -> list[MatchSeat]:
    """Computer seats that owe the match a layout or a ply."""
    bots = [seat for seat in seats if seat.bot_level]
    if match.phase == Match.Phase.LAYOUT:
        if not match.lays_out:
            return []
        return [seat for seat in bots if not seat.is_confirmed]
    return [seat for seat in bots if seat.side == match.turn]


def ask_bots(match: Match, seats: Sequence[MatchSeat]) -> list[MatchSeat]:
    """On commit, put one question per waiting computer into the queue, and note when, to find lost ones.

    Questions to computers that need not answer any more are withdrawn. Answers who was asked.
    """
    waiting = waiting_bots(match, seats)
    if idle := [seat.side for seat in seats if seat.bot_level and seat not in waiting]:
        transaction.on_commit(partial(_withdraw, str(match.id), idle))
    if not waiting:
        if match.bot_asked_at is not None:
            Match.objects.filter(pk=match.pk).update(bot_asked_at=None)
        return []
    Match.objects.filter(pk=match.pk).update(bot_asked_at=timezone.now())
    history = match.plies()
    for seat in waiting:
        asked = question(match, seats, seat, history)
        about = (str(match.id), seat.side, match.version, str(match.tenant_id))
        transaction.on_commit(partial(_ask, asked, about))
        if match.phase == Match.Phase.LAYOUT:
            transaction.on_commit(partial(_charge_layout, match.tenant.id, match.id, seat.side))
        else:
            cost = answer_seconds(_asked_level(match, seats, seat), match.system, match.options)
            transaction.on_commit(partial(spend_bot_seconds, match.tenant.id, cost))
    return waiting


def question(
    match: Match, seats: Sequence[MatchSeat], seat: MatchSeat, history: Sequence[MatchEvent]
) -> JsonObject:
    """All a computer may know: its seat's snapshot, the plies as its seat saw them, level and seed."""
    audience = Audience(seat.as_side)
    shown = snapshot(match, seats, audience, epoch=match.tenant.epoch)
    return {
        "snapshot": {name: shown[name] for name in TOLD},
        "history": [ply_data(match, event, audience) for event in history],
        "level": level_data(_asked_level(match, seats, seat)),
        "seed": secrets.randbits(53),
    }


def _asked_level(match: Match, seats: Sequence[MatchSeat], seat: MatchSeat) -> str:
    """The seat's own, as long as a person plays."""
    return CHEAPEST if match.is_left_to_computers(seats) else seat.bot_level


def ticket_key(match_id: str, side: str) -> str:
    """Where the stamp of the question stands that a computer owes an answer to."""
    return f"gyoji:bot-ticket:{match_id}:{side}"


def longest_wait() -> int:
    """Seconds after which no computer needs to answer: the referee has played for it."""
    return (ASKS - 1) * int(settings.GYOJI["BOT_RETRY_SECONDS"]) + 1


def _ask(asked: JsonObject, about: tuple[str, str, int, str]) -> None:
    """What caused the question is committed by now: a broker that is down may not make it fail.

    `about`: match, side, version and tenant, for the task that takes the answer.
    """
    match_id, side, _version, _tenant = about
    key, stamp = ticket_key(match_id, side), secrets.token_hex(8)
    ticket = {"key": key, "stamp": stamp, "asked_at": time.time(), "about": about}
    expires = longest_wait()
    try:
        valkey().set(key, stamp, ex=expires)
        current_app.send_task(THINK, args=(asked, ticket), queue=BOT_QUEUE, expires=expires)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("match %s: the computer could not be asked now: %s", match_id, type(error).__name__)


def _charge_layout(tenant_id: UUID, match_id: UUID, side: str) -> None:
    """Once: every event before play asks again for the same layout. No level looks ahead for one."""
    key = f"gyoji:bot-layout:{match_id}:{side}"
    try:
        is_first = valkey().set(key, 1, nx=True, ex=ASKS_KEPT_SECONDS)
    except (RedisError, OSError):
        return  # then the time could not be counted either
    if is_first:
        spend_bot_seconds(tenant_id, SECONDS_PER_QUESTION)


def _withdraw(match_id: str, sides: Iterable[str]) -> None:
    try:
        valkey().delete(*(ticket_key(match_id, side) for side in sides))
    except (RedisError, OSError) as error:
        log.warning("match %s: a question could not be withdrawn: %s", match_id, type(error).__name__)


def count_ask(match: Match) -> int:
    """How often computers were asked about this version, now included; 1 where nothing can count."""
    key = f"gyoji:bot-asks:{match.id}:{match.version}"
    try:
        with valkey().pipeline() as pipe:
            pipe.set(key, 1, nx=True, ex=ASKS_KEPT_SECONDS)  # the ask that was lost
            pipe.incr(key)
            return int(pipe.execute()[1])
    except RedisError:
        return 1


def _answer_id(match_id: UUID, seat_side: str, asked: int | str) -> UUID:
    """One id per question. Keyed: whoever could foretell it could take it before the computer does."""
    text = f"{match_id}:{seat_side}:{asked}"
    keyed = salted_hmac("gyoji.bot-answer", text, algorithm="sha256").digest()
    return UUID(bytes=keyed[:16], version=4)


def ply_answer(match_id: UUID, seat_side: str, version: int, ply: Ply) -> PlayPly:
    """A computer's ply. One id per match, side and version: two answers to one question are one command."""
    command_id = _answer_id(match_id, seat_side, version)
    return PlayPly(match=match_id, command_id=command_id, expected=version, ply=ply)


def layout_answer(match_id: UUID, seat_side: str, layout: Layout) -> ConfirmLayout:
    """A computer's layout. One id per match and side: a computer lays out once."""
    command_id = _answer_id(match_id, seat_side, "layout")
    return ConfirmLayout(match=match_id, command_id=command_id, pieces=tuple(layout.items()))


def stand_in_answer(match: Match, seats: Sequence[MatchSeat], seat: MatchSeat) -> MatchCommand:
    """For a computer that stays silent: a random layout, or one of the plies its seat is shown."""
    if match.phase == Match.Phase.LAYOUT:
        layout = match.rules.random_layout(match.options, seat.as_side, dice)
        return layout_answer(match.id, seat.side, layout)
    shown = snapshot(match, seats, Audience(seat.as_side), epoch=match.tenant.epoch)["legal_plies"]
    assert isinstance(shown, list)
    return ply_answer(match.id, seat.side, match.version, Ply(*dice.choice(shown)))
