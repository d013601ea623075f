"""The one settings module. What differs between machines comes from the environment: `config/env.py`."""

from pathlib import Path
from typing import Any

from celery.schedules import crontab

from config import desk
from config.env import read_environment

environment = read_environment()

DEBUG = environment.debug
SECRET_KEY = environment.secret_key
ALLOWED_HOSTS = environment.allowed_hosts
REDIS_URL = environment.redis_url
BEHIND_PROXY = environment.behind_proxy
WEBHOOKS_PLAIN = environment.webhooks_plain
GYOJI: dict[str, int | str] = {**environment.gyoji, **environment.rates}

INSTALLED_APPS = [
    "daphne",
    "unfold",  # before the admin, whose templates it replaces
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "allauth",
    "accounts.apps.SignInConfig",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.headless",
    "accounts",
    "games",
    "config",
]
MIDDLEWARE = [
    "config.edge.Edge",
    "games.api.middleware.Problems",
    "games.api.middleware.CrossOrigin",
    "config.static.StaticFiles",
    "config.pages.PageMiddleware",
]
SILENCED_SYSTEM_CHECKS = [
    # why: these middlewares are there, inside PageMiddleware; headers are config.headers' for every answer
    "admin.E408", "admin.E409", "admin.E410", "security.W001", "security.W002", "security.W003",
]  # fmt: skip
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # why: ours come first, for they replace some of unfold's
        "DIRS": [Path(__file__).parents[1] / "games" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- services -----------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": environment.database or {"ENGINE": "config.missing_database"},
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "gyoji",
    },
}
CHANNEL_PREFIX = "gyoji"
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": CHANNEL_PREFIX},
    },
}

# --- tasks: broker only, nothing is ever read back ----------------------------

CELERY_BROKER_URL = REDIS_URL or None
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 60}
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "referee"
CELERY_TASK_ROUTES = {
    "accounts.tasks.*": {"queue": "outbound"},  # waits for other servers; the referee does not
    "games.tasks.*": {"queue": "referee"},
    "ai_workers.tasks.*": {"queue": "bots"},
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
# `expires`: a beat that waits for a dead worker is worth nothing when the next one is due.
CELERY_BEAT_SCHEDULE = {
    "purge-rooms": {"task": "games.tasks.purge_rooms", "schedule": 60.0, "options": {"expires": 55}},
    "warn-closing-rooms": {
        "task": "games.tasks.warn_closing_rooms",
        "schedule": 60.0,
        "options": {"expires": 55},
    },
    "wake-stalled-bots": {
        "task": "games.tasks.wake_stalled_bots",
        "schedule": 1.0,
        "options": {"expires": 2},
    },
    "sweep-webhooks": {
        "task": "accounts.tasks.sweep_webhooks",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "forget-expired": {
        "task": "games.tasks.forget_expired",
        "schedule": crontab(hour=4, minute=17),
        "options": {"expires": 6 * 3600},
    },
}

# --- HTTP ---------------------------------------------------------------------

DATA_UPLOAD_MAX_MEMORY_SIZE = 65_536
APPEND_SLASH = False
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["games.api.authentication.TokenAuthentication"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.StrictJSONParser"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_SCHEMA_CLASS": "games.api.docs.Documented",
    "EXCEPTION_HANDLER": "games.api.errors.problem_handler",
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Gyoji",
    "DESCRIPTION": "Referees board games whose pieces are hidden from the opponent.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": ["games.api.schema.finish_document"],
}

CLIENT_FOLDER = Path(__file__).parent.parent / "web" / "dist"  # `make web` builds it
STATIC_URL = "static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True  # serves straight from the packages: no collectstatic step
WHITENOISE_AUTOREFRESH = False
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}

CSRF_FAILURE_VIEW = "config.pages.csrf_failed"
SESSION_COOKIE_NAME = "gyoji"
CSRF_COOKIE_NAME = "gyoji-csrf"  # the web client reads it
SESSION_COOKIE_AGE = 90 * 24 * 3600
if BEHIND_PROXY:  # TLS ends at the proxy, which sets this header itself
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = environment.hsts_seconds
    SESSION_COOKIE_NAME = "__Host-gyoji"  # browsers hold such a cookie to this very host and to TLS
    CSRF_COOKIE_NAME = "__Host-gyoji-csrf"

# --- signing in -----------------------------------------------------------------

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",  # hashes of operators made before; renewed at sign-in
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email"]},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "accounts.passwords.Breached"},
]
BREACHED_PASSWORDS_URL = environment.breached_passwords_url
HEADLESS_ONLY = True
HEADLESS_SERVE_SPECIFICATION = True
HEADLESS_SPECIFICATION_TEMPLATE_NAME = None  # the document alone: its page would load scripts from elsewhere
HEADLESS_FRONTEND_URLS = {  # what mails lead to: pages of the web client
    "account_signup": "/account/sign-up",
    "account_confirm_email": "/account/confirm?key={key}",
    "account_reset_password": "/account/reset",
    "account_reset_password_from_key": "/account/reset?key={key}",
    "socialaccount_login_error": "/account/provider",
}
HEADLESS_TOKEN_STRATEGY = "accounts.adapter.OneTenantTokens"  # noqa: S105  why: a class
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # a session alone moves the account to no other address
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 900  # s: as a confirmation's; mail takes its time
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"
MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Gyoji"
OIDC_PROVIDERS = environment.oidc_providers
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                "provider_id": each["id"],
                "name": each["name"],
                "client_id": each["client_id"],
                "secret": each["client_secret"],
                "settings": {"server_url": each["server_url"]},
            }
            for each in OIDC_PROVIDERS
        ],
    },
}

# --- mail -----------------------------------------------------------------------

EMAIL_BACKEND = "accounts.mail.QueuedBackend"
MAIL_DELIVERY = "accounts.mail.DevelopmentBackend"
MAIL_FOLDER = environment.mail_folder
DEFAULT_FROM_EMAIL = environment.mail_from
if environment.mail is not None:
    MAIL_DELIVERY = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_TIMEOUT = 10
    EMAIL_HOST = environment.mail["EMAIL_HOST"]
    EMAIL_PORT = environment.mail["EMAIL_PORT"]
    EMAIL_HOST_USER = environment.mail["EMAIL_HOST_USER"]
    EMAIL_HOST_PASSWORD = environment.mail["EMAIL_HOST_PASSWORD"]
    EMAIL_USE_TLS = environment.mail["EMAIL_USE_TLS"]
    EMAIL_USE_SSL = environment.mail["EMAIL_USE_SSL"]

# --- language, time, log --------------------------------------------------------

LANGUAGE_CODE = "en"
USE_TZ = True
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = "config.formats"
UNFOLD = desk.UNFOLD
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.Line",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        },
        "json": {"()": "config.logs.JsonLine"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": environment.log_format}},
    "root": {"handlers": ["stderr"], "level": environment.log_level},
    "loggers": {
        "daphne": {"level": "WARNING"},
        # A line for each request, for programs; people would find nothing else any more.
        "gyoji.requests": {"level": "INFO" if environment.log_format == "json" else "WARNING"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "django.request": {"level": "ERROR"},  # a refused request is the client's business
        "django": {"handlers": [], "propagate": True},
    },
}
