"""Selectors of the deals of the day: today's, and one deal with its boards once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from games.bots import bots_of
from logbook.challenges.difficulty import BANDS
from logbook.challenges.models.challenges import Candidate, Challenge
from logbook.challenges.services.commit_reveal import bots_fact
from logbook.clubs.models import Club
from logbook.daily import ranking, schedule
from logbook.daily.models import DailyDeal, DailyResult
from logbook.daily.selectors.own import OwnResult, OwnResults, own_results
from logbook.people.models.players import Player
from logbook.tables.kinds import Kind, kind_of

LATELY: Final = 32
"""Deals among which each game has one of each kind: a race lasts as long as twenty-eight of the others."""
KINDS: Final = ("-date", "-game", "-easy")
"""The order of deals: the newest first, then the easy one of each game before the other."""
ARCHIVE_PAGE: Final = 30
"""Deals on a page of the archive, or fewer: no day is cut in two."""
SURE: Final = BANDS["very-easy"][0]
"""The least win rate of bots at an easy deal."""
SHARE_FROM: Final = 3
"""With fewer other players, a share of wins would say what one of them did."""


@dataclass(frozen=True, slots=True)
class DealCard:
    """A deal as a player may know it now."""

    deal: DailyDeal
    mission: str
    text: str
    """The mission in a sentence."""
    alone: OwnResult | None
    crew: OwnResult | None
    others: int
    """First attempts of others alone that are over; 0 until the player's own is, or with too few to say."""
    percent_won: float
    """The share of these that were won, in percent."""
    bots_won: int | None = None
    bots_rounds: int = 0
    """The number of times that the bots won the deal among themselves; None until it is over."""
    bots_sure: bool = False
    """Bots won this easy deal at least seven times of eight; that much is said from the start."""
    bots_changed: bool = False
    """The site's bots choose otherwise than when the deal was sealed."""

    @property
    def kind(self) -> Kind:
        """The kind of its game. A deal of missions is open for a day, to crews too; a race for a week, alone."""
        return kind_of(self.deal.game)

    @property
    def phase(self) -> str:
        """Whether the deal is open, over, or could not be prepared."""
        if self.deal.is_missing:
            return "missing"
        return "open" if self.deal.is_open else "over"

    @property
    def own(self) -> list[OwnResult]:
        """The reader's results: alone, and as a crew."""
        return [result for result in (self.alone, self.crew) if result is not None]

    @property
    def may_play_alone(self) -> bool:
        """True while the reader may begin alone."""
        return self.alone is None and self.deal.may_start

    @property
    def may_open_for_crew(self) -> bool:
        """True while the reader may begin with a crew."""
        return self.crew is None and self.kind.is_won and self.deal.may_start


def open_deals() -> QuerySet[DailyDeal]:
    """Return the deals that are played now, the ones that opened last first."""
    deals = DailyDeal.objects.filter(challenge__state=Challenge.State.OPEN).select_related("challenge")
    return deals.prefetch_related("challenge__stages").order_by(*KINDS)


def today_cards(player: Player | None) -> list[DealCard]:
    """Return the deals that are open, as the player may know them."""
    deals = [deal for deal in open_deals() if deal.is_open]
    return cards(deals, player)


def newest_cards(player: Player | None) -> list[DealCard]:
    """Return the deals of each game that opened last, for the front page and the home page."""
    latest: dict[str, DailyDeal] = {}
    for deal in open_deals():
        if deal.is_open:
            latest.setdefault(deal.slug, deal)
    return cards(list(latest.values()), player)


def cards(deals: Sequence[DailyDeal], player: Player | None) -> list[DealCard]:
    """Return these deals as the player may know them."""
    own = own_results(player, deals)
    return [_card(deal, own) for deal in deals]


def _card(deal: DailyDeal, own: OwnResults) -> DealCard:
    alone, crew = own.get((deal.pk, True)), own.get((deal.pk, False))
    stage = deal.challenge.stages.all()[0]
    knows = deal.is_over or (alone is not None and alone.result.first_is_over)
    others, won = _others(deal, alone) if knows else (0, 0)
    rated = _rating(deal) if deal.is_over or deal.easy else None
    rating = rated if deal.is_over else None
    return DealCard(
        deal=deal,
        mission=stage.mission,
        text=kind_of(deal.game).mission_text(stage.game, stage.mission, deal.challenge.players),
        alone=alone,
        crew=crew,
        others=others,
        percent_won=100 * won / others if others else 0.0,
        bots_won=rating.wins if rating else None,
        bots_rounds=rating.playouts if rating else 0,
        bots_sure=deal.easy and rated is not None and rated.wins >= SURE * rated.playouts,
        bots_changed=_bots_changed(deal.challenge, stage.game),
    )


def _bots_changed(challenge: Challenge, game: str) -> bool:
    """Return whether the version of the bots in the sealed facts is not today's."""
    return challenge.bot in bots_of(game) and bots_fact(challenge.bot, game) not in challenge.facts


def _others(deal: DailyDeal, own: OwnResult | None) -> tuple[int, int]:
    """Return how many others have finished their first attempt alone, and how many of them won it."""
    if deal.counted_at is not None:
        is_in = own is not None and not own.result.by_program
        has_won = is_in and own is not None and own.result.won_first
        return deal.plays - is_in, deal.wins - has_won
    results = deal.results.filter(people=1, by_program=False, rank_key__isnull=False)
    if own is not None:
        results = results.exclude(pk=own.result.pk)
    # Of a mission the key says who won, and it is in the index.
    won = Q(won_first=True) if kind_of(deal.game).has_points else Q(rank_key__lte=ranking.WON_WITH_DISTRESS)
    counts = results.aggregate(all=Count("rank_key"), won=Count("rank_key", filter=won))
    return (counts["all"], counts["won"]) if counts["all"] >= SHARE_FROM else (0, 0)


def _rating(deal: DailyDeal) -> Candidate | None:
    stage = Q(deal__stage__challenge=deal.challenge_id, deal__stage__number=DailyDeal.ALONE)
    return Candidate.objects.filter(stage, picked=True, playouts__gt=0).first()


def deal_or_404(day: date, game: str) -> DailyDeal:
    """Return a deal that has opened or is missing, or raise 404: nothing is said of a deal before."""
    name, easy = schedule.game_of(game)
    deal = DailyDeal.objects.select_related("challenge__club").filter(date=day, game=name, easy=easy).first()
    if deal is None or not (deal.has_opened or deal.is_missing):
        raise Http404
    return deal


def unopened_today() -> list[DailyDeal]:
    """Return today's deals that are still being prepared, or could not be."""
    today = DailyDeal.objects.filter(date=schedule.today(), game__in=schedule.GAMES).select_related("challenge")
    return [deal for deal in today.order_by(*KINDS) if not deal.has_opened]


def next_opening() -> date:
    """Return the day of the next deal."""
    return date.fromordinal(schedule.today().toordinal() + 1)


def counted() -> QuerySet[DailyDeal]:
    """Return the deals that are closed and counted."""
    return DailyDeal.objects.filter(counted_at__isnull=False)


def closed_lately() -> list[DailyDeal]:
    """Return the deals that closed last and are counted: one of each kind and game."""
    counted_deals = counted().select_related("challenge").order_by(*KINDS)
    latest: dict[str, DailyDeal] = {}
    for deal in counted_deals[:LATELY]:
        latest.setdefault(deal.slug, deal)
    return list(latest.values())


def counted_before(day: date | None) -> tuple[list[DailyDeal], date | None]:
    """Return a page of closed deals, the newest first, and the day before which older ones follow."""
    closed = counted().order_by(*KINDS)
    page = list((closed.filter(date__lt=day) if day else closed)[: ARCHIVE_PAGE + 1])
    if len(page) <= ARCHIVE_PAGE:
        return page, None
    last = page[ARCHIVE_PAGE].date
    return [deal for deal in page if deal.date > last], last + timedelta(days=1)


def feed_slug() -> str:
    """Return the slug of the site's own club, whose calendar is that of the deals; "" before the first deal."""
    return Club.objects.filter(run_by_site=True).values_list("slug", flat=True).first() or ""


def result_with_number(number: int | None) -> DailyResult | None:
    """Return the result of this number, with its table and deal; None if there is none."""
    results = DailyResult.objects.select_related("table", "deal__challenge")
    return results.filter(pk=number).first() if number is not None else None
