"""The crews that a ruling concerns: those whose result it changes, or who may play more by it."""

from __future__ import annotations

from collections.abc import Sequence

from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import ActiveRulings
from logbook.challenges.services import table_outcomes
from logbook.tables.models import Table

Kind = Ruling.Kind


def ruled_crews(ruling: Ruling, tables: Sequence[Table]) -> set[int]:
    """Return the crews that the ruling, or its end, concerns; `tables` are those whose results it may change.

    A crew whose entry was merged with another one shares its result.
    """
    if ruling.kind == Kind.READMIT:
        return {ruling.crew_id} if ruling.crew_id is not None else set()
    if ruling.kind not in Ruling.OF_RESULTS:
        return set()
    others = Ruling.objects.in_force().filter(challenge=ruling.challenge_id).exclude(pk=ruling.pk)
    earlier, later = list(others.filter(pk__lt=ruling.pk)), list(others.filter(pk__gt=ruling.pk))
    without, by_it = ActiveRulings.of([*earlier, *later]), ActiveRulings.of([*earlier, ruling, *later])
    if ruling.kind == Kind.MERGE:
        return by_it.merged_crews(table.crew_id for table in tables if table.crew_id is not None)
    before, after = (table_outcomes.counting_outcomes(tables, rulings) for rulings in (without, by_it))
    changed = {place for place in before.keys() | after.keys() if before.get(place) != after.get(place)}
    return by_it.merged_crews(crew for _stage, crew, _soloist in changed)
