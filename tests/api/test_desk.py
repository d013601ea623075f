"""The desk: who gets in, a moderator's day over its pages, and what no page shows."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.directory import resolve_tenant
from accounts.models import AuditEntry, Membership, Note, Player, Report, Sanction, User
from accounts.staff import Role
from accounts.tenancy import tenant_scope
from games.admin import desk
from games.models import Match, Room
from tests.api.conftest import Caller, Meeting

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "long and uncommon"
ROLES = ("moderator", "admin", "operator")
Works = Callable[..., Client]


def make_user(role: str, host: str = "testserver") -> User:
    user = User.objects.create_user(f"{role}-{host}@example.org", PASSWORD, is_superuser=role == "operator")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    if role in Membership.Role.values:
        with tenant_scope(resolve_tenant(host).id):
            Membership.objects.create(user=user, role=role)
    return user


@pytest.fixture
def works(db) -> Works:
    """A browser in which somebody of a role is signed in."""

    def sign_in(role: str, host: str = "testserver") -> Client:
        client = Client()
        client.force_login(make_user(role, host))
        return client

    return sign_in


def player_of(caller: Caller) -> Player:
    return Player.everywhere.get(pk=caller.player)


def act(client: Client, page: str, row: Any, deed: str, **fields: Any) -> Any:
    return client.post(reverse(f"admin:{page}_act", args=[row, deed]), {"reason": "Seen it.", **fields})


def report(meeting: Meeting, caller: Caller, **more: Any) -> str:
    body = {"kind": "player", "reason": "abuse", "room": meeting.slug, "seat": 2, "note": "Swears.", **more}
    return caller.post("reports", body)["id"]


# --- who gets in


def test_only_the_tenants_staff_get_in(works: Works, outsider: Caller):
    index = reverse("admin:index")
    for client in (Client(), works("nobody"), works("moderator", "other.example")):
        answer = client.get(index)
        assert (answer.status_code, answer.url.split("?")[0]) == (302, reverse("admin:login"))
    for role in ROLES:
        assert works(role).get(index).status_code == 200


def test_signing_in_at_the_desk_is_for_its_tenant_alone(outsider: Caller):
    make_user("operator")
    client = Client()
    form = {"username": "operator-testserver@example.org", "password": PASSWORD}
    assert client.post(reverse("admin:login"), form).status_code == 302
    assert client.get(reverse("admin:index")).status_code == 200
    assert client.get(reverse("admin:index"), headers={"Host": "other.example"}).status_code == 302


def test_a_wrong_password_or_a_second_factor_does_not_get_in(db):
    user, client = make_user("moderator"), Client()
    wrong = client.post(reverse("admin:login"), {"username": user.email, "password": "something else"})
    assert b"Please enter" in wrong.content
    assert b"Django site admin" not in wrong.content
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    told = client.post(reverse("admin:login"), {"username": user.email, "password": PASSWORD})
    assert b"second factor" in told.content
    assert client.get(reverse("admin:index")).status_code == 302


def test_an_address_that_was_never_confirmed_does_not_get_in(db):
    user, client = make_user("moderator"), Client()
    form = {"username": user.email, "password": PASSWORD}
    EmailAddress.objects.filter(user=user).update(verified=False)
    assert b"never confirmed" in client.post(reverse("admin:login"), form).content
    assert client.get(reverse("admin:index")).status_code == 302
    EmailAddress.objects.filter(user=user).update(verified=True)
    assert client.post(reverse("admin:login"), form).status_code == 302
    assert client.get(reverse("admin:index")).status_code == 200


def test_a_refused_form_moves_no_session_to_another_tenant(outsider: Caller):
    make_user("operator")
    client = Client()
    client.post(reverse("admin:login"), {"username": "operator-testserver@example.org", "password": PASSWORD})
    elsewhere = {"Host": "other.example"}
    assert client.post(reverse("admin:login"), {}, headers=elsewhere).status_code == 200
    assert client.get(reverse("admin:index"), headers=elsewhere).status_code == 302
    assert client.get(reverse("admin:index")).status_code == 200


def test_guessing_passwords_at_the_desk_is_limited(db):
    cache.clear()
    user, client = make_user("moderator"), Client()
    wrong = {"username": user.email, "password": "something else"}
    for _ in range(20):
        answer = client.post(reverse("admin:login"), wrong)
    assert b"Too many failed" in answer.content
    assert client.post(reverse("admin:login"), {**wrong, "password": PASSWORD}).status_code == 200


# --- a moderator's day


def test_a_report_leads_to_a_ban_and_both_to_the_audit_log(
    works: Works, meeting: Meeting, first: Caller, second: Caller
):
    report_id, client = report(meeting, first), works("moderator")
    assert b"1 open report at Gyoji" in client.get(reverse("admin:index")).content
    queue = client.get(reverse("admin:accounts_report_changelist"), follow=True)
    assert queue.redirect_chain[0][0] == "?status__exact=open"
    assert b"Second" in queue.content
    page = client.get(reverse("admin:accounts_report_change", args=[report_id]))
    ban = f"{reverse('admin:accounts_player_act', args=[second.player, 'ban'])}?report={report_id}"
    assert ban in page.content.decode()
    form = client.get(ban).content.decode()
    assert "Ban: Second" in form
    assert report_id in form
    fields = {"reason": "Swore twice.", "message": "be-kind", "span": "1 day", "report": report_id}
    answer = client.post(ban, fields)
    assert answer.url == reverse("admin:accounts_report_change", args=[report_id])
    assert act(client, "accounts_report", report_id, "uphold").status_code == 302
    assert second.call("GET", "me").json()["message"] == "be-kind"
    assert str(Sanction.everywhere.get().report_id) == report_id
    assert Report.everywhere.get().status == "upheld"
    log = client.get(reverse("admin:accounts_auditentry_changelist")).content.decode()
    for told in ("moderator-testserver@example.org", "ban", "upheld", "Swore twice.", second.player):
        assert told in log


@pytest.mark.parametrize(
    ("name", "fields", "kinds"),
    [
        ("warn", {"message": "no-spam"}, ["warn"]),
        ("mute", {"span": "for ever"}, ["mute"]),
        ("rename", {"name": "Aki"}, ["rename"]),
        ("note", {}, []),
    ],
)
def test_players_are_dealt_with_on_their_page(works: Works, first: Caller, name, fields, kinds):
    client = works("moderator")
    assert act(client, "accounts_player", first.player, name, **fields).status_code == 302
    assert [each.kind for each in Sanction.everywhere.all()] == kinds
    assert Note.everywhere.count() == (name == "note")
    page = client.get(reverse("admin:accounts_player_change", args=[first.player])).content.decode()
    assert "Seen it." in page


def test_a_mute_is_lifted_on_the_players_page(works: Works, first: Caller):
    client = works("moderator")
    act(client, "accounts_player", first.player, "mute", span="1 hour")
    act(client, "accounts_player", first.player, "lift", sanction=str(Sanction.everywhere.get().id))
    assert player_of(first).muted_until is None


def test_the_desk_knows_no_more_than_who_watches(works: Works, meet, first: Caller, second: Caller):
    meeting = meet(spectators_allowed=True, spectators_delay=1)
    for caller in (first, second):
        caller.lay_out(meeting.match)
    for caller in (first, second, first, second):
        caller.play(meeting.match)
    running, client = Match.everywhere.get(), works("moderator")
    assert (running.version, running.ply_count, running.turn) == (7, 4, "first")
    page = reverse("admin:games_match_change", args=[running.pk])
    told = re.findall(r'class="readonly[^>]*>\s*([^<]*?)\s*<', client.get(page).content.decode())
    assert {"6", "3", "second"} <= set(told)
    assert not {"7", "4", "first"} & set(told)
    page = client.get(reverse("admin:accounts_player_change", args=[first.player])).content.decode()
    assert re.findall(r"<td[^>]*>\s*(\d+)\s*</td>", page) == ["3"]


@pytest.mark.parametrize(
    ("page", "asked"),
    [
        ("games_match", "sealed_position__contains=e"),
        ("games_match", "sealed_deal__isnull=True"),
        ("games_match", "version__gte=1"),
        ("games_match", "turn=first"),
        ("accounts_player", "recovery_digest__gte=0"),
        ("accounts_webhook", "secret__gte=0"),
    ],
)
def test_no_list_is_narrowed_by_what_its_page_does_not_offer(works: Works, playing: Meeting, page, asked):
    client = works("admin")
    assert client.get(f"{reverse(f'admin:{page}_changelist')}?{asked}").status_code == 400


@pytest.mark.parametrize(
    ("page", "asked"),
    [
        ("games_match", "phase__exact=playing"),
        ("games_room", "system=gunjin"),
        ("accounts_webhook", "is_active__exact=1"),
        ("accounts_auditentry", "at__year=2026&at__month=1"),
        ("accounts_report", "status__exact=open"),
    ],
)
def test_lists_are_narrowed_by_what_their_pages_offer(works: Works, page, asked):
    client = works("admin")
    assert client.get(f"{reverse(f'admin:{page}_changelist')}?{asked}").status_code == 200


def test_matches_are_voided_and_rooms_closed(works: Works, playing: Meeting):
    client, room = works("moderator"), Room.everywhere.get()
    told = {"message": "fair-play"}
    assert act(client, "games_match", playing.match, "void-match", **told).status_code == 302
    assert Match.everywhere.get().outcome["termination"] == "voided"
    assert act(client, "games_room", room.id, "close-room", **told).status_code == 302
    assert Room.everywhere.get().closed_reason == "moderated"
    assert Counter(Sanction.everywhere.values_list("kind", "message")) == {
        ("void", "fair-play"): 2,
        ("close", "fair-play"): 2,
    }


def test_a_refused_act_says_why_and_does_nothing(works: Works, first: Caller):
    Player.everywhere.filter(pk=first.player).update(user=make_user("admin"))
    client = works("moderator")
    answer = act(client, "accounts_player", first.player, "warn")
    assert answer.status_code == 200
    assert b"Only somebody of a higher role" in answer.content
    assert act(client, "accounts_player", first.player, "warn", reason="").status_code == 200
    assert not Sanction.everywhere.exists()


def test_who_looks_at_an_account_is_written_down(works: Works, first: Caller):
    works("moderator").get(reverse("admin:accounts_player_change", args=[first.player]))
    entry = AuditEntry.everywhere.get()
    assert (entry.action, entry.subject_id) == ("viewed", first.player)


def test_other_tenants_people_are_not_there(works: Works, outsider: Caller):
    client = works("operator")
    assert act(client, "accounts_player", outsider.player, "warn").status_code == 404
    assert client.get(reverse("admin:accounts_player_change", args=[outsider.player])).status_code == 302
    assert b"Outsider" not in client.get(reverse("admin:accounts_player_changelist")).content


# --- the tenant itself


def test_an_admin_decides_for_the_own_tenant_alone(works: Works, outsider: Caller):
    client, tenant = works("admin"), resolve_tenant("testserver")
    other = resolve_tenant("other.example")
    page = reverse("admin:accounts_tenant_change", args=[tenant.pk])
    assert client.get(reverse("admin:accounts_tenant_changelist")).url == page
    shown = client.get(page).content.decode()
    assert "/act/people/" in shown
    assert "/act/operation/" not in shown
    fields = {"registration": "closed", "chat": "off", "muted_words": "spam\n\n ham "}
    assert act(client, "accounts_tenant", tenant.pk, "people", **fields).status_code == 302
    tenant.refresh_from_db()
    assert (tenant.registration, tenant.chat, tenant.muted_words) == ("closed", "off", ["spam", "ham"])
    assert act(client, "accounts_tenant", tenant.pk, "operation").status_code == 403
    assert act(client, "accounts_tenant", other.pk, "people", **fields).status_code == 404
    assert client.get(reverse("admin:accounts_tenant_add")).status_code == 403
    log = client.get(reverse("admin:accounts_auditentry_changelist")).content.decode()
    assert "tenant.changed" in log


@pytest.mark.parametrize("name", ["brand", "games", "people", "limits", "retention", "operation"])
def test_every_form_about_the_tenant_keeps_what_it_shows(works: Works, name):
    client, tenant = works("operator"), resolve_tenant("testserver")
    tenant.branding, tenant.rates = {"accent": "#7a1f1f"}, {"RATE_ROOMS_PER_PLAYER": "5/minute"}
    tenant.system_options, tenant.languages = {"gunjin": {"quiet_draw": 50}}, ["ja"]
    tenant.save()
    before = type(tenant).objects.filter(pk=tenant.pk).values().get()
    form = client.get(reverse("admin:accounts_tenant_act", args=[tenant.pk, name])).context["form"]
    shown = {each.html_name: each.value() for each in form if each.value() not in (None, False)}
    answer = act(client, "accounts_tenant", tenant.pk, name, **shown)
    assert answer.status_code == 302, answer.context["form"].errors
    assert type(tenant).objects.filter(pk=tenant.pk).values().get() == before


def test_a_wrong_option_is_named_and_changes_nothing(works: Works):
    client, tenant = works("admin"), resolve_tenant("testserver")
    for options in ('{"gunjin": {"quiet_draw": 51}}', '{"chess": {}}', "[1]", "{"):
        answer = act(client, "accounts_tenant", tenant.pk, "games", system_options=options)
        assert answer.status_code == 200
        assert answer.context["form"].errors
    tenant.refresh_from_db()
    assert tenant.system_options == {}


def test_an_operator_founds_a_tenant_in_one_form(works: Works):
    client, add = works("operator"), reverse("admin:accounts_tenant_add")
    fields = {"slug": "club", "name": "The Club", "hosts": "club.example\nwww.club.example"}
    assert b"no host name" in client.post(add, {**fields, "hosts": "https://club.example"}).content
    answer = client.post(add, {**fields, "admin_email": "ann@club.example"})
    club = resolve_tenant("club.example")
    assert answer.url == reverse("admin:accounts_tenant_change", args=[club.pk])
    assert Membership.everywhere.get(tenant=club).user.email == "ann@club.example"
    assert b"already" in client.post(add, fields).content
    assert client.get(answer.url).status_code == 200


# --- who may what


@pytest.mark.parametrize("role", ROLES)
def test_nobody_changes_a_row_or_the_audit_log(works: Works, meeting: Meeting, first: Caller, role):
    report(meeting, first)
    client = works(role)
    act(client, "accounts_player", first.player, "note")
    for model in (AuditEntry, Player, Report, Room, Match):
        row, name = model.everywhere.first(), f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert client.get(reverse(f"{name}_add")).status_code == 403
        assert client.post(reverse(f"{name}_change", args=[row.pk]), {"reason": "x"}).status_code == 403
        assert client.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(
    ("role", "status", "given"),
    [("moderator", 403, []), ("admin", 302, ["moderator"]), ("operator", 302, ["admin", "moderator"])],
)
def test_staff_is_made_by_those_above(works: Works, role, status, given):
    client, add = works(role), reverse("admin:accounts_membership_add")
    people = {name: User.objects.create_user(f"{name}@new.example") for name in ("admin", "moderator")}
    for user in people.values():
        EmailAddress.objects.create(user=user, email=user.email, verified=True)
    stranger = User.objects.create_user("unconfirmed@new.example", PASSWORD)
    fields = {"reason": "Knows the club."}
    refused = client.post(add, {"email": stranger.email, "role": "moderator", **fields})
    assert refused.status_code == (status if status == 403 else 200)
    for wanted, user in people.items():
        answer = client.post(add, {"email": user.email.upper(), "role": wanted, **fields})
        assert answer.status_code == (status if wanted in given or status == 403 else 200)
    made = Membership.everywhere.filter(user__in=people.values())
    assert sorted(each.role for each in made) == given
    assert AuditEntry.everywhere.filter(action="membership-given").count() == len(given)


def test_staff_is_unmade_by_those_above(works: Works):
    moderator, admin = make_user("moderator"), works("admin")
    row = Membership.everywhere.get(user=moderator).pk
    assert (
        works("nobody").post(reverse("admin:accounts_membership_act", args=[row, "take"])).status_code == 302
    )
    assert act(admin, "accounts_membership", row, "take").status_code == 302
    assert not Membership.everywhere.filter(user=moderator).exists()
    entry = AuditEntry.everywhere.get()
    assert (entry.reason, entry.data) == ("Seen it.", {"user": moderator.email, "role": "moderator"})
    own = Membership.everywhere.get().pk
    assert b"Only somebody of a higher role" in act(admin, "accounts_membership", own, "take").content
    assert Membership.everywhere.filter(pk=own).exists()


# --- getting about


def test_every_page_stands_at_the_side_of_who_may_look_at_it(works: Works):
    for role in ROLES:
        client = works(role)
        side = client.get(reverse("admin:index")).content.decode()
        for model, page in desk._registry.items():
            url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
            may = page.least_role <= Role[role.upper()]
            assert (f'href="{url}"' in side) == may, (role, url)
            assert client.get(url, follow=True).status_code == (200 if may else 403)


def test_the_audit_log_names_people_as_they_are_called(works: Works, first: Caller):
    client = works("moderator")
    act(client, "accounts_player", first.player, "ban", span="1 day", message="be-kind")
    entry = AuditEntry.everywhere.get(action="ban")
    log = client.get(reverse("admin:accounts_auditentry_changelist")).content.decode()
    assert "player First" in log
    page = client.get(reverse("admin:accounts_auditentry_change", args=[entry.pk])).content.decode()
    words = ("until: 2", " UTC<", "message: Please be kind")
    for told in ("moderator-testserver@example.org", "ban", "player First", "Seen it.", *words):
        assert told in page
    with tenant_scope(entry.tenant_id):
        for kind in ("player", "message", "nothing"):
            AuditEntry.objects.create(actor_kind="system", action="x", subject_kind=kind, subject_id="")
    assert client.get(reverse("admin:accounts_auditentry_changelist")).status_code == 200


# --- what no page shows


def test_no_page_tells_a_kind_while_the_match_runs(
    works: Works, playing: Meeting, first: Caller, second: Caller
):
    Caller.done(first.play(playing.match))
    report_id, client = report(playing, first), works("operator")
    match, room = Match.everywhere.get(), Room.everywhere.get()
    pages = [reverse("admin:index")]
    for model in desk._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages.append(reverse(f"{name}_changelist"))
    for page, row in (("games_match", match.pk), ("games_room", room.pk), ("accounts_report", report_id)):
        pages.append(reverse(f"admin:{page}_change", args=[row]))
    pages += [reverse("admin:accounts_player_change", args=[each.player]) for each in (first, second)]
    for page in pages:
        answer = client.get(page, follow=True)
        assert answer.status_code == 200, page
        text = answer.content.decode()
        assert match.sealed_position not in text
        for kind in ("maj_general", "lt_colonel", "second_lt", "cavalry"):
            assert kind not in text, page
