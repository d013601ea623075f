"""A site, club or app that shares the deployment, and everything it decides for itself."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import models

from accounts.ids import client_key, row_id
from accounts.policy import check_branding, check_languages, check_rates


class Chat(models.TextChoices):
    """What may be said in a room, from nothing to everything."""

    OFF = "off"
    PRESETS = "presets"
    FREE = "free"

    def at_most(self, most: Chat) -> Chat:
        """The lesser of the two."""
        order = list(Chat)
        return min(self, most, key=order.index)


class Tenant(models.Model):
    """What is empty falls back to the settings; an empty quota or retention time means no limit."""

    class Registration(models.TextChoices):
        OPEN = "open"
        INVITATION = "invitation"
        CLOSED = "closed"

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=80)
    client_key = models.CharField(
        max_length=40, unique=True, default=client_key, help_text="What apps send as X-Gyoji-Tenant."
    )
    hosts = models.JSONField(default=list, help_text='Host names; "*" takes every host no other tenant has.')
    allowed_origins = models.JSONField(
        default=list, help_text="Browser origins besides the hosts.", blank=True
    )
    is_active = models.BooleanField(default=True)
    epoch = models.PositiveIntegerField(default=1, help_text="Raised when the database was restored.")
    created_at = models.DateTimeField(auto_now_add=True)

    registration = models.CharField(max_length=12, choices=Registration, default=Registration.OPEN)
    languages = models.JSONField(
        default=list, blank=True, validators=[check_languages], help_text='Such as "ja"; empty means all.'
    )
    branding = models.JSONField(
        default=dict, blank=True, validators=[check_branding], help_text="name, accent, background, logo_url."
    )
    systems = models.JSONField(default=list, blank=True, help_text="Enabled game systems; empty means all.")
    system_options = models.JSONField(
        default=dict, blank=True, help_text="Options nobody may change here: {system: {option: value}}."
    )
    chat = models.CharField(max_length=8, choices=Chat, default=Chat.PRESETS)
    muted_words = models.JSONField(default=list, blank=True, help_text="Refused in chat.")

    rates = models.JSONField(
        default=dict, blank=True, validators=[check_rates], help_text='{"RATE_ROOMS_PER_PLAYER": "5/minute"}.'
    )
    quota_rooms = models.PositiveIntegerField(null=True, blank=True, help_text="Open rooms.")
    quota_accounts = models.PositiveIntegerField(null=True, blank=True, help_text="Registered players.")
    quota_bot_seconds_per_day = models.PositiveIntegerField(null=True, blank=True)

    room_idle_minutes = models.PositiveIntegerField(null=True, blank=True)
    room_lifetime_hours = models.PositiveIntegerField(null=True, blank=True)
    purge_warning_minutes = models.PositiveIntegerField(null=True, blank=True)
    abandon_after_seconds = models.PositiveIntegerField(null=True, blank=True)
    keep_matches_days = models.PositiveIntegerField(null=True, blank=True)
    keep_guests_days = models.PositiveIntegerField(null=True, blank=True)
    keep_chat_days = models.PositiveIntegerField(null=True, blank=True)
    keep_reports_days = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    def fixed_options(self, system: str) -> dict[str, Any]:
        """The options of a game system that nobody may change here."""
        return dict(self.system_options.get(system, {}))

    @property
    def room_idle(self) -> timedelta:
        return timedelta(minutes=self._limit(self.room_idle_minutes, "ROOM_IDLE_MINUTES"))

    @property
    def room_lifetime(self) -> timedelta:
        return timedelta(hours=self._limit(self.room_lifetime_hours, "ROOM_LIFETIME_HOURS"))

    @property
    def purge_warning(self) -> timedelta:
        return timedelta(minutes=self._limit(self.purge_warning_minutes, "PURGE_WARNING_MINUTES"))

    @property
    def abandon_after(self) -> timedelta:
        return timedelta(seconds=self._limit(self.abandon_after_seconds, "ABANDON_AFTER_SECONDS"))

    @staticmethod
    def _limit(own: int | None, fallback: str) -> int:
        return own if own is not None else int(settings.GYOJI[fallback])
