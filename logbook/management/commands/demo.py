"""Load the demo: `manage.py demo`. In development only, because its passwords are public."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from logbook.site.services import demo


class Command(BaseCommand):
    """Load a club, four crews, open challenges and filled logbooks; print how to sign in."""

    help = "Load a small demo, and print its sign-ins. Run again, it adds only what is missing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="load it only in development, on a site without players"
        )

    def handle(self, *_args: Any, if_empty: bool = False, **_options: Any) -> None:
        if if_empty and not settings.DEBUG:
            return  # A real site begins empty.
        if not settings.DEBUG:
            raise CommandError("The demo's passwords are public: it is loaded with DEBUG=1 only.")
        if not if_empty or demo.is_empty():
            self._load()
        for sign_in in demo.sign_ins():
            self.stdout.write(f"  {sign_in.email:<22} {sign_in.password:<10} {sign_in.text}")

    def _load(self) -> None:
        self.stdout.write("Bots are filling the logbooks of the demo ...")
        _work_alone()
        with _quiet():
            demo.load_demo()


def _work_alone() -> None:
    """Do the worker's part here: neither worker nor Redis need to run yet."""
    settings.CELERY_TASK_ALWAYS_EAGER = True
    current_app.conf.task_always_eager = True


@contextmanager
def _quiet() -> Iterator[None]:
    """Report no missing Redis: nobody listens to the tables of a demo, and nobody else counts."""
    loggers = [logging.getLogger(name) for name in ("logbook.lib.announcements", "crewsite.caches")]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    yield
    for logger in loggers:
        logger.setLevel(logging.NOTSET)
