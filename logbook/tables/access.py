"""Tables, online and real, and the replays of what was played there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import BigIntegerField, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from logbook.challenges.access.deals import known_deals
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.selectors import sheets
from logbook.clubs.models import ClubRemoval
from logbook.crews.access import crews_of
from logbook.lib.compiled_queries import Written
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Seat, Table

LARGEST_KEY: Final = BigIntegerField.MAX_BIGINT
"""Django knows by itself that a larger one is nobody's; what is written once does not."""
_TABLE_OF_SITTER: Final = Written(lambda pk, player: Table.objects.filter(pk=pk, stage=None, seats__player=player), 2)


def tables_of(player: Player | None) -> QuerySet[Table]:
    """The tables the person sits at, has opened, or whose crew they are in.

    A challenge's table is its crew's, whoever came to it first.
    """
    if player is None:
        return Table.objects.none()
    seated = Q(pk__in=Seat.objects.filter(player=player).values("table"))
    tables = Table.objects.filter(seated | Q(opened_by=player, stage=None) | Q(crew__in=crews_of(player)))
    # Whom a club removed is out of its challenges, also as a member of a crew that plays in them.
    return tables.exclude(stage__challenge__club__in=ClubRemoval.objects.filter(player=player).values("club"))


def table_for(player: Player | None, pk: int) -> Table:
    """A table the person may look at, or 404."""
    # Who sits there asks with every move. What a challenge's table needs beside it is fetched with it.
    found = _TABLE_OF_SITTER.first(pk, player.pk) if player is not None and pk <= LARGEST_KEY else None
    return found or get_object_or_404(tables_of(player).select_related("crew", "stage__challenge__club"), pk=pk)


# --- attempts at real tables


def crew_table_for(player: Player | None, pk: int) -> Table:
    """A challenge's table of a crew the person is in today, or 404."""
    tables = tables_of(player).filter(stage__isnull=False, crew__in=crews_of(player))
    return get_object_or_404(tables.select_related("crew", "stage__challenge__club"), pk=pk)


def paper_for(player: Player | None, pk: int, number: int) -> Attempt:
    """A crew's attempt that is now played at a real table, by somebody who may see its cards; else 404."""
    table = crew_table_for(player, pk)
    running = table.attempts.filter(state=Attempt.State.PLAYING, place=Attempt.Place.TABLE)
    attempt = get_object_or_404(running, number=number)
    attempt.table = table
    return attempt


def seat_page_for(token: str) -> SeatHandout:
    """The page that a link opens, if only to say that it has ended; 404 for a link that never was."""
    found = sheets.handout_of(token)
    if found is None:
        raise Http404
    return found


# --- replays


def replay_for(player: Player | None, pk: int) -> Attempt:
    """A finished attempt whose hands the person may see open, or 404."""
    finished = Attempt.objects.exclude(state=Attempt.State.PLAYING)
    attempt = get_object_or_404(finished.select_related("table__crew", "table__stage__challenge", "analysis"), pk=pk)
    if attempt.pk not in open_attempts(player, [attempt]):
        raise Http404
    return attempt


def unsealed_replay_for(player: Player | None, pk: int) -> Attempt:
    """A finished attempt of which the person may hear what could have been played, or 404.

    Whoever may see its cards; of a challenge, nobody before its window has closed.
    """
    attempt = replay_for(player, pk)
    if not attempt.is_unsealed:
        raise Http404
    return attempt


def open_attempts(player: Player | None, attempts: Collection[Attempt]) -> set[int]:
    """Which of these attempts are finished and lie open to the person, with all hands: their keys.

    Asks the database equally often, however many they are. What was played at a real table has no replay.
    """
    finished = [one for one in attempts if one.state != Attempt.State.PLAYING and not one.is_at_a_real_table]
    sealed = [attempt for attempt in finished if not attempt.is_public]
    visible = _visible(player, {attempt.table for attempt in sealed})
    stages = {attempt.table.stage_id for attempt in sealed if attempt.table.stage_id is not None}
    known = known_deals(player, stages)

    def is_known(attempt: Attempt) -> bool:
        stage = attempt.table.stage_id
        return attempt.table_id in visible and (stage is None or (stage, attempt.number) in known)

    return {attempt.pk for attempt in finished if attempt.is_public or is_known(attempt)}


def _visible(player: Player | None, tables: Collection[Table]) -> set[int]:
    if not tables:
        return set()
    return set(tables_of(player).filter(pk__in=[table.pk for table in tables]).values_list("pk", flat=True))
