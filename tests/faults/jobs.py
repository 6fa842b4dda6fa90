"""Jobs beside the tables while processes are killed: challenges open and close, files are imported."""

from __future__ import annotations

import io
from collections import Counter
from datetime import timedelta
from unittest.mock import patch

from django.db.models import Count, QuerySet
from django.utils import timezone

from logbook.campaigns.models import LogEntry
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges
from logbook.challenges.services.challenges import ChallengePlan
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.exchange import services as exchange_services
from logbook.exchange.models import Import
from logbook.exchange.services import import_reader
from logbook.notifications.models import ClubEvent
from logbook.people.models.players import Player

CLUB = "faults"
LINES = 400
LINES_A_STEP = 5
"""Small steps, so that there is always one to kill."""
EVERY = timedelta(seconds=100)
OPENS_AFTER = timedelta(seconds=20)
LIVES: dict[str, Counter[str]] = {
    Challenge.State.CLOSED: Counter(("announced", "opened", "results")),
    Challenge.State.CANCELLED: Counter(("announced", "cancelled")),
}
"""The possible ends of a challenge, with the events of each. It is cancelled if its deals were ready too late."""


def challenges_announce(club: Club, by: Player, *, until: timedelta) -> None:
    """Announce one challenge after the other, each open for a while: workers that die prepare, open and close them."""
    began = timezone.now()
    for number in range(max(1, until // EVERY)):
        opens_at = began + number * EVERY + OPENS_AFTER
        plan = ChallengePlan(
            title=f"Under fire {number}",
            game="planet-nine",
            missions=["1", "2"],
            players=3,
            opens_at=opens_at,
            closes_at=opens_at + EVERY / 2,
            max_attempts=2,
        )
        challenges.create_challenge(club=club, by=by, plan=plan)


def file_bring(crew: Crew, by: Player) -> None:
    """Upload a file that workers import, a few lines at a time."""
    rows = [f"{number % 50 + 1},2025-01-02,won,no,3,Ann; Bo,note {number}" for number in range(LINES)]
    content = "\n".join(["mission,date,result,distress,players,people,note", *rows]).encode()
    with patch.object(import_reader, "LINES_A_PIECE", LINES_A_STEP):
        job = exchange_services.create_import(crew=crew, by=by, file=io.BytesIO(content), name="before.csv")
        columns = job.plan["columns"]
        exchange_services.set_columns(import_id=job.pk, columns=columns, game="planet-nine", day_order="")
        exchange_services.read_import(import_id=job.pk)
    exchange_services.confirm_import(import_id=job.pk, people={}, campaigns={})


def _ours() -> QuerySet[Challenge]:
    """Return the club's challenges: those of the site, the deals of its days, are open for longer."""
    return Challenge.objects.filter(club__slug=CLUB)


def unfinished() -> dict[str, list[int]]:
    """Return the workers' unfinished jobs by kind."""
    return {
        "challenges not closed": list(_ours().exclude(state__in=Challenge.OVER).values_list("pk", flat=True)),
        "imports not done": list(Import.objects.exclude(state=Import.State.DONE).values_list("pk", flat=True)),
        "club events not passed on": list(ClubEvent.objects.filter(spread_at=None).values_list("pk", flat=True)),
    }


def what_is_wrong() -> list[str]:
    """Return challenges that did not open and close exactly once, and lines that are missing or doubled."""
    wrong = []
    for challenge in _ours():
        said = Counter(ClubEvent.objects.filter(challenge=challenge).values_list("kind", flat=True))
        if challenge.state not in LIVES or said != LIVES[challenge.state]:
            wrong.append(f"challenge {challenge.pk} is {challenge.state}: {dict(said)}")
    ended = Counter(_ours().values_list("state", flat=True))
    if ended[Challenge.State.CANCELLED] > ended[Challenge.State.CLOSED]:
        wrong.append("more challenges were ready too late than in time: that proves nothing")
    lines = LogEntry.objects.filter(source=LogEntry.Source.IMPORT)
    written, notes = lines.count(), lines.aggregate(notes=Count("note", distinct=True))["notes"]
    expected = LINES * Import.objects.count()
    if (written, notes) != (expected, min(expected, LINES)):
        wrong.append(f"{written} lines of {notes} kinds were brought in instead of {expected}")
    return wrong


def told() -> str:
    """Return a summary of the jobs in one line."""
    opened = [(one.opened_at - one.opens_at).total_seconds() for one in _ours() if one.opened_at]
    closed = [
        (one.closed_at - one.closes_at).total_seconds()
        for one in _ours().filter(state=Challenge.State.CLOSED)
        if one.closed_at
    ]
    given_up = _ours().filter(state=Challenge.State.CANCELLED).count()
    late = f"at latest {max(opened, default=0):.0f} s and {max(closed, default=0):.0f} s after their time"
    lines = LogEntry.objects.filter(source=LogEntry.Source.IMPORT).count()
    counted = f"{len(opened)} challenges opened, {len(closed)} closed, {given_up} cancelled (ready too late)"
    return f"{counted}, {late}; {lines} lines brought in"
