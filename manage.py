#!/usr/bin/env python
"""Django's command line; `manage.py serve` starts the whole server."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config.embedded import join_running

OPERATORS = ("changepassword", "createsuperuser", "createtenant")  # may be run beside `serve`


def main() -> None:
    """Run one management command; settings that are missing end in one line, not in a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] and sys.argv[1] in OPERATORS:
        join_running()
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"gyoji: {error}")


if __name__ == "__main__":
    main()
