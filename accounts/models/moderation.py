"""What players complain about, what moderators do about it, and the record of both."""

from __future__ import annotations

from django.db import models

from accounts.ids import row_id
from accounts.models.people import Player, User
from accounts.tenancy import TenantModel


class Report(TenantModel):
    """A complaint. It keeps ids and the text it is about, for both outlive the room."""

    class Subject(models.TextChoices):
        PLAYER = "player"
        NAME = "name"
        MESSAGE = "message"

    class Reason(models.TextChoices):
        CHEATING = "cheating"
        ABUSE = "abuse"
        NAME = "name"
        SPAM = "spam"
        OTHER = "other"

    class Status(models.TextChoices):
        OPEN = "open"
        UPHELD = "upheld"
        DISMISSED = "dismissed"

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    reporter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports_made")
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports"
    )
    kind = models.CharField(max_length=8, choices=Subject)
    subject_text = models.CharField(max_length=300, blank=True, help_text="The name or line as it was.")
    room_id = models.UUIDField(null=True, blank=True)
    match_id = models.UUIDField(null=True, blank=True)
    message_id = models.UUIDField(null=True, blank=True)
    reason = models.CharField(max_length=8, choices=Reason)
    note = models.CharField(max_length=500, blank=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    handled_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    handled_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(
                fields=("tenant", "reporter", "player", "kind", "message_id"),
                condition=models.Q(status="open"),
                nulls_distinct=False,
                name="one_open_report",
            ),
            models.UniqueConstraint(fields=("tenant", "id"), name="report_tenant_id"),
        )
        indexes = (models.Index(fields=("tenant", "status", "created_at"), name="report_queue"),)

    def __str__(self) -> str:
        return f"{self.reason}: {self.subject_text or self.kind}"


class Sanction(TenantModel):
    """What was done to a player; `until` null is for ever. What counts now stands on the player.

    The last three kinds are no punishment: they tell who was there what became of a room, a match or a line.
    """

    class SanctionKind(models.TextChoices):
        WARN = "warn"
        MUTE = "mute"
        BAN = "ban"
        RENAME = "rename"
        CLOSE = "close"
        VOID = "void"
        DELETE = "delete"

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=6, choices=SanctionKind)
    until = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=500, help_text="For moderators.")
    message = models.CharField(max_length=40, blank=True, help_text="Code of the text the player reads.")
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    report = models.ForeignKey(
        Report, null=True, blank=True, on_delete=models.SET_NULL, related_name="sanctions"
    )
    lifted_at = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True, help_text="When the player said so.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (models.UniqueConstraint(fields=("tenant", "id"), name="sanction_tenant_id"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.player_id}"


class Note(TenantModel):
    """What moderators tell each other about a player."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notes")
    by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    text = models.CharField(max_length=1000)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        abstract = False

    def __str__(self) -> str:
        return self.text[:40]


class AuditEntry(TenantModel):
    """Who did what to whom, when and why. Only ever inserted: no pointers, so nothing has to change in it."""

    class ActorKind(models.TextChoices):
        USER = "user"
        SYSTEM = "system"

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField(auto_now_add=True)
    actor_kind = models.CharField(max_length=6, choices=ActorKind)
    actor_id = models.UUIDField(null=True, blank=True, help_text="The user.")
    actor_name = models.CharField(max_length=254, blank=True)
    action = models.CharField(max_length=40)
    subject_kind = models.CharField(max_length=20, blank=True)
    subject_id = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    data = models.JSONField(default=dict, blank=True)

    class Meta(TenantModel.Meta):
        abstract = False
        verbose_name_plural = "audit entries"
        indexes = (
            models.Index(fields=("tenant", "-at"), name="audit_time"),
            models.Index(fields=("tenant", "subject_kind", "subject_id"), name="audit_subject"),
        )

    def __str__(self) -> str:
        return f"{self.action} by {self.actor_name or self.actor_kind}"
