"""The addresses of the server; the API's own are in `games.api.urls`."""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

from config.health import healthz

urlpatterns = [
    path("healthz", healthz),
    path("admin/", admin.site.urls),
]
if find_spec("games.api") is not None:
    urlpatterns.append(path("api/v1/", include("games.api.urls")))
