"""The addresses of the server; the API's own are in `games.api.urls`."""

from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerView

from config.client import client_urls
from config.health import healthz
from games.admin import desk
from games.api.schema import problem_page

docs = SpectacularSwaggerView.as_view(url="/api/v1/openapi.json", authentication_classes=[])

urlpatterns = [
    *client_urls(),
    path("healthz", healthz),
    path("admin/", desk.urls),
    path("_allauth/", include("allauth.headless.urls")),
    path("_allauth/", include("allauth.urls")),  # where OpenID Connect providers send browsers back to
    path("problems/<slug:code>", problem_page),
    path("api/docs", docs),
    path("api/v1/docs", docs),
    path("api/v1/", include("games.api.urls")),
]
