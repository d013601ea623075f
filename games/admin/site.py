"""The site: who gets in, through which form, and in which tenant it works.

A request works in the one tenant of its host: Postgres shows the servers' role no two at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from allauth.account.adapter import get_adapter
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path, reverse

from accounts.addresses import tenant_of
from accounts.errors import NotFound
from accounts.models import Report, User
from accounts.registration import has_confirmed
from accounts.sessions import bind, is_bound_elsewhere
from accounts.staff import Staff, staff_of
from accounts.tenancy import tenant_scope
from games.admin.theme import theme

if TYPE_CHECKING:
    from django.contrib.admin import AdminSite as Site
    from django.contrib.auth.forms import AuthenticationForm as Form
else:
    from unfold.forms import AuthenticationForm as Form
    from unfold.sites import UnfoldAdminSite as Site

View = Callable[..., HttpResponse]
FIRST_REPORTS = 10


class SignInForm(Form):
    """E-mail and password, with allauth's limits. Who has a second factor signs in where it is asked for."""

    def clean(self) -> dict[str, Any]:
        email, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if email and password:
            user = get_adapter(self.request).authenticate(self.request, email=email, password=password)
            if user is None:
                raise self.get_invalid_login_error()
            self.confirm_login_allowed(user)
            self.user_cache = user
        return dict(self.cleaned_data)

    def confirm_login_allowed(self, user: AbstractBaseUser) -> None:
        if not user.is_active or not isinstance(user, User):
            raise self.get_invalid_login_error()
        if not has_confirmed(user):
            raise forms.ValidationError("This address was never confirmed: sign in on the site itself first.")
        if is_mfa_enabled(user):
            raise forms.ValidationError("This account has a second factor: sign in on the site itself first.")


def staff_at(request: HttpRequest) -> Staff:
    """Who works at the desk. Raises NotFound for everybody else, as for a session of another tenant."""
    known = getattr(request, "gyoji_staff", None)
    if isinstance(known, Staff):
        return known
    tenant, user = tenant_of(request), request.user
    if not isinstance(user, User) or is_bound_elsewhere(request.session, tenant):
        raise NotFound
    staff = staff_of(tenant, user)
    request.gyoji_staff = staff  # type: ignore[attr-defined]  # why: asked many times a page
    return staff


class Desk(Site):
    index_title = "Open reports"
    index_template = "admin/desk/index.html"
    login_form = SignInForm

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        name = tenant_of(request).name
        return {
            **_with_stylesheet(super().each_context(request)),
            "site_title": f"{name}: the desk",
            "site_header": name,
        }

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [path("theme.css", theme, name="theme"), *super().get_urls()]

    def has_permission(self, request: HttpRequest) -> bool:
        try:
            staff_at(request)
        except NotFound:
            return False
        return True

    def admin_view(self, view: View, cacheable: bool = False) -> View:  # type: ignore[override]
        @wraps(view)
        def scoped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            with tenant_scope(tenant_of(request).id):
                return rendered(view(request, *args, **kwargs))

        return super().admin_view(scoped, cacheable)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        response = super().login(request, extra_context)
        # A refused form answers 200, and leaves a session where it belongs.
        if request.method == "POST" and response.status_code == HTTPStatus.FOUND:
            bind(request.session, tenant_of(request))
            UserSession.objects.create_from_request(request)  # or signing out everywhere would not find it
        return response

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        waiting = Report.objects.filter(status=Report.Status.OPEN)
        oldest = waiting.select_related("player", "reporter").order_by("created_at")[:FIRST_REPORTS]
        found = {"open": waiting.count(), "oldest": list(oldest), "staff": staff_at(request)}
        return super().index(request, {**found, **(extra_context or {})})


def _with_stylesheet(context: dict[str, Any]) -> dict[str, Any]:
    """The page's colours by a link, and not in the page."""
    return {**context, "colors": None, "styles": [*context["styles"], reverse("admin:theme")]}


def rendered(response: HttpResponse) -> HttpResponse:
    """A page reads its rows while it is written: that has to happen within the scope."""
    return response.render() if isinstance(response, TemplateResponse) else response


desk = Desk(name="admin")
