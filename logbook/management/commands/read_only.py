"""Begin or end read-only mode, or say which mode is on: `python manage.py read_only on`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from logbook.lib import maintenance


class Command(BaseCommand):
    """Read-only mode for maintenance: pages are read, and nothing can be changed."""

    help = "Begin (on) or end (off) read-only mode, or show it (status): pages are read, and nothing can be changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("mode", choices=["on", "off", "status"])

    def handle(self, *args: Any, **options: Any) -> None:
        if not maintenance.is_told_to_all():
            raise CommandError("The cache’s Redis doesn’t answer, and the site learns its mode there. Start it first.")
        if options["mode"] != "status":
            maintenance.set_read_only(on=options["mode"] == "on")
        read = maintenance.is_read_only()
        self.stdout.write("The site can only be read now." if read else "The site can be used as usual.")
