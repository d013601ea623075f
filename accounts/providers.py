"""The way to an OpenID Connect provider and back, where allauth's own answers are not enough."""

from __future__ import annotations

import logging

from allauth.core.internal.httpkit import add_query_params
from allauth.headless.adapter import get_adapter
from allauth.headless.constants import Client
from allauth.headless.socialaccount.inputs import ProviderTokenInput
from allauth.headless.socialaccount.views import ProviderTokenView, RedirectToProviderView
from allauth.socialaccount.models import SocialApp, SocialLogin, SocialToken
from allauth.socialaccount.providers.base import ProviderException
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from requests import RequestException

log = logging.getLogger(__name__)
JSON = "application/json"
MALFORMED = (TypeError, ValueError, LookupError, AttributeError, ImproperlyConfigured)
redirect = RedirectToProviderView.as_api_view(client=Client.BROWSER)


class Callback(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]  # why: allauth has no types
    """Takes only what is well said, and of one user: allauth would fail, or take nobody for somebody."""

    def complete_login(
        self, request: HttpRequest, app: SocialApp, token: SocialToken, **told: object
    ) -> SocialLogin:
        try:
            login = super().complete_login(request, app, token, **told)
            subjects = {claims.get("sub") for claims in login.account.extra_data.values()}
        except MALFORMED as error:
            raise ProviderException("What the provider says of its user is malformed.") from error
        if len(subjects) != 1 or not all(map(_is_subject, subjects)):
            raise ProviderException("The provider does not say which user it is.")
        return login


def _is_subject(sub: object) -> bool:
    """A text, by the standard; there are providers that count their users."""
    return type(sub) is int or (isinstance(sub, str) and sub.isprintable())


class Identity(ProviderTokenInput):  # type: ignore[misc]  # why: allauth has no types
    """A token that says who its bearer is: allauth fails where it names no key, or one of another kind."""

    def clean(self) -> dict[str, object]:
        try:
            super().clean()
            login = self.cleaned_data.get("sociallogin")
            is_said = login is None or _is_subject(login.account.extra_data["sub"])
        except MALFORMED:
            is_said = False
        if not is_said:
            self.add_error("token", get_adapter().validation_error("invalid_token"))
        return self.cleaned_data  # type: ignore[no-any-return]


class ByIdentity(ProviderTokenView):  # type: ignore[misc]
    """How an app signs in that has asked the provider itself."""

    input_class = Identity


def to_provider(request: HttpRequest) -> HttpResponse:
    """A redirect, as allauth's; who asks for JSON alone is told where it leads: `{"data": {"location"}}`.

    Our pages send no form: their policy forbids it, and wherever a provider would redirect it as well, and as
    they tell no referrer its origin would be "null", which the protection against forgery refuses.
    """
    try:
        answer: HttpResponse = redirect(request)
    except RequestException as error:
        answer = _unreachable(error)
    if (
        not isinstance(answer, HttpResponseRedirect)
        or request.get_preferred_type(["text/html", JSON]) != JSON
    ):
        return answer
    return JsonResponse({"status": 200, "data": {"location": answer.url}})


def from_provider(request: HttpRequest, provider_id: str) -> HttpResponse:
    """allauth's, but for a provider that cannot be asked: a browser is here, and wants a page."""
    try:
        answer: HttpResponse = OAuth2CallbackView.adapter_view(Callback(request, provider_id))(request)
    except SocialApp.DoesNotExist as error:
        raise Http404 from error
    except RequestException as error:
        answer = _unreachable(error)
    return answer


def _unreachable(error: RequestException) -> HttpResponseRedirect:
    log.warning("a provider cannot be reached: %s", type(error).__name__)
    page = settings.HEADLESS_FRONTEND_URLS["socialaccount_login_error"]
    return HttpResponseRedirect(add_query_params(page, {"error": "unreachable"}))
