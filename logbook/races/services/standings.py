"""Services of race standings: of people and of crews, rewritten as a whole from the results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db import transaction

from logbook.challenges import active_rulings
from logbook.challenges.models.challenges import Challenge, Standing, of_kinds
from logbook.challenges.outcomes import ActiveRulings
from logbook.races import ranking
from logbook.races.models.results import RaceResult, RaceStanding
from logbook.races.ranking import RaceScore, RaceStandingRow
from logbook.tables.models import Attempt, Seat

COLUMNS: Final = ("rank", "crew_id", "player_id", "points", "margin", "wins", "stages", "races", "given_up")
"""The columns of a standing, in the order of a `ranking.RaceStandingRow`."""
Quits = Mapping[tuple[int, int], int]
"""The number of abandoned races, by crew and person."""


@transaction.atomic
def write_standings(challenges: Sequence[int]) -> None:
    """Write the standings of those of these challenges that are races; unchanged standings are not rewritten."""
    locked_challenges = (
        Challenge.objects.select_for_update()
        .filter(pk__in=challenges)
        .filter(of_kinds(lambda kind: kind.has_points))
        .order_by("pk")
    )
    for challenge in locked_challenges:
        _write_challenge(challenge)


def _write_challenge(challenge: Challenge) -> None:
    rulings = active_rulings.active_rulings_of(challenge.pk)
    races, given_up = _race_scores(challenge, rulings), _given_up(challenge, rulings)
    people = ranking.standings(races, given_up, crews=False)
    crews = ranking.standings(races, given_up, crews=True)
    stored = RaceStanding.objects.filter(challenge=challenge)
    stored_rows: set[tuple[Any, ...]] = set(stored.values_list(*COLUMNS))
    if stored_rows == {tuple(row) for row in (*people, *crews)}:
        return
    stored.delete()
    RaceStanding.objects.bulk_create(
        RaceStanding(challenge=challenge, **dict(zip(COLUMNS, row, strict=True))) for row in (*people, *crews)
    )
    _write_crews(challenge, crews)


def _write_crews(challenge: Challenge, crews: Iterable[RaceStandingRow]) -> None:
    """Copy the crews' rows to `Standing`, which lists of all kinds of challenges read: the score is the points."""
    Standing.objects.filter(challenge=challenge).delete()
    Standing.objects.bulk_create(
        Standing(
            challenge=challenge,
            crew_id=row.crew,
            rank=row.rank,
            stages_won=row.stages,
            score=row.points,
            attempts=row.races + row.given_up,
            distress=0,
        )
        for row in crews
    )


def _race_scores(challenge: Challenge, rulings: ActiveRulings) -> list[RaceScore]:
    """Return the races of people that count."""
    results = RaceResult.objects.filter(challenge=challenge, player__isnull=False, crew__isnull=False)
    columns = ("attempt__number", "crew_id", "player_id", "stage_id", "points", "margin", "won")
    rows = results.order_by("pk").values_list(*columns)
    return [RaceScore(*row) for number, *row in rows if not rulings.rules_out(row[2], row[0], number)]


def _given_up(challenge: Challenge, rulings: ActiveRulings) -> Quits:
    """Return the races that were abandoned or still open at the close: they have no points."""
    attempts = Attempt.objects.filter(table__stage__challenge=challenge, state=Attempt.State.ABANDONED)
    tables: dict[int, int] = defaultdict(int)
    for table, *place in attempts.values_list("table_id", "table__stage_id", "table__crew_id", "number"):
        tables[table] += not rulings.rules_out(*place)
    seats = Seat.objects.filter(table__in=tables, player__isnull=False, table__crew__isnull=False)
    counts: dict[tuple[int, int], int] = defaultdict(int)
    for table, crew, player in seats.values_list("table_id", "table__crew_id", "player_id"):
        counts[crew, player] += tables[table]
    return {key: times for key, times in counts.items() if times}
