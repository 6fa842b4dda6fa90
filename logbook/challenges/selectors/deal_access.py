"""Selectors of deal access, and of a deal's page for readers who know the deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

import games
from logbook.challenges.conflicts import OwnPart
from logbook.challenges.models.challenges import Challenge, Deal
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.selectors.certificates import DealtHand, hands_dealt
from logbook.challenges.selectors.sheets import SheetTask, visible_tasks
from logbook.crews.models.crews import Crew
from logbook.tables.missions import options_of
from logbook.tables.models import Attempt
from logbook.tables.selectors.seat_labels import mission_text_of

LINES_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class DealAccessRow:
    """A row of deal access in words."""

    key: int
    who: str
    crew: str
    stage: int
    attempt: int
    text: str
    at: datetime
    taken_back: datetime | None
    may_restore: bool = False
    """True if the reader can rule it out."""


@dataclass(frozen=True, slots=True)
class DealPage:
    """A deal with all its cards, and the results of the reader's crews."""

    deal: Deal
    text: str
    hands: tuple[DealtHand, ...]
    tasks: tuple[SheetTask, ...]
    attempts: tuple[Attempt, ...]


def paged_ledger(
    accesses: QuerySet[DealAccess], number: str, accesses_with_ruling: QuerySet[DealAccess] | None = None
) -> Page[DealAccessRow]:
    """Return a page of deal access, newest first; `accesses_with_ruling` are those that the reader can rule out."""
    page = Paginator(for_ledger(accesses), LINES_A_PAGE).get_page(number)
    visible = list(page.object_list)
    back = (
        set(accesses_with_ruling.filter(pk__in=[row.pk for row in visible]).values_list("pk", flat=True))
        if accesses_with_ruling is not None
        else ()
    )
    rows = [replace(row, may_restore=row.key in back) for row in access_rows(visible)]
    return Page(rows, page.number, cast("Paginator[DealAccessRow]", page.paginator))


def for_ledger(accesses: QuerySet[DealAccess]) -> QuerySet[DealAccess]:
    """Join the rows with everything that their page shows."""
    return accesses.select_related("player", "guest", "table__crew", "stage").order_by("-pk")


def access_rows(rows: Iterable[DealAccess]) -> tuple[DealAccessRow, ...]:
    """Return deal access in words."""
    return tuple(
        DealAccessRow(
            key=row.pk,
            who=_reader_name(row),
            crew=row.table.crew.name if row.table and row.table.crew else "",
            stage=row.stage.number,
            attempt=row.attempt,
            text=_access_text(row),
            at=row.at,
            taken_back=row.taken_back_at,
        )
        for row in rows
    )


def _reader_name(row: DealAccess) -> str:
    guest, player = row.guest and row.guest.name, row.player and row.player.name
    if guest and player:
        return _("%(guest)s, on %(name)s’s device") % {"guest": guest, "name": player}
    return guest or player or _("someone who wasn’t signed in")


def blocking_accesses(challenge: Challenge, readable: QuerySet[DealAccess], part: OwnPart) -> QuerySet[DealAccess]:
    """The rows that an organizer can take back: they shut people out of deals, or bind them to a crew.

    Seen hands only where the organizer may read them; never their own rows, those of their crews' members, or those at
    their crews' tables.
    """
    hands = Q(how__in=DealAccess.OF_A_HAND, pk__in=readable.values("pk"))
    has_name = Q(player__isnull=False) | Q(guest__claimed_by__isnull=False)
    blocking = DealAccess.objects.in_force().filter(
        has_name, Q(how__in=DealAccess.OF_ALL) | hands, stage__challenge=challenge
    )
    own = Q(player__in=part.people) | Q(guest__claimed_by__in=part.people) | Q(table__crew__in=part.crews)
    return blocking.exclude(pk__in=DealAccess.objects.filter(own, stage__challenge=challenge).values("pk"))


def _access_text(row: DealAccess) -> str:
    how = DealAccess.How(row.how).label
    if row.seat is None:
        return str(how)
    return _("%(how)s (seat %(number)s)") % {"how": how, "number": row.seat + 1}


def deal_page(deal: Deal, crews: QuerySet[Crew]) -> DealPage:
    """Return the deal's page. Access checks the reader; `crews` are the reader's own."""
    stage, challenge = deal.stage, deal.stage.challenge
    options = options_of(stage.game, challenge.options)
    setup = games.Setup(stage.game, stage.mission, challenge.players, deal.seed, options)
    played = Attempt.objects.filter(table__stage=stage, table__crew__in=crews, number=deal.attempt)
    return DealPage(
        deal=deal,
        text=mission_text_of(stage.game, stage.mission, challenge.players, " ".join(options)),
        hands=hands_dealt(setup),
        tasks=visible_tasks(games.deal(setup).view(None).as_dict(), challenge.players),
        attempts=tuple(_ended_attempts(played)),
    )


def _ended_attempts(attempts: QuerySet[Attempt]) -> Sequence[Attempt]:
    ended_attempts = attempts.exclude(state=Attempt.State.PLAYING)
    return list(
        ended_attempts.select_related("table__crew", "table__stage__challenge").order_by("table__crew__name", "pk")
    )
