"""The ledger of looks, and a deal laid open to somebody who is out of it or has finished it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

import games
from logbook.missions import options_of
from logbook.models import Attempt, Challenge, Crew, Deal, Look

from .certificates import DealtHand, hands_dealt
from .faces import mission_words
from .sheets import SheetTask, tasks_shown

MOST_LINES = 500


@dataclass(frozen=True, slots=True)
class LookLine:
    """One look, as the ledger tells it."""

    who: str
    crew: str
    stage: int
    attempt: int
    words: str
    at: datetime
    taken_back: datetime | None


@dataclass(frozen=True, slots=True)
class DealPage:
    """A deal with all its cards, and what the reader's crews made of it."""

    deal: Deal
    words: str
    hands: tuple[DealtHand, ...]
    tasks: tuple[SheetTask, ...]
    attempts: tuple[Attempt, ...]


def ledger(looks: QuerySet[Look]) -> tuple[LookLine, ...]:
    """The latest of these looks, the newest first."""
    rows = looks.select_related("player", "table__crew", "stage").order_by("-pk")[:MOST_LINES]
    return tuple(
        LookLine(
            who=row.player.name if row.player else _("somebody who was not signed in"),
            crew=row.table.crew.name if row.table and row.table.crew else "",
            stage=row.stage.number,
            attempt=row.attempt,
            words=_words(row),
            at=row.at,
            taken_back=row.taken_back_at,
        )
        for row in rows
    )


def shut_out_of(challenge: Challenge) -> QuerySet[Look]:
    """The lines by which people are out of deals of a challenge."""
    return Look.objects.filter(
        stage__challenge=challenge, how__in=Look.OF_ALL, taken_back_at=None, player__isnull=False
    )


def _words(row: Look) -> str:
    how = Look.How(row.how).label
    if row.seat is None:
        return str(how)
    return _("%(how)s (seat %(number)s)") % {"how": how, "number": row.seat + 1}


def deal_page(deal: Deal, crews: QuerySet[Crew]) -> DealPage:
    """The deal laid open. Who may see it is decided at the door; `crews` are the reader's own."""
    stage, challenge = deal.stage, deal.stage.challenge
    options = options_of(stage.game, challenge.options)
    setup = games.Setup(stage.game, stage.mission, challenge.players, deal.seed, options)
    played = Attempt.objects.filter(table__stage=stage, table__crew__in=crews, number=deal.attempt)
    return DealPage(
        deal=deal,
        words=mission_words(stage.game, stage.mission, challenge.players, " ".join(options)),
        hands=hands_dealt(setup),
        tasks=tasks_shown(games.deal(setup).view(None).as_dict(), challenge.players),
        attempts=tuple(_ended(played)),
    )


def _ended(attempts: QuerySet[Attempt]) -> Sequence[Attempt]:
    ended = attempts.exclude(state=Attempt.State.PLAYING)
    return list(ended.select_related("table__crew", "table__stage__challenge").order_by("table__crew__name", "pk"))
