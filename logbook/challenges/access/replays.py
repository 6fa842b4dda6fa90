"""Access to replays: in a running challenge, players see all hands of the deals that they know."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.http import Http404
from django.shortcuts import get_object_or_404

from logbook.challenges.access.deals import known_deals
from logbook.lib.replica import reads_from_primary
from logbook.people.models.players import Player
from logbook.replays.selectors.replays import lost_at_the_end
from logbook.replays.services import analyses
from logbook.rounds.view.end import EndLost
from logbook.tables.access import tables_of, tables_of_clubs
from logbook.tables.contest import contest_of
from logbook.tables.models import Attempt, Table


@reads_from_primary
def replay_for(player: Player | None, pk: int) -> Attempt:
    """Return a finished attempt whose hands the player may see open, or raise 404."""
    finished = Attempt.objects.exclude(state=Attempt.State.PLAYING)
    attempt = get_object_or_404(finished.select_related("table__crew", "table__stage__challenge", "analysis"), pk=pk)
    if attempt.pk not in open_attempts(player, [attempt]):
        raise Http404
    return attempt


def ensure_replay_open(player: Player | None, pk: int) -> Table:
    """Return the table of a finished attempt whose hands the player may see open, or raise 404: for streams."""
    finished = Attempt.objects.exclude(state=Attempt.State.PLAYING).only(
        "number", "state", "place", "unwatched", "watching", "table"
    )
    attempt = get_object_or_404(finished.select_related("table__stage__challenge"), pk=pk)
    if attempt.pk not in open_attempts(player, [attempt]):
        raise Http404
    return attempt.table


@reads_from_primary
def unsealed_replay_for(player: Player | None, pk: int) -> Attempt:
    """Return a finished attempt whose analysis the player may read, or raise 404.

    The player must be allowed to see its cards; an attempt of a challenge stays locked until the window has closed.
    """
    attempt = replay_for(player, pk)
    if not attempt.is_unsealed:
        raise Http404
    return attempt


def ended_for(player: Player | None, attempts: Sequence[Attempt]) -> tuple[set[int], EndLost | None]:
    """Return which of a table's ended attempts the player may see open, and the turning point of the last one.

    The player may open the table's page. There is no turning point where they may not read the replay.
    """
    # The page of a table with a wider circle of watchers is also open to players who may not see the replays.
    narrow = {one.table_id for one in attempts if one.table.watching in (Table.Watching.PLAYERS, Table.Watching.CREW)}
    replays = open_attempts(player, attempts, visible=narrow or None)
    if not attempts or attempts[-1].pk not in replays:
        return replays, None
    last = attempts[-1]
    shows_reason = last.is_unsealed and last.state != Attempt.State.SUCCESS
    pending = shows_reason and analyses.request_analysis(last)
    return replays, lost_at_the_end(last, shows_reason=shows_reason, pending=pending)


@reads_from_primary
def open_attempts(
    player: Player | None, attempts: Collection[Attempt], *, visible: Collection[int] | None = None
) -> set[int]:
    """Return the keys of the finished attempts whose hands the player may see open.

    `visible` are the tables that the player may see, where that is known. The number of queries is fixed. An attempt at
    a real table has no replay.
    """
    finished = [one for one in attempts if one.state != Attempt.State.PLAYING and not one.is_at_a_real_table]
    sealed_attempts = [attempt for attempt in finished if not attempt.is_public]
    if visible is None:
        visible = _visible_tables(player, {attempt.table for attempt in sealed_attempts})
    stages = {attempt.table.stage_id for attempt in sealed_attempts if attempt.table.stage_id is not None}
    deals = known_deals(player, stages)

    def is_known(attempt: Attempt) -> bool:
        stage = attempt.table.stage_id
        return attempt.table_id in visible and (stage is None or (stage, attempt.number) in deals)

    watched = _watched(player, sealed_attempts)
    return {attempt.pk for attempt in finished if attempt.is_public or attempt.pk in watched or is_known(attempt)}


def _watched(player: Player | None, attempts: Collection[Attempt]) -> set[int]:
    """Return those of these ended attempts that the player might watch: their watchers see the cards at the end.

    Who that is was fixed at the deal. None counts where watchers were sent away, or a contest still keeps them away.
    """
    free = [one for one in attempts if one.table.stage_id is None and not (one.unwatched or one.table.practice)]
    open_now = [one for one in free if contest_of(one.table).may_be_watched(one.table)]
    clubs = {one.table_id for one in open_now if one.watching == Table.Watching.CLUB}
    in_clubs = tables_of_clubs(player, clubs) if player is not None and clubs else set()
    everyone = (Table.Watching.LINK, Table.Watching.EVERYONE)
    return {one.pk for one in open_now if one.watching in everyone or one.table_id in in_clubs}


def _visible_tables(player: Player | None, tables: Collection[Table]) -> set[int]:
    if not tables:
        return set()
    return set(tables_of(player).filter(pk__in=[table.pk for table in tables]).values_list("pk", flat=True))
