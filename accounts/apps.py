"""Django apps: tenants, users, players and their tokens; and allauth's, which signs users in."""

from importlib import import_module

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = "People"
    default = True
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("accounts.second_factors").connect()


class SignInConfig(AppConfig):
    """In place of allauth's own, which demands that its middleware stands in MIDDLEWARE.

    `config.pages` runs that where it is needed; everywhere else it would slow every request.
    """

    name = "allauth.account"
    default_auto_field = "django.db.models.AutoField"

    def ready(self) -> None:
        import_module("allauth.account.checks")
