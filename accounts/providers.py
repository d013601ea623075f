"""The way to an OpenID Connect provider and back, where allauth's own answers are not enough."""

from __future__ import annotations

import logging

from allauth.core.internal.httpkit import add_query_params
from allauth.headless.constants import Client
from allauth.headless.socialaccount.views import RedirectToProviderView
from allauth.socialaccount.providers.openid_connect.views import callback
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from requests import RequestException

log = logging.getLogger(__name__)
JSON = "application/json"
redirect = RedirectToProviderView.as_api_view(client=Client.BROWSER)


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
        answer: HttpResponse = callback(request, provider_id)
    except RequestException as error:
        answer = _unreachable(error)
    return answer


def _unreachable(error: RequestException) -> HttpResponseRedirect:
    log.warning("a provider cannot be reached: %s", type(error).__name__)
    page = settings.HEADLESS_FRONTEND_URLS["socialaccount_login_error"]
    return HttpResponseRedirect(add_query_params(page, {"error": "unreachable"}))
