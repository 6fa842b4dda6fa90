"""Access to travellers: a deal's page is there once its cards can be played by nobody any more."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404

from logbook.challenges.access.challenges import challenges_of, proven_challenges_of
from logbook.challenges.models.challenges import Deal
from logbook.lib.replica import reads_from_primary
from logbook.people.models.players import Player
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt


@reads_from_primary
def names_people_to(player: Player | None, deal: Deal) -> bool:
    """Return whether the player may read who raced: the names in a club are for those who play in it.

    The deals of the day say to their players that names are shown.
    """
    return deal.is_daily or challenges_of(player).filter(pk=deal.stage.challenge_id).exists()


@reads_from_primary
def finished_deal_for(player: Player | None, challenge_id: int, stage: int, attempt: int) -> Deal:
    """Return a deal of a finished challenge that the player may read, of missions or of races, or raise 404."""
    deals = Deal.objects.exclude(seed="").select_related("stage__challenge__club")
    deal = get_object_or_404(
        deals,
        stage__challenge__in=proven_challenges_of(player).filter(pk=challenge_id),
        stage__number=stage,
        attempt=attempt,
    )
    if _is_playing(player, deal.stage_id, attempt):
        raise Http404
    return deal


@reads_from_primary
def reads_others(player: Player | None, attempt: Attempt) -> bool:
    """Return whether the player may read what other crews did on the attempt's deal. Free tables have no others."""
    stage = attempt.table.stage
    return stage is not None and stage.challenge.is_over and not _is_playing(player, stage.pk, attempt.number)


def _is_playing(player: Player | None, stage: int, attempt: int) -> bool:
    """Return whether the deal is on a running table of the player: a close leaves attempts to a worker to end."""
    running = Attempt.objects.filter(table__stage=stage, number=attempt, state=Attempt.State.PLAYING)
    return player is not None and running.filter(table__seats__player=player).exists()


@reads_from_primary
def finished_deal_of_missions_for(player: Player | None, challenge_id: int, stage: int, attempt: int) -> Deal:
    """Return such a deal of a mission, or raise 404: a race has no tree."""
    deal = finished_deal_for(player, challenge_id, stage, attempt)
    if not kind_of(deal.stage.game).is_won:
        raise Http404
    return deal
