"""Integrity check: it replays every stored round and compares the result with the stored columns.

The record is the game: if a replay led elsewhere, the rules changed under the played game. What an attempt and its
result count for is compared with `tables.counting`, also at real tables. Attempts are read one after the other, so
memory does not grow with the site, and each is compared without a lock: an attempt that is still being played is
compared once more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

import games
from logbook.leaderboards.services import results
from logbook.site.models import IntegrityCheck
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.tables.services import attempt_counts
from logbook.tables.services.projections import projection_of

ROWS_PER_QUERY: Final = 500
MOST_FINDINGS: Final = 100
RETENTION: Final = timedelta(days=60)
OUTSIDE: Final = frozenset({Attempt.State.ABANDONED})
"""The states of attempts that ended from outside the game: their events lead to a round that could go on."""


def replay_everything() -> IntegrityCheck:
    """Replay all rounds played here, and store which of them do not agree with their columns."""
    check = IntegrityCheck.objects.create(started_at=timezone.now())
    found = _wrongly_counted()
    for attempt in _attempts():
        wrong = differences(attempt) and _differences_now(attempt)
        check.attempts += 1
        check.actions += attempt.length
        if wrong:
            found[attempt.pk] = [*wrong, *found.get(attempt.pk, ())]
    check.wrong = len(found)
    check.differing = [{"attempt": key, "columns": found[key]} for key in sorted(found)[:MOST_FINDINGS]]
    check.finished_at = timezone.now()
    check.save()
    IntegrityCheck.objects.filter(started_at__lt=check.started_at - RETENTION).delete()
    return check


def _wrongly_counted() -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for column, keys in (("counts", attempt_counts.wrong_attempts()), ("result", results.wrong_attempts())):
        for key in keys:
            found[key].append(column)
    return dict(found)


def differences(attempt: Attempt) -> list[str]:
    """Return the columns that do not agree with the replay of the attempt's events; `events` if the replay fails.

    Return `rules` if the attempt's version of the rules is no longer known: its replay would prove nothing.
    """
    if attempt.rules != games.GAMES[attempt.table.game].rules:
        return ["rules"]
    actions = event_replay.actions_of(attempt)
    try:
        state = games.deal(event_replay.setup_of(attempt))
        for action in actions:
            state = state.apply(action)
    except games.GameError:
        return ["events"]
    wrong = ["length"] if attempt.length != len(actions) else []
    if attempt.state in OUTSIDE:
        return wrong if state.outcome is None else [*wrong, "state"]
    expected = projection_of(state)
    if attempt.reason_code == "secret-prediction-missed" and expected.get("reason_code") == "prediction-missed":
        expected |= _reason_before_0_3(expected["reason_params"])
    return wrong + sorted(name for name, value in expected.items() if getattr(attempt, name) != value)


def _reason_before_0_3(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reason as releases before 0.3 stored it: they left a secret number out also at the end."""
    kept = {name: value for name, value in params.items() if name != "needed"}
    return {"reason_code": "secret-prediction-missed", "reason_params": kept}


def _attempts() -> Iterator[Attempt]:
    played = Attempt.objects.filter(place=Attempt.Place.ONLINE).select_related("table").order_by("pk")
    return played.iterator(chunk_size=ROWS_PER_QUERY)


def _differences_now(attempt: Attempt) -> list[str]:
    """Return the differences of the attempt as it is now: it may have moved on, or be deleted, since it was read."""
    now = Attempt.objects.select_related("table").filter(pk=attempt.pk).first()
    return differences(now) if now is not None else []
