"""The contest of the deals of the day (`logbook.tables.contest`): the same deal at every try, one first attempt a
player.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from logbook.challenges.contest import StageTable, ensure_window_open, stage_of
from logbook.challenges.models.challenges import Deal, is_daily
from logbook.daily import sharing
from logbook.daily.exceptions import AlreadyPlayed, NeedsACrew, TooLateToStart
from logbook.daily.models import MOST_TRIES, DailyDeal, DailyResult, DailySeat
from logbook.daily.selectors.own import own_result
from logbook.daily.services import results
from logbook.people.models.players import Player
from logbook.tables.contest import FreeTable
from logbook.tables.exceptions import NoAttemptsLeft, SeatsFixed
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Table

FEWEST_PEOPLE: Final = 2
"""People of a crew."""


class DailyTable(StageTable):
    """The contest of a table at a deal of the day. Its window is that of the challenge behind the deal."""

    def ensure_may_start(self, table: Table) -> None:
        """Raise what forbids the window, TooLateToStart and NoAttemptsLeft."""
        ensure_window_open(stage_of(table).challenge)
        result = DailyResult.objects.filter(table=table).first()
        if result is None and not _deal_of(table).may_start:
            raise TooLateToStart
        if result is not None and len(result.tries) >= MOST_TRIES:
            raise NoAttemptsLeft

    def ensure_may_deal(self, table: Table, number: int) -> None:
        """Raise NeedsACrew, and AlreadyPlayed where a player has another table at this deal."""
        people = [seat.player for seat in table.seats.select_related("player").order_by("number") if seat.player]
        if not is_alone(table) and len(people) < FEWEST_PEOPLE:
            raise NeedsACrew
        for player in people:
            _ensure_plays_only_here(table, player)

    def ensure_may_sit(self, table: Table, player: Player) -> None:
        """Raise AlreadyPlayed, and SeatsFixed once cards were seen here: other crews are dealt the same."""
        if DailyResult.objects.filter(table=table).exclude(seats__player=player).exists():
            raise SeatsFixed
        _ensure_plays_only_here(table, player)

    def bots(self, table: Table) -> Sequence[str]:
        """Return the one bot that was sealed with the deal."""
        return (stage_of(table).challenge.bot,)

    def may_invite(self, table: Table) -> bool:
        """True for a crew."""
        return not is_alone(table)

    def page_of(self, table: Table) -> tuple[str, str]:
        """Return the page of the deal, with the player's result and what others made of it."""
        deal = _deal_of(table)
        return reverse("daily-deal", args=(deal.date, deal.slug)), _("Deal of the day")

    def attempt_words(self, number: int) -> str:
        """Return the number of the try, and whether it counts."""
        if number == 1:
            return _("try 1: it counts")
        return _("try %(number)s") % {"number": number}

    def counts_down_to(self, table: Table) -> datetime | None:
        """Return the close of the deal while it can be played."""
        return stage_of(table).challenge.closes_at if self.is_open(table) else None

    def share_text(self, table: Table) -> str:
        """Return the table's tries as squares, with an address."""
        result = DailyResult.objects.filter(table=table).select_related("deal", "table").first()
        return sharing.share_text(own_result(result)) if result is not None else ""

    def seed_for(self, table: Table, number: int) -> str:
        """Return the seed of the day's deal: the same one for every try."""
        return Deal.objects.get(stage=stage_of(table), attempt=1).seed

    def signal_lasts(self, table: Table) -> bool:
        """Return False: every try stands alone."""
        return False

    def dealt(self, table: Table, attempt: Attempt) -> None:
        """With the first attempt, note who plays the deal here. Raises AlreadyPlayed."""
        if attempt.number == 1:
            results.begin(_deal_of(table), table, alone=is_alone(table))

    def was_dealt(self, table: Table, number: int, player: Player | None) -> bool:
        """True if the player sat there when the cards were dealt."""
        return player is not None and player.sittings.filter(attempt__table=table, attempt__number=number).exists()

    def state_after(self, table: Table, attempt: Attempt) -> str:
        """Return won, between tries, or ended."""
        if results.is_won(table, attempt):
            return kind_of(table.game).done_state
        has_tries = self.is_open(table) and attempt.number < MOST_TRIES
        return Table.State.BETWEEN if has_tries else Table.State.ENDED

    def acted_by_program(self, table: Table) -> None:
        """Move the table's result to the board of programs."""
        results.mark_program(table_id=table.pk)


class ArchiveTable(FreeTable):
    """The contest of a table at a closed deal: the same cards and the bots of the day each time, and no ranking."""

    def seed_for(self, table: Table, number: int) -> str:
        """Return the seed of the deal, which is the table's own."""
        return table.base_seed

    def attempt_words(self, number: int) -> str:
        """Return that nothing is counted here."""
        return _("an earlier one, not ranked")

    def bot_secret(self, table: Table) -> str:
        """Return the secret of the deal, so that the bots answer as they did on the day."""
        deals = Deal.objects.filter(is_daily("stage__challenge__"), seed=table.base_seed)
        return deals.values_list("stage__challenge__secret", flat=True).first() or ""


def is_alone(table: Table) -> bool:
    """Return whether a player alone plays here: by the stage, for the table of a merged guest has lost its soloist."""
    return stage_of(table).number == DailyDeal.ALONE


def _deal_of(table: Table) -> DailyDeal:
    return DailyDeal.objects.select_related("challenge").get(challenge=stage_of(table).challenge_id)


def _ensure_plays_only_here(table: Table, player: Player) -> None:
    elsewhere = DailySeat.objects.filter(~Q(result__table=table), deal__challenge=stage_of(table).challenge_id)
    if elsewhere.filter(player=player, alone=is_alone(table)).exists():
        raise AlreadyPlayed(player=player.name)
