"""Back up the whole site into one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from logbook.lib.exceptions import Refusal
from logbook.site.services import backups


class Command(BaseCommand):
    """The site goes on meanwhile."""

    help = "Back up the whole site, uploads included, into one new file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a new file, such as crewsite-2026-11-22.tar.gz")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            counts = backups.write_backup(file)
        except FileExistsError as error:
            raise CommandError(f"{file} already exists. Choose another name.") from error
        except Refusal as error:
            raise CommandError(f"{file} cannot be written. {error}") from error
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{file}: {sum(counts.values())} rows of {len(counts)} kinds.")
