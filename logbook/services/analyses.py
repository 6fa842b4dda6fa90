"""Analyses: where finished attempts were lost. Worked out by a worker, beside the game and after it.

Whatever calls it, early, late or twice, ends with the same row; who may read it is decided at the door.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

import games
from games.crew.solver import SOLVER_VERSION, Annotation, Budget, annotate
from logbook import folds
from logbook.models import Analysis, Attempt

BUDGETS: Final = (Budget(1_000_000, 40_000), Budget(20_000, 4_000), Budget(1_500, 1_000))
"""For each moment of a round: at the first try, and once that came to no end (its worker ran out of time)."""
MOST_TRIES: Final = len(BUDGETS)
TRIED_LATELY: Final = timedelta(minutes=6)
"""Longer than a worker may take."""
ASKED_LATELY_SECONDS: Final = 20
MOST_AT_ONCE: Final = 20


def analysis_make(*, attempt_id: int) -> None:
    """Work out where a finished attempt was lost, unless that is known."""
    attempt = Attempt.objects.select_related("table").get(pk=attempt_id)
    tries = 0 if attempt.state == Attempt.State.PLAYING else _begin(attempt)
    if not tries:
        return
    moments = folds.moments_of(attempt)
    annotation = annotate(moments, BUDGETS[tries - 1])
    Analysis.objects.filter(attempt=attempt).update(
        solver=SOLVER_VERSION,
        winnable=list(annotation.winnable),
        fatal=annotation.fatal,
        saving=[[action.seat, action.text] for action in annotation.saving],
        lost_in=_lost_in(annotation, moments),
    )


def analysis_ask(attempt: Attempt) -> bool:
    """Have a worker look at it, if nobody has; whether there is anything to wait for."""
    from logbook import tasks

    analysis = getattr(attempt, "analysis", None)
    if analysis is not None and (analysis.is_done or analysis.tries >= MOST_TRIES):
        return False
    if cache.add(f"analysis/{attempt.pk}", 1, ASKED_LATELY_SECONDS):
        tasks.send(tasks.attempt_analyse, attempt.pk)
    return True


def attempts_not_analysed(*, before: datetime) -> list[int]:
    """Attempts that had ended by then and that no analysis knows, the latest first; not all of them at once."""
    given_up = timezone.now() - TRIED_LATELY
    tried = Q(analysis__solver=0, analysis__tries__lt=MOST_TRIES, analysis__tried_at__lt=given_up)
    forgotten = Q(analysis__isnull=True) | tried
    ended = Attempt.objects.filter(forgotten, ended_at__lt=before)
    return list(ended.order_by("-ended_at", "-pk").values_list("pk", flat=True)[:MOST_AT_ONCE])


@transaction.atomic
def _begin(attempt: Attempt) -> int:
    """Note one more try; how many that makes. 0 if there is nothing to do, or somebody is at it."""
    analysis, _made = Analysis.objects.get_or_create(attempt=attempt)
    idle = Q(tried_at=None) | Q(tried_at__lt=timezone.now() - TRIED_LATELY)
    due = Analysis.objects.filter(idle, attempt=attempt, solver__lt=SOLVER_VERSION, tries__lt=MOST_TRIES)
    if not due.update(tries=F("tries") + 1, tried_at=timezone.now()):
        return 0
    analysis.refresh_from_db(fields=("tries",))
    return analysis.tries


def _lost_in(annotation: Annotation, moments: tuple[games.State, ...]) -> int | None:
    """The number of the trick in which the mission was lost; 0 before the first one."""
    if annotation.fatal is None:
        return None
    view = moments[annotation.fatal].view(None)
    return sum(view["tricks_won"]) + 1 if view["trick"] else 0
