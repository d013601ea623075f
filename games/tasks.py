"""Celery tasks of the referee worker: computers' answers and housekeeping."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from accounts.tenancy import tenant_scope
from games import housekeeping, publish, retention
from games.bots import layout_answer, ply_answer
from games.commands import MatchCommand
from games.models import Match
from games.referee import execute_for_bot
from games.rules.core import Json, Ply, RuleViolation, Side
from games.rules.thinking import Thinking

log = logging.getLogger(__name__)
LONGEST_ANSWER = 200  # words of a ply, or squares of a layout
SPENT, THINKING = "spent", "thinking"


class BadAnswer(ValueError):
    """A computer answered something that is neither a ply nor a layout."""


@shared_task(name="games.tasks.play_answer")
def play_answer(answer: Json, match_id: str, side: str, version: int, tenant_id: str) -> bool:
    """Apply a computer's answer for one version of a match. A late or repeated one changes nothing.

    A refused one is logged without what it said; the computer is asked again when its time is up.
    """
    try:
        command = _command(answer, UUID(match_id), side, version)
        with tenant_scope(UUID(tenant_id)):
            return execute_for_bot(command, Side(side), _thinking(answer, match_id)) is not None
    except RuleViolation as violation:
        log.warning("match %s: the computer's answer was refused: %s", match_id, violation.code)
    except BadAnswer as error:
        log.warning("match %s: the computer's answer was refused: %s", match_id, error)
    return False


def _command(answer: Json, match_id: UUID, side: str, version: int) -> MatchCommand:
    """The command of an answer `{"ply": [...]}` or `{"layout": {...}}`. Raises BadAnswer.

    What the computer says it `spent` on it is for who measures; nothing here depends on it.
    """
    if not isinstance(answer, Mapping) or len(answer.keys() - {SPENT, THINKING}) != 1:
        raise BadAnswer("it is neither a ply nor a layout")
    ply, layout = answer.get("ply"), answer.get("layout")
    if isinstance(ply, list) and len(ply) <= LONGEST_ANSWER:
        return ply_answer(match_id, side, version, Ply(*map(_word, ply)))
    if isinstance(layout, dict) and len(layout) <= LONGEST_ANSWER:
        return layout_answer(match_id, side, {square: _word(kind) for square, kind in layout.items()})
    raise BadAnswer("it is neither a ply nor a layout")


def _thinking(answer: Json, match_id: str) -> Thinking | None:
    """What the computer says it thought; a ply counts without it."""
    told = answer.get(THINKING) if isinstance(answer, Mapping) else None
    if told is None:
        return None
    try:
        return Thinking.read(told)
    except ValueError as error:
        log.warning("match %s: what the computer thought was dropped: %s", match_id, error)
        return None


def _word(value: Json) -> str:
    if not isinstance(value, str):
        raise BadAnswer("it holds something that is not text")
    return value


@shared_task(name="games.tasks.tell_thinking")
def tell_thinking(match_id: str, side: str, version: int, tenant_id: str) -> bool:
    """A computer's worker thinks on, for so long that the room should hear of it again."""
    with tenant_scope(UUID(tenant_id)):
        match = Match.objects.filter(pk=UUID(match_id), version=version).first()
        if match is None or match.is_over:
            return False
        publish.tell_thinking(match, side)
    return True


@shared_task(name="games.tasks.purge_rooms")
def purge_rooms() -> int:
    return housekeeping.purge_rooms(timezone.now())


@shared_task(name="games.tasks.warn_closing_rooms")
def warn_closing_rooms() -> int:
    return housekeeping.warn_closing_rooms(timezone.now())


@shared_task(name="games.tasks.forget_expired")
def forget_expired() -> int:
    return retention.forget_expired(timezone.now())


@shared_task(name="games.tasks.wake_stalled_bots")
def wake_stalled_bots() -> int:
    return housekeeping.wake_stalled_bots(timezone.now())
