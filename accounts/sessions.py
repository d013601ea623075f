"""Signed-in users: from the key of a Django session to whose it is. A session holds in one tenant only."""

from __future__ import annotations

import time
from importlib import import_module

from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from accounts.errors import RecentSignInNeeded, Unauthenticated
from accounts.models import Tenant, User

TENANT = "gyoji_tenant"
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


def require_recent_sign_in(key: str) -> None:
    """A password, passkey or code was shown in this session of late. Raises RecentSignInNeeded."""
    shown = new_session(key).get(AUTHENTICATION_METHODS_SESSION_KEY, []) if key else []
    if not any(time.time() - each["at"] < RECENT_SECONDS for each in shown):
        raise RecentSignInNeeded
