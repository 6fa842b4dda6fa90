"""Replay every stored attempt, and compare its end with the stored one."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from logbook.site.services import integrity


class Command(BaseCommand):
    """The nightly check of beat, at once."""

    help = "Replay every stored attempt, and compare its end with the stored one."

    def handle(self, *args: Any, **options: Any) -> None:
        check = integrity.replay_everything()
        for one in check.differing:
            self.stdout.write(f"Attempt {one['attempt']}: {', '.join(one['columns'])}")
        summary = f"{check.attempts} rounds of {check.actions} actions folded, {check.wrong} of them wrong."
        if check.wrong:
            raise CommandError(summary)
        self.stdout.write(summary)
