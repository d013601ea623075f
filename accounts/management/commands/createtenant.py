"""`manage.py createtenant club --name "The Club" --host club.example --admin-email a@club.example`."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.founding import found_tenant


class Command(BaseCommand):
    help = "Make a tenant, or add hosts and an admin to one; done twice it changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--name", required=True)
        parser.add_argument("--host", action="append", default=[], help="may be given more than once")
        parser.add_argument("--admin-email", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            founded = found_tenant(
                options["slug"],
                name=options["name"],
                hosts=options["host"],
                admin_email=options["admin_email"],
            )
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        changed = ", ".join(founded.changed) or "nothing"
        self.stdout.write(f"{founded.tenant.slug}: changed {changed}; client key {founded.tenant.client_key}")
