"""Begin or end read-only mode: `python manage.py read_only on`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from logbook.lib import maintenance


class Command(BaseCommand):
    """Read-only mode for maintenance: pages are read, and nothing can be changed."""

    help = "Begin (on) or end (off) read-only mode: pages are read, and nothing can be changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("mode", choices=["on", "off"])

    def handle(self, *args: Any, **options: Any) -> None:
        on = options["mode"] == "on"
        maintenance.set_read_only(on=on)
        self.stdout.write("The site can only be read now." if on else "The site can be used as usual again.")
