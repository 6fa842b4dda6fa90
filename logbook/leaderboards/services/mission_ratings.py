"""Services of missions' ratings: bots play every mission at every number of players beforehand.

The work has small steps, and each is stored. A round follows from its number and the bots' version alone, and the
number of rounds before it lets only the first of two workers store a step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.conf import settings

import games
from games.bots import bots_of
from games.crew.rating import RATING_BOT, bots_win
from logbook.leaderboards.models.mission_ratings import MissionRating
from logbook.tables.kinds import games_won, kind_of

ROUNDS_A_STEP: Final = 2
"""The rounds of a step: so few that a worker comes back to other work within seconds."""


class RatedMission(NamedTuple):
    """A mission at a number of players."""

    game: str
    mission: str
    players: int


def rater_of(game: str) -> str:
    """Return the bot that rates the game's missions, with its version."""
    return bots_of(game)[RATING_BOT].slug_and_version


def rate_next(*, game: str = "", rounds: int | None = None) -> RatedMission | None:
    """Play some rounds of the mission with the fewest; return it, or None once all have `rounds`.

    `rounds` is that of the settings by default. Every mission has a first result before any has a good one.
    """
    wanted = settings.MISSION_RATING_ROUNDS if rounds is None else rounds
    known = _rounds_so_far()
    missions = [one for one in _missions(game) if known.get(one, 0) < wanted]
    if not missions:
        return None
    chosen = min(missions, key=lambda one: known.get(one, 0))
    _rate(chosen, known.get(chosen, 0), min(known.get(chosen, 0) + ROUNDS_A_STEP, wanted))
    return chosen


def rate(one: RatedMission, *, rounds: int) -> None:
    """Play the rounds of a mission that are still missing up to this number. Idempotent."""
    known = _rounds_so_far().get(one, 0)
    if known < rounds:
        _rate(one, known, rounds)


def _missions(game: str) -> Iterator[RatedMission]:
    for book in games.GAMES.values():
        if kind_of(book.slug).is_won and game in ("", book.slug):
            for mission in book.missions:
                yield from (RatedMission(book.slug, str(mission), players) for players in book.players)


def _rounds_so_far() -> dict[RatedMission, int]:
    """Return the number of rounds that today's bots have played, by mission."""
    rows = MissionRating.objects.values_list("game", "mission", "players", "rated_by", "rounds")
    raters = {slug: rater_of(slug) for slug in games_won()}
    return {
        RatedMission(game, mission, players): rounds
        for game, mission, players, rated_by, rounds in rows
        if rated_by == raters.get(game)
    }


def _rate(one: RatedMission, before: int, until: int) -> None:
    setups = (games.Setup(one.game, one.mission, one.players, f"rating/{number}") for number in range(before, until))
    won = sum(bots_win(games.deal(setup), [0]) for setup in setups)
    rater = rater_of(one.game)
    row, _created = MissionRating.objects.get_or_create(**one._asdict(), defaults={"rated_by": rater})
    seen = MissionRating.objects.filter(pk=row.pk, rated_by=row.rated_by, rounds=row.rounds)
    if row.rated_by != rater:
        seen.update(rated_by=rater, wins=won, rounds=until)
    elif row.rounds == before:
        seen.update(wins=row.wins + won, rounds=until)
