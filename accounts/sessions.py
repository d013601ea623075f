"""Signed-in users: from the key of a Django session to who acts. A session holds in one tenant only."""

from __future__ import annotations

import time
from importlib import import_module

from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

from accounts.bans import require_not_banned
from accounts.errors import NoPlayer, RecentSignInNeeded, Unauthenticated
from accounts.identity import Actor, digest
from accounts.models import Player, Tenant, User
from accounts.tenancy import tenant_scope

TENANT = "gyoji_tenant"
SEEN_EVERY_SECONDS = 600
RECENT_SECONDS = 600


def new_session(key: str | None = None) -> SessionBase:
    """The stored session of a key, read when it is looked into; a new one without a key."""
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return store


def bind(session: SessionBase, tenant: Tenant) -> None:
    """Called at sign-in: from now on the session opens this tenant and no other."""
    session[TENANT] = str(tenant.id)


def is_bound_elsewhere(session: SessionBase, tenant: Tenant) -> bool:
    return bool(session.get(TENANT, str(tenant.id)) != str(tenant.id))


def signed_in_user(tenant: Tenant, key: str) -> User:
    """Whose session this is. Raises Unauthenticated for one that ended, of another tenant, or of nobody."""
    session = new_session(key)
    request = HttpRequest()
    request.session = session
    user = get_user(request)  # checks that the password was not changed since, and that the user is active
    if not isinstance(user, User) or session.get(TENANT) != str(tenant.id):
        raise Unauthenticated("A valid session is needed.")
    return user


def authenticate_session(tenant: Tenant, key: str) -> Actor:
    """Raises Unauthenticated, NoPlayer for a user who has not joined this tenant, Banned."""
    user = signed_in_user(tenant, key)
    with tenant_scope(tenant.id):
        player = Player.objects.filter(user=user).first()
    if player is None:
        raise NoPlayer
    player.user = user  # as read above: what asks for it needs no query
    require_not_banned(player)
    note_use(key)
    return Actor(tenant, player)


def note_use(key: str) -> None:
    """Write when a session was last used, to ten minutes."""
    name = "session-seen:" + digest(key)
    if cache.add(name, 1, SEEN_EVERY_SECONDS):
        UserSession.objects.filter(session_key=key).update(last_seen_at=timezone.now())


def require_recent_sign_in(key: str) -> None:
    """A password, passkey or code was shown in this session of late. Raises RecentSignInNeeded."""
    shown = new_session(key).get(AUTHENTICATION_METHODS_SESSION_KEY, []) if key else []
    if not any(time.time() - each["at"] < RECENT_SECONDS for each in shown):
        raise RecentSignInNeeded
