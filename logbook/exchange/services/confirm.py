"""Services of imports: the importer names the columns, the people and the campaigns."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from django.db import transaction
from django.utils import timezone

import games
from logbook.exchange.exceptions import (
    ColumnsMissing,
    GameMissing,
    LengthMissing,
    NoSuchChoice,
    NotWaiting,
    PersonMissing,
    ResultMissing,
)
from logbook.exchange.formats import csv_tables, text
from logbook.exchange.import_suggestions import (
    NEW,
    PARTS,
    UNDECIDED,
    names_of_crew,
    suggested_campaigns,
    suggested_people,
)
from logbook.exchange.models import Import, ImportPiece
from logbook.exchange.services.clubs import club_choices
from logbook.exchange.services.line_answers import checked_answers, needs_result
from logbook.lib import queue

NOBODY = "nobody"
WON, FAILED, LEAVE = "won", "failed", "leave"
"""Results of plays in which no winner is marked."""
EACH, TOGETHER = "each", "together"
"""Meanings of the length of a play with a quantity."""
DAY_ORDERS = ("", "dmy", "mdy")


def set_columns(*, import_id: int, columns: Mapping[str, int], game: str, day_order: str, encoding: str = "") -> None:
    """Name the columns of a table, and its encoding where our guess is wrong; queue the reading.

    Raises NotWaiting, ColumnsMissing, GameMissing.
    """
    column_places = {name: place for name, place in columns.items() if name in csv_tables.COLUMNS and place >= 0}
    if not {"mission", "date"} <= column_places.keys() or not {"result", "attempts"} & column_places.keys():
        raise ColumnsMissing
    if game not in games.GAMES and "game" not in column_places:
        raise GameMissing
    with transaction.atomic():
        job = _lock_ready(import_id, Import.State.COLUMNS, Import.State.WAITING, Import.State.REFUSED)
        if job.kind != Import.Kind.TABLE or job.body is None or day_order not in DAY_ORDERS:
            raise NotWaiting
        plan: dict[str, Any] = {
            "columns": column_places,
            "game": game if game in games.GAMES else "",
            "day_order": day_order,
        }
        if encoding in text.CHOICES:
            job.encoding = encoding
            plan |= {"encoding": encoding, "letters_doubtful": False}
        job.plan = {**job.plan, **plan, "days_doubtful": job.plan["days_doubtful"] and not day_order}
        job.state, job.fault, job.reader = Import.State.READING, None, ""
        _record_step(job, "plan", "encoding", "fault", "reader")
        queue.later("exchange.read_import", import_id)


def confirm_import(
    *,
    import_id: int,
    people: Mapping[str, str],
    campaigns: Mapping[str, str],
    unmarked: str = "",
    lengths: str = "",
    lines: Mapping[str, str] | None = None,
) -> None:
    """Confirm the import and queue its steps. Suggestions fill missing choices.

    `unmarked` is the result of plays without a winner, `lengths` the meaning of the length of plays with a quantity;
    both only where the file has such plays. `lines` holds the answers about lines whose text leaves something open, by
    field (`line_answers`). Raises NotWaiting, NoSuchChoice, PersonMissing, ResultMissing, LengthMissing, NoSuchMission.
    """
    with transaction.atomic():
        job = _lock_ready(import_id, Import.State.WAITING)
        if job.kind == Import.Kind.CLUB or job.parent_id is not None:
            raise NotWaiting  # A club is confirmed with its crews, as a whole.
        answers = checked_answers(job, lines or {})
        if needs_result(job, answers) and unmarked not in (WON, FAILED, LEAVE):
            raise ResultMissing
        if job.findings.get("shared_lengths") and lengths not in (EACH, TOGETHER):
            raise LengthMissing
        people, campaigns = _people(job, people), _campaigns(job, campaigns)
        job.choices = {
            "people": people,
            "campaigns": campaigns,
            "unmarked": unmarked,
            "lengths": lengths,
            "lines": answers,
        }
        job.state, job.position = Import.State.APPLYING, 0
        _record_step(job, "choices", "position")
        queue.later("exchange.apply_step", import_id, job.steps)


def confirm_club(*, import_id: int, me: str | None, crews: Mapping[str, str]) -> None:
    """Confirm a club's import, with its crews; `me` is the importer's key in the file, None for the suggestion.

    Raises NotWaiting, NoSuchChoice.
    """
    with transaction.atomic():
        job = _lock_ready(import_id, Import.State.WAITING)
        if job.kind != Import.Kind.CLUB:
            raise NotWaiting
        job.choices = club_choices(job, me=me, crews=dict(crews))
        job.state, job.position = Import.State.APPLYING, 0
        _record_step(job, "choices", "position")
        queue.later("exchange.apply_step", import_id, job.steps)


def discard_import(*, import_id: int) -> None:
    """Delete a file that was not applied. Raises NotWaiting."""
    with transaction.atomic():
        job = _lock_ready(import_id, Import.State.COLUMNS, Import.State.WAITING, Import.State.REFUSED)
        ImportPiece.objects.filter(job=job).delete()
        job.delete()


def _lock_ready(import_id: int, *states: str) -> Import:
    job = Import.objects.select_for_update(of=("self",)).filter(pk=import_id, state__in=states).first()
    if job is None:
        raise NotWaiting
    return job


def _record_step(job: Import, *fields: str) -> None:
    job.steps += 1
    job.moved_at = timezone.now()
    job.save(update_fields=("state", "steps", "moved_at", *fields))


def _people(job: Import, choices: Mapping[str, str]) -> dict[str, str]:
    possible = names_of_crew(job.crew_number).keys() | {NEW, NOBODY}
    suggested, parts = suggested_people(job), job.findings.get("parts", {})
    chosen = suggested | {ref: choice for ref, choice in choices.items() if choice != UNDECIDED}
    if any(choice == UNDECIDED for choice in chosen.values()):
        raise PersonMissing
    return _checked_choices(chosen, {ref: possible | {PARTS} if ref in parts else possible for ref in suggested})


def _campaigns(job: Import, choices: Mapping[str, str]) -> dict[str, str]:
    """Check the choices of campaigns. A closed campaign is only possible while it receives no entry."""
    suggested = suggested_campaigns(job)
    possible = {ref: {NEW, *(f"campaign:{one.pk}" for one in row.fitting)} for ref, row in suggested.items()}
    return _checked_choices({ref: row.value for ref, row in suggested.items()} | dict(choices), possible)


def _checked_choices(choices: Mapping[str, str], possible: Mapping[str, AbstractSet[str]]) -> dict[str, str]:
    """Return one choice for each reference. Raises NoSuchChoice."""
    answers = {ref: choices[ref] for ref in possible}
    if any(answer not in possible[ref] for ref, answer in answers.items()):
        raise NoSuchChoice
    return answers
