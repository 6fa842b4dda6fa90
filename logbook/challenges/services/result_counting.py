"""Services of the close: end running attempts, count everything once, and publish the results only then.

`counted_at` marks the end of the count. Until then the count belongs to `count_challenge` alone: no table rewrites the
standings for itself, and no sweep counts its tables one by one. The next beat repeats an interrupted count; what it had
counted stays counted.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from logbook.challenges import signals
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import table_outcomes
from logbook.lib import queue
from logbook.tables.counting import PlayedFor
from logbook.tables.models import Table
from logbook.tables.services import attempts

State = Challenge.State
WINDOW_CLOSED = "window-closed"


def close_tables_of_ended_challenges() -> None:
    """End running attempts of closed challenges. A query finds them, so a crash half way leaves nothing behind."""
    left_open = Table.objects.filter(stage__challenge__state__in=Challenge.OVER, state__in=Table.OPEN_STATES)
    # A deal of the day leaves thousands of tables between two tries: nothing runs there, and nothing was won.
    left_open.filter(PlayedFor.DAY.rows()).exclude(state=Table.State.PLAYING).update(state=Table.State.ENDED)
    for table_id in left_open.order_by("pk").values_list("pk", flat=True):
        _close_table(table_id)


@transaction.atomic
def _close_table(table_id: int) -> None:
    table = attempts.lock_table(table_id)
    running = table.attempts.filter(state="playing").first()
    if running is not None:
        attempts.close_attempt(table, running, reason=WINDOW_CLOSED)
    state = table_outcomes.stage_table_state(table)
    if table.state != state:
        table.state = state
        attempts.bump_version(table, fields=("state",))


def request_counts() -> None:
    """End running attempts where the window has closed, and queue the count of the uncounted challenges."""
    close_tables_of_ended_challenges()
    for challenge_id in uncounted_challenges():
        queue.send("challenges.count_challenge", challenge_id)


def uncounted_challenges() -> list[int]:
    """Return the finished challenges whose results are incomplete."""
    uncounted = Challenge.objects.filter(state__in=Challenge.OVER, counted_at=None)
    return list(uncounted.order_by("pk").values_list("pk", flat=True))


def count_challenge(*, challenge_id: int) -> None:
    """Count the results of a finished challenge, then publish them. Idempotent."""
    if challenge_id not in uncounted_challenges():
        return
    close_tables_of_ended_challenges()
    signals.challenge_over.send(sender=Challenge, challenge_id=challenge_id)
    _announce_results(challenge_id)


@transaction.atomic
def _announce_results(challenge_id: int) -> None:
    uncounted = Challenge.objects.filter(pk=challenge_id, counted_at=None)
    if uncounted.update(counted_at=timezone.now()) and Challenge.objects.get(pk=challenge_id).state == State.CLOSED:
        signals.challenge_changed.send(sender=Challenge, challenge_id=challenge_id, what="results")
