"""Who signs in, who plays, and what players are to each other."""

from __future__ import annotations

from datetime import UTC, datetime

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower

from accounts.ids import row_id
from accounts.tenancy import TenantModel

FOR_EVER = datetime(9999, 12, 31, tzinfo=UTC)  # the `until` of a ban or mute without an end


class UserManager(BaseUserManager["User"]):
    """E-mail addresses are kept in lower case, so that one address is one user."""

    def create_user(self, email: str, password: str | None = None, **fields: object) -> User:
        """Without a password nobody can sign in with one."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None) -> User:
        return self.create_user(email, password, is_superuser=True)

    def get_by_natural_key(self, email: str | None) -> User:
        return self.get(email=(email or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Who signs in; known to the deployment, not to a tenant. A superuser is an operator."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    email = models.EmailField(unique=True)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(auto_now_add=True)

    objects = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"

    class Meta:
        constraints = (models.UniqueConstraint(Lower("email"), name="user_email_unique"),)

    def __str__(self) -> str:
        return self.email

    @property
    def is_staff(self) -> bool:
        """What Django's own admin asks; who may do what in a tenant is its `Membership`."""
        return self.is_superuser


class Player(TenantModel):
    """Who plays, in one tenant. A guest who registers keeps the row; so does a player who is deleted."""

    class PlayerKind(models.TextChoices):
        GUEST = "guest"
        PERSON = "person"
        BOT = "bot"

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="players")
    owner = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="bots", help_text="Of a bot."
    )
    kind = models.CharField(max_length=8, choices=PlayerKind.choices, default=PlayerKind.GUEST)
    name = models.CharField(max_length=24)
    name_key = models.CharField(max_length=96, help_text="Equal for names that look alike.")
    named_at = models.DateTimeField(null=True, blank=True, help_text="The last change of the name.")
    settings = models.JSONField(default=dict, blank=True)
    recovery_digest = models.CharField(max_length=64, blank=True)
    banned_until = models.DateTimeField(null=True, blank=True)
    muted_until = models.DateTimeField(null=True, blank=True)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL)
    deleted_at = models.DateTimeField(null=True, blank=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint("tenant", Lower("name"), name="player_name_unique_per_tenant"),
            models.UniqueConstraint(fields=("tenant", "name_key"), name="player_name_key_unique"),
            models.CheckConstraint(condition=~models.Q(name_key=""), name="player_name_key_set"),
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

    def is_muted(self, now: datetime) -> bool:
        return self.muted_until is not None and self.muted_until > now


class Membership(TenantModel):
    """A user who works for a tenant. Operators need none: they are superusers."""

    class Role(models.TextChoices):
        MODERATOR = "moderator"
        ADMIN = "admin"

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        abstract = False
        verbose_name = "member of the staff"
        verbose_name_plural = "staff"
        constraints = (models.UniqueConstraint(fields=("tenant", "user"), name="membership_unique"),)

    def __str__(self) -> str:
        return f"{self.user}, {self.role}"


class Block(TenantModel):
    """`player` wants nothing from `blocked`: no chat, no invitation."""

    id = models.UUIDField(primary_key=True, default=row_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        abstract = False
        constraints = (
            models.UniqueConstraint(fields=("tenant", "player", "blocked"), name="block_unique"),
            models.CheckConstraint(condition=~models.Q(player=models.F("blocked")), name="block_of_another"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} blocks {self.blocked_id}"
