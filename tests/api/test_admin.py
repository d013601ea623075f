"""Operators' pages show no hidden piece."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.admin import desk
from games.models import Match
from tests.api.conftest import Caller, Meeting

pytestmark = pytest.mark.django_db(transaction=True)
OURS = ("accounts", "games")


def names(model_admin: Any) -> list[str]:
    groups = (
        model_admin.fields or (),
        model_admin.list_display,
        model_admin.list_filter,
        model_admin.search_fields,
        model_admin.readonly_fields,
        [name for _, options in model_admin.fieldsets or () for name in options["fields"]],
    )
    return [str(name) for group in groups for name in group]


def test_no_admin_page_names_a_sealed_column():
    ours = [page for model, page in desk._registry.items() if model._meta.app_label in OURS]
    assert ours
    for page in ours:
        assert page.fields, "fields must be listed, or a new sealed column would appear by itself"
        assert not [name for name in names(page) if "sealed" in name or "salt" in name]


@pytest.fixture
def operator(db) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("operator@example.org", password="long enough"))
    return client


def test_the_pages_of_a_running_match_hold_no_layout(
    playing: Meeting, first: Caller, second: Caller, operator: Client
):
    Caller.done(first.play(playing.match))
    match = Match.everywhere.get(pk=playing.match)
    for path in (
        reverse("admin:games_match_changelist"),
        reverse("admin:games_match_change", args=[match.pk]),
        reverse("admin:games_room_changelist"),
        reverse("admin:games_room_change", args=[match.room_id]),
    ):
        response = operator.get(path)
        assert response.status_code == 200
        page = response.content.decode()
        assert match.sealed_position not in page
        for kind in ("maj_general", "lt_colonel", "second_lt", "engineer"):
            assert kind not in page.replace("engineer_vs_tank", "")


def test_operators_change_nothing_here(playing: Meeting, operator: Client):
    change = reverse("admin:games_match_change", args=[playing.match])
    assert operator.post(change, {"phase": "over"}).status_code == 403
    assert operator.post(reverse("admin:games_match_delete", args=[playing.match])).status_code == 403
    assert operator.get(reverse("admin:games_match_add")).status_code == 403
