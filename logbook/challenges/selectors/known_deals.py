"""Selectors of a player's known deals in running challenges: the facts behind the spoiler lock."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from django.db.models import Q

from logbook.challenges.completion import OVER
from logbook.challenges.models.bonds import Bond
from logbook.challenges.models.challenges import Challenge, Stage, is_solo
from logbook.challenges.models.deal_access import DealAccess
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player
from logbook.tables.counting import PlayedFor
from logbook.tables.models import Attempt, Seat, Sitting, Table

DealKey = tuple[int, int]
"""The key of a stage, and the number of the attempt."""

OUT_OF_IT: Final = (DealAccess.How.GAVE_UP, DealAccess.How.DIRECTOR)


def committed_crews(player: Player, challenges: Collection[Challenge]) -> dict[int, set[int]]:
    """Return, by challenge, every crew that the player has belonged to since its announcement.

    Leaving the crew lifts no lock, nor does taking it out of the club. A merged crew counts as the crew it became; a
    crew without members cannot play any more, and has no way back.
    """
    since = list(CrewMember.objects.filter(player=player).values_list("crew_id", "left_at", "crew__became_id"))
    bonds = Bond.objects.filter(player=player, challenge__in=challenges)
    commitments = list(bonds.values_list("challenge_id", "crew_id", "crew__became_id"))
    became = _successors(
        {crew: since for crew, _crew, since in since} | {crew: since for _challenge, crew, since in commitments}
    )
    living = Crew.objects.filter(pk__in=set(became.values()), members__left_at=None)
    alive = set(living.values_list("pk", "club_entries__club"))
    crews = {crew for crew, _club in alive}
    crews_by_challenge: dict[int, set[int]] = {}
    for one in challenges:
        belonged = {became[crew] for crew, left_at, _then in since if left_at is None or left_at >= one.created_at}
        out = {became[crew] for challenge, crew, _then in commitments if challenge == one.pk}
        crews_by_challenge[one.pk] = {crew for crew in belonged if (crew, one.club_id) in alive} | (out & crews)
    return crews_by_challenge


def _successors(crews: Mapping[int, int | None]) -> dict[int, int]:
    """Return the present crew of each crew, given what each of them has become."""
    successors = {crew: since or crew for crew, since in crews.items()}
    moved = {since for since in crews.values() if since is not None}
    while moved:
        fresh = dict(Crew.objects.filter(pk__in=moved, became__isnull=False).values_list("pk", "became_id"))
        successors = {crew: fresh.get(now) or now for crew, now in successors.items()}
        moved = {since for since in fresh.values() if since}
    return successors


def known_deals(player: Player, stages: Collection[int]) -> set[DealKey]:
    """Return the deals of these stages that the player has finished or given up.

    Finished: the player was dealt it, that attempt is over, and no other crew of theirs can still be dealt the same
    cards. Where every player races alone, their own race alone counts.
    """
    looked = DealAccess.objects.in_force().filter(player=player, stage__in=stages, how__in=OUT_OF_IT)
    played = _played_deals(player, stages)
    settled = played - _future_deals(player, played) - _restored_deals(player, stages)
    return set(looked.values_list("stage", "attempt")) | settled


def _restored_deals(player: Player, stages: Collection[int]) -> set[DealKey]:
    """Return the deals that directors have restored to the player by taking back every seen hand."""
    hands = DealAccess.objects.filter(player=player, stage__in=stages, how__in=DealAccess.OF_A_HAND)
    accesses = list(hands.values_list("stage_id", "attempt", "taken_back_at"))
    in_force = {(stage, attempt) for stage, attempt, taken_back in accesses if taken_back is None}
    return {(stage, attempt) for stage, attempt, _taken_back in accesses} - in_force


def _played_deals(player: Player, stages: Collection[int]) -> set[DealKey]:
    """Return the deals of the player's ended attempts: online by seat, at real tables by report.

    None of a deal of the day: the same cards are tried again, so no hand but the player's own is open before the close.
    """
    in_challenges = Attempt.objects.filter(PlayedFor.CHALLENGE.rows("table__"), table__stage__in=stages)
    over = in_challenges.exclude(state=Attempt.State.PLAYING)
    # A bot's seat has no player either, so a missing player must not match it.
    online = Q(place=Attempt.Place.ONLINE, table__in=Seat.objects.filter(player=player).values("table"))
    sat = Q(pk__in=Sitting.objects.filter(player=player).values("attempt"))
    return set(over.filter(online | sat).values_list("table__stage", "number"))


def _future_deals(player: Player, deals: Collection[DealKey]) -> set[DealKey]:
    """Return which of these deals a crew that binds the player can still be dealt, or is playing now."""
    if not deals:
        return set()
    together = Stage.objects.filter(pk__in={stage for stage, _number in deals}).select_related("challenge")
    stages = {one.pk: one.challenge for one in together.exclude(is_solo("challenge__"))}
    crews = committed_crews(player, {one.pk: one for one in stages.values()}.values())
    tables = Table.objects.filter(stage__in=stages, crew__in=set().union(*crews.values()))
    over = set(tables.filter(state__in=OVER).values_list("stage", "crew"))
    attempts = Attempt.objects.filter(table__in=tables).exclude(state=Attempt.State.PLAYING)
    ended_keys = set(attempts.values_list("table__stage", "table__crew", "number"))
    return {
        (stage, number)
        for stage, number in deals
        if stage in stages
        for crew in crews[stages[stage].pk]
        if (stage, crew) not in over and (stage, crew, number) not in ended_keys
    }
