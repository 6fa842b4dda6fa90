"""Services of days: make the deals of the coming days, sealed and proven like those of any challenge."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from django.db import IntegrityError, transaction

from games.bots import strongest_bot
from games.crew.rating import RATING_BOT
from logbook.challenges import policies
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services.challenges import ChallengePlan, create_challenge
from logbook.clubs.models import Club
from logbook.daily import schedule
from logbook.daily.models import DailyDeal
from logbook.daily.schedule import PlannedDeal
from logbook.lib.slugs import free_slug

AHEAD: Final = 7
"""Days that are prepared in advance: a worker has a week for a deal."""
ROUNDS: Final = 8
"""Rounds of the day's bots that rate a deal."""
EASY_BOT: Final = RATING_BOT
"""The bot of an easy deal, on every seat of its rating and beside its players: it decides at once."""
CLUB_NAME: Final = "Deal of the day"


def make_coming_days(*, today: date | None = None, ahead: int = AHEAD) -> list[DailyDeal]:
    """Make the deals of the next day that has none, from today on; return the new ones.

    One day at a time: workers share what is to be prepared, and today's deals are to be ready first.
    """
    first = today or schedule.today()
    if DailyDeal.objects.filter(date__gte=first, challenge__state=Challenge.State.PREPARING).exists():
        return []
    days = [schedule.planned_deals(first + timedelta(days=n)) for n in range(ahead + 1)]
    dates = {deal.date for planned in days for deal in planned}
    existing = set(DailyDeal.objects.filter(date__in=dates).values_list("date", "game", "easy"))
    for planned in days:
        new = [deal for deal in planned if (deal.date, deal.game, deal.easy) not in existing]
        if made := [one for deal in new if (one := _make(deal)) is not None]:
            return made
    return []


def _make(planned: PlannedDeal) -> DailyDeal | None:
    """Make one deal; None if another worker has made it."""
    try:
        with transaction.atomic():
            # Workers take turns: a running site can get no constraint that is unique for a new column.
            club = Club.objects.select_for_update().get(pk=_club().pk)
            if DailyDeal.objects.filter(date=planned.date, game=planned.game, easy=planned.easy).exists():
                return None
            challenge = create_challenge(club=club, by=None, plan=_plan(planned))
            return DailyDeal.objects.create(
                date=planned.date, game=planned.game, easy=planned.easy, challenge=challenge
            )
    except IntegrityError:
        return None


def _plan(planned: PlannedDeal) -> ChallengePlan:
    return ChallengePlan(
        title=_title(planned),
        game=planned.game,
        missions=planned.missions,
        players=schedule.PLAYERS,
        opens_at=planned.opens_at,
        closes_at=planned.closes_at,
        policy=policies.Single.code,
        max_attempts=1,
        difficulty=planned.difficulty,
        playouts=ROUNDS,
        bot=EASY_BOT if planned.easy else strongest_bot(planned.game).slug,
    )


def _title(planned: PlannedDeal) -> str:
    game = planned.game.replace("-", " ").title()
    return f"{game}{', easy' if planned.easy else ''}, {planned.date.isoformat()}"


def _club() -> Club:
    """Return the site's own club, made on demand."""
    club = Club.objects.filter(run_by_site=True).first()
    return club or Club.objects.create(
        name=CLUB_NAME, slug=free_slug(Club.objects, CLUB_NAME), public=True, run_by_site=True
    )
