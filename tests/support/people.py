"""Registered players, made as rows: how people sign up has tests of its own."""

from __future__ import annotations

from accounts.identity import issue_token
from accounts.models import Player, Tenant, User
from accounts.names import name_key
from accounts.tenancy import tenant_scope


def register(name: str, tenant: Tenant | None = None) -> tuple[Player, str]:
    """A person with an account in the tenant, and a token of one of their devices."""
    tenant = tenant or Tenant.objects.get(slug="default")
    user = User.objects.create_user(f"{name_key(name)}@example.org")
    with tenant_scope(tenant.id):
        player = Player.objects.create(
            user=user, kind=Player.PlayerKind.PERSON, name=name, name_key=name_key(name)
        )
        token, _expires_at = issue_token(player)
    return player, token
