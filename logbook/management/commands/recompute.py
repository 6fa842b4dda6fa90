"""Recompute all results, runs, standings, logbooks, positions and ratings from the attempts."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from logbook.campaigns.services import auto_log, campaigns, standings
from logbook.daily.services import counting
from logbook.leaderboards.services import results, strengths
from logbook.travellers.services import positions


class Command(BaseCommand):
    """A recompute of all that the worker does when an attempt ends; the outcome is the same."""

    help = "Recompute all results, runs, standings, logbooks, positions and ratings from the attempts."

    def handle(self, *args: Any, **options: Any) -> None:
        tables, challenges = results.recompute_everything()
        self.stdout.write(f"Counted again: {tables} tables, {challenges} challenges.")
        written, settled = auto_log.log_everything(), campaigns.recompute_all_missions()
        self.stdout.write(f"Settled again: {settled} campaigns, with {written} attempts that were missing.")
        self.stdout.write(f"Ranked again: {standings.recompute_everything()} logbooks.")
        self.stdout.write(f"Rebuilt: positions, number of deals: {positions.rebuild_all()}.")
        self.stdout.write(f"Counted again: {counting.count_all()} deals of the day.")
        self.stdout.write(f"Rated again: {strengths.recompute_strengths()} crews.")
