"""Selectors of race challenges: standings of people and crews, and every race once the challenge is over."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.selectors.challenges import ChallengePage, CrewPart
from logbook.challenges.selectors.steps import StageState
from logbook.people.models.players import Player
from logbook.races.models.results import RaceResult, RaceStanding

MOST_RACES = 500
"""The most races listed after a challenge; the standings count all."""
RacedStages = tuple[tuple[StageState, RaceResult | None], ...]


@dataclass(frozen=True, slots=True)
class RacesPart:
    """The standings that the reader may see."""

    people: tuple[RaceStanding, ...]
    crews: tuple[RaceStanding, ...]
    hidden_results: int
    """The number of other people whose races the reader may not see yet."""
    finished: tuple[RaceResult, ...]
    """Every race of people, best first by stage, once the challenge is over."""
    mine: tuple[tuple[CrewPart, RacedStages], ...]
    """The reader's crews, with the reader's best race at each stage."""
    reader: int | None


def races_part(page: ChallengePage, player: Player | None) -> RacesPart | None:
    """Return the standings for this reader: all rows where the page shows all, else only their own; None without races.

    Where the people of a crew race each other they know one another's races, so they read all of their crew's.
    """
    challenge = page.challenge
    if not challenge.kind.has_points:
        return None
    every = challenge.race_standings.select_related("player", "crew").order_by("rank", "player__name", "crew__name")
    mine = Q(player=player) if challenge.is_solo else Q(crew__in=page.own_crews)
    people = every.filter(player__isnull=False)
    visible = people if page.shows_all else people.filter(mine) if player is not None else people.none()
    return RacesPart(
        people=tuple(visible),
        crews=tuple(every.filter(player__isnull=True)) if page.shows_all else (),
        hidden_results=0 if page.shows_all else people.count() - len(visible),
        finished=_finished_races(challenge) if challenge.is_over else (),
        mine=_own_races(page, player),
        reader=player.pk if player else None,
    )


def _own_races(page: ChallengePage, player: Player | None) -> tuple[tuple[CrewPart, RacedStages], ...]:
    best = _best_races(page.challenge, player)
    return tuple(
        (part, tuple((state, best.get((part.crew.pk, state.stage.pk))) for state in part.stages)) for part in page.mine
    )


def _best_races(challenge: Challenge, player: Player | None) -> dict[tuple[int, int], RaceResult]:
    """Return the reader's best race by crew and stage."""
    if player is None:
        return {}
    own = RaceResult.objects.filter(challenge=challenge, player=player, crew__isnull=False, stage__isnull=False)
    ordered = own.order_by("points", "margin", "won", "-pk")
    return {(race.crew_id, race.stage_id): race for race in ordered if race.crew_id and race.stage_id}


def _finished_races(challenge: Challenge) -> tuple[RaceResult, ...]:
    races = RaceResult.objects.filter(challenge=challenge, player__isnull=False)
    ordered = races.select_related("player", "crew", "stage", "attempt")
    return tuple(ordered.order_by("stage__number", "-points", "-margin", "-won", "pk")[:MOST_RACES])
