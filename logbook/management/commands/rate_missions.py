"""Have bots rate the missions now."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from logbook.leaderboards.services import mission_ratings
from logbook.tables.kinds import games_won


class Command(BaseCommand):
    """Bots rate all missions at once; a worker does the same a few rounds at a time, while the site is quiet."""

    help = "Have bots play every mission at every number of players, and store how often they win."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the game and the number of rounds."""
        slugs = games_won()
        parser.add_argument("--game", choices=slugs, default="", help="rate the missions of this game only")
        parser.add_argument("--rounds", type=int, help="rounds for each mission (default: MISSION_RATING_ROUNDS)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rate until nothing is left; a second call goes on where the first was stopped."""
        rated = set()
        while (one := mission_ratings.rate_next(game=options["game"], rounds=options["rounds"])) is not None:
            rated.add(one)
        self.stdout.write(f"Rated: {len(rated)} missions, each number of players counted.")
