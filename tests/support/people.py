"""Registered players and staff, made as rows: how people sign up has tests of its own."""

from __future__ import annotations

import time
from uuid import uuid4

from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from accounts.identity import issue_token
from accounts.models import Membership, Player, Tenant, User
from accounts.names import name_key
from accounts.sessions import bind, new_session
from accounts.staff import Role, Staff, staff_of
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


def open_session(user: User, tenant: Tenant) -> str:
    """The key of a session as signing in by password leaves it."""
    session = new_session()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "password", "at": time.time()}]
    bind(session, tenant)
    session.save()
    UserSession.objects.create(user=user, session_key=session.session_key, ip="192.0.2.1")
    return str(session.session_key)


def make_user(**fields) -> User:
    return User.objects.create(email=f"{uuid4().hex[:12]}@example.org", **fields)


def make_staff(tenant: Tenant, role: Role) -> Staff:
    """Somebody who has this role in the tenant."""
    user = make_user(is_superuser=role == Role.OPERATOR)
    if role != Role.OPERATOR:
        with tenant_scope(tenant.id):
            Membership.objects.create(user=user, role=role.name.lower())
    return staff_of(tenant, user)
