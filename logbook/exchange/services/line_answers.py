"""Answers about lines whose text leaves something open: which mission, and whether the distress signal was used.

The form's fields are `mission-<row>` and `signal-<row>`. An empty mission skips the line; several missions (5, 6, 7)
make an attempt each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, TypedDict
from uuid import UUID, uuid5

from logbook.exchange.exceptions import NoSuchMission
from logbook.exchange.formats.cell_parsers import mission_of
from logbook.exchange.formats.entries import Fault, ImportEntry, Unreadable
from logbook.exchange.models import Import

MOST_ASKED: Final = 400
"""The most lines that one import asks about; the others are skipped, and asked about by the next import of the file."""
MOST_MISSIONS: Final = 10
YES: Final = "yes"
NO: Final = "no"


class AskedLine(TypedDict):
    """A line whose text leaves something open: its place, its facts, and what we guess."""

    row: int
    game: str
    day: str
    text: str
    asked: tuple[str, ...]
    missions: tuple[str, ...]
    distress: bool
    entries: int
    """The number of attempts of the play, by its quantity."""
    unmarked: int
    """The number of its attempts that have no result in the file."""


def asked_line(row: int, entry: ImportEntry) -> AskedLine:
    """Return the question about an entry."""
    return AskedLine(
        row=row,
        game=entry.game,
        day=entry.played_on,
        text=entry.text,
        asked=entry.asked,
        missions=entry.missions,
        distress=entry.distress,
        entries=0,
        unmarked=0,
    )


def checked_answers(job: Import, posted: Mapping[str, str]) -> dict[str, Any]:
    """Return the answer to each line by its place; our guess where the importer says nothing. Raises NoSuchMission."""
    return {str(one["row"]): _answer(one, posted) for one in job.findings.get("asked", ())}


def needs_result(job: Import, answers: Mapping[str, Any]) -> bool:
    """Return whether an entry that is not skipped has no result in the file."""
    skipped = [one for one in job.findings.get("asked", ()) if not answers[str(one["row"])]["missions"]]
    return bool(job.findings.get("unmarked", 0) > sum(one["unmarked"] for one in skipped if "mission" in one["asked"]))


def _answer(line: AskedLine, posted: Mapping[str, str]) -> dict[str, Any]:
    row = line["row"]
    missions = _missions(line, posted.get(f"mission-{row}", ", ".join(line["missions"])))
    signal = posted.get(f"signal-{row}", "")
    return {"missions": missions, "distress": signal == YES if signal in (YES, NO) else line["distress"]}


def _missions(line: AskedLine, text: str) -> list[str]:
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    try:
        if len(parts) > MOST_MISSIONS:
            raise Unreadable("mission-unreadable", mission=text[:80])
        return list(dict.fromkeys(mission_of(line["game"], part) for part in parts))
    except Unreadable as error:
        raise NoSuchMission(line["row"], Fault(error.fault.code, error.fault.params)) from error


def answered_entries(job: Import, row: int, entry: ImportEntry) -> list[ImportEntry]:
    """Return the attempts that an entry becomes by the importer's answer: one, several, or one without a mission.

    A line that the form did not ask about has no mission and nothing asked.
    """
    if not entry.asked:
        return [entry]
    answer = job.choices.get("lines", {}).get(str(row))
    if answer is None:
        return [entry._replace(mission="", asked=())]
    if "distress" in entry.asked:
        entry = entry._replace(distress=answer["distress"])
    missions = answer["missions"] if "mission" in entry.asked else [entry.mission]
    return _one_each(entry, missions) if missions else [entry._replace(mission="")]


def _one_each(entry: ImportEntry, missions: list[str]) -> list[ImportEntry]:
    """Return an entry for each mission. They share the length of the play."""
    minutes = None if entry.minutes is None else max(1, round(entry.minutes / len(missions)))
    keys = [entry.key, *(str(uuid5(UUID(entry.key), mission)) for mission in missions[1:])]
    return [
        entry._replace(mission=mission, key=key, minutes=minutes) for mission, key in zip(missions, keys, strict=True)
    ]
