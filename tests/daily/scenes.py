"""Scenes of the deals of the day: deals that are open, and players who win or lose them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from logbook.challenges.models.challenges import Candidate, Challenge, Deal, Stage
from logbook.challenges.services import challenges, lifecycle, result_counting
from logbook.challenges.services.commit_reveal import bots_fact
from logbook.clubs.models import Club
from logbook.daily.models import DailyDeal
from logbook.daily.services import counting, days, plays
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals

DAY: Final = date(2026, 11, 23)
"""A Monday, so that there is a race too."""
MORNING: Final = datetime(2026, 11, 23, 9, tzinfo=UTC)
CLOSE: Final = datetime(2026, 11, 24, 12, tzinfo=UTC)


def open_deals(day: date = DAY) -> dict[str, DailyDeal]:
    """Make, prepare and open the deals of a day; return them by game."""
    made = days.make_coming_days(today=day, ahead=0)
    for deal in made:
        challenges.prepare_challenge(challenge_id=deal.challenge_id)
    lifecycle.open_and_close_due()
    return {deal.slug: DailyDeal.objects.select_related("challenge").get(pk=deal.pk) for deal in made}


def begin(deal: DailyDeal, player: Player | None) -> Table:
    """Let the player begin alone."""
    return plays.play_alone(deal=deal, player=player, address="192.0.2.1")


def win(table: Table, number: int = 1) -> Attempt:
    """Play the running attempt by the line that the solver has found."""
    attempt = table.attempts.get(state=Attempt.State.PLAYING)
    picked = Candidate.objects.get(deal__stage=table.stage_id, picked=True)
    players = {seat.number: seat.player for seat in table.seats.select_related("player")}
    assert picked.certificate is not None
    for line in picked.certificate["line"]:
        seat, _space, text = line.partition(" ")
        seen, player = Table.objects.values_list("version", flat=True).get(pk=table.pk), players[int(seat)]
        if player is not None:
            attempts.act(table_id=table.pk, player=player, text=text, seen=seen)
        else:
            attempts.act_as_bot(attempt_id=attempt.pk, seat=int(seat), text=text, seen=seen)
    attempt.refresh_from_db()
    return attempt


def lose(table: Table, player: Player) -> Attempt:
    """Give up the running attempt."""
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=player, seen=table.version)
    return table.attempts.order_by("-number")[0]


def again(table: Table, player: Player) -> None:
    """Deal the next try."""
    deals.start_attempt(table_id=table.pk, player=player)


def close() -> None:
    """Close what is due, and count it."""
    lifecycle.open_and_close_due()
    for challenge_id in result_counting.uncounted_challenges():
        result_counting.count_challenge(challenge_id=challenge_id)
    for deal_id in counting.due(now=CLOSE + timedelta(minutes=1)):
        counting.count(deal_id=deal_id)


def unproven_deal(day: date, game: str = "planet-nine") -> DailyDeal:
    """Store an open deal without a proof: for tests of pages that need no particular cards."""
    opens = datetime.combine(day, time(), UTC)
    club, _new = Club.objects.get_or_create(run_by_site=True, defaults={"name": "Daily", "slug": "d", "public": True})
    challenge = Challenge.objects.create(
        club=club, title=f"{game}, {day}", players=4, policy="single", bot="careful", state=Challenge.State.OPEN,
        opens_at=opens, opened_at=opens, closes_at=opens + timedelta(hours=36),
        facts=[bots_fact("careful", game)],
    )  # fmt: skip
    for number in (1, 2):
        stage = Stage.objects.create(challenge=challenge, number=number, game=game, mission="4")
        Deal.objects.create(stage=stage, attempt=1, seed=f"{day}/{number}/1/1", state=Deal.State.READY)
    return DailyDeal.objects.create(date=day, game=game, challenge=challenge)
