"""Django loads the name `DatabaseWrapper` from here; see the package."""

from typing import NoReturn

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.db.backends.dummy import base

MESSAGE = "DATABASE_URL is not set. Start everything with `python manage.py serve`, or set it to a Postgres."


class NoDatabaseError(ImproperlyConfigured, OperationalError):
    """Both: `manage.py` prints it as one line, and commands that can do without a database go on."""


def complain(*_args: object, **_kwargs: object) -> NoReturn:
    """Stand in for everything that would need a database."""
    raise NoDatabaseError(MESSAGE)


class DatabaseWrapper(base.DatabaseWrapper):
    """Lets settings load (for `serve`, `help`, type checks) and refuses to connect."""

    _cursor = complain
    _commit = complain
    _rollback = complain
    _savepoint = complain
    ensure_connection = complain
