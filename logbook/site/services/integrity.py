"""Folds every stored round again and compares it with what is stored of it.

The record is the game: if folding ever led elsewhere, the rules had changed under what was played. Attempts are read
one after the other, so memory does not grow with the site, and each is compared under no lock: one that is played on
meanwhile is looked at once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.utils import timezone

import games
from logbook.site.models import IntegrityCheck
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.tables.services.projections import projection_of

AT_ONCE: Final = 500
MOST_NAMED: Final = 100
KEPT: Final = timedelta(days=60)
OUTSIDE: Final = frozenset({Attempt.State.ABANDONED})
"""How an attempt ends that was ended from outside the game: its events lead to a round that could have gone on."""


def replay_everything() -> IntegrityCheck:
    """Fold all rounds that were played here, and write down which do not agree with what is stored of them."""
    check = IntegrityCheck.objects.create(started_at=timezone.now())
    for attempt in _attempts():
        wrong = differences(attempt) and _differences_now(attempt)
        check.attempts += 1
        check.actions += attempt.length
        if wrong:
            check.wrong += 1
            check.differing = [*check.differing, {"attempt": attempt.pk, "columns": wrong}][:MOST_NAMED]
    check.finished_at = timezone.now()
    check.save()
    IntegrityCheck.objects.filter(started_at__lt=check.started_at - KEPT).delete()
    return check


def differences(attempt: Attempt) -> list[str]:
    """The columns that do not agree with what the attempt's events lead to; `events` if they cannot be folded.

    `rules` if it was played by a version of the rules that nobody knows any more: folding it would prove nothing.
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
    return wrong + sorted(name for name, value in expected.items() if getattr(attempt, name) != value)


def _attempts() -> Iterator[Attempt]:
    played = Attempt.objects.filter(place=Attempt.Place.ONLINE).select_related("table").order_by("pk")
    return played.iterator(chunk_size=AT_ONCE)


def _differences_now(attempt: Attempt) -> list[str]:
    """The same, of the attempt as it is now: it may have been played on since it was read, or be gone."""
    now = Attempt.objects.select_related("table").filter(pk=attempt.pk).first()
    return differences(now) if now is not None else []
