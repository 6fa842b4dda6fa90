"""Services of rulings over results: they apply after the attempts are counted."""

from __future__ import annotations

from logbook.challenges import policies
from logbook.challenges.active_rulings import active_rulings_of
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import Outcome
from logbook.challenges.services import table_outcomes
from logbook.leaderboards.models.results import Result
from logbook.tables.models import Table


def apply_rulings(first: int, last: int) -> None:
    """Apply the rulings in force to the results of a range of tables, which were counted from their attempts alone."""
    of_results = Ruling.objects.in_force().filter(kind__in=Ruling.OF_RESULTS)
    for challenge_id in sorted(set(of_results.values_list("challenge", flat=True))):
        rulings = active_rulings_of(challenge_id)
        inside = Table.objects.filter(stage__challenge=challenge_id, pk__gte=first, pk__lte=last)
        for key, outcome in table_outcomes.ruled_outcomes(inside, rulings).items():
            _write_result(key, outcome)


def _write_result(table_id: int, ruled: tuple[int, Outcome] | None) -> None:
    result = Result.objects.filter(table=table_id)
    if ruled is None:
        # Without signals: the caller that counts a table moves its tallies.
        result._raw_delete(result.db)  # noqa: SLF001 - Django has no public bulk delete without signals
        return
    crew, outcome = ruled
    score = policies.score(attempts=outcome.attempts, distress=outcome.distress)
    result.update(
        crew=crew,
        won=outcome.won,
        attempts=outcome.attempts,
        distress=outcome.distress,
        score=score,
        best=outcome.best,
    )
