"""Services of duplicate scores and season standings: rewritten as a whole from the results of closed challenges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from statistics import mean
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q

from logbook.challenges.models.challenges import Challenge, Standing, of_kinds
from logbook.lib.batches import keys_of
from logbook.seasons import scoring
from logbook.seasons.methods import CrewInField
from logbook.seasons.models.scores import DuplicateScore, SeasonStanding, percentage_of
from logbook.seasons.models.seasons import Season
from logbook.seasons.scoring import Points, SeasonEntry
from logbook.seasons.stage_results import Field, fields_of, margin_of, participants_of, rates_by_stage

State = Challenge.State
A_WEEK = timedelta(days=7)
CHALLENGES_PER_BATCH = 200


def recompute_duplicate_scores(*, challenge_id: int) -> None:
    """Rebuild a challenge's duplicate scores (none unless it is closed), and its season's standings."""
    _write_duplicate_scores([challenge_id])
    season = Season.objects.filter(series__challenges=challenge_id).values_list("pk", flat=True).first()
    if season is not None:
        recompute_season(season_id=season)


def recompute_everything() -> None:
    """Rebuild all duplicate scores and the standings of all seasons."""
    measured = Q(state=State.CLOSED) | Q(pk__in=DuplicateScore.objects.values("challenge"))
    for keys in keys_of(Challenge.objects.filter(measured), CHALLENGES_PER_BATCH):
        _write_duplicate_scores(keys)
    for keys in keys_of(Season.objects.all(), CHALLENGES_PER_BATCH):
        for key in keys:
            recompute_season(season_id=key)


@transaction.atomic
def _write_duplicate_scores(keys: Sequence[int]) -> None:
    """Write the duplicate scores of these challenges; unchanged scores are not rewritten."""
    challenges = list(Challenge.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    new_scores = _scores_by_challenge([challenge for challenge in challenges if challenge.state == State.CLOSED])
    stored_scores: dict[int, set[Score]] = defaultdict(set)
    for challenge, *columns in DuplicateScore.objects.filter(challenge__in=keys).values_list("challenge_id", *COLUMNS):
        stored_scores[challenge].add(Score(*columns))
    changed_challenges = [one.pk for one in challenges if new_scores[one.pk] != stored_scores[one.pk]]
    DuplicateScore.objects.filter(challenge__in=changed_challenges).delete()
    DuplicateScore.objects.bulk_create(
        DuplicateScore(challenge_id=key, **columns._asdict())
        for key in changed_challenges
        for columns in sorted(new_scores[key])
    )


class Score(NamedTuple):
    """A crew's duplicate score in one challenge."""

    crew_id: int
    percent: float
    fraction: str
    margin: float | None


COLUMNS = Score._fields
_SCORE_COLUMNS = ("challenge_id", "crew_id", "fraction", "percent")


def unscored_challenges() -> list[int]:
    """Return closed challenges with standings and without duplicate scores: their task was lost.

    Those whose scores have no fractions were scored by an earlier version.
    """
    counted_challenges = Challenge.objects.filter(state=State.CLOSED, counted_at__isnull=False)
    missing = Q(standings__isnull=False, duplicate_scores__isnull=True) | Q(duplicate_scores__fraction="")
    unscored = counted_challenges.filter(missing & of_kinds(lambda kind: kind.is_proven))
    return list(unscored.order_by("pk").values_list("pk", flat=True).distinct())


# --- one challenge


def _scores_by_challenge(challenges: Collection[Challenge]) -> dict[int, set[Score]]:
    """Return the duplicate scores by challenge; a challenge without scores has an empty set."""
    fields, rates = fields_of(challenges), rates_by_stage(challenges)
    return defaultdict(set, {one.pk: _scores_of_field(one, fields[one.pk], rates) for one in challenges})


def _scores_of_field(challenge: Challenge, field: Field, rates: Mapping[int, list[float]]) -> set[Score]:
    points: dict[int, dict[int, Points]] = defaultdict(dict)
    for stage, results in field.items():
        for crew, own in scoring.matchpoints(results).items():
            points[crew][stage] = own
    margins = _margins(challenge, field, rates)
    percentages = {crew: scoring.percentage(own, len(field)) for crew, own in points.items()}
    return {Score(crew, float(percent), str(percent), margins.get(crew)) for crew, percent in percentages.items()}


def _margins(challenge: Challenge, field: Field, rates: Mapping[int, list[float]]) -> dict[int, float]:
    """Return margins by crew, over all stages that it played and whose par is known."""
    margins: dict[int, float] = defaultdict(float)
    for stage, results in field.items():
        for result in results:
            if stage in rates:
                margins[result.crew] += margin_of(challenge, result, rates[stage])
    return {crew: round(margin, 6) for crew, margin in margins.items()}


# --- a season


@transaction.atomic
def recompute_season(*, season_id: int) -> None:
    """Rebuild the standings of a season, and of each of its series if it has several: of crews and of members."""
    season = Season.objects.select_for_update().get(pk=season_id)
    days_by_series = _opening_days(season)
    crews = _entries(season)
    members = _members_entries(season, crews)
    rows = [
        row
        for series, days in _scopes(days_by_series).items()
        for entries, column in ((crews, "crew_id"), (members, "player_id"))
        for row in _standing_rows(season, series, days, entries, column)
    ]
    season.standings.all().delete()
    SeasonStanding.objects.bulk_create(rows)


Days = Mapping[int, date]
"""The opening day of each challenge, in its local time."""


def _opening_days(season: Season) -> dict[int | None, dict[int, date]]:
    """Return the closed challenges by series.

    The day is that of the opening: neither a pause nor an extension moves it, and clocks may change in between.
    """
    challenges = Challenge.objects.filter(series__season=season, state=State.CLOSED).order_by("pk")
    days_by_series: dict[int | None, dict[int, date]] = defaultdict(dict)
    for pk, series, opens_at, zone in challenges.values_list("pk", "series_id", "opens_at", "series__time_zone"):
        days_by_series[series][pk] = opens_at.astimezone(ZoneInfo(zone or "UTC")).date()
    return days_by_series


def _scopes(days_by_series: Mapping[int | None, Days]) -> dict[int | None, Days]:
    """Return the scopes of standings: all challenges (None), and each series if there are several."""
    everything = {pk: day for days in days_by_series.values() for pk, day in days.items()}
    return {None: everything, **(days_by_series if len(days_by_series) > 1 else {})}


def _challenges_of_earlier_weeks(days: Days) -> set[int]:
    """Return the challenges that opened at least a week before the latest."""
    latest = max(days.values(), default=None)
    return {pk for pk, day in days.items() if latest is not None and day <= latest - A_WEEK}


def _entries(season: Season) -> dict[int, list[SeasonEntry]]:
    """Return a crew's closed challenges in the season, by crew."""
    of_season = Q(challenge__series__season=season, challenge__state=State.CLOSED)
    # A crew that leads without a won stage has not won the challenge.
    won = Standing.objects.filter(of_season, stages_won__gt=0)
    ranks = {(challenge, crew): rank for challenge, crew, rank in won.values_list("challenge_id", "crew_id", "rank")}
    fields: dict[int, list[CrewInField]] = defaultdict(list)
    scores = DuplicateScore.objects.filter(of_season).order_by("challenge_id", "crew_id")
    for challenge, crew, fraction, percent in scores.values_list(*_SCORE_COLUMNS):
        rank = ranks.get((challenge, crew), 0)
        fields[challenge].append(CrewInField(crew, percentage_of(fraction, percent), rank))
    entries: dict[int, list[SeasonEntry]] = defaultdict(list)
    for challenge, field in fields.items():
        points = season.scoring.points(field)
        for row in field:
            entries[row.crew].append(SeasonEntry(challenge, points[row.crew], row.rank))
    return entries


def _members_entries(season: Season, crews: Mapping[int, list[SeasonEntry]]) -> dict[int, list[SeasonEntry]]:
    """Return the challenges of each member, by member: with two crews in one challenge, the mean of both."""
    by_place = {(entry.challenge, crew): entry for crew, own in crews.items() for entry in own}
    members: dict[int, dict[int, list[SeasonEntry]]] = defaultdict(lambda: defaultdict(list))
    for player, challenge, crew in participants_of(Challenge.objects.filter(series__season=season)):
        if (challenge, crew) in by_place:
            members[player][challenge].append(by_place[challenge, crew])
    return {
        player: [
            SeasonEntry(challenge, mean(entry.points for entry in own), _best_rank(own))
            for challenge, own in sorted(challenges.items())
        ]
        for player, challenges in members.items()
    }


def _best_rank(entries: Iterable[SeasonEntry]) -> int:
    return min((entry.rank for entry in entries if entry.rank), default=0)


def _standing_rows(
    season: Season, series: int | None, days: Days, entries: Mapping[int, list[SeasonEntry]], column: str
) -> Iterator[SeasonStanding]:
    earlier = _challenges_of_earlier_weeks(days)
    now = scoring.season(_entries_among(entries, days), season.best_n, season.scoring)
    then = scoring.season(_entries_among(entries, earlier), season.best_n, season.scoring)
    moved = scoring.movement(now, then)
    for row in now:
        figures = {"total": float(row.total), "best": float(row.best)}
        columns = row._asdict() | figures | {"counted": list(row.counted), "moved": moved[row.entrant]}
        yield SeasonStanding(season=season, series_id=series, **{column: columns.pop("entrant")}, **columns)


def _entries_among(
    entries: Mapping[int, list[SeasonEntry]], challenges: Container[int]
) -> dict[int, list[SeasonEntry]]:
    among = {entrant: [entry for entry in own if entry.challenge in challenges] for entrant, own in entries.items()}
    return {entrant: own for entrant, own in among.items() if own}
