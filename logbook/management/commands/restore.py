"""Fill an empty site from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from logbook.lib.exceptions import Refusal
from logbook.site.services import backups


class Command(BaseCommand):
    """Wholly, or not at all."""

    help = "Fill an empty, migrated site from a backup."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `backup` has written")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            counts = backups.restore_backup(file)
        except Refusal as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored {sum(counts.values())} rows of {len(counts)} kinds.")
