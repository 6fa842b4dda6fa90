"""Selectors of a club's results: its challenges with their winners, and the results of its crews."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.selectors.winners import winners_of
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player

State = Challenge.State
PAST_ROWS = 12


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge in the public view: title, window and winners."""

    challenge: Challenge
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClubChallenges:
    """A club's challenges in the public view: the running ones, and the latest that are over."""

    now: tuple[ChallengeRow, ...]
    past: tuple[ChallengeRow, ...]


@dataclass(frozen=True, slots=True)
class CrewRow:
    """A crew of the club with its results in the challenges that are over."""

    crew: Crew
    size: int
    played: int
    won: int


@dataclass(frozen=True, slots=True)
class CrewResult:
    """A crew's result in one challenge that is over."""

    standing: Standing
    crews: int


def club_challenges(club: Club) -> ClubChallenges:
    """Return the club's challenges in the public view."""
    visible = club.challenges.filter(state__in=(State.OPEN, State.PAUSED, State.CLOSED)).order_by("-closes_at", "-pk")
    rows = list(visible[: PAST_ROWS * 2])
    winners = winners_of([row.pk for row in rows if row.is_over])
    entries = [ChallengeRow(row, tuple(winners.get(row.pk, ()))) for row in rows]
    return ClubChallenges(
        now=tuple(entry for entry in entries if not entry.challenge.is_over),
        past=tuple(entry for entry in entries if entry.challenge.is_over)[:PAST_ROWS],
    )


def crew_rows(club: Club, crews: QuerySet[Crew] | None = None) -> tuple[CrewRow, ...]:
    """Return the club's crews (or these), each with its finished challenges and its number of wins."""
    crews_entered = (Crew.objects.all() if crews is None else crews).filter(pk__in=club.entries.values("crew"))
    crews_entered = crews_entered.annotate(size=Count("members", filter=Q(members__left_at=None)))
    over = Standing.objects.filter(challenge__club=club, challenge__state=State.CLOSED)
    won = Count("pk", filter=Q(rank=1, stages_won__gt=0))
    counts = {row["crew"]: row for row in over.values("crew").annotate(played=Count("pk"), won=won)}
    nothing = {"played": 0, "won": 0}
    rows = ((crew, counts.get(crew.pk, nothing)) for crew in crews_entered.order_by("name", "pk"))
    return tuple(CrewRow(crew, crew.size, row["played"], row["won"]) for crew, row in rows)


def crew_rows_of(club: Club, player: Player) -> tuple[CrewRow, ...]:
    """Return the club's crews that the player belongs to."""
    theirs = CrewMember.objects.filter(player=player, left_at=None).values("crew")
    return crew_rows(club, Crew.objects.filter(pk__in=theirs))


def crew_results(club: Club, crews: list[int]) -> tuple[CrewResult, ...]:
    """Return the crews' results in the club's challenges that are over, the latest first."""
    standings = Standing.objects.filter(crew__in=crews, challenge__club=club, challenge__state=State.CLOSED)
    standings = standings.annotate(field=Count("challenge__standings")).select_related("challenge", "crew")
    ordered = standings.order_by("-challenge__closes_at", "-challenge", "rank")[:100]
    return tuple(CrewResult(standing, standing.field) for standing in ordered)
