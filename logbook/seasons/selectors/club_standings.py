"""Selectors of a club's all-time standings: every crew over the challenges and seasons of the club that are over."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import mean
from typing import Final, NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge, Standing
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.ranking import ranks
from logbook.lib.places import place_text
from logbook.seasons.models.scores import DuplicateScore, SeasonStanding, percentage_of
from logbook.seasons.models.seasons import Season

ENOUGH_CHALLENGES: Final = 10
"""The fewest challenges with matchpoints for an average of them."""
FEWEST_CREWS: Final = 2
"""The fewest crews of a field: a crew alone has nothing to be compared with."""
PODIUM: Final = 3


class Place(NamedTuple):
    """A rank among so many crews."""

    rank: int
    crews: int

    def __str__(self) -> str:
        return place_text(self.rank, self.crews)


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A crew in a club's all-time standings."""

    crew: Crew
    mine: bool
    has_left: bool
    """Whether the crew plays in the club no more. Its results stay."""
    played: int
    scored: int
    """The challenges with matchpoints: races and fields of one crew have none."""
    percent: Fraction | None
    """The mean matchpoint percentage; None below ten challenges."""
    best: Place | None
    """The best rank in challenges; None where the crew has won no stage."""
    podiums: int
    """Challenges among the first three."""
    best_season: Place | None
    rank: int | None = None
    """The rank by percentage; None without one."""


@dataclass(frozen=True, slots=True)
class ChallengePlace:
    """A crew's place in one closed challenge."""

    challenge: Challenge
    place: Place | None
    """None where the crew won no stage."""
    percent: float | None


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """A crew's place in one season that is over."""

    season: Season
    place: Place
    total: float


@dataclass(frozen=True, slots=True)
class CrewPlaces:
    """All places of a crew in a club, the latest first."""

    crew: Crew
    challenges: tuple[ChallengePlace, ...]
    seasons: tuple[SeasonPlace, ...]


def closed_challenges(club: Club) -> QuerySet[Challenge]:
    """Return the challenges of a club that count: closed, and their results complete."""
    return Challenge.objects.filter(club=club, state=Challenge.State.CLOSED, counted_at__isnull=False)


def crews_ranked(club: Club) -> QuerySet[Crew]:
    """Return the crews with a result in a closed challenge of the club, whether or not they play there today."""
    played = Standing.objects.filter(crew=OuterRef("pk"), challenge__in=closed_challenges(club))
    return Crew.objects.filter(Exists(played)).order_by("name", "pk")


def club_standings(club: Club, own: Collection[int], *, inside: bool) -> tuple[ClubRow, ...]:
    """Return the crews, best first. Seasons are for readers `inside` the club, as their pages are."""
    crews = list(crews_ranked(club).select_related("became"))
    places, percents = _places_by_crew(club), _percents_by_crew(club)
    seasons = _season_places_by_crew(club) if inside else {}
    present = set(club.entries.values_list("crew", flat=True))
    rows = [
        ClubRow(
            crew=crew,
            mine=crew.pk in own,
            has_left=crew.pk not in present,
            played=len(places[crew.pk]),
            scored=len(percents.get(crew.pk, ())),
            percent=mean_percent(percents.get(crew.pk, ())),
            best=_best(places[crew.pk]),
            podiums=sum(place is not None and place.rank <= PODIUM for place in places[crew.pk]),
            best_season=_best(seasons.get(crew.pk, ())),
        )
        for crew in crews
    ]
    return _ranked(rows)


def crew_places(club: Club, crew: Crew, *, inside: bool) -> CrewPlaces:
    """Return all places of a crew in the club."""
    standings = Standing.objects.filter(crew=crew, challenge__in=closed_challenges(club))
    standings = standings.select_related("challenge__club").order_by("-challenge__closes_at", "-challenge_id")
    fields, percents = _fields(club), dict(_scores(club).filter(crew=crew).values_list("challenge_id", "percent"))
    challenges = tuple(
        ChallengePlace(row.challenge, _place(row, fields[row.challenge_id]), percents.get(row.challenge_id))
        for row in standings
    )
    return CrewPlaces(crew, challenges, tuple(_seasons_of(club, crew)) if inside else ())


def mean_percent(percents: Collection[Fraction]) -> Fraction | None:
    """Return the mean of matchpoint percentages; None for too few of them."""
    return mean(percents) if len(percents) >= ENOUGH_CHALLENGES else None


def _ranked(rows: list[ClubRow]) -> tuple[ClubRow, ...]:
    """Return the rows in order: by percentage, then those without one by their number of challenges."""
    rated = [(row, row.percent) for row in rows if row.percent is not None]
    rated.sort(key=lambda pair: (-pair[1], pair[0].crew.name, pair[0].crew.pk))
    others = sorted((row for row in rows if row.percent is None), key=lambda row: (-row.played, row.crew.name))
    places = ranks([percent for _row, percent in rated])
    return (*(replace(row, rank=place) for (row, _percent), place in zip(rated, places, strict=True)), *others)


def _best(places: Iterable[Place | None]) -> Place | None:
    """Return the best place; of the same rank, the one among more crews."""
    return min(
        (place for place in places if place is not None), key=lambda place: (place.rank, -place.crews), default=None
    )


# --- challenges


def _places_by_crew(club: Club) -> Mapping[int, list[Place | None]]:
    fields = _fields(club)
    places: dict[int, list[Place | None]] = defaultdict(list)
    for row in Standing.objects.filter(challenge__in=closed_challenges(club)).order_by():
        places[row.crew_id].append(_place(row, fields[row.challenge_id]))
    return places


def _place(row: Standing, crews: int) -> Place | None:
    """Return the place. A crew that leads without a won stage has none, as on the challenge's page."""
    return Place(row.rank, crews) if row.stages_won else None


def _fields(club: Club) -> Mapping[int, int]:
    """Return the number of crews by challenge."""
    rows = Standing.objects.filter(challenge__in=closed_challenges(club)).order_by().values("challenge")
    return Counter(dict(rows.annotate(crews=Count("pk")).values_list("challenge_id", "crews")))


def _scores(club: Club) -> QuerySet[DuplicateScore]:
    """Return the matchpoint percentages that compare a crew with others."""
    scores = DuplicateScore.objects.filter(challenge__in=closed_challenges(club)).order_by()
    fields = scores.values("challenge").annotate(crews=Count("pk")).filter(crews__gte=FEWEST_CREWS)
    return scores.filter(challenge__in=fields.values("challenge"))


def _percents_by_crew(club: Club) -> Mapping[int, list[Fraction]]:
    percents: dict[int, list[Fraction]] = defaultdict(list)
    for crew, fraction, percent in _scores(club).values_list("crew_id", "fraction", "percent"):
        percents[crew].append(percentage_of(fraction, percent))
    return percents


# --- seasons


def _seasons_over(club: Club) -> QuerySet[Season]:
    """Return the seasons whose last day has passed, and whose challenges are all over."""
    unfinished = Challenge.objects.filter(series__season=OuterRef("pk")).exclude(state__in=Challenge.OVER)
    ended = Season.objects.filter(club=club, ends_on__lt=timezone.localdate())
    return ended.filter(~Exists(unfinished))


def _season_rows(club: Club) -> QuerySet[SeasonStanding]:
    """Return the crews' rows of whole seasons."""
    rows = SeasonStanding.objects.filter(season__in=_seasons_over(club), series=None, crew__isnull=False)
    return rows.order_by("-season__starts_on", "-season_id")


def _season_fields(club: Club) -> Mapping[int, int]:
    rows = _season_rows(club).order_by().values("season").annotate(crews=Count("pk"))
    return dict(rows.values_list("season_id", "crews"))


def _season_places_by_crew(club: Club) -> Mapping[int, list[Place]]:
    fields, places = _season_fields(club), defaultdict(list)
    for crew, season, rank in _season_rows(club).values_list("crew_id", "season_id", "rank"):
        places[crew or 0].append(Place(rank, fields[season]))
    return places


def _seasons_of(club: Club, crew: Crew) -> Iterable[SeasonPlace]:
    fields = _season_fields(club)
    for row in _season_rows(club).filter(crew=crew).select_related("season"):
        yield SeasonPlace(row.season, Place(row.rank, fields[row.season_id]), row.total)
