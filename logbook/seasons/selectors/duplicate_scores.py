"""Selectors of duplicate scores: a closed challenge's field, with all intermediate figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import mean

from django.utils.translation import gettext as _

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.crews.models.crews import Crew
from logbook.lib import plots
from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.seasons import scoring
from logbook.seasons.models.scores import DuplicateScore, percentage_of
from logbook.seasons.scoring import Points, StageResult
from logbook.seasons.stage_results import field_of, margin_of, participants_of, rates_of

ENOUGH = 2
"""The fewest crews of a field."""


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A crew at one stage: its score, matchpoints and margin against par."""

    crew: Crew
    mine: bool
    won: bool
    score: int
    points: Points
    margin: float | None


@dataclass(frozen=True, slots=True)
class StageField:
    """One stage with every crew that played it, best first."""

    stage: Stage
    text: str
    par: float | None
    rows: tuple[FieldRow, ...]
    strip: plots.Strip

    @property
    def name(self) -> str:
        """Return the name of the stage's plot on the page."""
        return f"field-{self.stage.number}"


@dataclass(frozen=True, slots=True)
class FieldPage:
    """The duplicate scores of a challenge."""

    scores: tuple[DuplicateScore, ...]
    members: tuple[tuple[Player, Fraction], ...]
    """Players with the percentage of their crews; only members of the club see them."""
    stages: tuple[StageField, ...]
    scatter: plots.Scatter | None
    """Difficulty against result, stage by stage."""


def field_page(challenge: Challenge, own: frozenset[int], *, member: bool = False) -> FieldPage | None:
    """Return the field of a closed challenge; None while it runs, or without a field. `own` crews are marked."""
    if challenge.state != Challenge.State.CLOSED:
        return None
    scores = tuple(challenge.duplicate_scores.select_related("crew").order_by("-percent", "crew__name"))
    if len(scores) < ENOUGH:
        return None
    crews = {score.crew_id: score.crew for score in scores}
    rates, field = rates_of(challenge), field_of(challenge)
    stages = {stage.pk: stage for stage in challenge.stages.all()}
    rows = tuple(
        _stage(challenge, stages[key], results, rates.get(key), crews, own) for key, results in field.items() if results
    )
    members = _members(challenge, scores) if member else ()
    return FieldPage(scores, members, rows, _scatter(field, rates, challenge, stages))


def _members(challenge: Challenge, scores: Sequence[DuplicateScore]) -> tuple[tuple[Player, Fraction], ...]:
    """Return the percentage by member: their crew's, or the mean of two crews'."""
    of_crew = {score.crew_id: percentage_of(score.fraction, score.percent) for score in scores}
    percents: dict[int, list[Fraction]] = defaultdict(list)
    for player, _challenge, crew in participants_of(Challenge.objects.filter(pk=challenge.pk)):
        if crew in of_crew:
            percents[player].append(of_crew[crew])
    percentages = [(player, mean(percents[player.pk])) for player in Player.objects.filter(pk__in=percents)]
    return tuple(sorted(percentages, key=lambda one: (-one[1], one[0].name)))


def _stage(
    challenge: Challenge,
    stage: Stage,
    results: Sequence[StageResult],
    rates: list[float] | None,
    crews: Mapping[int, Crew],
    own: frozenset[int],
) -> StageField:
    points = scoring.matchpoints(results)
    rows = [
        FieldRow(
            crew=crews[result.crew],
            mine=result.crew in own,
            won=result.won,
            score=result.score,
            points=points[result.crew],
            margin=margin_of(challenge, result, rates) if rates is not None else None,
        )
        for result in results
        if result.crew in crews
    ]
    rows.sort(key=lambda row: (-row.points.points, row.crew.name))
    par = challenge.scoring_policy.par(rates) if rates is not None else None
    text_of_stage = f"{text.game_name(stage.game)}, {text.mission_title(stage.mission)}"
    return StageField(stage, text_of_stage, par, tuple(rows), _strip(challenge, stage, rows, par))


def _strip(challenge: Challenge, stage: Stage, rows: Sequence[FieldRow], par: float | None) -> plots.Strip:
    never = challenge.attempts_allowed + 1
    return plots.Strip(
        plots.PlotText(
            title=_("Scores at stage %(number)d") % {"number": stage.number},
            description=_("Each crew’s score. Crews that never won the stage are at the far right."),
            empty=_("No crew played this stage."),
            across=_("score"),
        ),
        tuple(plots.Mark(row.crew.name, row.score if row.won else never, own=row.mine) for row in rows),
        par=par,
        par_label=_("par"),
    )


def _scatter(
    field: Mapping[int, Sequence[StageResult]],
    rates: Mapping[int, list[float]],
    challenge: Challenge,
    stages: Mapping[int, Stage],
) -> plots.Scatter | None:
    spots = tuple(
        plots.Spot(
            _("Stage %(number)d") % {"number": stages[key].number},
            round(challenge.scoring_policy.par(rates[key]), 2),
            round(mean(result.score if result.won else challenge.attempts_allowed + 1 for result in results), 2),
        )
        for key, results in field.items()
        if results and key in rates
    )
    if len(spots) < ENOUGH:
        return None
    plot_text = plots.PlotText(
        title=_("Par and average score"),
        description=_("Compare the par of each stage with the crews’ average score there."),
        empty=_("No stages were played."),
        across=_("par"),
        up=_("average score"),
    )
    return plots.Scatter(plot_text, spots)
