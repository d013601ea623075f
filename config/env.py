"""Everything that is read from the environment, in one place.

A bad value ends the process with one clear line per value and no traceback.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import urlsplit

from environs import Env, EnvError, EnvValidationError, ValidationError, validate
from limits import parse

from config.checks import refusals
from config.data_folder import DataFolder

AT_LEAST_ONE = validate.Range(min=1)


@dataclass(frozen=True, kw_only=True)
class Environment:
    """The whole configuration of one process, already checked."""

    database: dict[str, Any] | None  # why Any: Django's DATABASES entry is a free-form dict
    redis_url: str
    secret_key: str
    debug: bool
    allowed_hosts: list[str]
    behind_proxy: bool
    log_level: str
    log_format: str
    gyoji: dict[str, int]
    rates: dict[str, str]
    mail: dict[str, Any] | None  # why Any: Django's EMAIL_ settings
    mail_from: str
    mail_folder: str
    breached_passwords_url: str
    hsts_seconds: int
    oidc_providers: list[dict[str, Any]]
    webhooks_plain: bool


# A tenant may override the times.
NUMBERS: Mapping[str, int] = {
    "ROOM_IDLE_MINUTES": 30,
    "ROOM_LIFETIME_HOURS": 24,
    "PURGE_WARNING_MINUTES": 10,
    "ABANDON_AFTER_SECONDS": 120,
    "BOT_RETRY_SECONDS": 7,
    "SOCKET_THREADS": 8,
}
# In the notation of the `limits` library. A tenant may override those of players and of guests.
RATES: Mapping[str, str] = {
    "RATE_GUESTS_PER_ADDRESS": "30/minute",
    "RATE_ROOMS_PER_PLAYER": "20/minute",
    "RATE_COMMANDS_PER_PLAYER": "20/second",
    "RATE_NAMES_PER_PLAYER": "3/day",
    "RATE_REPORTS_PER_PLAYER": "10/hour",
    "RATE_CHAT_PER_PLAYER": "10/minute",
    "RATE_INVITATIONS_PER_PLAYER": "20/hour",
    "RATE_TOKENS_PER_PLAYER": "10/hour",
    "RATE_BOTS_PER_PLAYER": "10/hour",
    "RATE_EXPORTS_PER_PLAYER": "3/hour",
    "RATE_REQUESTS_PER_ADDRESS": "200/second",
    "RATE_FRAMES_PER_SOCKET": "40/second",
}
OIDC_KEYS = {"id", "name", "server_url", "client_id", "client_secret"}
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR"]
LOG_FORMATS = ["line", "json"]


def read_environment() -> Environment:
    """Read and check all variables; on bad values, print a line for each and exit with status 2."""
    env = Env(eager=False)
    database = _database(env)
    environment = Environment(
        database=database,
        redis_url=env.str("REDIS_URL", ""),
        secret_key=env.str("SECRET_KEY", ""),
        debug=env.bool("DEBUG", False),
        allowed_hosts=[*LOCAL_HOSTS, *env.list("ALLOWED_HOSTS", [])],
        behind_proxy=env.bool("BEHIND_PROXY", False),
        log_level=env.str("LOG_LEVEL", "INFO", validate=validate.OneOf(LOG_LEVELS)),
        log_format=env.str("LOG_FORMAT", "line", validate=validate.OneOf(LOG_FORMATS)),
        gyoji={name: env.int(name, default, validate=AT_LEAST_ONE) for name, default in NUMBERS.items()},
        rates={name: env.str(name, default, validate=_rate) for name, default in RATES.items()},
        mail=_mail(env),
        mail_from=env.str("EMAIL_FROM", "Gyoji <gyoji@localhost>"),
        mail_folder=str(DataFolder.from_environment().path / "mail"),
        breached_passwords_url=env.str("BREACHED_PASSWORDS_URL", "", validate=_page_address),
        hsts_seconds=env.int("HSTS_SECONDS", 0, validate=validate.Range(min=0)),
        oidc_providers=list(env.json("OIDC_PROVIDERS", [], validate=_oidc_providers) or []),
        webhooks_plain=env.bool("WEBHOOKS_PLAIN", False),
    )
    try:
        env.seal()
    except EnvValidationError as error:
        _exit(_lines(error.error_messages))
    if database is not None and not environment.secret_key:
        _exit(["SECRET_KEY is missing: set it to a long random text, the same for every process."])
    if environment.redis_url and not environment.redis_url.startswith(("redis://", "rediss://")):
        _exit(["REDIS_URL must look like redis://host:6379/0"])
    if insecure := list(refusals(environment)):
        _exit(insecure)
    return environment


def _database(env: Env) -> dict[str, Any] | None:
    """DATABASE_URL as Django wants it, with a connection pool; None when it is not set."""
    pool_size = env.int("DB_POOL_SIZE", 12, validate=AT_LEAST_ONE)
    url = env.str("DATABASE_URL", "")
    if not url:
        return None
    if not url.startswith(("postgres://", "postgresql://")):
        _exit(["DATABASE_URL must look like postgres://user:password@host:5432/name (no other database)."])
    try:
        database = dict(env.dj_db_url("DATABASE_URL"))
    except (EnvError, ValueError) as error:
        _exit([f"DATABASE_URL cannot be read: {type(error).__name__}"])
    options = dict(database.get("OPTIONS") or {})
    options["pool"] = {"min_size": 1, "max_size": pool_size or 12, "timeout": 10}
    return {
        **database,
        "ENGINE": "accounts.postgres",  # Django's own, which also keeps tenants apart
        "OPTIONS": options,
        "CONN_MAX_AGE": 0,
        "ATOMIC_REQUESTS": False,
    }


def _mail(env: Env) -> dict[str, Any] | None:
    """EMAIL_URL as Django's EMAIL_ settings; None when it is not set.

    `submission:` begins with STARTTLS; `smtp:` is plain unless the query says `ssl=True` or `tls=True`.
    """
    url = env.str("EMAIL_URL", "")
    if not url:
        return None
    if not url.startswith(("smtp://", "submission://")):
        _exit(["EMAIL_URL must look like submission://user:password@host:587 or smtp://host:465?ssl=true"])
    try:
        return dict(env.dj_email_url("EMAIL_URL"))
    except (EnvError, ValueError) as error:
        _exit([f"EMAIL_URL cannot be read: {type(error).__name__}"])


def _page_address(value: str) -> None:
    if value and not (value.startswith(("http://", "https://")) and urlsplit(value).hostname):
        raise ValidationError("Not an address like https://pages.example/")


def _oidc_providers(value: object) -> None:
    """A list of objects with exactly the `OIDC_KEYS`, all texts."""
    providers = value if isinstance(value, list) else [None]
    for each in providers:
        if not isinstance(each, dict) or set(each) != OIDC_KEYS:
            raise ValidationError(f"Not a list of objects with {', '.join(sorted(OIDC_KEYS))}.")
        if not all(isinstance(text, str) and text for text in each.values()):
            raise ValidationError("Every value of a provider is a text.")


def _rate(value: str) -> None:
    try:
        parse(value)
    except ValueError as error:
        raise ValidationError(f"Not a rate like 20/second: {value}") from error


def _lines(messages: Mapping[str, list[str]] | list[str]) -> list[str]:
    """`{"DEBUG": ["Not a valid boolean."]}` as readable lines."""
    if isinstance(messages, list):
        return messages
    return [f"{name}: {' '.join(texts)}" for name, texts in messages.items()]


def _exit(lines: list[str]) -> NoReturn:
    for line in lines:
        print(f"gyoji: {line}", file=sys.stderr)  # noqa: T201  why: logging is not set up yet
    sys.exit(2)
