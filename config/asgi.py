"""What daphne serves: HTTP through Django, one WebSocket address."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path

from config.handler import get_application

http = get_application()  # why first: the consumer imports models

from games.sockets.consumer import GyojiConsumer  # noqa: E402

# why ignored: the stubs know of paths to views, not of paths to ASGI applications
sockets = URLRouter([path("ws/v1", GyojiConsumer.as_asgi())])  # type: ignore[arg-type, list-item]
application = ProtocolTypeRouter({"http": http, "websocket": sockets})
