"""What opens a door: tokens of devices and bots, and invitations to register."""

from __future__ import annotations

from django.db import models

from accounts.access import player_scopes
from accounts.ids import row_id
from accounts.models.people import Player, User
from accounts.tenancy import TenantModel


class Token(TenantModel):
    """A bearer token; only its SHA-256 is stored."""

    class TokenKind(models.TextChoices):
        GUEST = "guest"
        DEVICE = "device"
        PERSONAL = "personal"
        BOT = "bot"

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    kind = models.CharField(max_length=8, choices=TokenKind, default=TokenKind.GUEST)
    scopes = models.JSONField(default=player_scopes)
    digest = models.CharField(max_length=64)
    prefix = models.CharField(max_length=14, blank=True, help_text="What its owner knows it by.")
    label = models.CharField(max_length=40, blank=True)
    session_key = models.CharField(max_length=40, blank=True, help_text="The session a device signed in by.")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="To ten minutes.")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(fields=("tenant", "digest"), name="token_digest_unique"),
            models.UniqueConstraint(fields=("tenant", "id"), name="token_tenant_id"),
        )

    def __str__(self) -> str:
        return f"token of {self.player_id}"


class Invitation(TenantModel):
    """A code that lets somebody register where registration is by invitation; only its digest is stored."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    digest = models.CharField(max_length=64)
    email = models.EmailField(blank=True, help_text="Only for this address; empty means anybody.")
    uses_left = models.PositiveIntegerField(default=1)
    created_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (models.UniqueConstraint(fields=("tenant", "digest"), name="invitation_digest_unique"),)

    def __str__(self) -> str:
        return self.email or f"invitation {self.id}"
