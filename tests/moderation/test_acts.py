"""Acts of moderators: what they change, who may do them, and what is written down."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import ProgrammingError, connection, transaction
from django.utils import timezone

from accounts.audit import write_audit
from accounts.bans import require_not_banned
from accounts.errors import BadName, BadRequest, Banned, DomainError, NameTaken, NotFound
from accounts.identity import Actor
from accounts.models import FOR_EVER, AuditEntry, Player, Report, Sanction
from accounts.staff import Role, Staff, staff_of
from accounts.tenancy import tenant_scope
from games.errors import Forbidden, MatchOver, RoomClosed
from games.models import ChatMessage, Match, MatchEvent, Room
from games.moderation import play, players, reports
from games.moderation.cases import Why
from tests.moderation.conftest import give_user
from tests.support.people import make_user
from tests.support.rooms import current, friend_room, new_room, start

pytestmark = pytest.mark.django_db(transaction=True)
WHY = Why("Called me names.", "be-kind")
Act = Callable[[Staff], Any]


def reread(actor: Actor) -> Player:
    with tenant_scope(actor.tenant.id):
        return Player.objects.get(pk=actor.player.pk)


def audit(staff: Staff) -> list[AuditEntry]:
    with tenant_scope(staff.tenant.id):
        return list(AuditEntry.objects.order_by("id"))


def in_a(**span: int):
    return timezone.now() + timedelta(**span)


def make_report(reporter: Actor, about: Actor) -> Report:
    with tenant_scope(about.tenant.id):
        return Report.objects.create(
            reporter=reporter.player, player=about.player, kind="player", reason="abuse"
        )


def say(room: Room, actor: Actor, text: str) -> ChatMessage:
    with tenant_scope(actor.tenant.id):
        return ChatMessage.objects.create(room=room, player=actor.player, text=text, at=timezone.now())


# --- what they change


def test_a_warning_is_written_down_and_changes_nothing(moderator: Staff, first: Actor):
    players.warn(moderator, first.player.id, WHY)
    after = reread(first)
    assert after.banned_until is None
    assert after.muted_until is None
    with tenant_scope(first.tenant.id):
        sanction = Sanction.objects.get()
    assert (sanction.kind, sanction.reason, sanction.message) == ("warn", WHY.reason, "be-kind")
    assert sanction.by == moderator.user


@pytest.mark.parametrize(("act", "column"), [(players.mute, "muted_until"), (players.ban, "banned_until")])
def test_a_mute_or_ban_holds_until_its_end_or_for_ever(moderator: Staff, first: Actor, act, column):
    until = in_a(days=1)
    act(moderator, first.player.id, WHY, until=until)
    assert getattr(reread(first), column) == until
    act(moderator, first.player.id, WHY, until=None)
    assert getattr(reread(first), column) == FOR_EVER
    with pytest.raises(BadRequest):
        act(moderator, first.player.id, WHY, until=in_a(seconds=-1))


def test_lifting_one_ban_leaves_what_the_others_say(moderator: Staff, first: Actor):
    until = in_a(days=1)
    short = players.ban(moderator, first.player.id, WHY, until=until)
    long = players.ban(moderator, first.player.id, WHY, until=None)
    players.lift(moderator, long.id, WHY)
    assert reread(first).banned_until == until
    players.lift(moderator, short.id, WHY)
    assert reread(first).banned_until is None
    with pytest.raises(BadRequest):
        players.lift(moderator, short.id, WHY)


def test_who_is_banned_is_told_why_of_the_ban_that_holds(moderator: Staff, first: Actor):
    """Of several the one that ends last, whose end is told; one that ran out is over, however new."""
    players.ban(moderator, first.player.id, WHY, until=None)
    newer = players.ban(moderator, first.player.id, Why("Wins too much.", "fair-play"), until=in_a(days=1))
    assert refusal(first) == {"message": "be-kind"}
    Sanction.everywhere.filter(pk=newer.pk).update(until=in_a(seconds=-1))
    assert refusal(first) == {"message": "be-kind"}


def refusal(actor: Actor) -> dict[str, object]:
    with pytest.raises(Banned) as caught:
        require_not_banned(reread(actor))
    return caught.value.extra


def test_a_warning_cannot_be_lifted(moderator: Staff, first: Actor):
    warning = players.warn(moderator, first.player.id, WHY)
    with pytest.raises(BadRequest):
        players.lift(moderator, warning.id, WHY)


def test_a_forced_name_is_a_neutral_or_a_chosen_one(moderator: Staff, first: Actor, second: Actor):
    before = first.player.name
    assert players.force_rename(moderator, first.player.id, WHY).name.startswith("Player ")
    assert players.force_rename(moderator, first.player.id, WHY, name="Aki").name == "Aki"
    assert reread(first).name == "Aki"
    assert audit(moderator)[0].data["before"] == before
    with pytest.raises(NameTaken):
        players.force_rename(moderator, second.player.id, WHY, name="AKI")
    with pytest.raises(BadName):
        players.force_rename(moderator, second.player.id, WHY, name="Moderator")


def test_a_closed_room_ends_its_match_as_abandoned(moderator: Staff, first: Actor, second: Actor):
    room = friend_room(first, second)
    match = current(room)
    play.close_room(moderator, room.id, WHY)
    with tenant_scope(first.tenant.id):
        room.refresh_from_db()
        match.refresh_from_db()
    assert room.closed_reason == "moderated"
    assert match.outcome == {"winners": [], "termination": "abandoned"}
    with pytest.raises(RoomClosed):
        play.close_room(moderator, room.id, WHY)


def test_a_voided_match_has_no_winner_and_is_revealed(moderator: Staff, first: Actor, second: Actor):
    match = start(friend_room(first, second), first, second)
    play.void_match(moderator, match.id, WHY)
    with tenant_scope(first.tenant.id):
        match = Match.objects.get(pk=match.id)
        end = MatchEvent.objects.filter(match=match).latest("version")
    assert match.outcome == {"winners": [], "termination": "voided"}
    assert set(end.public["reveal"]) == {"first", "second"}
    assert match.is_revealed
    with pytest.raises(MatchOver):
        play.void_match(moderator, match.id, WHY)


def test_a_match_voided_before_play_reveals_nothing(moderator: Staff, first: Actor, second: Actor):
    match = current(friend_room(first, second))
    play.void_match(moderator, match.id, WHY)
    with tenant_scope(first.tenant.id):
        match = Match.objects.get(pk=match.id)
        assert not MatchEvent.objects.get(match=match).public["reveal"]
    assert not match.is_revealed


def test_a_deleted_line_is_empty_and_stays_a_line(moderator: Staff, first: Actor):
    room = new_room(first)
    line = say(room, first, "rude")
    play.delete_message(moderator, line.id, WHY)
    with tenant_scope(first.tenant.id):
        line.refresh_from_db()
    assert line.text == ""
    assert line.deleted_by == moderator.user
    with pytest.raises(NotFound):
        play.delete_message(moderator, line.id, WHY)


def test_a_report_is_handled_once(moderator: Staff, first: Actor, second: Actor):
    report = make_report(first, second)
    with pytest.raises(BadRequest):
        reports.handle_report(moderator, report.id, WHY, status=Report.Status.OPEN)
    handled = reports.handle_report(moderator, report.id, WHY, status=Report.Status.UPHELD)
    assert handled.handled_by == moderator.user
    with pytest.raises(BadRequest):
        reports.handle_report(moderator, report.id, WHY, status=Report.Status.DISMISSED)


def test_a_sanction_names_only_a_report_about_its_player(moderator: Staff, first: Actor, second: Actor):
    report = make_report(first, second)
    with pytest.raises(NotFound):
        players.warn(moderator, first.player.id, Why("x", report=report.id))
    assert players.warn(moderator, second.player.id, Why("x", report=report.id)).report_id == report.id


# --- who may do them


def acts(first: Actor, second: Actor) -> dict[str, Act]:
    """Every act there is, each on things of `first`."""
    room = friend_room(first, second)
    match = current(room)
    line, report = say(room, first, "rude"), make_report(second, first)
    player = first.player.id
    with tenant_scope(first.tenant.id):
        held = Sanction.objects.create(player=first.player, kind="mute", reason="x")
    return {
        "warn": lambda staff: players.warn(staff, player, WHY),
        "mute": lambda staff: players.mute(staff, player, WHY, until=in_a(days=1)),
        "ban": lambda staff: players.ban(staff, player, WHY, until=None),
        "lift": lambda staff: players.lift(staff, held.id, WHY),
        "rename": lambda staff: players.force_rename(staff, player, WHY),
        "delete-message": lambda staff: play.delete_message(staff, line.id, WHY),
        "void-match": lambda staff: play.void_match(staff, match.id, WHY),
        "close-room": lambda staff: play.close_room(staff, room.id, WHY),
        "upheld": lambda staff: reports.handle_report(staff, report.id, WHY, status=Report.Status.UPHELD),
        "note": lambda staff: players.add_note(staff, player, "Seen before."),
    }


ACTS = (
    "warn", "mute", "ban", "lift", "rename", "delete-message", "void-match", "close-room", "upheld", "note",
)  # fmt: skip
PERSONAL = ("warn", "mute", "ban", "lift", "rename", "delete-message", "upheld")


@pytest.mark.parametrize("role", Role)
def test_every_role_may_do_everything_to_a_player_and_it_is_written_down(
    staff, first: Actor, second: Actor, role: Role
):
    someone, made = staff(role), acts(first, second)
    assert set(made) == set(ACTS)
    for action, act in made.items():
        before = len(audit(someone))
        act(someone)
        (entry,) = audit(someone)[before:]
        assert entry.action == action
        assert (entry.actor_id, entry.actor_name) == (someone.user.pk, someone.user.email)
        assert entry.reason == ("" if action == "note" else WHY.reason)


@pytest.mark.parametrize("action", ACTS)
def test_staff_of_another_tenant_find_nothing(stranger: Staff, first: Actor, second: Actor, action):
    with pytest.raises(NotFound):
        acts(first, second)[action](stranger)
    assert not audit(stranger)


@pytest.mark.parametrize("action", PERSONAL)
@pytest.mark.parametrize(
    "case",
    [
        (Role.MODERATOR, Role.MODERATOR, False),
        (Role.MODERATOR, Role.ADMIN, False),
        (Role.MODERATOR, Role.OPERATOR, False),
        (Role.ADMIN, Role.MODERATOR, True),
        (Role.ADMIN, Role.ADMIN, False),
        (Role.ADMIN, Role.OPERATOR, False),
        (Role.OPERATOR, Role.ADMIN, True),
        (Role.OPERATOR, Role.OPERATOR, False),
    ],
)
def test_staff_act_only_on_those_below_them(staff, first: Actor, second: Actor, action, case):
    role, target, is_allowed = case
    give_user(first, staff(target).user)
    act, someone = acts(first, second)[action], staff(role)
    if is_allowed:
        act(someone)
    else:
        with pytest.raises(Forbidden):
            act(someone)
        assert not audit(someone)


@pytest.mark.parametrize("action", [*PERSONAL, "void-match", "close-room"])
def test_nobody_judges_themselves(staff, first: Actor, second: Actor, action):
    operator = staff(Role.OPERATOR)
    give_user(first, operator.user)
    with pytest.raises(Forbidden):
        acts(first, second)[action](operator)


def test_who_has_no_office_here_is_nobody(first: Actor, stranger: Staff):
    for user in (make_user(), stranger.user, make_user(is_superuser=True, is_active=False)):
        with pytest.raises(NotFound):
            staff_of(first.tenant, user)


@pytest.mark.parametrize("why", [Why(""), Why("  "), Why("x" * 501), Why("x", message="shout")])
@pytest.mark.parametrize("action", [action for action in ACTS if action != "note"])
def test_without_a_good_reason_nothing_happens(
    moderator: Staff, first: Actor, second: Actor, monkeypatch, action, why
):
    act = acts(first, second)[action]
    monkeypatch.setitem(globals(), "WHY", why)
    with pytest.raises(BadRequest):
        act(moderator)
    assert not audit(moderator)


def test_unknown_ids_are_not_found(moderator: Staff):
    for act in (
        partial(players.warn, why=WHY),
        partial(players.lift, why=WHY),
        partial(play.close_room, why=WHY),
        partial(play.void_match, why=WHY),
        partial(play.delete_message, why=WHY),
        partial(reports.handle_report, why=WHY, status=Report.Status.UPHELD),
        partial(players.add_note, text="x"),
    ):
        with pytest.raises(NotFound):
            act(moderator, uuid4())


def test_a_failure_leaves_neither_act_nor_entry(moderator: Staff, first: Actor, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise DomainError

    monkeypatch.setattr(players, "write_audit", fail)
    with pytest.raises(DomainError):
        players.ban(moderator, first.player.id, WHY, until=None)
    assert reread(first).banned_until is None
    with tenant_scope(first.tenant.id):
        assert not Sanction.objects.exists()


# --- what is written down


@pytest.mark.parametrize(
    "statement", ["UPDATE accounts_auditentry SET reason = ''", "DELETE FROM accounts_auditentry"]
)
def test_postgres_lets_the_servers_change_no_entry(moderator: Staff, first: Actor, statement):
    with tenant_scope(first.tenant.id):
        write_audit(moderator, "viewed", first.player)
        with (
            pytest.raises(ProgrammingError, match="permission denied"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
    assert len(audit(moderator)) == 1
