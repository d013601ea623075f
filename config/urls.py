"""The addresses of the server; the API's own are in `games.api.urls`."""

from typing import NoReturn

from allauth.headless.constants import Client
from django.http import Http404, HttpRequest
from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularSwaggerSplitView

from accounts.providers import ByIdentity, from_provider, to_provider
from config.client import client_urls
from config.health import healthz
from games.admin import desk
from games.api.schema import problem_page

docs = SpectacularSwaggerSplitView.as_view(
    url="/api/v1/openapi.json",
    template_name="api/docs.html",  # theirs has a style in it, which the policy forbids
    authentication_classes=[],
)


def no_telephones(_request: HttpRequest) -> NoReturn:
    """allauth serves these addresses to everybody, and fails without a store of telephone numbers."""
    raise Http404


urlpatterns = [
    *client_urls(),
    path("healthz", healthz),
    path("admin/", desk.urls),
    re_path("^_allauth/(?:app|browser)/v1/(?:account|auth)/phone", no_telephones),
    path("_allauth/browser/v1/auth/provider/redirect", to_provider),
    path("_allauth/app/v1/auth/provider/token", ByIdentity.as_api_view(client=Client.APP)),
    path("_allauth/browser/v1/auth/provider/token", ByIdentity.as_api_view(client=Client.BROWSER)),
    path("_allauth/oidc/<str:provider_id>/login/callback/", from_provider),
    path("_allauth/", include("allauth.headless.urls")),
    path("_allauth/", include("allauth.urls")),  # where OpenID Connect providers send browsers back to
    path("problems/<slug:code>", problem_page),
    path("api/docs", docs),
    path("api/v1/docs", docs),
    path("api/v1/", include("games.api.urls")),
]
