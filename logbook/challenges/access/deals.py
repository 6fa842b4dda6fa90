"""Access to deals: the spoiler lock, and who may read results and deal access."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from logbook.challenges.access.challenges import challenges_of
from logbook.challenges.completion import progress_of_crews
from logbook.challenges.conflicts import OwnPart
from logbook.challenges.models.challenges import Challenge, Deal, Stage, of_kinds
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.selectors import known_deals as known_deal_selectors
from logbook.challenges.selectors.deal_access import blocking_accesses
from logbook.challenges.selectors.known_deals import DealKey
from logbook.challenges.selectors.rulings import tells_of_a_crew
from logbook.clubs.access import organized_clubs_of, organizes
from logbook.crews.access import crews_of
from logbook.lib.replica import reads_from_primary
from logbook.people.models.players import Player
from logbook.tables.access import mission_or_404


def knows_deal(player: Player | None, stage: Stage, attempt: int) -> bool:
    """True if the player may read everything about this deal: its cards, its difficulty, other crews' results."""
    return stage.challenge.is_over or (stage.pk, attempt) in known_deals(player, [stage.pk])


def known_deals(player: Player | None, stages: Collection[int]) -> set[DealKey]:
    """Return the deals of these stages, in running challenges, that the player has finished or given up."""
    return known_deal_selectors.known_deals(player, stages) if player is not None and stages else set()


def known_deals_in(player: Player | None, challenge: Challenge) -> set[DealKey]:
    """Return the deals of a running challenge that the player knows; empty before its start and after its end."""
    if challenge.state not in (Challenge.State.OPEN, Challenge.State.PAUSED):
        return set()
    return known_deals(player, list(challenge.stages.values_list("pk", flat=True)))


def has_finished(player: Player | None, challenge: Challenge) -> bool:
    """True if nothing about the challenge is a spoiler for the player: none of their crews has a deal ahead.

    Their crews are all that they have belonged to since the announcement and that can still play. Where every player
    races alone, the player must have no race left, whatever their crew has. Also true once the challenge is over; for
    players whose crews have ended every stage; and for organizers who play in none of its crews.
    """
    return challenge.pk in finished_challenges(player, [challenge])


def finished_challenges(player: Player | None, challenges: Collection[Challenge]) -> set[int]:
    """Return the keys of the challenges that the player has finished, in a fixed number of queries."""
    over = {one.pk for one in challenges if one.is_over}
    if player is None or len(over) == len(challenges):
        return over
    crews = known_deal_selectors.committed_crews(player, [one for one in challenges if one.pk not in over])
    running = [one for one in challenges if crews.get(one.pk)]
    alone = [one for one in running if one.is_solo]
    running = [one for one in running if not one.is_solo]
    played = progress_of_crews(running, {crew for own in crews.values() for crew in own})
    through = {one.pk for one in running if all(map(played[one.pk].is_through, crews[one.pk]))}
    through |= _raced_challenges(player, alone)
    others = [one for one in challenges if one.pk not in over and not crews[one.pk]]
    clubs = {one.club_id for one in others}
    organized = set(organized_clubs_of(player).filter(pk__in=clubs).values_list("pk", flat=True)) if others else set()
    return over | through | {one.pk for one in others if one.club_id in organized}


def _raced_challenges(player: Player, challenges: Collection[Challenge]) -> set[int]:
    """Return the keys of the challenges in which the player has no race left that counts."""
    counting = {key: ends.stages for key, ends in progress_of_crews(challenges, ()).items()}
    deals = known_deals(player, [stage for stages in counting.values() for stage in stages])
    return {
        one.pk for one in challenges if deals.issuperset(product(counting[one.pk], range(1, one.attempts_allowed + 1)))
    }


def may_read_reason(player: Player, ruling: Ruling) -> bool:
    """True unless the ruling's reason tells how another crew has played, and is a spoiler for the player."""
    if not tells_of_a_crew(ruling):
        return True
    own = crews_of(player).filter(club_entries__club=ruling.challenge.club_id).values_list("pk", flat=True)
    return ruling.crew_id in own or has_finished(player, ruling.challenge)


def deal_for(player: Player | None, pk: int, stage: int, attempt: int) -> Deal:
    """Return a deal of the player's clubs whose cards they may see, or raise 404. Races have no such page."""
    proven = of_kinds(lambda kind: kind.is_proven, "stage__challenge__")
    deals = Deal.objects.select_related("stage__challenge__club").filter(proven).exclude(seed="")
    deal = get_object_or_404(
        deals, stage__challenge__in=challenges_of(player), stage__challenge=pk, stage__number=stage, attempt=attempt
    )
    if not knows_deal(player, deal.stage, attempt):
        raise Http404
    return deal


def stage_for(player: Player | None, pk: int, number: int) -> Stage:
    """Return a stage with missions in a challenge of the player's clubs, or raise 404."""
    won = of_kinds(lambda kind: kind.is_won, "challenge__")
    stages = Stage.objects.filter(won, challenge__in=challenges_of(player)).select_related("challenge__club")
    return get_object_or_404(stages, challenge=pk, number=number)


def deal_access_for(
    player: Player | None, challenge: Challenge, *, finished: bool | None = None
) -> QuerySet[DealAccess]:
    """The challenge's deal access that the player may read; `finished` where it is known that they have finished.

    Everything once the challenge is over; before that, their own, and for organizers that of deals which spoil nothing
    for them.
    """
    accesses = DealAccess.objects.filter(stage__challenge=challenge)
    if challenge.is_over:
        return accesses
    is_organizer = organizes(player, challenge.club)
    if is_organizer and (has_finished(player, challenge) if finished is None else finished):
        return accesses
    own = Q(player=player) | Q(guest__claimed_by=player) if player is not None else Q(pk=None)
    if is_organizer:
        for stage, attempt in known_deals_in(player, challenge):
            own |= Q(stage=stage, attempt=attempt)
    return accesses.filter(own)


def own_part_of(player: Player, challenge: Challenge) -> OwnPart:
    """Return the player's own part of a challenge, on which they do not rule."""
    return OwnPart.of(player, challenge)


def deal_access_ruled_by(
    player: Player,
    challenge: Challenge,
    *,
    readable: QuerySet[DealAccess] | None = None,
    part: OwnPart | None = None,
) -> QuerySet[DealAccess]:
    """The deal access, in a challenge that the player organizes, that they may rule out of the count.

    `readable` is what they may read and `part` their own part, where the caller knows them.
    """
    if challenge.is_over or not organizes(player, challenge.club):
        return DealAccess.objects.none()
    if readable is None:
        readable = deal_access_for(player, challenge)
    return blocking_accesses(challenge, readable, part or own_part_of(player, challenge))


def deal_access_as_director(player: Player | None, stage: Stage) -> bool:
    """True if the player may see the deal as an organizer who plays in no crew of the challenge."""
    if player is None or not organizes(player, stage.challenge.club):
        return False
    return not known_deal_selectors.committed_crews(player, [stage.challenge])[stage.challenge_id]


@reads_from_primary
def locked_challenges(player: Player | None, game: str, mission: str) -> frozenset[int]:
    """Return the running challenges with this mission, in any spelling, of which a board shows the reader's part alone.

    Every running challenge that the reader has not finished is locked: signing out, or in with another account, unlocks
    nothing. 404 for an unknown game or mission.
    """
    stages = Stage.objects.filter(game=game, mission=mission_or_404(game, mission))
    states = (Challenge.State.OPEN, Challenge.State.PAUSED)
    running = list(Challenge.objects.filter(state__in=states, pk__in=stages.values("challenge")))
    return frozenset({challenge.pk for challenge in running} - finished_challenges(player, running))
