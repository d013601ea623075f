"""What a tenant's own servers are told, and how each telling went."""

from __future__ import annotations

from django.db import models

from accounts.ids import row_id
from accounts.tenancy import TenantModel


class Webhook(TenantModel):
    """An address that is told of `events`. Its secret signs, so it is encrypted and not hashed.

    After a new secret was made the former one signs, too, for a day.
    """

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=255, help_text="Encrypted.")
    former_secret = models.CharField(max_length=255, blank=True, help_text="Encrypted.")
    rotated_at = models.DateTimeField(null=True, blank=True)
    events = models.JSONField(default=list)
    is_active = models.BooleanField(default=True)
    failures = models.PositiveIntegerField(default=0, help_text="Since the last success.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (models.UniqueConstraint(fields=("tenant", "id"), name="webhook_tenant_id"),)

    def __str__(self) -> str:
        return self.url


class Delivery(TenantModel):
    """One event for one webhook; written in the transaction of what happened, sent after it."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=40)
    payload = models.JSONField()
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    response_code = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        abstract = False
        verbose_name_plural = "deliveries"
        indexes = (
            models.Index(
                fields=("tenant", "next_at"), condition=models.Q(status="waiting"), name="delivery_due"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event} {self.status}"
