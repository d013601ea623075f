#!/usr/bin/env python
"""Django's command line; `manage.py serve` starts the whole server."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command; settings that are missing end in one line, not in a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"gyoji: {error}")


if __name__ == "__main__":
    main()
