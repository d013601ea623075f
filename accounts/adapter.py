"""What allauth asks of us: whose request it is, who may sign up, and what mails say."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.password_reset_by_code import PASSWORD_RESET_VERIFICATION_SESSION_KEY
from allauth.core import context as current
from allauth.headless.tokens.strategies.sessions import SessionTokenStrategy
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.http import HttpRequest
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme

from accounts.addresses import client_ip, tenant_of
from accounts.devices import end_everything, end_sessions, revoke_devices
from accounts.models import Tenant, User
from accounts.rechecks import recheck_user
from accounts.registration import may_register
from accounts.sessions import bind, is_bound_elsewhere, new_session
from accounts.vault import box

INVITATION_HEADER = "X-Gyoji-Invitation"
SECOND_FACTOR = "second-factor"


@dataclass(frozen=True, slots=True)
class Site:
    """What the mails' templates call the current site."""

    name: str
    domain: str


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # why: allauth has no types
    """Signs in to the tenant of the request, and revokes what a device was given when its session ends."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return may_register(tenant_of(request), request.headers.get(INVITATION_HEADER, ""))

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_ip(request)

    def is_safe_url(self, url: str) -> bool:
        """This very site: allauth's own leads to other tenants' hosts, too, and fails on "http://["."""
        return url_has_allowed_host_and_scheme(url, allowed_hosts={current.request.get_host()})

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        bind(request.session, tenant_of(request))

    def logout(self, request: HttpRequest) -> None:
        user, key = request.user, request.session.session_key
        super().logout(request)
        if isinstance(user, User) and key:
            revoke_devices(user, session_keys=[key])
            recheck_user(user)

    def clean_password(self, password: str, user: User | None = None) -> str:
        """At sign-up allauth does not say for whom; the password must not be like the address."""
        cleaned: str = super().clean_password(password, user or User(email=_asked_email(current.request)))
        return cleaned

    def set_password(self, user: User, password: str) -> None:
        """Sessions end by themselves, as their hash no longer fits; tokens must be told.

        Who knows the old password keeps this browser and their programs; allauth renews the session after
        this, so open sockets are left to the clock. Who comes by a mailed code had lost the account, or
        never had it: somebody may have signed up with an address that is not theirs, also by a provider
        that did not ask. They get it with nothing of anybody else in it.
        """
        super().set_password(user, password)
        if _is_signed_in(current.request, user):
            revoke_devices(user)
        else:
            SocialAccount.objects.filter(user=user).delete()
            end_everything(user)

    def format_email_subject(self, subject: str) -> str:
        return f"[{_site(current.request).name}] {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the language of the request, under the name of its tenant."""
        request = current.request
        with translation.override(translation.get_language_from_request(request)):
            super().send_mail(template_prefix, email, {**context, "current_site": _site(request)})


class OneTenantTokens(SessionTokenStrategy):  # type: ignore[misc]  # why: allauth has no types
    """allauth's session tokens of apps: none is seen in another tenant than its own."""

    def get_session_token(self, request: HttpRequest) -> str | None:
        token: str | None = super().get_session_token(request)
        if token and is_bound_elsewhere(new_session(token), tenant_of(request)):
            return None
        return token


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # why: allauth has no types
    """Second factors' secrets are encrypted in the database, under a key that is not there."""

    def encrypt(self, text: str) -> str:
        return box(SECOND_FACTOR).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return box(SECOND_FACTOR).decrypt(encrypted_text.encode()).decode()


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]  # why: allauth has no types
    def end_sessions(self, sessions: list[UserSession]) -> None:
        for session in sessions:
            revoke_devices(session.user, session_keys=[session.session_key])
        end_sessions(sessions)
        for user in {session.user for session in sessions}:
            recheck_user(user)


def _is_signed_in(request: HttpRequest, user: User) -> bool:
    """Whether the user asks by a session, and not by a mailed code, which a signed-in browser may use too."""
    return request.user == user and PASSWORD_RESET_VERIFICATION_SESSION_KEY not in request.session


def _asked_email(request: HttpRequest) -> str:
    try:
        email = json.loads(request.body).get("email")
    except (ValueError, AttributeError):
        return ""
    return email if isinstance(email, str) else ""


def _site(request: HttpRequest) -> Site:
    tenant: Tenant = tenant_of(request)
    return Site(tenant.branding.get("name") or tenant.name, request.get_host())
