"""What stands at the side of every page of the desk."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest
from django.urls import reverse

from accounts.errors import NotFound
from games.admin.site import desk, staff_at

Item = dict[str, object]

# Title, symbol and page of each, by what the day is about. Who may not look at a page does not see it here.
SECTIONS: Sequence[tuple[str, Sequence[tuple[str, str, str]]]] = (
    (
        "Moderation",
        (
            ("Reports", "report", "accounts.report"),
            ("Players", "person", "accounts.player"),
            ("Rooms", "meeting_room", "games.room"),
            ("Matches", "swords", "games.match"),
        ),
    ),
    (
        "This site",
        (
            ("Settings", "tune", "accounts.tenant"),
            ("Staff", "badge", "accounts.membership"),
            ("Webhooks", "webhook", "accounts.webhook"),
            ("Deliveries", "outbox", "accounts.delivery"),
            ("Audit log", "history", "accounts.auditentry"),
        ),
    ),
)


def sidebar(request: HttpRequest) -> list[dict[str, object]]:
    """As django-unfold wants it; nothing for who does not work here."""
    try:
        staff_at(request)
    except NotFound:
        return []
    pages = {page.opts.label_lower: page for page in desk._registry.values()}  # noqa: SLF001  why: no public name
    groups: list[dict[str, object]] = [{"items": [_item("Desk", "home", reverse("admin:index"))]}]
    for title, entries in SECTIONS:
        items = [
            _item(name, symbol, reverse(f"admin:{label.replace('.', '_')}_changelist"))
            for name, symbol, label in entries
            if label in pages and pages[label].has_view_permission(request)
        ]
        groups.append({"title": title, "items": items})
    return groups


def _item(title: str, symbol: str, link: str) -> Item:
    return {"title": title, "icon": symbol, "link": link}
