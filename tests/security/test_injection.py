"""Names and notes are text, whatever they look like."""

from __future__ import annotations

import html

import pytest
from django.urls import reverse

from accounts.models import Player, Report
from tests.security.matrix import Caller
from tests.security.matrix_world import World
from tests.support.people import make_user

TEXTS = ("<img src=x onerror=1>", "'); DROP TABLE x;--", "{{7*7}}{% now 'Y' %}")


@pytest.mark.parametrize("text", TEXTS)
def test_what_looks_like_code_stays_text(world: World, text: str) -> None:
    """As a name and as a report's note: in the API, in the database and on the moderators' pages."""
    made = world.door(Caller.NOBODY).call("POST", "/api/v1/players/guest", {"name": text}).json()
    guest = {"Authorization": f"Bearer {made['token']}"}
    body = {"kind": "player", "reason": "abuse", "note": text, "room": world.ids["open_room"], "seat": 1}
    assert world.door(Caller.NOBODY).call("POST", "/api/v1/reports", body, guest).status_code == 201
    assert (made["name"], Player.everywhere.get(pk=made["player"]).name) == (text, text)

    operator = world.door(Caller.NOBODY)
    operator.client.force_login(make_user(is_superuser=True))
    report = Report.everywhere.get(note=text)
    pages = (
        reverse("admin:accounts_player_changelist"),
        reverse("admin:accounts_player_change", args=[made["player"]]),
        reverse("admin:accounts_report_change", args=[report.pk]),
    )
    for page in pages:
        shown = operator.call("GET", page)
        assert shown.status_code == 200, shown["Location"]
        assert html.escape(text) in shown.content.decode()
        assert text == html.escape(text) or text not in shown.content.decode()
