"""Celery tasks of the referee worker: computers' answers and housekeeping."""

from __future__ import annotations

import logging
from uuid import UUID, uuid5

from celery import shared_task
from django.utils import timezone

from accounts.tenancy import tenant_scope
from games import housekeeping
from games.commands import ConfirmLayout, MatchCommand, PlayPly
from games.models import Match
from games.referee import execute_for_bot
from games.rules.core import Ply, RuleViolation, Side

log = logging.getLogger(__name__)
ANSWERS = UUID("6f4f3c0e-58a5-4d0a-9a8e-2b6f0b1f8f11")  # namespace of the ids of computers' commands


@shared_task(name="games.tasks.play_answer")
def play_answer(
    answer: dict[str, list[str] | dict[str, str]], match_id: str, side: str, version: int
) -> bool:
    """Apply a computer's answer for one version of a match. A late or repeated one changes nothing."""
    match = Match.everywhere.filter(pk=match_id).first()
    if match is None:
        return False
    try:
        with tenant_scope(match.tenant_id):
            return execute_for_bot(_command(answer, match.id, side, version), Side(side)) is not None
    except RuleViolation as violation:
        log.warning("match %s: the computer's answer was refused: %s", match_id, violation.code)
        return False


def _command(
    answer: dict[str, list[str] | dict[str, str]], match_id: UUID, side: str, version: int
) -> MatchCommand:
    """One id per match, side and version, so that two answers to one question are one command."""
    command_id = uuid5(ANSWERS, f"{match_id}:{side}:{version}")
    if isinstance(layout := answer.get("layout"), dict):
        return ConfirmLayout(match=match_id, command_id=command_id, pieces=tuple(layout.items()))
    return PlayPly(match=match_id, command_id=command_id, expected=version, ply=Ply(*answer.get("ply", ())))


@shared_task(name="games.tasks.purge_rooms")
def purge_rooms() -> int:
    return housekeeping.purge_rooms(timezone.now())


@shared_task(name="games.tasks.warn_closing_rooms")
def warn_closing_rooms() -> int:
    return housekeeping.warn_closing_rooms(timezone.now())


@shared_task(name="games.tasks.wake_stalled_bots")
def wake_stalled_bots() -> int:
    return housekeeping.wake_stalled_bots(timezone.now())
