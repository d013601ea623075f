"""The desk of moderators, admins and operators, under `/admin/`."""

from games.admin import audit, people, reports, rooms, tenants, webhooks
from games.admin.site import desk

__all__ = ["audit", "desk", "people", "reports", "rooms", "tenants", "webhooks"]
