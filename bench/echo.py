"""The least a Channels server can do: a consumer that echoes. What `bench.server` compares with."""

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import path

if not settings.configured:
    settings.configure()


class EchoConsumer(AsyncWebsocketConsumer):
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:  # noqa: ARG002
        await self.send(text_data=text_data)


application = ProtocolTypeRouter({"websocket": URLRouter([path("echo", EchoConsumer.as_asgi())])})
