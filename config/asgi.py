"""What daphne serves: HTTP through Django, one WebSocket address."""

import os
from importlib.util import find_spec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path

from games.api.handler import get_application

http = get_application()  # why first: the consumer imports models

sockets = []
if find_spec("games.sockets.consumer") is not None:
    from games.sockets.consumer import GyojiConsumer

    sockets.append(path("ws/v1", GyojiConsumer.as_asgi()))

application = ProtocolTypeRouter({"http": http, "websocket": URLRouter(sockets)})
