"""`/healthz`: whether this process reaches Postgres and Valkey."""

import logging

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

logger = logging.getLogger(__name__)


def healthz(_request: HttpRequest) -> JsonResponse:
    """200 when both answer, else 503; says which one failed, never why (that goes to the log)."""
    checks = {"database": _database_answers(), "valkey": _valkey_answers()}
    return JsonResponse(checks, status=200 if all(checks.values()) else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        logger.warning("health: database: %s", type(error).__name__)
        return False
    return True


def _valkey_answers() -> bool:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError as error:
        logger.warning("health: valkey: %s", type(error).__name__)
        return False
