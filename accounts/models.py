"""Tenants, the users known to the deployment, the players of one tenant, and their tokens."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower

from accounts.ids import row_id
from accounts.tenancy import TenantModel


class Tenant(models.Model):
    """A site, club or app that shares the deployment. Empty limits fall back to the settings."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=80)
    hosts = models.JSONField(default=list, help_text='Host names; "*" takes every host no other tenant has.')
    allowed_origins = models.JSONField(default=list, help_text="Browser origins besides the hosts.")
    systems = models.JSONField(default=list, help_text="Enabled game systems; empty means all.")
    is_active = models.BooleanField(default=True)
    epoch = models.PositiveIntegerField(default=1, help_text="Raised when the database was restored.")
    room_idle_minutes = models.PositiveIntegerField(null=True, blank=True)
    room_lifetime_hours = models.PositiveIntegerField(null=True, blank=True)
    purge_warning_minutes = models.PositiveIntegerField(null=True, blank=True)
    abandon_after_seconds = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.slug

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


class User(AbstractUser):
    """Who signs in; known to the deployment, not to a tenant."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)


class Player(TenantModel):
    """Who plays, in one tenant. A guest who registers keeps the row."""

    class PlayerKind(models.TextChoices):
        GUEST = "guest"
        PERSON = "person"
        BOT = "bot"

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL)
    kind = models.CharField(max_length=8, choices=PlayerKind.choices, default=PlayerKind.GUEST)
    name = models.CharField(max_length=24)
    recovery_digest = models.CharField(max_length=64, blank=True)
    banned_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint("tenant", Lower("name"), name="player_name_unique_per_tenant"),
            models.UniqueConstraint(
                fields=("tenant", "user"), condition=models.Q(user__isnull=False), name="one_player_per_user"
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="player_tenant_id"),
        )
        indexes = (models.Index(fields=("tenant", "recovery_digest"), name="player_recovery"),)

    def __str__(self) -> str:
        return self.name

    def is_banned(self, now: datetime) -> bool:
        return self.banned_until is not None and self.banned_until > now


class Token(TenantModel):
    """A bearer token of one device or bot; only its SHA-256 is stored."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64)
    label = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(fields=("tenant", "digest"), name="token_digest_unique"),
            models.UniqueConstraint(fields=("tenant", "id"), name="token_tenant_id"),
        )

    def __str__(self) -> str:
        return f"token of {self.player_id}"
