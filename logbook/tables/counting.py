"""The results that an attempt counts for. They are decided here once, and every query reads `Attempt.counts`.

The column is written when the cards are dealt, when a stand-in decides, when the attempt ends, and with each ruling on
it (`services.attempt_counts`). Of these cases the first one that holds decides; each value includes those before it.

| attempt                                                     | value     | counts for                               |
|-------------------------------------------------------------|-----------|------------------------------------------|
| at a practice table, with help or without                   | NOTHING   | nothing                                  |
| at a closed deal of the day; a later try at an open one     | NOTHING   | nothing                                  |
| the first try at a deal of the day                          | DAY       | the board of its day                     |
| won at a free table, where a stand-in decided               | NOTHING   | nothing                                  |
| won in a challenge, where a stand-in decided                | CHALLENGE | the results of its challenge             |
| of a challenge: void, or replaced by a corrected result     | RATINGS   | ratings too, for the crew has played it  |
| not won, where a stand-in decided                           | CREWS     | tallies, runs, races lost                |
| any other                                                   | PEOPLE    | points of races, campaign boards         |

A stand-in therefore takes a win off every board but its challenge's, and a loss off those of single people. Of a race
this is decided for each seat (`RaceResult.counts`): a stand-in's seat keeps its own points off the boards. For the
other seats it is a bot, so boards filtered by opponents show their race among those against bots. A mission's
`Result.counts` is `CHALLENGE` where one of its wins is, and `CREWS` otherwise (`COUNTS_OF_RESULT` in
`leaderboards.services.aggregation`).

Who reads the column is a table of `docs/subsystems/results.md`. Three things are decided beside it. The first try at a
deal of the day is attempt number 1 (`logbook/daily/`), whoever decided. Rulings replace results after the count
(`leaderboards.services.aggregation`), enter runs as corrections (`…runs`), and take void stages out of standings
(`…results`); in the column they only say that of all boards the attempt counts for ratings alone. Travellers filter by
`by_people` of a line.

An attempt that still runs counts as one that is not won: once its people have gone on elsewhere, it is an attempt of
their run. Whether a challenge is over is no fact of an attempt: it says when readers may see it (`Challenge.OVER`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class PlayedFor(Enum):
    """The purpose of a table. The value says whether it has a stage, a deal of a day, is practice, and has help."""

    FREE = (False, False, False, False)
    CHALLENGE = (True, False, False, False)
    DAY = (True, True, False, False)
    ARCHIVE = (False, True, False, False)
    """A deal of the day that has closed."""
    PRACTICE = (False, False, True, False)
    """A moment of a replay, dealt again, or the deal of a real table."""
    HELPED = (False, False, True, True)
    """Practice with bots, and with help for the one person there."""

    @property
    def is_daily(self) -> bool:
        """True for a deal of the day, open or closed."""
        return self in (PlayedFor.DAY, PlayedFor.ARCHIVE)

    @property
    def goes_on(self) -> bool:
        """True if the next mission may follow at a table like this: no contest says what comes next."""
        return self in (PlayedFor.FREE, PlayedFor.HELPED)

    def rows(self, table: str = "") -> Q:
        """Return the condition of such tables; `table` leads to them from the rows, such as `table__`."""
        has_stage, daily, practice, helped = self.value
        columns = {"stage__isnull": not has_stage, "daily": daily, "practice": practice, "helped": helped}
        return Q(**{f"{table}{column}": value for column, value in columns.items()})


def is_of_a_day(table: str = "") -> Q:
    """Return the condition of tables with a deal of a day, open or closed; `table` leads to them from the rows."""
    return Q(**{f"{table}daily": True})


def is_practice(table: str = "") -> Q:
    """Return the condition of practice tables, with help or without; `table` leads to them from the rows."""
    return Q(**{f"{table}practice": True})


class Counts(models.IntegerChoices):
    """The results that an attempt counts for, the least first."""

    NOTHING = 0, _("nothing")
    DAY = 1, _("its deal of the day alone")
    CHALLENGE = 2, _("its challenge alone")
    RATINGS = 3, _("its challenge and ratings")
    CREWS = 4, _("crews’ leaderboards")
    PEOPLE = 5, _("people’s leaderboards")


class RuledPlace(NamedTuple):
    """The place where rulings find an attempt: a stage, a crew, and the attempt's number."""

    stage: int
    crew: int | None
    number: int


@dataclass(frozen=True, slots=True)
class AttemptFacts:
    """All that decides what an attempt counts for; of a race, what decides it for one seat."""

    played_for: PlayedFor
    number: int = 1
    """The attempt's number at its table."""
    won: bool = False
    stood_in: bool = False
    """True once a stand-in has decided anything."""
    ruled_out: bool = False
    """True where a director has declared the deal void, or set a result in place of the attempt's own."""


def counts(facts: AttemptFacts) -> Counts:
    """Return what the attempt counts for."""
    match facts.played_for:
        case PlayedFor.PRACTICE | PlayedFor.HELPED | PlayedFor.ARCHIVE:
            return Counts.NOTHING
        case PlayedFor.DAY:
            return Counts.DAY if facts.number == 1 else Counts.NOTHING
    if facts.won and facts.stood_in:
        return Counts.CHALLENGE if facts.played_for is PlayedFor.CHALLENGE else Counts.NOTHING
    if facts.ruled_out:
        return Counts.RATINGS
    return Counts.CREWS if facts.stood_in else Counts.PEOPLE
