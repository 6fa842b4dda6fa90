"""Who knows a deal, and may hear what is told of it."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from logbook.challenges.access.challenges import challenges_of
from logbook.challenges.completion import progress_of_crews
from logbook.challenges.conflicts import Part
from logbook.challenges.models.challenges import Challenge, Deal, Stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.selectors import known_deals as challenges_known_deals
from logbook.challenges.selectors.deal_access import shut_out_of
from logbook.challenges.selectors.known_deals import DealKey
from logbook.clubs.access import organized_clubs_of, organizes
from logbook.crews.access import crews_of
from logbook.people.models.players import Player
from logbook.tables.access import mission_or_404


def knows_deal(player: Player | None, stage: Stage, attempt: int) -> bool:
    """Whether the person may hear everything that is told of this deal: its cards, how hard it is, how others fared."""
    return stage.challenge.is_over or (stage.pk, attempt) in known_deals(player, [stage.pk])


def known_deals(player: Player | None, stages: Collection[int]) -> set[DealKey]:
    """Which deals of these stages, in challenges that are not over, the person has finished or given up."""
    return challenges_known_deals.known_deals(player, stages) if player is not None and stages else set()


def known_in(player: Player | None, challenge: Challenge) -> set[DealKey]:
    """Which deals of a challenge that is under way the person knows; before and after, nobody need ask."""
    if challenge.state not in (Challenge.State.OPEN, Challenge.State.PAUSED):
        return set()
    return known_deals(player, list(challenge.stages.values_list("pk", flat=True)))


def has_finished(player: Player | None, challenge: Challenge) -> bool:
    """Whether nothing of the challenge can spoil anything for the person: no crew of theirs has a deal before it.

    Theirs is every crew that they have belonged to since it was announced and that can still play.
    Where everybody races for themselves: they have no race left, whatever their crew has.
    True once it is over, for those whose crews have ended every stage, and for organizers who play in no crew of it.
    """
    return challenge.pk in finished_of(player, [challenge])


def finished_of(player: Player | None, challenges: Collection[Challenge]) -> set[int]:
    """The keys of those of these challenges that the person has finished; as many queries for one as for hundreds."""
    over = {one.pk for one in challenges if one.is_over}
    if player is None or len(over) == len(challenges):
        return over
    crews = challenges_known_deals.crews_bound(player, [one for one in challenges if one.pk not in over])
    going = [one for one in challenges if crews.get(one.pk)]
    alone = [one for one in going if one.is_solo]
    going = [one for one in going if not one.is_solo]
    played = progress_of_crews(going, {crew for own in crews.values() for crew in own})
    through = {one.pk for one in going if all(map(played[one.pk].is_through, crews[one.pk]))}
    through |= _raced_by(player, alone)
    others = [one for one in challenges if one.pk not in over and not crews[one.pk]]
    clubs = {one.club_id for one in others}
    organized = set(organized_clubs_of(player).filter(pk__in=clubs).values_list("pk", flat=True)) if others else set()
    return over | through | {one.pk for one in others if one.club_id in organized}


def _raced_by(player: Player, challenges: Collection[Challenge]) -> set[int]:
    """The keys of those of these challenges in which the person has no race left that counts."""
    counting = {key: ends.stages for key, ends in progress_of_crews(challenges, ()).items()}
    known = known_deals(player, [stage for stages in counting.values() for stage in stages])
    return {
        one.pk for one in challenges if known.issuperset(product(counting[one.pk], range(1, one.attempts_allowed + 1)))
    }


def deal_for(player: Player | None, pk: int, stage: int, attempt: int) -> Deal:
    """A deal of a challenge of the person's clubs whose cards they may see; else 404. Races are not laid out so."""
    deals = Deal.objects.select_related("stage__challenge__club").filter(stage__challenge__rivals="").exclude(seed="")
    deal = get_object_or_404(
        deals, stage__challenge__in=challenges_of(player), stage__challenge=pk, stage__number=stage, attempt=attempt
    )
    if not knows_deal(player, deal.stage, attempt):
        raise Http404
    return deal


def stage_for(player: Player | None, pk: int, number: int) -> Stage:
    """A stage with missions in a challenge of the person's clubs, or 404."""
    stages = Stage.objects.filter(challenge__in=challenges_of(player), challenge__rivals="").select_related(
        "challenge__club"
    )
    return get_object_or_404(stages, challenge=pk, number=number)


def deal_access_for(player: Player | None, challenge: Challenge) -> QuerySet[DealAccess]:
    """The lines of the challenge's ledger that the person may read.

    Once it is over, all; before, their own, and to organizers those of deals which cannot spoil anything for them.
    """
    looks = DealAccess.objects.filter(stage__challenge=challenge)
    if challenge.is_over or (organizes(player, challenge.club) and has_finished(player, challenge)):
        return looks
    own = Q(player=player) | Q(guest__claimed_by=player) if player is not None else Q(pk=None)
    if organizes(player, challenge.club):
        for stage, attempt in known_in(player, challenge):
            own |= Q(stage=stage, attempt=attempt)
    return looks.filter(own)


def part_of(player: Player, challenge: Challenge) -> Part:
    """What of a challenge is the person's own: on that they do not rule."""
    return Part.of(player, challenge)


def deal_access_ruled_by(player: Player, challenge: Challenge) -> QuerySet[DealAccess]:
    """The lines of a challenge that they organize of which the person may rule that they do not count."""
    if challenge.is_over or not organizes(player, challenge.club):
        return DealAccess.objects.none()
    return shut_out_of(challenge, deal_access_for(player, challenge), part_of(player, challenge))


def deal_access_as_director(player: Player | None, stage: Stage) -> bool:
    """Whether somebody who looks does so as an organizer who plays in no crew of the challenge."""
    if player is None or not organizes(player, stage.challenge.club):
        return False
    return not challenges_known_deals.crews_bound(player, [stage.challenge])[stage.challenge_id]


class BoardLocks(NamedTuple):
    """What a mission's board keeps from a reader: challenges under way, but for the reader's own crews."""

    locked: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()


def board_locks(player: Player | None, game: str, mission: str) -> BoardLocks:
    """The challenges with this mission, however that is written, of which one is told how one's own crews fared alone.

    All that are under way, for everybody who has not finished them: signing out, or in as somebody else, lifts nothing.
    404 for a game or mission that does not exist.
    """
    stages = Stage.objects.filter(game=game, mission=mission_or_404(game, mission))
    states = (Challenge.State.OPEN, Challenge.State.PAUSED)
    going = list(Challenge.objects.filter(state__in=states, pk__in=stages.values("challenge")))
    locked = frozenset({challenge.pk for challenge in going} - finished_of(player, going))
    own = crews_of(player).values_list("pk", flat=True) if locked else ()
    return BoardLocks(locked, frozenset(own))
